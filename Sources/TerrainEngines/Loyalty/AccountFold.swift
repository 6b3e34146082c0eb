import TerrainDocuments
import TerrainRules
import TerrainValues

/// Folds events into a state, one after another, with what time does between them.
///
/// It reads the account that it starts from and changes nothing of it: what it comes to is taken over when all went well.
struct AccountFold {
  private let rules: LoyaltyRules
  /// What the account knows of events from before.
  private let known: [Text: EventRecord]
  /// What has become known, or changed.
  private(set) var touched: [Text: EventRecord] = [:]
  private(set) var entries: [AccountEntry] = []
  private(set) var why: [Origin] = []
  /// The event that the rules refused last, and the field that they did it for.
  private(set) var blamed: (event: Text, field: Text)?
  var state: AccountState

  /// Goes on from `state`.
  ///
  /// - Parameter count: about how many events there will be.
  init(_ rules: LoyaltyRules, _ state: AccountState, known: [Text: EventRecord], count: Int) {
    self.rules = rules
    self.state = state
    self.known = known
    touched.reserveCapacity(count)
    entries.reserveCapacity(2 * count)
  }

  private func record(_ id: Text) -> EventRecord? { touched[id] ?? known[id] }

  // MARK: Time

  /// Does what time alone does up to `instant`.
  mutating func advance(to instant: Timestamp) throws(DiagnosticError) {
    while let (time, what) = state.due(at: instant) {
      switch what {
      case .begins(let unit):
        guard let waiting = state.units[unit].waiting.removeFirst() else { return }
        state.changed = time
        try begin(waiting.lot, lasts: waiting.lasts, unit: unit, at: time)
        try look(at: time)
      case .lapses:
        if let hold = state.holds.removeFirst() { giveBack(hold, at: time) }
      case .expires(let unit):
        if let lot = state.units[unit].lots.removeFirst() { expire(lot, unit: unit, at: time) }
      case .levelLost:
        if var level = state.level {
          level = AccountState.Level(word: level.qualified, since: time, qualified: level.qualified)
          state.level = level
        }
      }
      state.changed = time
    }
  }

  /// A lot that waited begins to count.
  private mutating func begin(
    _ lot: Lot, lasts: CalendarPeriod?, unit: Int, at time: Timestamp
  ) throws(DiagnosticError) {
    var lot = lot
    lot.since = time
    lot.expires = try lasts.map { period throws(DiagnosticError) in try rules.end(of: period, from: time) }
    state.units[unit].pending -= lot.left
    if var record = record(lot.event) {
      if record.counts { state.units[unit].lifetime += lot.left }
      record.standing = .counts(since: lot.since, expires: lot.expires)
      touched[lot.event] = record
    }
    state.units[unit].begin(lot)
  }

  private mutating func expire(_ lot: Lot, unit: Int, at time: Timestamp) {
    state.units[unit].active -= lot.left
    state.units[unit].expired += lot.left
    guard var record = record(lot.event) else { return }
    record[unit].expired += lot.left
    enter(.expire, -lot.left, unit, at: time, event: lot.event, &record, cause: lot.id)
    touched[lot.event] = record
  }

  /// Gives a hold's parts back to their lots; those whose time has passed expire now.
  private mutating func giveBack(_ hold: Hold, at time: Timestamp) {
    state.units[hold.unit].held -= hold.amount
    for part in hold.parts {
      if let expires = part.expires, expires <= time {
        state.units[hold.unit].active += part.left
        expire(part, unit: hold.unit, at: time)
      } else {
        state.units[hold.unit].begin(part)
      }
    }
  }

  // MARK: Events

  /// Folds `event`, and events that waited for it.
  mutating func fold(_ event: AccountEvent) throws(DiagnosticError) {
    try advance(to: event.time)
    var time = event.time
    if let changed = state.changed, changed > time { time = changed }
    try settle(event, at: time)
    state.last = event.key
    state.changed = time
  }

  /// Applies `event`, and events that waited for it; or lets it wait.
  private mutating func settle(_ event: AccountEvent, at time: Timestamp) throws(DiagnosticError) {
    // Not recursive: those that waited may be waited for themselves.
    var next = event
    var others: [AccountEvent] = []
    while true {
      if next.kind.isAboutAnother, let of = next.of, !isDone(of) {
        state.waiting[of, default: []].append(next)
        touched[next.id] = EventRecord(next, .waits)
      } else {
        try apply(next, at: time)
        if !state.waiting.isEmpty, let waited = state.waiting.removeValue(forKey: next.id) {
          others += waited.reversed()
        }
      }
      guard let other = others.popLast() else { return }
      next = other
    }
  }

  private func isDone(_ id: Text) -> Bool {
    switch record(id)?.outcome {
    case .applied, .refused: true
    case .waits, .later, nil: false
    }
  }

