import TerrainDocuments
import TerrainBase

extension Diagnostic {
  /// `error` for people: what is wrong, where, and the values that were seen.
  ///
  /// - Parameter showingValues: false where values may be private: then only names are shown.
  package init(_ error: EvaluationError, showingValues: Bool = true) {
    let seen = error.seen.map { showingValues ? "\($0.name) = \(Self.shown($0.value))" : "\($0.name)" }
    self.init(
      code: "evaluation/\(error.code.name)",
      message: error.message + (seen.isEmpty ? "" : " (\(seen.joined(separator: ", ")))"), place: error.place)
    plainMessage = error.message
  }

  /// A value as text, cut where it is longer than anybody reads.
  private static func shown(_ value: Value) -> String { value.description(limit: longestValue) }

  private static let longestValue = 200
}
