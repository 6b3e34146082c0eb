/// A revision of the Model Context Protocol.
package enum MCPRevision: String, Sendable, CaseIterable {
  case first = "2024-11-05"
  case second = "2025-03-26"
  case third = "2025-06-18"
  case fourth = "2025-11-25"
  /// The first one without a handshake: each request names its revision.
  case stateless = "2026-07-28"

  /// The newest revision that begins with `initialize`.
  static let newestWithHandshake = MCPRevision.fourth

  /// Whether a connection begins with `initialize`.
  var hasHandshake: Bool { self != .stateless }
  /// Whether a line may be a batch of requests.
  var hasBatches: Bool { self == .first || self == .second }
  /// Whether tools have hints about what they change.
  var hasAnnotations: Bool { self != .first }
  /// Whether results of tools are structured, and everything listed has a title.
  var hasStructuredContent: Bool { self != .first && self != .second }
}
