import TerrainBase
import TerrainChecks
import TerrainDocuments

/// The expected value at a path of a result.
struct Expectation {
  /// The words of expectations.
  enum Word: String, CaseIterable {
    case `is`
    case contains, excludes, before, count
    case atLeast = "at_least"
    case atMost = "at_most"
    case absent
  }

  /// A word of an expectation with its operand.
  struct Demand {
    let word: Word
    let value: Node
  }

  let path: ResultPath
  /// The value in the file.
  let node: Node
  /// The demands; empty if the author leaves the value to `--accept`.
  private(set) var demands: [Demand] = []

  /// The expectation `value` of `path`.
  ///
  /// - Throws: an error if it is not an expectation.
  init(_ path: Node, _ value: Node) throws(DiagnosticError) {
    self.path = try ResultPath(path)
    node = value
    if value.kind == .null, value.range.start == value.range.end { return }
    guard value.kind == .map else {
      demands = [Demand(word: .is, value: value)]
      return
    }
    for (key, value) in value.members {
      guard let word = Word(rawValue: key.text?.string ?? "") else {
        throw DiagnosticError(.unknownExpectation(key))
      }
      demands.append(Demand(word: word, value: value))
    }
  }

  /// The texts of the file that have to be ids, if the result has ids at the path.
  var texts: [Node] {
    demands.flatMap { demand -> [Node] in
      switch demand.word {
      case .is, .contains, .excludes, .before: demand.values.filter { $0.text != nil }
      case .count, .atLeast, .atMost, .absent: []
      }
    }
  }
}

extension Expectation.Demand {
  /// The values that it is about: the elements of a list, or one.
  var values: [Node] { value.kind == .list ? Array(value.elements) : [value] }
}

/// Compares the values of a result at a path with the expectation.
struct ExpectationCheck {
  let expectation: Expectation
  private let operation: Node
  private let selection: ResultPath.Selection

  /// - Parameter operation: the operation of which `result` is a result.
  init(_ expectation: Expectation, in result: Node, of operation: Node) {
    self.operation = operation
    self.expectation = expectation
    selection = expectation.path.select(in: result)
  }

  /// The values at the path.
  private var found: [Node] { selection.nodes }

  /// The differences of the result, each with the text that would be accepted instead of the file's text.
  func differences(_ scenario: Text) -> [ScenarioDifference] {
    let path = expectation.path.node.text ?? ""
    func difference(_ message: String, at node: Node, accepting value: Value? = nil) -> ScenarioDifference {
      let name = operation.text ?? ""
      var marks = ["\(name) \(path) \(message)"]
      marks.append("\(name) \(path) is \(found.isEmpty ? "missing" : shown)")
      if let (_, member) = selection.missing.first { marks.append("\(name) lacks \(member)") }
      if let chooser { marks.append("\(chooser.decision) \(chooser.row ?? "")") }
      return ScenarioDifference(
        diagnostic: .scenarioFailed(scenario, "`\(path)` \(message)\(reason)", at: node, fix: spelling), marks: marks,
        accepted: value.map { AcceptedValue(node: node, key: expectation.path.node, value: $0) })
    }
    guard !expectation.demands.isEmpty else {
      return [difference("has no expectation yet, and is \(shown)", at: expectation.node, accepting: whole)]
    }
    return expectation.demands.flatMap { demand -> [ScenarioDifference] in
      switch demand.word {
      case .is:
        guard let whole else { return [difference("is missing, not \(demand.value.shown)", at: demand.value)] }
        if whole.isEqual(to: demand.value.value) { return [] }
        return [difference(changes(from: demand.value.value, to: whole), at: demand.value, accepting: whole)]
      case .contains:
        return demand.values.filter { position($0) == nil }.map {
          difference("does not contain \($0.shown); it is \(shown)", at: $0)
        }
      case .excludes:
        return demand.values.compactMap { value in
          position(value).map { difference("contains \(value.shown), at position \($0 + 1)", at: value) }
        }
      case .before: return order(demand).map { [difference($0, at: demand.value)] } ?? []
      case .count:
        let count = elements.count
        if demand.value.int == Int64(count) { return [] }
        return [
          difference(
            "has \(count.counted("value")), not \(demand.value.shown)", at: demand.value, accepting: .int(Int64(count)))
        ]
      case .atLeast, .atMost:
        guard !found.isEmpty else { return [difference("is missing", at: demand.value)] }
        return found.filter { !isWithin($0, demand) }.map {
          difference(
            "is \($0.shown), not \(demand.word == .atLeast ? "at least" : "at most") \(demand.value.shown)",
            at: demand.value)
        }
      case .absent:
        return found.isEmpty == (demand.value.bool ?? true)
          ? [] : [difference(found.isEmpty ? "is missing" : "is there: \(shown)", at: demand.value)]
      }
    }
  }

