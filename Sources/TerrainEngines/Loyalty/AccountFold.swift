import TerrainDocuments
import TerrainRules
import TerrainValues

/// Folds events into a state, one after another, with what time does between them.
///
/// It does not change the account that it starts from: the result is applied when all went well.
struct AccountFold {
  /// The rules of the time that it has come to.
  private(set) var rules: LoyaltyRules
  /// Those of later times, one after another.
  private(set) var later: ArraySlice<LoyaltyRules>
  /// The account that it goes on from, and how many of its events are folded already.
  private let start: (account: Account, folded: Int)
  /// The events since then; none where no other rules come into force.
  private var events: [AccountEvent] = []
  /// What has become known, or changed.
  var touched: [Text: EventRecord] = [:]
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
  /// The event that the rules refused last, and the field that they did it for.
  private(set) var blamed: (event: Text, field: Text)?
  var state: AccountState

  /// Goes on from `account`, of whose events so many are folded; it has the windows of the rules of its time.
  ///
  /// - Parameter count: about how many events there will be.
  init(
    _ versions: LoyaltyVersions, _ account: Account, folded: Int, count: Int, offer: Offer? = nil
  ) {
    (rules, later) = versions.from(account)
    self.offer = offer
    state = account.state
    start = (account, folded)
    touched.reserveCapacity(count)
    entries.reserveCapacity(2 * count)
  }

  func record(_ id: Text) -> EventRecord? { touched[id] ?? start.account.records[id] }

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
      var account = start.account
      account.events = account.events.prefix(start.folded) + events
      account.entries += entries
      for (id, record) in touched { account.records[id] = record }
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
          level = AccountState.Level(word: level.qualified, since: time, qualified: level.qualified)
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
    let event = try rules.engine.withValues(event)
    var time = event.time
    if let changed = state.changed, changed > time { time = changed }
    try state.windows.advance(to: time, rules.engine.windows)
    keepGrants(of: event)
    try settle(event, at: time)
    state.last = event.key
    state.changed = time
    if !later.isEmpty { events.append(event) }
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
    if !isFinal(event), let refusal = try rules.refusal() {
      own.outcome = .refused(refusal.word)
      why.append(refusal.origin)
      blamed = try rules.blamedField().map { (event.id, $0) }
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

  /// Does what `event` does; why it cannot be done, else nil. `missing` is a claim without which it is refused: last, so that
  /// whatever else is in the way is reported.
  private mutating func perform(
    _ event: AccountEvent, _ about: EventRecord?, _ own: inout EventRecord, at time: Timestamp, missing: Claim?
  ) throws(DiagnosticError) -> Text? {
    guard let missing, let refusal = missing.refusal else { return try perform(event, about, &own, at: time) }
    let (before, record) = (self, own)
    let word = try perform(event, about, &own, at: time)
    if word != nil { return word }
    (self, own) = (before, record)
    if let origin = missing.origin { why.append(origin) }
    return refusal
  }

  private mutating func perform(
    _ event: AccountEvent, _ about: EventRecord?, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    switch event.kind {
    case .earn: try earn(event, &own, at: time)
    case .reserve: try reserve(event, &own, at: time)
    case .commit: try commit(event, about, &own, at: time)
    case .cancel: cancel(event, about, &own, at: time)
    case .refund: try refund(event, about, &own, at: time)
    case .adjust: try adjust(event, &own, at: time)
    case .use: use(event, at: time)
    case .send: send(event, &own, at: time)
    case .receive: try receive(event, &own, at: time)
    case .member: setMember(event, at: time)
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
