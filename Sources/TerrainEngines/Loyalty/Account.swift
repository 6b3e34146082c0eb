import TerrainBase
import TerrainRules

/// Balances, lots, entries, and the events from which they are folded. The caller stores it: a request contains it, and the response
/// contains the changed account.
package struct Account: Sendable {
  /// The caller's name for it.
  package let id: Text
  var state: AccountState
  /// Its lines, in the order in which they were entered.
  package internal(set) var entries: [AccountEntry]
  /// The account's events, sorted by time and id, including those whose time has not come.
  package internal(set) var events: [AccountEvent]
  /// The outcome and the remaining effects of each event, by event id.
  var records: [Text: EventRecord]
  /// The version of the rules (``LoyaltyEngine/fingerprint``) that the windows belong to; nil if they belong to none, as after reading a
  /// document.
  var windowsOf: UInt64?
  /// Earlier states of the account, kept while it is in memory.
  var checkpoints = Checkpoints()
  /// The instant at which the account was last viewed; nil if it never was.
  package internal(set) var asOf: Timestamp?

  /// The balances by unit, with the program's own unit first.
  package var balances: [UnitBalance] { state.units }

  /// The amounts that are set aside.
  package var holds: [Hold] { state.holds.all }

  /// The amounts that events spent and that may still come back, by event and unit.
  var spent: [Hold] {
    records.values.flatMap { $0.spent }.sorted { ($0.event, $0.unit) < ($1.event, $1.unit) }
  }

  /// The benefits that events issued: first those that can still be used, in order of expiry.
  package var benefits: [Benefit] { state.benefits.all }

  /// The members who may act on the account, by id.
  package var members: [AccountState.Member] { state.members }

  /// The level; nil before it was first decided.
  package var level: Text? { state.level?.word }

  /// The time at which the account loses a level that it no longer qualifies for.
  package var levelLost: Timestamp? { state.level?.lost }

  /// The outcome of the event `id`; nil if the account has no such event.
  package func outcome(of id: Text) -> EventOutcome? { records[id]?.outcome }

  /// The time of the last change.
  package var changed: Timestamp? { state.changed }

  /// The level, since when, and when it is lost; nil if it has none.
  package var levelState: AccountState.Level? { state.level }

  /// The number of events that earned something.
  package var earns: Int64 { state.earns }

  /// Returns true if the lots of the event `id` count towards the lifetime.
  package func countsTowardsLifetime(_ id: Text) -> Bool { records[id]?.counts ?? true }

  /// The time from which the lots of `event` count; nil if they count from the event on.
  package func beginning(of event: AccountEvent) -> Timestamp? {
    guard let began = records[event.id]?.began, began.time != event.time else { return nil }
    return began.time
  }

  /// The rule behind the lots or the hold of the event `id`.
  package func reason(of id: Text) -> AccountReason? { records[id]?.rule }

  /// The unit of `hold`.
  package func unit(of hold: Hold) -> Text { state.units[hold.unit].unit }

  /// The units whose balance differs from the sum of their entries or from their lots. Empty unless the document was edited.
  package func unitsThatDisagree() -> [Text] {
    var sums = [Int64](repeating: 0, count: state.units.count)
    for entry in entries {
      if let place = state.units.firstIndex(where: { $0.unit == entry.unit }) { sums[place] &+= entry.amount }
    }
    return state.units.enumerated().compactMap { place, balance in
      let lots = balance.lots.all.reduce(Int64(0)) { $0 &+ $1.left }
      let waiting = balance.waitingLots.reduce(Int64(0)) { $0 &+ $1.lot.left }
      let held = holds.reduce(Int64(0)) { $1.unit == place ? $0 &+ $1.amount : $0 }
      let agrees =
        sums[place] == balance.balance && balance.agrees && lots == max(0, balance.active)
        && waiting == balance.pending && held == balance.held
      return agrees ? nil : balance.unit
    }
  }
}

extension Account {
  /// The position of an event with `key`, or the position at which to insert it.
  func place(of key: AccountEvent.Key) -> Int {
    // Nearly always the last.
    if let last = events.last, last.key < key { return events.count }
    var (low, high) = (0, events.count)
    while low < high {
      let middle = low + (high - low) / 2
      if events[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns true if `event` has no money of another currency than the events that it has, those whose time has not come included.
  func takesCurrency(of event: AccountEvent) -> Bool {
    guard let other = event.currency else { return true }
    let known = state.currency ?? events[min(firstUnfolded, events.count)...].lazy.compactMap { $0.currency }.first
    return known.map { $0 == other } ?? true
  }

  /// The first event that has not been folded.
  var firstUnfolded: Int {
    guard let last = state.last else { return 0 }
    var place = place(of: last)
    while place < events.count, events[place].key <= last { place += 1 }
    return place
  }
}

/// The balances of an account in one unit.
package struct UnitBalance: Sendable {
  /// The unit.
  package let unit: Text
  var lots = LotQueue()
  /// Lots that do not count yet.
  var waiting = WaitingLots()
  /// The amount that can be spent; negative if more was taken back than was left.
  package internal(set) var active: Int64 = 0
  /// The amount that does not count yet.
  package internal(set) var pending: Int64 = 0
  /// The amount that is set aside.
  package internal(set) var held: Int64 = 0
  /// The sum of all earned amounts that count, less the amounts taken back from them.
  package internal(set) var lifetime: Int64 = 0
  /// The sums of entries, by kind; all but adjustments without a sign.
  package internal(set) var earned: Int64 = 0
  /// Spent altogether.
  package internal(set) var spent: Int64 = 0
  /// Expired altogether.
  package internal(set) var expired: Int64 = 0
  /// Taken back altogether.
  package internal(set) var takenBack: Int64 = 0
  /// The sum of adjustments, which may be negative.
  package internal(set) var adjusted: Int64 = 0
  /// Sent to other accounts altogether.
  package internal(set) var sent: Int64 = 0
  /// Received from other accounts altogether.
  package internal(set) var received: Int64 = 0

  /// Creates empty balances of `unit`.
  init(_ unit: Text) { self.unit = unit }

  /// The whole balance, which is the sum of the entries.
  package var balance: Int64 { active + pending + held }

  /// The lots that count, in the order in which they are taken.
  package var activeLots: [Lot] { lots.all }

  /// The lots that do not count yet.
  package var waitingLots: [WaitingLot] { waiting.all }

  /// The amount that is missing after more was taken back than was left.
  var owed: Int64 { max(0, -active) }

  /// True if the parts are the sum of the entries.
  var agrees: Bool { balance == earned + adjusted + received - sent - spent - expired - takenBack }

  /// Makes a lot count. It first fills up the amount that is missing.
  mutating func begin(_ lot: Lot) {
    var lot = lot
    let fills = min(owed, lot.left)
    active += lot.left
    lot.left -= fills
    if lot.left > 0 { lots.insert(lot) }
  }

  /// Takes `amount` from the lots that count, below zero if they have less.
  mutating func take(_ amount: Int64) {
    _ = lots.take(amount)
    active -= amount
  }
}
