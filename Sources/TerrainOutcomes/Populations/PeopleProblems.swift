import TerrainDocuments

/// The errors in the requests of people, each reported once: an unknown column is wrong in every line.
struct PeopleProblems: Sendable {
  /// The source of people.
  enum Origin: Sendable {
    /// A population, in which an error in one person occurs in many.
    case population
    /// A file, in which each line may have different errors.
    case file
  }

  /// The maximum number of diagnostics, after which no further request is read.
  static let most = DiagnosticCollector.mostDiagnostics

  private let limit: Int
  private var diagnostics: [Diagnostic] = []
  private var seen: Set<String> = []

  /// Creates an empty collection for people from `origin`.
  init(of origin: Origin) { limit = origin == .file ? Self.most : 1 }

  /// True if nothing more is taken.
  var isFull: Bool { diagnostics.count >= limit }

  /// Adds the errors that `body` throws.
  mutating func collect(_ body: () throws(DiagnosticError) -> Void) {
    do throws(DiagnosticError) { try body() } catch { add(error.diagnostics) }
  }

  /// Adds the errors of `other`, whose people come later.
  mutating func add(_ other: PeopleProblems) {
    guard !isFull else { return }
    add(other.diagnostics)
  }

  /// - Throws: the collected errors.
  func check() throws(DiagnosticError) {
    guard !diagnostics.isEmpty else { return }
    throw DiagnosticError(isFull && limit > 1 ? diagnostics + [.moreProblems(limit)] : diagnostics)
  }

  // Readers have limited the errors of one request.
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
