// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// A person's progress in a program, as the next request contains it.
  public struct Enrollment: Codable, Sendable {
    /// The program's id.
    public let program: String
    /// The local day that is day 1.
    public let started: LocalDay
    /// Whether it is being followed.
    public let isActive: Bool?
    /// The local day on which the last item was done.
    public let completed: LocalDay?
    /// For each day, from 1, what has been done.
    public let done: [String: [String]]?

    private enum CodingKeys: String, CodingKey {
      case program
      case started
      case isActive = "active"
      case completed
      case done
    }
  }
}
