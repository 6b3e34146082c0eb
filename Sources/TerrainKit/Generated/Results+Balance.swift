// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// What an account has of a unit.
  public struct Balance: Codable, Sendable {
    /// What there is: the sum of the entries, and of active, pending and held.
    public let balance: Int
    /// What can be spent; negative after more was taken back than there was.
    public let active: Int
    /// What does not count yet. At least 0.
    public let pending: Int
    /// What is set aside. At least 0.
    public let held: Int
    /// All that was earned and counts, less what was taken back of it.
    public let lifetime: Int
    /// Earned altogether. At least 0.
    public let earned: Int
    /// Spent altogether. At least 0.
    public let spent: Int
    /// Expired altogether. At least 0.
    public let expired: Int
    /// Taken back altogether. At least 0.
    public let takenBack: Int
    /// Added by adjustments, less what they took.
    public let adjusted: Int
    /// Sent to other accounts altogether. At least 0.
    public let sent: Int?
    /// Received from other accounts altogether. At least 0.
    public let received: Int?

    private enum CodingKeys: String, CodingKey {
      case balance
      case active
      case pending
      case held
      case lifetime
      case earned
      case spent
      case expired
      case takenBack = "taken_back"
      case adjusted
      case sent
      case received
    }
  }
}
