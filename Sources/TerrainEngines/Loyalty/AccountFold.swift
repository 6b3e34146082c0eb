import TerrainBase
import TerrainDocuments
import TerrainRules

/// Folds events into a state, one after another, including the changes that time brings between them.
///
/// It does not change the account that it starts from: the result is applied after folding succeeded.
struct AccountFold {
  /// The rules of the time that it has come to.
  private(set) var rules: LoyaltyRules
  /// The rules of later times, in order.
  private(set) var later: ArraySlice<LoyaltyRules>
  /// The state from which folding starts.
  let start: FoldStart
  /// The event that is new, if any.
  let added: Text?
  /// The number of folded events of the account.
  private(set) var folded: Int
  /// The events since then; none if no other rules come into force.
  private var events: [AccountEvent] = []
  /// The records that are new or that changed since the last checkpoint.
  var touched: [Text: EventRecord] = [:]
  var settled: [Text: EventRecord] = [:]
  /// The number of events between two checkpoints; nil for no checkpoints.
  let interval: Int?
  /// The checkpoints that were made.
  var checkpoints = Checkpoints()
  /// The earlier versions of the records that changed before the first checkpoint.
  var replaced: [Text: EventRecord] = [:]
  private(set) var entries: [AccountEntry] = []
  /// Holds that time has given back.
  private(set) var lapses: [AccountLapse] = []
  var why: [Origin] = []
  /// The amounts that events drew on budgets, and the claims that they were granted.
  var drawn: [Text: [Text: Int64]] = [:]
  /// The grants available to an event that is being accepted; nil if all events keep their earlier grants.
  let offer: Offer?
  /// The claims of the event that is being accepted.
  var claims: [Claim] = []
  /// The field that the rules refused the new event for.
  private(set) var blamed: Text?
  /// The reason for declining a part of the new event, which is otherwise applied.
  private(set) var declined: Text?
  var state: AccountState

  /// Continues from `start`, which has the windows of the rules of its time.
  ///
  /// - Parameters:
  ///   - added: the event that is new, if any.
  ///   - count: the approximate number of events.
  ///   - interval: the number of events between two checkpoints; nil: no checkpoints.
  init(
    _ versions: LoyaltyVersions, _ start: FoldStart, adding added: Text?, count: Int, interval: Int?,
    offer: Offer? = nil
  ) {
    (rules, later) = versions.from(start.windowsOf)
    self.offer = offer
    self.added = added
    self.interval = interval
    self.start = start
    state = start.state
    folded = start.folded
    touched.reserveCapacity(interval.map { min(count, 2 * $0) } ?? count)
    entries.reserveCapacity(2 * count)
  }

  // MARK: Time

  /// Applies the changes that time alone brings up to `instant`, each by the rules of its time.
  mutating func advance(to instant: Timestamp) throws(DiagnosticError) {
    while let next = later.first, next.engine.begins <= instant {
      try pass(to: next.engine.begins.previous)
      try goOn(by: next)
    }
    try pass(to: instant)
  }

  /// Continues with the rules `next`, which come into force.
  private mutating func goOn(by next: LoyaltyRules) throws(DiagnosticError) {
    later = later.dropFirst()
    if !rules.engine.windows.isEmpty || !next.engine.windows.isEmpty {
      var account = start.rolledBack
      account.events += events
      account.entries += entries
      for records in [settled, touched] { account.records.merge(replacingBy: records) }
      account.state = state
      try next.recall(&account)
      (state, touched) = (account.state, account.records)
    }
    rules = next
  }

