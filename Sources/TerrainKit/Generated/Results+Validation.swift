// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// The result of `check`.
  public struct Validation: Codable, Sendable {
    /// The pack that this comes from.
    public let pack: Results.Version
    /// The rules that this comes from.
    public let rules: Results.Version
    /// The kind of record.
    public let kind: String
    /// The language of the pack that serves the requested one.
    public let locale: String
    /// Whether nothing is wrong.
    public let isValid: Bool
    /// What is wrong.
    public let problems: [Results.FieldProblem]

    private enum CodingKeys: String, CodingKey {
      case pack
      case rules
      case kind
      case locale
      case isValid = "ok"
      case problems
    }
  }
}
