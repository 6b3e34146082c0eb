import TerrainBase
import TerrainRules

/// Balances, lots, entries and the events that they are the fold of. It belongs to the caller: a request has it, and the response
/// has the changed one.
package struct Account: Sendable {
  /// The caller's name for it.
  package let id: Text
  var state: AccountState
  /// Its lines, in the order in which they were entered.
  package internal(set) var entries: [AccountEntry]
  /// What happened, sorted by time and id; those whose time has not come included.
  package internal(set) var events: [AccountEvent]
  /// What became of each event, by its id.
  var records: [Text: EventRecord]
  /// The version of the rules (``LoyaltyEngine/fingerprint``) whose windows it has; nil: of none, as where it was read from a
  /// document.
  var windowsOf: UInt64?
  /// What it was after some of its events, as long as it is in memory.
  var checkpoints = Checkpoints()
  /// The instant that it shows; nil before anybody looked.
  package internal(set) var asOf: Timestamp?

  /// By unit; the program's own first.
  package var balances: [UnitBalance] { state.units }

  /// What is set aside.
  package var holds: [Hold] { state.holds.all }

  /// What events spent, as far as it may come back, by event and unit.
  var spent: [Hold] {
    records.values.flatMap { $0.spent }.sorted { ($0.event, $0.unit) < ($1.event, $1.unit) }
  }

  /// What events issued; those that can be used first, in the order in which they expire.
  package var benefits: [Benefit] { state.benefits.all }

  /// Who may act on it, by id.
  package var members: [AccountState.Member] { state.members }

  /// The level; nil before it was first decided.
  package var level: Text? { state.level?.word }

  /// When the level is lost that the account no longer qualifies for.
  package var levelLost: Timestamp? { state.level?.lost }

  /// What became of the event `id`; nil if there is none.
  package func outcome(of id: Text) -> EventOutcome? { records[id]?.outcome }

  /// When something last changed.
  package var changed: Timestamp? { state.changed }

  /// The level, since when, and when it is lost; nil if it has none.
  package var levelState: AccountState.Level? { state.level }

  /// How many events earned something.
  package var earns: Int64 { state.earns }

  /// Returns true if the lots of the event `id` count towards the lifetime.
  package func countsTowardsLifetime(_ id: Text) -> Bool { records[id]?.counts ?? true }

  /// When the lots of `event` began to count; nil if that was with the event.
  package func beginning(of event: AccountEvent) -> Timestamp? {
    guard let began = records[event.id]?.began, began.time != event.time else { return nil }
    return began.time
  }

  /// The rule behind the lots or the hold of the event `id`.
  package func reason(of id: Text) -> AccountReason? { records[id]?.rule }

  /// The unit of `hold`.
  package func unit(of hold: Hold) -> Text { state.units[hold.unit].unit }

  /// The units whose balance is not the sum of their entries, or whose lots are not what counts: none, unless the document was edited.
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
  /// The position of an event with `key`, or the one where it belongs.
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

  /// True if the parts are the sum of the entries.
  var agrees: Bool { balance == earned + adjusted + received - sent - spent - expired - takenBack }

  /// A lot begins to count: what is missing is filled up first.
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
