import TerrainDocuments
import TerrainBase

/// What failures of scenarios have in common: those that fail alike do so because of one change.
package struct FailureCauses: Sendable {
  private var parents: [Int] = []
  private var marks: [String] = []
  private var indices: [String: Int] = [:]

  /// No failures.
  package init() {}

  /// The mark of all failures of one scenario.
  static func mark(_ scenario: ScenarioFile.Scenario) -> String {
    "\(prefix)\(scenario.place.source.name) \(scenario.place.range.start)"
  }

  private static let prefix = "scenario "

  /// Whether `diagnostic` is about what an operation results in, and not about a request.
  static func isAboutResult(_ diagnostic: Diagnostic) -> Bool { diagnostic.cause?.key.hasPrefix(prefix) == true }

  /// Notes that failures with one of `marks` have one cause.
  mutating func join(_ marks: [String]) {
    let indices = marks.map { index($0) }
    let roots = indices.map { root($0) }
    guard let first = roots.min() else { return }
    for other in roots { parents[other] = first }
  }

  /// `diagnostics`, in which those have one cause whose marks were joined.
  package func attributed(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.map { diagnostic in
      guard let mark = diagnostic.cause?.key, let index = indices[mark] else { return diagnostic }
      var result = diagnostic
      result.cause?.key = marks[root(index)]
      return result
    }
  }

  private mutating func index(_ mark: String) -> Int {
    if let known = indices[mark] { return known }
    indices[mark] = marks.count
    parents.append(marks.count)
    marks.append(mark)
    return marks.count - 1
  }

  private func root(_ index: Int) -> Int {
    var index = index
    while parents[index] != index { index = parents[index] }
    return index
  }
}