  private mutating func pass(to instant: Timestamp) throws(DiagnosticError) {
    while let (time, what) = state.due(at: instant) {
      switch what {
      case .begins(let unit):
        guard let waiting = state.units[unit].waiting.removeFirst() else { return }
        state.changed = time
        try state.windows.advance(to: time, rules.engine.windows)
        try begin(waiting.lot, lasts: waiting.lasts, unit: unit, at: time)
        try look(at: time, because: waiting.lot.event)
      case .lapses:
        try state.windows.advance(to: time, rules.engine.windows)
        if let hold = state.holds.removeFirst() {
          giveBack(hold, at: time)
          lapses.append(
            AccountLapse(
              event: hold.event, unit: state.units[hold.unit].unit, amount: hold.amount, time: time,
              reason: record(hold.event)?.rule))
          try lapse(hold.event)
          if state.windows.levelsAreDue { try look(at: time) }
        }
      case .expires(let unit):
        if let lot = state.units[unit].lots.removeFirst() { expire(lot, unit: unit, at: time) }
      case .benefitEnds: state.benefits.expireFirst(at: time)
      case .windowChanges:
        try state.windows.advance(to: time, rules.engine.windows)
        try look(at: time)
      case .setLevelEnds:
        state.setLevel = nil
        try state.windows.advance(to: time, rules.engine.windows)
        try look(at: time)
      case .levelLost: try look(at: time, graceEnds: true)
      }
      state.changed = time
    }
  }

  /// A lot that waited begins to count.
  mutating func begin(
    _ lot: Lot, lasts: CalendarPeriod?, unit: Int, at time: Timestamp
  ) throws(DiagnosticError) {
    var lot = lot
    lot.since = time
    lot.expires = try expiry(lasts, unit, from: time)
    state.units[unit].pending -= lot.left
    if var record = record(lot.event) {
      if record.counts { state.units[unit].lifetime += lot.left }
      try countLifetime(lot.left, unit, &record, at: time)
      record.standing = .counts(since: lot.since, expires: lot.expires)
      touched[lot.event] = record
    }
    state.units[unit].begin(lot)
  }

  /// The expiry of a lot that lasts for `lasts` from `time` on; nil if it never expires.
  private func expiry(
    _ lasts: CalendarPeriod?, _ unit: Int, from time: Timestamp
  ) throws(DiagnosticError) -> Timestamp? {
    state.renewed(try lasts.map { period throws(DiagnosticError) in try rules.end(of: period, from: time) }, unit: unit)
  }

  /// Extends the lots of the program's own unit so that they last at least for `period` from `time` on.
  private mutating func renew(for period: CalendarPeriod, at time: Timestamp) throws(DiagnosticError) {
    let end = try rules.end(of: period, from: time)
    state.renewed = max(end, state.renewed ?? end)
    state.units[0].lots.renew(until: end)
  }

  private mutating func expire(_ lot: Lot, unit: Int, at time: Timestamp) {
    state.units[unit].active -= lot.left
    state.units[unit].expired += lot.left
    guard var record = record(lot.event) else { return }
    record[unit].expired += lot.left
    let line = record.lines?.line(ofEntry: lot.entry)
    if let line { record.lines?[line, unit].expired += lot.left }
    enter(
      .expire, -lot.left, unit, at: time, event: lot.event, &record, cause: lot.id, line: line, reason: record.rule)
    touched[lot.event] = record
  }

  /// Returns the parts of a hold to their lots; parts whose expiry has passed expire now.
  mutating func giveBack(_ hold: Hold, at time: Timestamp) {
    state.units[hold.unit].held -= hold.amount
    for var part in hold.parts {
      part.expires = state.renewed(part.expires, unit: hold.unit)
      if let expires = part.expires, expires <= time {
        state.units[hold.unit].active += part.left
        expire(part, unit: hold.unit, at: time)
      } else {
        state.units[hold.unit].begin(part)
      }
    }
  }

  // MARK: Events

  /// Folds `event`, and events that waited for it, by the rules of its time.
  mutating func fold(_ event: AccountEvent) throws(DiagnosticError) {
    try advance(to: event.time)
    guard state.keepCurrency(of: event) else { throw DiagnosticError(.mixedCurrencies) }
    // Earlier decisions are not news.
    if event.id == added, start.rollback != nil { why = [] }
    let event = try rules.engine.withValues(event)
    var time = event.time
    if let changed = state.changed, changed > time { time = changed }
    try state.windows.advance(to: time, rules.engine.windows)
    keepGrants(of: event)
    try settle(event, at: time)
    state.last = event.key
    state.changed = time
    if !later.isEmpty { events.append(event) }
    folded += 1
    keepCheckpoint()
  }

