import TerrainRules
import TerrainBase

/// A line of an account: how much came or went, when, and why.
package struct AccountEntry: Sendable {
  /// Why amounts come and go.
  package enum Kind: String, Sendable, CaseIterable {
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
    /// Went to another account.
    case send
    /// Came from another account.
    case receive
  }

  /// When.
  package let time: Timestamp
  /// Why.
  package let kind: Kind
  /// Of what.
  package let unit: Text
  /// How much: negative where it went.
  package let amount: Int64
  /// The event behind it; of what expired, the one that it had come with.
  package let event: Text
  /// Its number among the entries of its event.
  let number: Int
  /// The cause that the rule gives.
  package let cause: Text?
  /// The id of the line of the event that earned it, or that it was taken back from; nil of the whole event.
  package let line: Text?
  /// The rule that it follows from; nil where no decision was evaluated.
  package let reason: AccountReason?

  init(
    _ kind: Kind, _ amount: Int64, of unit: Text, at time: Timestamp, event: Text, number: Int, cause: Text?,
    line: Text? = nil, reason: AccountReason?
  ) {
    self.kind = kind
    self.amount = amount
    self.unit = unit
    self.time = time
    self.event = event
    self.number = number
    self.cause = cause
    self.line = line
    self.reason = reason
  }

  /// The event's id, a slash, and a number.
  package var id: Text { Self.id(event, number) }

  /// The row that it follows from; nil of an entry that was kept, and where no decision was evaluated.
  package var origin: Origin? { reason?.origin }

  /// The decision that it follows from; nil where none was evaluated.
  package var decision: Text? { reason?.decision }

  /// The row of it.
  package var row: Text? { reason?.row }

  /// The id of the entry `number` of `event`.
  static func id(_ event: Text, _ number: Int) -> Text { Text(event.string + "/" + String(number)) }

  /// Its identity.
  struct Key: Hashable {
    let event: Text
    let number: Int
  }

  var key: Key { Key(event: event, number: number) }
}

/// The rule that an entry, a lot or a hold follows from. A class, so that keeping one costs one reference.
package final class AccountReason: Sendable {
  /// The decision's full name.
  package let decision: Text?
  /// The row; nil of a decision without rows.
  package let row: Text?
  /// Where it is written; nil of what was kept in a document.
  package let origin: Origin?

  init(_ origin: Origin) {
    decision = origin.decision
    row = origin.row
    self.origin = origin
  }

  init(decision: Text?, row: Text?) {
    self.decision = decision
    self.row = row
    origin = nil
  }
}

extension AccountEntry {
  /// The same line with the same amount.
  func isSame(as other: AccountEntry) -> Bool {
    key == other.key && amount == other.amount && time == other.time && kind == other.kind && unit == other.unit
  }
}