  /// The value at the path, or the list of all values; nil without values.
  private var whole: Value? {
    expectation.path.isMany ? .list(found.map(\.value)) : found.first?.value
  }

  private var shown: String { whole?.asBrieflyWritten ?? "missing" }

  /// The values for `contains` and similar words: the values at the path, or the elements of a single list there.
  private var elements: [Node] {
    guard !expectation.path.isMany, let only = found.first, found.count == 1 else { return found }
    switch only.kind {
    case .list: return Array(only.elements)
    case .map: return only.members.map(\.value)
    default: return found
    }
  }

  private func position(_ value: Node) -> Int? {
    let value = value.value
    return elements.firstIndex { $0.value.isEqual(to: value) }
  }

  private func order(_ demand: Expectation.Demand) -> String? {
    var last: (position: Int, value: Node)?
    for value in demand.values {
      guard let position = position(value) else { return "does not contain \(value.shown); it is \(shown)" }
      if let last, last.position >= position { return "has \(value.shown) before \(last.value.shown)" }
      last = (position, value)
    }
    return nil
  }

  private func isWithin(_ node: Node, _ demand: Expectation.Demand) -> Bool {
    guard let found = node.double, let bound = demand.value.double else { return false }
    return demand.word == .atLeast ? found >= bound : found <= bound
  }

  private func changes(from expected: Value, to found: Value) -> String {
    if let difference = ValueDifference(found: found, expected: expected) { return "differs: \(difference.text)" }
    return "is \(found.asBrieflyWritten), not \(expected.asBrieflyWritten)"
  }

  /// The row that chose the value, if the result contains it.
  private var chooser: (decision: Text, row: Text?)? {
    guard found.count == 1, let rule = selection.owners.first?["rule"], let decision = rule["decision"]?.text else {
      return nil
    }
    return (decision, rule["row"]?.text)
  }

  private var reason: String {
    chooser.map { " (chosen by \($0.row.map { "row `\($0)` of " } ?? "")`\($0.decision)`)" } ?? ""
  }

  /// The member that a path seems to mean.
  private var spelling: String? {
    guard found.isEmpty, let (map, member) = selection.missing.first, map.kind == .map else { return nil }
    return Suggestion.fix(member, among: map.members.compactMap(\.key.text))
  }
}

/// Something that a scenario expects and a result does not have.
struct ScenarioDifference {
  let diagnostic: Diagnostic
  /// Marks that it shares with other differences of the same cause.
  let marks: [String]
  /// The value that would be expected instead; nil if the author states an intention.
  let accepted: AcceptedValue?
}

extension Node {
  /// The value, briefly.
  var shown: String { value.asBrieflyWritten }
}

/// Groups failures of scenarios by common marks: scenarios with equal failures have the same cause.
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

  /// Returns true if `diagnostic` is about the result of an operation, not about a request.
  static func isAboutResult(_ diagnostic: Diagnostic) -> Bool { diagnostic.cause?.key.hasPrefix(prefix) == true }

  /// Notes that failures with one of `marks` have one cause.
  mutating func join(_ marks: [String]) {
    let indices = marks.map { index($0) }
    let roots = indices.map { root($0) }
    guard let first = roots.min() else { return }
    for other in roots { parents[other] = first }
  }

  /// `diagnostics`, in which diagnostics with connected marks get the same cause.
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
