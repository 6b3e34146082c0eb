// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// The result of `loyalty.verify`.
  public struct AccountVerification: Codable, Sendable {
    /// The pack that this comes from.
    public let pack: Results.Version
    /// The rules that this comes from.
    public let rules: Results.Version
    /// The caller's name for it.
    public let account: String
    /// Whether it is what its own events come to.
    public let agrees: Bool
    /// How many events were folded. At least 0.
    public let events: Int
    /// Whether other rules than the present ones folded it last.
    public let wasFoldedByOtherRules: Bool
    /// Names in the account that the pack or the rules no longer have.
    public let unknown: [Results.UnknownName]?
    /// The first difference, by time and id of events.
    public let difference: Difference?

    /// The first difference, by time and id of events.
    public struct Difference: Codable, Sendable {
      /// The event of which something differs.
      public let event: String?
      /// What differs, as a path in the account.
      public let path: String
      /// What its events come to.
      public let expected: String?
      /// What the account has.
      public let found: String?
    }

    private enum CodingKeys: String, CodingKey {
      case pack
      case rules
      case account
      case agrees
      case events
      case wasFoldedByOtherRules = "other_rules"
      case unknown
      case difference
    }
  }
}
