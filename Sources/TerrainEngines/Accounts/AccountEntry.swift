import TerrainRules
import TerrainValues

/// A line of an account: how much came or went, when, and why.
public struct AccountEntry: Sendable {
  /// Why amounts come and go.
  public enum Kind: String, Sendable, CaseIterable {
    /// Came with an event.
    case earn
    /// Was spent.
    case redeem
    /// Was taken back.
    case refund
    /// Has expired.
    case expire
    /// Was corrected.
    case adjust
  }

  /// The event's id, a slash, and a number.
  public let id: Text
  /// When.
  public let time: Timestamp
  /// Why.
  public let kind: Kind
  /// Of what.
  public let unit: Text
  /// How much: negative where it went.
  public let amount: Int64
  /// The event behind it; of what expired, the one that it had come with.
  public let event: Text
  /// What the rule says of it beside.
  public let cause: Text?
  /// The decision that came to it; nil where no rule was asked.
  public let decision: Text?
  /// The row of it.
  public let row: Text?
  /// Where that is written; nil of an entry that was kept.
  public let origin: Origin?
}

extension AccountEntry {
  /// The same line with the same amount.
  func isSame(as other: AccountEntry) -> Bool {
    id == other.id && amount == other.amount && time == other.time && kind == other.kind && unit == other.unit
  }
}