  /// Applies `event`, and events that waited for it; or lets it wait.
  private mutating func settle(_ event: AccountEvent, at time: Timestamp) throws(DiagnosticError) {
    // Not recursive: those that waited may be waited for themselves.
    var next = event
    var others: [AccountEvent] = []
    while true {
      if next.kind.isAboutAnother, let of = next.about, !isDone(of) {
        state.waiting[of, default: []].append(next)
        touched[next.id] = EventRecord(next, .waits)
      } else {
        try apply(next, at: time)
        if !state.waiting.isEmpty, let waited = state.waiting.removeValue(forKey: next.id) {
          // Events from a document get the facts for rules only when they are read again.
          for event in waited.reversed() { others.append(try rules.engine.withValues(event)) }
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
    let about = event.about.flatMap { record($0) }
    var own = EventRecord(event, .applied)
    try rules.begin(state, at: time, event: event, about: about)
    let (event, missing) = try claim(event, about, at: time)
    // Rules about returns need an event that earned or spent something.
    if event.kind == .refund, about?.outcome != .applied || about?.kind != .earn && about?.spent.isEmpty ?? true {
      own.outcome = .refused(Refusal.nothingEarned)
      touched[event.id] = own
      return
    }
    if !isFinal(event), let refusal = try rules.refusal() {
      own.outcome = .refused(refusal.word)
      why.append(refusal.origin)
      if event.id == added { blamed = try rules.blamedField() }
      touched[event.id] = own
      return
    }
    if event.id == added, let word = try rules.declined(event.kind) {
      declined = word
      blamed = try rules.blamedField()
    }
    let lifetime = state.units[0].lifetime
    let lines = entries.count
    let measures = try rules.measures(of: event, about: about)
    let renewal = try rules.renewal()
    if let word = try perform(event, about, &own, at: time, missing: missing) {
      own.outcome = .refused(word)
      if event.id == added { (declined, blamed) = (nil, nil) }
    } else {
      if isOffered(event) { noteGrants(of: event) }
      try contribute(event, &own, measures, lines: entries[lines...])
    }
    touched[event.id] = own
    if own.outcome == .applied, let renewal { try renew(for: renewal, at: time) }
    if state.units[0].lifetime != lifetime || state.windows.levelsAreDue || event.kind == .level {
      try look(at: time, because: event.kind == .commit ? event.of : event.id)
    }
  }

  // MARK: Entries and levels

  /// Adds a line, the next one of `event`, whose record is `record`.
  mutating func enter(
    _ kind: AccountEntry.Kind, _ amount: Int64, _ unit: Int, at time: Timestamp, event: Text,
    _ record: inout EventRecord, cause: Text?, line: Text? = nil, reason: AccountReason? = nil
  ) {
    record.entries += 1
    entries.append(
      AccountEntry(
        kind, amount, of: state.units[unit].unit, at: time, event: event, number: record.entries, cause: cause,
        line: line, reason: reason))
  }

  /// Asks the rules for the level until it no longer changes, because they may read the level that they have decided.
  ///
  /// Rules that alternate between levels are evaluated as often as there are levels. `event` is the event that may raise the level; nil if
  /// only time passed.
  private mutating func look(
    at time: Timestamp, because event: Text? = nil, graceEnds: Bool = false
  ) throws(DiagnosticError) {
    state.windows.levelsAreDue = false
    var graceEnds = graceEnds
    for _ in 0...rules.engine.levels.count {
      let before = state.level?.word
      try decideLevel(at: time, graceEnds: graceEnds)
      graceEnds = false
      guard let before, state.level?.word != before else { return }
      if let event { try reach(after: before, by: event, at: time) }
    }
  }

  /// Adds the amounts that the rules declare for a level that the account reaches for the first time. They become a part of the earnings of
  /// `event`, so that returns of the event take their share. They do not count towards the lifetime: a level is not reached by reaching a
  /// level.
  private mutating func reach(after before: Text, by event: Text, at time: Timestamp) throws(DiagnosticError) {
    guard let level = state.level, let highest = level.highest, rules.rank(level.word) > rules.rank(highest) else {
      return
    }
    state.level?.highest = nil
    for (terms, origin) in try rules.gifts(state, levelBefore: before, at: time) {
      guard var record = record(event) else { return }
      let unit = terms.unit.map { state.position(of: $0) } ?? 0
      record[unit].earned += terms.amount
      record[unit].gifts += terms.amount
      state.units[unit].earned += terms.amount
      enter(
        .earn, terms.amount, unit, at: time, event: event, &record, cause: terms.cause,
        reason: AccountReason(origin))
      touched[event] = record
      state.units[unit].begin(
        Lot(
          event: event, entry: record.entries, left: terms.amount, since: time,
          expires: try expiry(terms.lasts, unit, from: time)))
    }
  }

  /// Asks the rules for the level once, and keeps or drops the current level. A level whose grace ends is not kept any longer.
  private mutating func decideLevel(at time: Timestamp, graceEnds: Bool) throws(DiagnosticError) {
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
      level = level.raised(to: qualified, at: time)
      why.append(rules.levelOrigin)
    } else if graceEnds {
      level = level.lowered(at: time) { rules.rank($0) }
      why.append(rules.levelOrigin)
    } else if level.lost == nil {
      let origin = rules.levelOrigin
      if let keep = try rules.keep(state, at: time) {
        level.lost = try rules.end(of: keep, from: time)
      } else {
        level = level.withdrawn { rules.rank($0) }
        why.append(origin)
      }
    }
    state.level = level
  }
}

// The effects of each kind of event. A text that is returned is the reason for refusing the event.

extension AccountFold {
  /// Applies `event`, or returns the reason why that is impossible. `missing` is a claim without which the event is refused. It is checked
  /// last, so that any other reason is reported first.
  mutating func perform(
    _ event: AccountEvent, _ about: EventRecord?, _ own: inout EventRecord, at time: Timestamp, missing: Claim?
  ) throws(DiagnosticError) -> Text? {
    guard let refusal = missing?.refusal ?? (wasRefused(event) ? Refusal.notGranted : nil) else {
      return try perform(event, about, &own, at: time)
    }
    let (before, record) = (self, own)
    let word = try perform(event, about, &own, at: time)
    if word != nil { return word }
    (self, own) = (before, record)
    if let origin = missing?.origin { why.append(origin) }
    return refusal
  }

  private mutating func perform(
    _ event: AccountEvent, _ about: EventRecord?, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    switch event.kind {
    case .earn: try earn(event, &own, at: time)
    case .reserve: try reserve(event, &own, at: time)
    case .commit: try commit(event, about, &own, at: time)
    case .cancel: try cancel(event, about, &own, at: time)
    case .refund: try refund(event, about, &own, at: time)
    case .adjust: try adjust(event, &own, at: time)
    case .use: use(event, at: time)
    case .send: send(event, &own, at: time)
    case .receive: try receive(event, &own, at: time)
    case .member: setMember(event, at: time)
    case .level: setLevel(event, at: time)
    }
  }

  private mutating func earn(
    _ event: AccountEvent, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    let lines = rules.engine.lines?.lines(of: event) ?? []
    if !lines.isEmpty { own.lines = LineRecords(of: event.kept) }
    let sum = try rules.earnings(of: lines, event)
    if !sum.drawn.isEmpty { drawn[event.id] = sum.drawn }
    let terms = try rules.terms(of: event)
    own.counts = terms.counts
    own.rule = terms.reason
    state.earns += 1
    for earning in sum.earnings {
      let unit = earning.unit.map { state.position(of: $0) } ?? 0
      own[unit].earned += earning.amount
      state.units[unit].earned += earning.amount
      enter(
        .earn, earning.amount, unit, at: time, event: event.id, &own, cause: earning.cause,
        line: earning.line, reason: earning.origin.map { AccountReason($0) })
      if let line = earning.line { own.lines?.earn(earning.amount, unit, line: line, entry: own.entries) }
      try receive(earning.amount, unit, terms, event: event.id, &own, at: time)
    }
    try issue(by: event, nil, &own, at: time)
    return nil
  }

  /// Adds the lot of the last entry of `own`, which counts at once or waits.
  mutating func receive(
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
    lot.expires = try expiry(terms.lasts, unit, from: time)
    own.standing = .counts(since: time, expires: lot.expires)
    if own.counts { state.units[unit].lifetime += amount }
    try countLifetime(amount, unit, &own, at: time)
    state.units[unit].begin(lot)
  }

  private mutating func reserve(
    _ event: AccountEvent, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    let (cost, origin) = try rules.cost()
    why.append(origin)
    let others = try rules.costs()
    let hasOthers = !(others?.amounts.isEmpty ?? true)
    // An account in debt may still pay with another unit.
    guard cost <= state.units[0].active || cost == 0 && hasOthers else { return Refusal.balance }
    for (unit, amount) in others?.amounts ?? [] where amount > state.active(of: unit) { return Refusal.balance }
    let lapses = try rules.hold().map { period throws(DiagnosticError) in try rules.end(of: period, from: time) }
    if let others, hasOthers {
      why.append(others.origin)
      for (unit, amount) in others.amounts {
        setAside(amount, state.position(of: unit), event: event.id, lapses: lapses)
      }
    }
    if cost > 0 || !hasOthers { setAside(cost, 0, event: event.id, lapses: lapses) }
    own.standing = .held(lapses: lapses)
    own.rule = AccountReason(origin)
    if keepsReserved { own.reserved = event.kept }
    return nil
  }

  /// True if a reserved amount may have claims or issue benefits when it is spent, by these rules or later ones.
  private var keepsReserved: Bool { rules.engine.keepsReserved || later.contains { $0.engine.keepsReserved } }

  /// True if a spent amount may come back, by these rules or later ones.
  private var keepsSpent: Bool { rules.engine.keepsSpent || later.contains { $0.engine.keepsSpent } }

  private mutating func setAside(_ amount: Int64, _ unit: Int, event: Text, lapses: Timestamp?) {
    let parts = state.units[unit].lots.take(amount)
    state.units[unit].active -= amount
    state.units[unit].held += amount
    state.holds.insert(Hold(event: event, unit: unit, amount: amount, lapses: lapses, parts: parts))
  }

  private mutating func commit(
    _ event: AccountEvent, _ about: EventRecord?, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    if about?.kind == .reserve {
      let holds = takeHolds(of: event, about)
      if holds.isEmpty { return Refusal.noHold }
      for hold in holds {
        state.units[hold.unit].held -= hold.amount
        state.units[hold.unit].spent += hold.amount
        if hold.amount > 0 {
          enter(
            .redeem, -hold.amount, hold.unit, at: time, event: event.id, &own, cause: hold.event, reason: about?.rule)
          if keepsSpent {
            own.spent.append(
              Hold(event: event.id, unit: hold.unit, amount: hold.amount, lapses: nil, parts: hold.parts))
          }
        }
      }
      try issue(by: event, about, &own, at: time)
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

  /// Removes the holds that `event` is about, at most one per unit.
  private mutating func takeHolds(of event: AccountEvent, _ about: EventRecord?) -> [Hold] {
    guard let of = event.of, case .held(let lapses)? = about?.standing else { return [] }
    var holds: [Hold] = []
    while let hold = state.holds.remove(of, lapses: lapses) { holds.append(hold) }
    return holds
  }

  private mutating func cancel(
    _ event: AccountEvent, _ about: EventRecord?, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    if about?.kind == .reserve {
      let holds = takeHolds(of: event, about)
      for hold in holds { giveBack(hold, at: time) }
      return holds.isEmpty ? Refusal.noHold : nil
    }
    if let benefit = event.details?.benefit {
      return state.benefits.cancel(benefit, at: time) == nil ? Refusal.noBenefit : nil
    }
    guard let of = event.of, let about else { return Refusal.nothingWaits }
    if let received = about.received { return try takeReceived(received, of, about, by: event, &own, at: time) }
    guard case .waits? = about.standing, about.earned.contains(where: { $0.earned - $0.gifts > $0.taken }) else {
      return Refusal.nothingWaits
    }
    // The amounts that a level brought go too, though they may count already.
    for amounts in about.earned {
      let amount = amounts.earned - amounts.taken - amounts.expired
      guard amount > 0, let about = record(of) else { continue }
      try takeLots(amount, amounts.unit, of: of, about) { _ in true }
      take(amount, amounts.unit, of: of, by: event, &own, at: time, line: nil, origin: nil)
    }
    state.earns -= 1
    return nil
  }

  private mutating func adjust(
    _ event: AccountEvent, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    let change = event.change ?? 0
    let unit = event.unit.map { state.position(of: $0) } ?? 0
    let terms = change > 0 ? try rules.terms(of: event) : LotTerms()
    own.counts = terms.counts
    own.rule = terms.reason
    state.units[unit].adjusted += change
    enter(
      .adjust, change, unit, at: time, event: event.id, &own, cause: event.signature?.reason, reason: terms.reason)
    if change > 0 {
      try receive(change, unit, terms, event: event.id, &own, at: time)
    } else {
      state.units[unit].take(-change)
    }
    return nil
  }
}

/// Reasons for which the engine itself refuses an event, whatever the rules decide.
enum Refusal {
  /// Less is active than it costs.
  static let balance: Text = "balance"
  /// The hold was spent, was given back, has lapsed, or never existed.
  static let noHold: Text = "no_hold"
  /// The event has no lots that wait.
  static let nothingWaits: Text = "nothing_waits"
  /// The event is not one that earned something.
  static let nothingEarned: Text = "nothing_earned"
  /// The event has no line with that id.
  static let noSuchLine: Text = "no_such_line"
  /// The benefit does not exist, or cannot be used any more.
  static let noBenefit: Text = "no_benefit"
  /// An amount for another account was never granted.
  static let notGranted: Text = "not_granted"
  /// The returned quantity exceeds the line's quantity, or is less than one.
  static let lineReturned: Text = "line_returned"
}

extension AccountFold {
  /// Folds `events` one after another.
  ///
  /// - Throws: evaluation errors, with the event and its account: a caller who passes in one event has not seen the others, and in a batch
  ///   the account would be hard to find.
  mutating func fold(_ events: some Sequence<AccountEvent>) throws(DiagnosticError) {
    for event in events {
      do throws(DiagnosticError) { try fold(event) } catch {
        throw event.id == added ? error : error.naming(event.id, of: start.account.id)
      }
    }
  }
}

extension DiagnosticError {
  /// The diagnostics, with the event and its account added to those that name no event.
  func naming(_ event: Text, of account: Text) -> DiagnosticError {
    let owner = account.isEmpty ? "" : " of account `\(account)`"
    return DiagnosticError(
      diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        if diagnostic.message.namesAnEvent { return diagnostic }
        diagnostic.message += " (event `\(event)`\(owner))"
        return diagnostic
      })
  }
}

extension String {
  /// True if an event was named in it.
  fileprivate var namesAnEvent: Bool {
    let (bytes, mark) = (Array(utf8), Array(" (event `".utf8))
    return bytes.indices.contains { bytes[$0...].starts(with: mark) }
  }
}

// Checkpoints, and the records that they need.

extension AccountFold {
  /// The current record of the event `id`.
  func record(_ id: Text) -> EventRecord? { touched[id] ?? settled[id] ?? start.record(id) }

  /// Makes a checkpoint if the last checkpoint is far enough back.
  mutating func keepCheckpoint() {
    let last = checkpoints.all.last?.folded ?? start.checkpoint ?? 0
    guard let interval, folded - last >= interval else { return }
    settleRecords()
    checkpoints.append(
      Checkpoint(
        folded: folded, entries: start.entries + entries.count, state: state, windowsOf: rules.engine.fingerprint))
  }

  /// Stores the earlier versions of the records that have changed since the last checkpoint.
  mutating func settleRecords() {
    let isFirst = checkpoints.all.isEmpty
    if isFirst, start.checkpoint == nil {
      // Records for a rollback to the beginning are unnecessary: there all events are unknown.
      if settled.isEmpty { swap(&settled, &touched) } else { settled.merge(replacingBy: touched) }
    } else {
      var before: [Text: EventRecord] = [:]
      for (id, record) in touched {
        if let old = settled[id] ?? start.record(id) { before[id] = old }
        settled[id] = record
      }
      if isFirst {
        replaced.merge(keepingFirst: before)
      } else {
        checkpoints.add(replaced: before, then: Checkpoints())
      }
    }
    touched.removeAll(keepingCapacity: true)
  }
}

/// The effect of an operation on an account, before the account is changed.
struct AccountWork {
  var change = AccountChange()
  var state: AccountState
  /// The version of the rules whose windows the state has.
  var windowsOf: UInt64
  /// The new entries, or after a rollback all entries since then.
  var entries: [AccountEntry]
  var records: [Text: EventRecord]
  /// The rollback that precedes the new entries; nil if none is necessary.
  var rollback: Rollback?
  /// The new checkpoints, and the earlier versions of the records that changed before them.
  var checkpoints: Checkpoints
  var replaced: [Text: EventRecord]
  /// The field that the rules refused the event for.
  var blamed: Text?
  /// The new event and its position; nil if no event is added.
  var insertion: (event: AccountEvent, place: Int)?
  var now: Timestamp
  /// The amounts that events drew on budgets.
  var drawn: [Text: [Text: Int64]]

  /// The result of `fold` at `now`; the time of the events `later` has not come.
  init(_ fold: consuming AccountFold, later: [AccountEvent], now: Timestamp) {
    fold.settleRecords()
    records = fold.settled
    for event in later { records[event.id] = EventRecord(event, .later) }
    rollback = fold.start.rollback
    checkpoints = fold.checkpoints
    replaced = fold.replaced
    state = fold.state
    windowsOf = fold.rules.engine.fingerprint
    entries = fold.entries
    self.now = now
    drawn = fold.drawn
    change.entries = fold.entries
    change.why = fold.why
    change.lapses = fold.lapses
    blamed = fold.blamed
    change.declined = fold.declined
    change.claims = fold.claims
    change.foldedEvents = fold.folded - fold.start.folded
  }
}

extension AccountWork {
  /// Records the differences to `account` that folding again has caused, except for the event `added`.
  mutating func compare(with account: Account, besides added: Text?) {
    // In an account that is being created nothing can have changed.
    guard let rollback, !account.records.isEmpty || !account.entries.isEmpty else { return }
    let undone = account.entries[rollback.entries...]
    let before = Dictionary(keepingFirst: undone.map { ($0.key, $0) })
    let after = Dictionary(keepingFirst: entries.map { ($0.key, $0) })
    change.entries = entries.filter { entry in before[entry.key].map { !$0.isSame(as: entry) } ?? true }
    change.withdrawn = undone.filter { entry in after[entry.key].map { !$0.isSame(as: entry) } ?? true }
    // Folded again, holds lapse again that had lapsed before.
    let held = Set(account.holds.map { $0.event })
    change.lapses.removeAll { !held.contains($0.event) && account.records[$0.event] != nil }
    // Of the events before the rollback, only those that waited may have changed.
    let waited = rollback.checkpoint.map { account.checkpoints.all[$0].state.waiting.values.flatMap { $0 } } ?? []
    let events = waited.sorted { $0.key < $1.key } + account.events[rollback.folded...]
    for event in events where event.id != added {
      guard let old = account.records[event.id]?.outcome, let new = records[event.id]?.outcome, old != new else {
        continue
      }
      change.changed.append((event.id, old, new))
    }
  }
}

extension Account {
  /// Applies the effect of an operation.
  mutating func take(_ work: AccountWork) {
    state = work.state
    windowsOf = work.windowsOf
    asOf = work.now
    work.rollback?.apply(to: &self)
    entries += work.entries
    if records.isEmpty { records = work.records } else { records.merge(replacingBy: work.records) }
    checkpoints.add(replaced: work.replaced, then: work.checkpoints)
    if let (event, place) = work.insertion { events.insert(event.kept, at: place) }
  }
}
