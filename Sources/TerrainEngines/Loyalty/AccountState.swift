import TerrainBase

/// The state of an account after some of its events: everything that later ones depend on but records of single events.
package struct AccountState: Sendable {
  /// The account's id.
  var account: Text = ""
  /// The program's own unit first.
  var units: [UnitBalance]
  var holds = Holds()
  /// The level; nil before it was first decided.
  var level: Level?
  /// The level that an event set last, until its time is over.
  var setLevel: SetLevel?
  /// The earliest expiry of amounts of the program's own unit; nil if no event has renewed them.
  var renewed: Timestamp?
  /// The number of events that earned something, except cancelled events.
  var earns: Int64 = 0
  /// The events that wait for another event, by the id of that event.
  var waiting: [Text: [AccountEvent]] = [:]
  /// The benefits that events issued.
  var benefits = Benefits()
  /// The members who may act on the account, by id.
  var members: [Member] = []
  /// The amounts that claims granted, by name.
  var claimed: [Text: Int64] = [:]
  /// The currency of all its money; nil as long as it has none.
  private(set) var currency: Text?
  /// The windows over the account's own events.
  var windows: AccountWindows
  /// The last event that was folded.
  var last: AccountEvent.Key?
  /// The time of the last change, by an event or by time alone.
  var changed: Timestamp?

  /// A level, with the time at which it is lost.
  package struct Level: Sendable, Hashable {
    package var word: Text
    package var since: Timestamp
    /// The time at which the level is lost; nil while the account qualifies for it.
    package var lost: Timestamp?
    /// The level that the account qualifies for.
    package var qualified: Text
    /// Lower levels that it had before, without losing one since: the lowest first.
    package var before: [Earlier] = []
    /// The highest level that it ever had; nil: it has that now.
    package var highest: Text?

    /// A level that the account had before it reached a higher one.
    package struct Earlier: Sendable, Hashable {
      package let word: Text
      /// Since when it had this or a higher one.
      package let since: Timestamp
    }

    /// The higher level `word`, reached at `time`.
    func raised(to word: Text, at time: Timestamp) -> Self {
      Self(
        word: word, since: time, qualified: word, before: before + [Earlier(word: self.word, since: since)],
        highest: highest ?? self.word)
    }

    /// The lower level of `rank` after a level is withdrawn, as by a return. The account has had that level, or a higher level, since an
    /// earlier time.
    func withdrawn(_ rank: (Text) -> Int) -> Self {
      var level = Self(
        word: qualified, since: since, qualified: qualified, before: before, highest: highest ?? word)
      while let last = level.before.last, rank(last.word) >= rank(qualified) {
        level.since = last.since
        level.before.removeLast()
      }
      return level
    }

    /// The lower level that it qualifies for, from `time` on.
    func lowered(at time: Timestamp, _ rank: (Text) -> Int) -> Self {
      var level = withdrawn(rank)
      level.since = time
      return level
    }
  }

  /// The actual expiry of a lot of `unit` that would expire at `expires` without renewals; nil if it never expires.
  func renewed(_ expires: Timestamp?, unit: Int) -> Timestamp? {
    unit == 0 ? expires.map { max($0, renewed ?? $0) } : expires
  }

  /// A level that an event has set.
  package struct SetLevel: Sendable, Hashable {
    package let word: Text
    /// The end of the set level; nil if it stays until another event sets a level.
    package let until: Timestamp?
  }

  /// A person who may act on the account.
  package struct Member: Sendable, Hashable {
    package let id: Text
    /// Since when the rights are these.
    package let since: Timestamp
    package let rights: [Text]
  }

  /// The rights of the member `id`; empty if `id` is not a member.
  func rights(of id: Text?) -> [Text] { id.flatMap { id in members.first { $0.id == id } }?.rights ?? [] }

  /// Sets the rights of the member `id`; nil: it is a member no more.
  mutating func setRights(_ rights: [Text]?, of id: Text, at time: Timestamp) {
    let place = members.firstIndex { $0.id >= id } ?? members.count
    if place < members.count, members[place].id == id { members.remove(at: place) }
    if let rights { members.insert(Member(id: id, since: time, rights: rights), at: place) }
  }

  /// Returns true if `event` has no money of another currency. The first event with money decides which one that is: a sum of several would
  /// be in none.
  mutating func keepCurrency(of event: AccountEvent) -> Bool {
    guard let other = event.currency else { return true }
    if let currency { return currency == other }
    currency = other
    return true
  }

  /// Counts the amounts that claims granted to `event`.
  mutating func keepGrants(of event: AccountEvent, besides budgets: BudgetLimits) {
    if event.grants.isEmpty { return }
    for (name, amount) in event.grants where Grants.isClaim(name, besides: budgets) {
      claimed[name, default: 0] += amount
    }
  }

  /// Nothing, in a program whose own unit is `unit`.
  init(unit: Text, _ windows: LoyaltyWindows) {
    units = [UnitBalance(unit)]
    self.windows = AccountWindows(windows)
  }

  /// The position of `unit`, which is added if it is new.
  mutating func position(of unit: Text) -> Int {
    if let place = units.firstIndex(where: { $0.unit == unit }) { return place }
    units.append(UnitBalance(unit))
    return units.count - 1
  }

  /// The amount of `unit` that can be spent.
  func active(of unit: Text) -> Int64 { units.first { $0.unit == unit }?.active ?? 0 }

  /// The amounts that can be spent, by unit.
  var activeAmounts: Value { .map(ValueMap(units.map { (.string($0.unit), .int($0.active)) })) }

  /// The kinds of changes that time alone brings.
  enum Due: Sendable {
    case begins(unit: Int)
    case lapses
    case expires(unit: Int)
    case benefitEnds
    case windowChanges
    case setLevelEnds
    case levelLost
  }

  /// The first change that time alone brings, at `instant` at the latest. At one instant lots begin to count before holds are given back,
  /// before lots expire, before benefits do, before windows change, before a set level ends, before a level is lost.
  func due(at instant: Timestamp) -> (time: Timestamp, what: Due)? {
    var first: (time: Timestamp, what: Due)?
    func consider(_ time: Timestamp?, _ what: Due) {
      guard let time, time <= instant else { return }
      if let known = first, known.time <= time { return }
      first = (time, what)
    }
    for unit in units.indices { consider(units[unit].waiting.nextBegin, .begins(unit: unit)) }
    consider(holds.nextLapse, .lapses)
    for unit in units.indices { consider(units[unit].lots.nextExpiry, .expires(unit: unit)) }
    consider(benefits.nextEnd, .benefitEnds)
    if level != nil { consider(windows.nextLevelChange, .windowChanges) }
    consider(setLevel?.until, .setLevelEnds)
    consider(level?.lost, .levelLost)
    return first
  }
}
