import TerrainRules
import TerrainValues

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
  /// The row that it follows from; nil of an entry that was kept, and where no decision was evaluated.
  package let origin: Origin?
  /// The decision and the row, of an entry that was kept.
  private let kept: (decision: Text?, row: Text?)?

  init(
    _ kind: Kind, _ amount: Int64, of unit: Text, at time: Timestamp, event: Text, number: Int, cause: Text?,
    origin: Origin?, kept: (decision: Text?, row: Text?)? = nil
  ) {
    self.kind = kind
    self.amount = amount
    self.unit = unit
    self.time = time
    self.event = event
    self.number = number
    self.cause = cause
    self.origin = origin
    self.kept = kept
  }

  /// The event's id, a slash, and a number.
  package var id: Text { Self.id(event, number) }

  /// The decision that it follows from; nil where none was evaluated.
  package var decision: Text? { origin?.decision ?? kept?.decision }

  /// The row of it.
  package var row: Text? { origin?.row ?? kept?.row }

  /// The id of the entry `number` of `event`.
  static func id(_ event: Text, _ number: Int) -> Text { Text(event.string + "/" + String(number)) }

  /// Its identity.
  struct Key: Hashable {
    let event: Text
    let number: Int
  }

  var key: Key { Key(event: event, number: number) }
}

extension AccountEntry {
  /// The same line with the same amount.
  func isSame(as other: AccountEntry) -> Bool {
    key == other.key && amount == other.amount && time == other.time && kind == other.kind && unit == other.unit
  }
}
