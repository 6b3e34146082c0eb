// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
import Foundation

extension Results {
  /// The result of `timeline`.
  public struct Timeline: Codable, Sendable {
    /// The module that was asked.
    public let timeline: String
    /// The pack that this comes from.
    public let pack: Results.Version
    /// The rules that this comes from.
    public let rules: Results.Version
    /// The language of the pack that serves the requested one.
    public let locale: String
    /// The current state; `nil` before it begins.
    public let state: Results.TimelineState?
    /// How much of the time before the last phase is over, 0 to 1.
    public let fraction: Double?
    /// When the first phase begins.
    public let begins: Date?
    /// When the last phase begins.
    public let ends: Date?
    /// When it next changes by itself; not there where nothing will.
    public let changesAt: Date?
    /// The phases that have any time, in order.
    public let phases: [Results.Phase]?
    /// Whether the move that was asked for was made.
    public let wasMoved: Bool?
    /// Where it stood before the move.
    public let previousState: String?
    /// What is to be sent now, because it was moved.
    public let notices: [Results.Notice]?
    /// Why the move was not made, and what is allowed.
    public let refused: Results.Note?
    /// The moves that are allowed from here.
    public let allowed: [Results.Move]?
    /// What was odd.
    public let warnings: [Results.Note]?

    private enum CodingKeys: String, CodingKey {
      case timeline
      case pack
      case rules
      case locale
      case state
      case fraction
      case begins
      case ends
      case changesAt = "changes_at"
      case phases
      case wasMoved = "moved"
      case previousState = "from"
      case notices
      case refused
      case allowed
      case warnings
    }
  }
}
