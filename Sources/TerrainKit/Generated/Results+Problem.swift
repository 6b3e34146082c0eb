// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// A diagnostic of a record in the request.
  public struct Problem: Codable, Sendable {
    /// A stable name in words.
    public let code: String
    /// How grave it is.
    public let severity: Severity
    /// What is wrong, and what was expected.
    public let message: String
    /// The file.
    public let file: String?
    /// The line, from 1. At least 0.
    public let line: Int?
    /// The column in UTF-8 bytes, from 1. At least 0.
    public let column: Int?
    /// The line it ends on. At least 0.
    public let endLine: Int?
    /// The column after it. At least 0.
    public let endColumn: Int?
    /// Its first byte, from 0. At least 0.
    public let start: Int?
    /// The byte after it. At least 0.
    public let end: Int?
    /// The path inside the document.
    public let path: String?
    /// Other places that matter.
    public let related: [Related]?
    /// The fix.
    public let fix: String?

    /// How grave it is.
    public enum Severity: String, Codable, Sendable, CaseIterable {
      /// `error`.
      case error
      /// `warning`.
      case warning
      /// `info`.
      case info
    }

    /// An element of `related`.
    public struct Related: Codable, Sendable {
      /// Why it matters.
      public let message: String
      /// The file.
      public let file: String?
      /// The line, from 1. At least 0.
      public let line: Int?
      /// The column in UTF-8 bytes, from 1. At least 0.
      public let column: Int?
      /// The line it ends on. At least 0.
      public let endLine: Int?
      /// The column after it. At least 0.
      public let endColumn: Int?
      /// Its first byte, from 0. At least 0.
      public let start: Int?
      /// The byte after it. At least 0.
      public let end: Int?
    }
  }
}
