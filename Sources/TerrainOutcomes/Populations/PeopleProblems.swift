import TerrainDocuments

/// What is wrong with the requests of people, each problem once: a column that no operation takes is wrong in every line.
struct PeopleProblems: Sendable {
  /// Where people come from.
  enum Origin: Sendable {
    /// A population: what is wrong with one person is wrong with many.
    case population
    /// A file: each line may have mistakes of its own.
    case file
  }

  /// Diagnostics that are kept; after them no further request is read.
  static let most = DiagnosticCollector.mostDiagnostics

  private let limit: Int
  private var diagnostics: [Diagnostic] = []
  private var seen: Set<String> = []

  /// Nothing so far, of people from `origin`.
  init(of origin: Origin) { limit = origin == .file ? Self.most : 1 }

  /// True if nothing more is taken.
  var isFull: Bool { diagnostics.count >= limit }

  /// Takes what `body` throws.
  mutating func collect(_ body: () throws(DiagnosticError) -> Void) {
    do throws(DiagnosticError) { try body() } catch { add(error.diagnostics) }
  }

  /// Takes what `other` has, of people that come later.
  mutating func add(_ other: PeopleProblems) {
    guard !isFull else { return }
    add(other.diagnostics)
  }

  /// - Throws: what was taken.
  func check() throws(DiagnosticError) {
    guard !diagnostics.isEmpty else { return }
    throw DiagnosticError(isFull && limit > 1 ? diagnostics + [.moreProblems(limit)] : diagnostics)
  }

  // What is wrong with one request is bounded by those who read it.
  private mutating func add(_ found: [Diagnostic]) {
    for diagnostic in found {
      let place = diagnostic.place.map { "\($0.source.name):\($0.source.position(at: Int($0.range.start)))" } ?? ""
      if seen.insert("\(diagnostic.code) \(diagnostic.message) \(place)").inserted { diagnostics.append(diagnostic) }
    }
    if limit > 1, diagnostics.count > limit { diagnostics.removeLast(diagnostics.count - limit) }
  }
}

extension Diagnostic {
  fileprivate static func moreProblems(_ limit: Int) -> Diagnostic {
    Diagnostic(
      code: DiagnosticCollector.closingCode, severity: .info,
      message: "there may be more: after \(limit) diagnostics no further line is read", place: nil,
      fix: "fix these first")
  }
}
