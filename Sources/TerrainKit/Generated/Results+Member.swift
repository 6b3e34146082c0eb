// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
import Foundation

extension Results {
  /// A member of a shared account.
  public struct Member: Codable, Sendable {
    /// The caller's name for them.
    public let id: String
    /// Since when the rights are these.
    public let since: Date
    /// Their rights, as the rules call them.
    public let rights: [String]
  }
}