  private mutating func apply(_ event: AccountEvent, at time: Timestamp) throws(DiagnosticError) {
    if state.level == nil { try look(at: time) }
    let about = event.of.flatMap { record($0) }
    var own = EventRecord(event, .applied)
    try rules.begin(state, at: time, event: event, about: about)
    let refusal = try rules.refusal()
    if let refusal {
      own.outcome = .refused(refusal.word)
      why.append(refusal.origin)
      blamed = try rules.blamedField().map { (event.id, $0) }
      touched[event.id] = own
      return
    }
    let lifetime = state.units[0].lifetime
    let word: Text?
    switch event.kind {
    case .earn: word = try earn(event, &own, at: time)
    case .reserve: word = try reserve(event, &own, at: time)
    case .commit: word = try commit(event, about, &own, at: time)
    case .cancel: word = cancel(event, about, &own, at: time)
    case .refund: word = try refund(event, about, &own, at: time)
    case .adjust: word = try adjust(event, &own, at: time)
    }
    if let word { own.outcome = .refused(word) }
    touched[event.id] = own
    if state.units[0].lifetime != lifetime { try look(at: time) }
  }

  private mutating func earn(
    _ event: AccountEvent, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    let earnings = try rules.earnings()
    let terms = try rules.terms(of: event)
    own.counts = terms.counts
    state.earns += 1
    for earning in earnings.earnings {
      let unit = earning.unit.map { state.position(of: $0) } ?? 0
      own[unit].earned += earning.amount
      state.units[unit].earned += earning.amount
      enter(
        .earn, earning.amount, unit, at: time, event: event.id, &own, cause: earning.cause,
        origin: earnings.origins.indices.contains(earning.element) ? earnings.origins[earning.element] : nil)
      try receive(earning.amount, unit, terms, event: event.id, &own, at: time)
    }
    return nil
  }

  /// A lot comes in by the last entry of `own`, to count at once or to wait.
  private mutating func receive(
    _ amount: Int64, _ unit: Int, _ terms: LotTerms, event: Text, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) {
    var lot = Lot(event: event, entry: own.entries, left: amount, since: time, expires: nil)
    if terms.isPending || !terms.waits.isEmpty {
      let begins = terms.isPending ? nil : try rules.end(of: terms.waits, from: time)
      state.units[unit].pending += amount
      state.units[unit].waiting.insert(
        WaitingLot(lot: lot, begins: begins, waits: terms.waits, lasts: terms.lasts))
      own.standing = .waits(since: time, begins: begins)
      return
    }
    lot.expires = try terms.lasts.map { period throws(DiagnosticError) in try rules.end(of: period, from: time) }
    own.standing = .counts(since: time, expires: lot.expires)
    if own.counts { state.units[unit].lifetime += amount }
    state.units[unit].begin(lot)
  }

  private mutating func reserve(
    _ event: AccountEvent, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    let (cost, origin) = try rules.cost()
    why.append(origin)
    guard cost <= state.units[0].active else { return Refusal.balance }
    let lapses = try rules.hold().map { period throws(DiagnosticError) in try rules.end(of: period, from: time) }
    let parts = state.units[0].lots.take(cost)
    state.units[0].active -= cost
    state.units[0].held += cost
    state.holds.insert(Hold(event: event.id, unit: 0, amount: cost, lapses: lapses, parts: parts))
    own.standing = .held(lapses: lapses)
    return nil
  }

  private mutating func commit(
    _ event: AccountEvent, _ about: EventRecord?, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    if about?.kind == .reserve {
      guard let hold = takeHold(of: event, about) else { return Refusal.noHold }
      state.units[hold.unit].held -= hold.amount
      state.units[hold.unit].spent += hold.amount
      if hold.amount > 0 {
        enter(.redeem, -hold.amount, hold.unit, at: time, event: event.id, &own, cause: hold.event)
      }
      return nil
    }
    guard let of = event.of, case .waits(let since, nil)? = about?.standing else { return Refusal.nothingWaits }
    var found = false
    for unit in state.units.indices {
      for waiting in state.units[unit].waiting.commit(of, since: since) {
        found = true
        if waiting.waits.isEmpty {
          try begin(waiting.lot, lasts: waiting.lasts, unit: unit, at: time)
        } else {
          var waiting = waiting
          waiting.begins = try rules.end(of: waiting.waits, from: time)
          touched[of] = record(of)
          touched[of]?.standing = .waits(since: since, begins: waiting.begins)
          state.units[unit].waiting.insert(waiting)
        }
      }
    }
    return found ? nil : Refusal.nothingWaits
  }

  /// Removes the hold that `event` is about, where it is still there.
  private mutating func takeHold(of event: AccountEvent, _ about: EventRecord?) -> Hold? {
    guard let of = event.of, case .held(let lapses)? = about?.standing else { return nil }
    return state.holds.remove(of, lapses: lapses)
  }

  private mutating func cancel(
    _ event: AccountEvent, _ about: EventRecord?, _ own: inout EventRecord, at time: Timestamp
  ) -> Text? {
    if about?.kind == .reserve {
      guard let hold = takeHold(of: event, about) else { return Refusal.noHold }
      giveBack(hold, at: time)
      return nil
    }
    guard let of = event.of else { return Refusal.nothingWaits }
    var found = false
    for unit in state.units.indices {
      let amount = takeWaiting(.max, of: of, about, unit: unit)
      guard amount > 0 else { continue }
      found = true
      take(amount, unit, of: of, by: event, &own, at: time, origin: nil)
    }
    if found { state.earns -= 1 }
    return found ? nil : Refusal.nothingWaits
  }

