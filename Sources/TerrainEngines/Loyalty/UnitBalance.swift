import TerrainBase

/// What an account has of one unit.
package struct UnitBalance: Sendable {
  /// The unit.
  package let unit: Text
  var lots = LotQueue()
  /// Lots that do not count yet.
  var waiting = WaitingLots()
  /// What can be spent; negative after more was taken back than there was.
  package internal(set) var active: Int64 = 0
  /// What does not count yet.
  package internal(set) var pending: Int64 = 0
  /// What is set aside.
  package internal(set) var held: Int64 = 0
  /// All that was earned and counts, less what was taken back of it.
  package internal(set) var lifetime: Int64 = 0
  /// The sums of entries, by kind; all but adjustments without a sign.
  package internal(set) var earned: Int64 = 0
  /// Spent altogether.
  package internal(set) var spent: Int64 = 0
  /// Expired altogether.
  package internal(set) var expired: Int64 = 0
  /// Taken back altogether.
  package internal(set) var takenBack: Int64 = 0
  /// Added by adjustments, less what they took.
  package internal(set) var adjusted: Int64 = 0
  /// Sent to other accounts altogether.
  package internal(set) var sent: Int64 = 0
  /// Received from other accounts altogether.
  package internal(set) var received: Int64 = 0

  /// Nothing of `unit`.
  init(_ unit: Text) { self.unit = unit }

  /// What there is: the sum of the entries.
  package var balance: Int64 { active + pending + held }

  /// The lots that count, those that are taken first before.
  package var activeLots: [Lot] { lots.all }

  /// The lots that do not count yet.
  package var waitingLots: [WaitingLot] { waiting.all }

  /// How much is missing after more was taken back than there was.
  var owed: Int64 { max(0, -active) }

  /// Whether the parts are the sum of the entries.
  var agrees: Bool { balance == earned + adjusted + received - sent - spent - expired - takenBack }

  /// A lot begins to count: what is missing is filled up first.
  mutating func begin(_ lot: Lot) {
    var lot = lot
    let fills = min(owed, lot.left)
    active += lot.left
    lot.left -= fills
    if lot.left > 0 { lots.insert(lot) }
  }

  /// Takes `amount` from the lots that count, below zero where they have less.
  mutating func take(_ amount: Int64) {
    _ = lots.take(amount)
    active -= amount
  }
}
