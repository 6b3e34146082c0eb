// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// The result of `program`.
  public struct Program: Codable, Sendable {
    /// The pack that this comes from.
    public let pack: Results.Version
    /// The local day.
    public let date: LocalDay
    /// The language of the pack that serves the requested one.
    public let locale: String
    /// The progress in the program that the person follows.
    public let progress: Results.ProgramProgress?
    /// What the next request contains.
    public let enrollments: [Results.Enrollment]

    private enum CodingKeys: String, CodingKey {
      case pack
      case date
      case locale
      case progress = "active"
      case enrollments = "enrolments"
    }
  }
}