  private mutating func refund(
    _ event: AccountEvent, _ about: EventRecord?, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    guard let of = event.of, var about, about.kind == .earn, about.outcome == .applied else {
      return Refusal.nothingEarned
    }
    for amounts in about.earned {
      let unit = amounts.unit
      // What was asked before was asked about the programme's own.
      if unit != 0 { try rules.begin(state, at: time, event: event, about: about, unit: unit) }
      let (wanted, origin) = try rules.takenBack()
      // Never more than it earned, whatever rules say.
      let amount = min(wanted, amounts.earned - amounts.taken)
      guard amount > 0 else { continue }
      let waiting = takeWaiting(amount, of: of, about, unit: unit)
      let rest = amount - waiting
      var fromOwn: Int64 = 0
      if case .counts(let since, let expires)? = about.standing {
        fromOwn = state.units[unit].lots.take(rest, of: of, since: since, expires: expires)
      }
      state.units[unit].active -= fromOwn
      state.units[unit].take(rest - fromOwn)
      if about.counts { state.units[unit].lifetime -= rest }
      take(amount, unit, of: of, by: event, &own, at: time, origin: origin)
    }
    about = record(of) ?? about
    if let money = event.amount?.decimal, let sum = try? about.refunded.adding(money) { about.refunded = sum }
    touched[of] = about
    return nil
  }

  /// Takes up to `amount` from lots of `event` that wait, where `about` says they do; how much that was.
  private mutating func takeWaiting(_ amount: Int64, of event: Text, _ about: EventRecord?, unit: Int) -> Int64 {
    guard case .waits(let since, let begins)? = about?.standing else { return 0 }
    let taken = state.units[unit].waiting.take(amount, of: event, since: since, begins: begins)
    state.units[unit].pending -= taken
    return taken
  }

  /// Notes that `amount` of what `of` had earned was taken back by `event`.
  private mutating func take(
    _ amount: Int64, _ unit: Int, of: Text, by event: AccountEvent, _ own: inout EventRecord, at time: Timestamp,
    origin: Origin?
  ) {
    state.units[unit].takenBack += amount
    if var about = record(of) {
      about[unit].taken += amount
      touched[of] = about
    }
    enter(.refund, -amount, unit, at: time, event: event.id, &own, cause: of, origin: origin)
  }

  private mutating func adjust(
    _ event: AccountEvent, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    let change = event.change ?? 0
    let unit = event.unit.map { state.position(of: $0) } ?? 0
    let terms = change > 0 ? try rules.terms(of: event) : LotTerms()
    own.counts = terms.counts
    state.units[unit].adjusted += change
    enter(.adjust, change, unit, at: time, event: event.id, &own, cause: nil)
    if change > 0 {
      try receive(change, unit, terms, event: event.id, &own, at: time)
    } else {
      state.units[unit].take(-change)
    }
    return nil
  }

  // MARK: Entries and levels

  /// Adds a line, the next one of `event`, whose record is `record`.
  private mutating func enter(
    _ kind: AccountEntry.Kind, _ amount: Int64, _ unit: Int, at time: Timestamp, event: Text,
    _ record: inout EventRecord, cause: Text?, origin: Origin? = nil
  ) {
    record.entries += 1
    entries.append(
      AccountEntry(
        kind, amount, of: state.units[unit].unit, at: time, event: event, number: record.entries, cause: cause,
        origin: origin))
  }

  /// Asks the rules for the level, and keeps or drops the one there is.
  private mutating func look(at time: Timestamp) throws(DiagnosticError) {
    let rank = try rules.level(state, at: time)
    let qualified = rules.engine.levels[rank]
    guard var level = state.level else {
      state.level = AccountState.Level(word: qualified, since: time, qualified: qualified)
      return
    }
    level.qualified = qualified
    let before = rules.rank(level.word)
    if rank == before {
      level.lost = nil
    } else if rank > before {
      level = AccountState.Level(word: qualified, since: time, qualified: qualified)
      why.append(rules.levelOrigin)
    } else if level.lost == nil {
      if let keep = try rules.keep() {
        level.lost = try rules.end(of: keep, from: time)
      } else {
        level = AccountState.Level(word: qualified, since: time, qualified: qualified)
        why.append(rules.levelOrigin)
      }
    }
    state.level = level
  }
}

/// Why the mechanism itself refuses, whatever rules say.
enum Refusal {
  /// Less is active than it costs.
  static let balance: Text = "balance"
  /// The hold was spent, given back or has lapsed, or was never made.
  static let noHold: Text = "no_hold"
  /// The event has no lots that wait.
  static let nothingWaits: Text = "nothing_waits"
  /// The event is not one that earned something.
  static let nothingEarned: Text = "nothing_earned"
}
