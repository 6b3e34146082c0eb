import TerrainDocuments
import TerrainRules
import TerrainBase

/// Folds events into a state, one after another, with what time does between them.
///
/// It does not change the account that it starts from: the result is applied when all went well.
struct AccountFold {
  /// The rules of the time that it has come to.
  private(set) var rules: LoyaltyRules
  /// Those of later times, one after another.
  private(set) var later: ArraySlice<LoyaltyRules>
  /// What it goes on from.
  let start: FoldStart
  /// The event that is new, if any.
  let added: Text?
  /// How many of the account's events are folded.
  private(set) var folded: Int
  /// The events since then; none where no other rules come into force.
  private var events: [AccountEvent] = []
  /// What has become known, or changed, since the last checkpoint, and before it.
  var touched: [Text: EventRecord] = [:]
  var settled: [Text: EventRecord] = [:]
  /// After how many events there is a checkpoint; nil: never.
  let interval: Int?
  /// Those that were made.
  var checkpoints = Checkpoints()
  /// The records that have changed before the first of them, as they were.
  var replaced: [Text: EventRecord] = [:]
  private(set) var entries: [AccountEntry] = []
  /// Holds that time has given back.
  private(set) var lapses: [AccountLapse] = []
  var why: [Origin] = []
  /// What events drew on budgets, and which claims they were granted.
  var drawn: [Text: [Text: Int64]] = [:]
  /// What may be granted to an event that is being accepted; nil: events have what they were granted.
  let offer: Offer?
  /// The claims of that event.
  var claims: [Claim] = []
  /// The field that the rules refused the new event for.
  private(set) var blamed: Text?
  var state: AccountState

  /// Goes on from `start`, which has the windows of the rules of its time.
  ///
  /// - Parameters:
  ///   - added: the event that is new, if any.
  ///   - count: about how many events there will be.
  ///   - interval: after how many events there is a checkpoint; nil: never.
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

  /// Does what time alone does up to `instant`, each by the rules of its time.
  mutating func advance(to instant: Timestamp) throws(DiagnosticError) {
    while let next = later.first, next.engine.begins <= instant {
      try pass(to: next.engine.begins.previous)
      try goOn(by: next)
    }
    try pass(to: instant)
  }

  /// Goes on by the rules `next`, which come into force.
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
        try look(at: time)
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
      case .levelLost:
        if var level = state.level {
          _ = try rules.level(state, at: time)
          why.append(rules.levelOrigin)
          level = level.lowered(at: time) { rules.rank($0) }
          state.level = level
        }
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
    lot.expires = try lasts.map { period throws(DiagnosticError) in try rules.end(of: period, from: time) }
    state.units[unit].pending -= lot.left
    if var record = record(lot.event) {
      if record.counts { state.units[unit].lifetime += lot.left }
      try countLifetime(lot.left, unit, &record, at: time)
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
    let line = record.lines?.line(ofEntry: lot.entry)
    if let line { record.lines?[line, unit].expired += lot.left }
    enter(
      .expire, -lot.left, unit, at: time, event: lot.event, &record, cause: lot.id, line: line, reason: record.rule)
    touched[lot.event] = record
  }

  /// Gives a hold's parts back to their lots; those whose time has passed expire now.
  mutating func giveBack(_ hold: Hold, at time: Timestamp) {
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

  /// Folds `event`, and events that waited for it, by the rules of its time.
  mutating func fold(_ event: AccountEvent) throws(DiagnosticError) {
    try advance(to: event.time)
    guard state.keepCurrency(of: event) else { throw DiagnosticError(.mixedCurrencies) }
    // What was decided before it is not new.
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
          // Those of a document have the facts that rules take only when they are read again.
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
    // Rules about returns are about what an event earned.
    if event.kind == .refund, about?.kind != .earn || about?.outcome != .applied {
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
    let lifetime = state.units[0].lifetime
    let lines = entries.count
    let measures = try rules.measures(of: event, about: about)
    if let word = try perform(event, about, &own, at: time, missing: missing) {
      own.outcome = .refused(word)
    } else {
      if isOffered(event) { noteGrants(of: event) }
      try contribute(event, &own, measures, lines: entries[lines...])
    }
    touched[event.id] = own
    if state.units[0].lifetime != lifetime || state.windows.levelsAreDue { try look(at: time) }
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

  /// Asks the rules for the level, and keeps or drops the one there is.
  private mutating func look(at time: Timestamp) throws(DiagnosticError) {
    state.windows.levelsAreDue = false
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
