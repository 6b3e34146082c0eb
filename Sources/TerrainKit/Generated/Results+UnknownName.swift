// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// A name in an account that the pack or the rules no longer have.
  public struct UnknownName: Codable, Sendable {
    /// What it names.
    public let kind: Kind
    /// The name.
    public let id: String
    /// Where it is in the account, the first place.
    public let path: String

    /// What it names.
    public enum Kind: String, Codable, Sendable, CaseIterable {
      /// `level`.
      case level
      /// `cause`.
      case cause
      /// `unit`.
      case unit
      /// `benefit`.
      case benefit
    }
  }
}
