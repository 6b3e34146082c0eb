import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Applies events to accounts, again and again, on one thread.
package final class LoyaltySession {
  /// The engine.
  package let engine: LoyaltyEngine
  /// The rules of all versions, the newest last.
  let versions: LoyaltyVersions
  /// The versions for reconstructing earlier states, which are not part of the recording.
  private let history: LoyaltyVersions
  /// The number of events between two checkpoints of an account; nil for no checkpoints.
  let checkpointInterval: Int?

  /// A session over `engine`.
  ///
  /// - Parameter checkpointInterval: the number of events between two checkpoints, from which late events are folded; nil: no checkpoints,
  ///   which is best for accounts that are not kept in memory.
  package convenience init(
    _ engine: LoyaltyEngine, checkpointInterval: Int? = AccountLimits.checkpointInterval
  ) {
    let versions = LoyaltyVersions(engine)
    self.init(engine, versions, history: versions, checkpointInterval)
  }

  private init(
    _ engine: LoyaltyEngine, _ versions: LoyaltyVersions, history: LoyaltyVersions, _ checkpointInterval: Int?
  ) {
    self.engine = engine
    self.versions = versions
    self.history = history
    self.checkpointInterval = checkpointInterval
  }

  /// Calls `body` with a session that records; returns its result, and every decision that was evaluated for it: not those of windows
  /// over the events before.
  ///
  /// - Throws: errors of `body`, and the reason if the rules cannot record.
  package func recorded<R>(
    _ body: (LoyaltySession) throws(DiagnosticError) -> R
  ) throws(DiagnosticError) -> (result: R, traces: [DecisionTrace]) {
    try versions.recorded { versions throws(DiagnosticError) in
      try body(LoyaltySession(engine, versions, history: history, checkpointInterval))
    }
  }

  // MARK: Operations

  /// The effects that `event` would have on `account`, viewed at `now`.
  ///
  /// - Throws: `account/…` if the event cannot belong to this account, and evaluation errors of the rules.
  package func quote(_ event: AccountEvent, for account: Account, now: Timestamp) throws(DiagnosticError)
    -> AccountChange
  {
    var account = account
    try prepare(&account, until: min(event.time, now))
    return try work(on: account, with: event, now: now).change
  }

  /// Applies `event` to `account`, which then shows `now`. If it throws, the account is unchanged.
  ///
  /// - Throws: as ``quote(_:for:now:)``.
  package func apply(
    _ event: AccountEvent, to account: inout Account, now: Timestamp
  ) throws(DiagnosticError) -> AccountChange {
    try prepare(&account, until: min(event.time, now))
    let work = try work(on: account, with: event, now: now)
    account.take(work)
    return work.change
  }

  /// Advances `account` to `now`, or goes back to `now`.
  ///
  /// - Throws: evaluation errors of the rules.
  package func advance(_ account: inout Account, to now: Timestamp) throws(DiagnosticError) -> AccountChange {
    try prepare(&account, until: now)
    let work = try work(on: account, with: nil, now: now)
    account.take(work)
    return work.change
  }

  /// The account `id` that results from folding `events` in any order, viewed at `now`.
  ///
  /// - Throws: an error if two events with different content have the same id, and evaluation errors of the rules.
  package func replay(
    _ events: [AccountEvent], account id: Text, now: Timestamp
  ) throws(DiagnosticError) -> (account: Account, duplicates: Int) {
    var account = engine.account(id)
    var hashes: [Text: UInt64] = [:]
    hashes.reserveCapacity(events.count)
    var distinct: [AccountEvent] = []
    distinct.reserveCapacity(events.count)
    for event in events {
      let hash = event.hash
      guard let known = hashes.updateValue(hash, forKey: event.id) else {
        distinct.append(event)
        continue
      }
      guard known == hash else { throw DiagnosticError(.eventConflict) }
    }
    try checkCount(distinct.count)
    distinct.sort { $0.key < $1.key }
    let duplicates = events.count - distinct.count
    account.events = distinct
    account.checkpoints = Checkpoints(lineage: engine.lineage)
    account.take(try folded(again: account, adding: nil, now: now, offer: nil))
    return (account, duplicates)
  }

  /// The display values that the rules declare for the standing of `account`.
  ///
  /// - Throws: evaluation errors of the rules.
  package func standing(of account: Account) throws(DiagnosticError) -> Value? {
    var account = account
    let time = account.asOf ?? .epoch
    try history.inForce(at: time).recall(&account)
    return try versions.inForce(at: time).standing(of: account)
  }

  /// The messages of `change`, in the language of `locale`.
  package func notifications(of change: AccountChange, locale: LanguageTag?) -> [RenderedMessage] {
    versions.newest.notifications(of: change, locale: locale)
  }

  // MARK: Folding

  /// Gives `account` the windows of the version of its time, as ``LoyaltyVersions/recall(_:until:)``, and no checkpoints of other
  /// rules.
  func prepare(_ account: inout Account, until instant: Timestamp) throws(DiagnosticError) {
    if account.checkpoints.lineage != engine.lineage { account.checkpoints = Checkpoints(lineage: engine.lineage) }
    try history.recall(&account, until: instant)
  }

  /// The work that applies `event` to `account` at `now`. The event is granted what `offer` covers; if that is nil, it keeps its earlier
  /// grants.
  func work(
    on account: Account, with event: AccountEvent?, now: Timestamp, offer: Offer? = nil
  ) throws(DiagnosticError) -> AccountWork {
    var isDuplicate = false
    var insertion: (event: AccountEvent, place: Int)?
    if let event {
      if let record = account.records[event.id] {
        guard record.hash == event.hash else {
          throw DiagnosticError(.eventConflict)
        }
        isDuplicate = true
      } else {
        try checkCount(account.events.count + 1)
        guard account.takesCurrency(of: event) else { throw DiagnosticError(.mixedCurrencies) }
        insertion = (event, account.place(of: event.key))
      }
    }
    var work = try folded(account, adding: insertion, now: now, offer: offer)
    work.change.isDuplicate = isDuplicate
    if let event {
      work.change.drawn = work.drawn[event.id] ?? [:]
      work.change.outcome = (work.records[event.id] ?? account.records[event.id])?.outcome
      work.change.refusedAt = work.blamed
    }
    work.change.levelBefore = account.level
    if !isDuplicate {
      let refusal = work.change.outcome?.refusal ?? work.change.declined ?? ""
      work.change.notices = try versions.inForce(at: now).notices(
        before: account, work.state, refusal: refusal, now: now)
    }
    return work
  }

  private func folded(
    _ account: Account, adding insertion: (event: AccountEvent, place: Int)?, now: Timestamp, offer: Offer?
  ) throws(DiagnosticError) -> AccountWork {
    let next = account.firstUnfolded
    // Whatever has not been folded and whose time has come, in order.
    var due: [AccountEvent] = []
    var place = next
    while place < account.events.count, account.events[place].time <= now {
      due.append(account.events[place])
      place += 1
    }
    var isLate = account.state.changed.map { $0 > now } ?? false
    var later: AccountEvent?
    if let insertion {
      if insertion.event.time > now {
        later = insertion.event
      } else if insertion.place < next {
        isLate = true
      } else {
        due.insert(insertion.event, at: min(insertion.place - next, due.count))
      }
    }
    if let first = due.first, let changed = account.state.changed, first.time < changed { isLate = true }
    if isLate { return try folded(again: account, adding: insertion, now: now, offer: offer) }
    var fold = AccountFold(
      versions, FoldStart(account), adding: insertion?.event.id, count: due.count, interval: checkpointInterval,
      offer: offer)
    try fold.fold(due)
    try fold.advance(to: now)
    var work = AccountWork(fold, later: later.map { [$0] } ?? [], now: now)
    work.insertion = insertion
    return work
  }

  /// Folds again the events of `account` that are not before a late event, or whose time has not come at `now`.
  private func folded(
    again account: Account, adding insertion: (event: AccountEvent, place: Int)?, now: Timestamp, offer: Offer?
  ) throws(DiagnosticError) -> AccountWork {
    var kept = account.events.count
    if account.state.changed.map({ $0 > now }) ?? false { kept = account.events.prefix { $0.time <= now }.count }
    // Events that were not folded may belong before changes that time has brought since.
    kept = min(kept, account.firstUnfolded, insertion?.place ?? kept)
    let start = FoldStart(account, upTo: kept, else: versions.oldest.engine.account(account.id))
    var events = account.events[start.folded...]
    if let insertion { events.insert(insertion.event, at: insertion.place) }
    var fold = AccountFold(
      versions, start, adding: insertion?.event.id, count: events.count, interval: checkpointInterval, offer: offer)
    // The events are in the order of their times.
    let due = events.prefix { $0.time <= now }
    try fold.fold(due)
    try fold.advance(to: now)
    if insertion == nil { fold.why = [] }
    var work = AccountWork(fold, later: Array(events[due.endIndex...]), now: now)
    work.insertion = insertion
    work.compare(with: account, besides: insertion?.event.id)
    return work
  }

  private func checkCount(_ count: Int) throws(DiagnosticError) {
    guard count <= AccountLimits.mostEvents else { throw DiagnosticError(.tooManyEvents) }
  }
}

// Accepting events: their grants, and the events that they cause in other accounts.

extension LoyaltySession {
  /// Applies `event` to `account` after granting its draws on `budgets` and its claims.
  ///
  /// An event that the account already has, or that comes with grants, is granted nothing more. An event later than `now` is granted the
  /// amounts of its own time.
  ///
  /// - Throws: as ``quote(_:for:now:)``.
  package func accept(
    _ event: AccountEvent, to account: inout Account, now: Timestamp, budgets: inout Budgets?
  ) throws(DiagnosticError) -> AccountChange {
    var change = try granting(event, to: &account, now: now, budgets: &budgets)
    change.counterparts = try counterparts(of: event, in: account)
    return change
  }

  private func granting(
    _ event: AccountEvent, to account: inout Account, now: Timestamp, budgets: inout Budgets?
  ) throws(DiagnosticError) -> AccountChange {
    guard account.outcome(of: event.id) == nil, event.grants.isEmpty, budgets != nil || engine.grants(event.kind) else {
      return try apply(event, to: &account, now: now)
    }
    let engine = engine.inForce(at: event.time)
    let day = engine.settings.days.date(at: event.time)
    var claimed = account.state.claimed
    for later in account.events[min(account.firstUnfolded, account.events.count)...] {
      for (name, amount) in later.grants { claimed[name, default: 0] += amount }
    }
    let offer = Offer(event: event.id, budgets: budgets, day: day, claimed: claimed)
    let offered = event.with(grants: budgets?.left(engine.budgets, on: day) ?? [:])
    try prepare(&account, until: min(event.time, now))
    let trial = try work(on: account, with: offered, now: max(now, event.time), offer: offer)
    let tried = trial.change
    let refusal = tried.outcome?.refusal
    if budgets == nil, refusal != nil || tried.declined != nil,
      let claim = tried.claims.first(where: { $0.isShared && $0.refusal == refusal })
    {
      throw DiagnosticError(.needsBudgets(for: claim.name))
    }
    if offered.grants.isEmpty, tried.claims.isEmpty, tried.drawn.isEmpty, now >= event.time {
      // Without budgets and claims the trial is the result.
      account.take(trial)
      return tried
    }
    var granted = tried.outcome == .applied ? tried.drawn.filter { $0.value != 0 } : [:]
    for claim in tried.claims where refusal != nil {
      // The event stays refused: an order for any reason, another event only if its claim found nothing left.
      if event.kind == .earn || claim.amount == 0 && claim.refusal == refusal { granted[claim.name] = 0 }
    }
    let change = try apply(event.with(grants: granted), to: &account, now: now)
    budgets?.grant(granted.filter { $0.value != 0 }, on: day) { name in
      engine.budgets.all[name] ?? tried.claims.first { $0.name == name && $0.isShared }?.limit
    }
    return change
  }

  /// The events that `event`, as stored in `account`, causes in other accounts; empty unless it was applied.
  ///
  /// The events of an order wait as its own points do. Their `commit` is followed by one there, and their `cancel`, as a return of the
  /// whole order, by a `cancel`.
  private func counterparts(of event: AccountEvent, in account: Account) throws(DiagnosticError) -> [Counterpart] {
    guard account.outcome(of: event.id) == .applied else { return [] }
    let place = account.place(of: event.key)
    guard account.events.indices.contains(place), account.events[place].id == event.id else { return [] }
    let event = event.with(grants: account.events[place].grants)
    let own = try sent(by: event, in: account)
    if let of = event.of {
      guard let order = account.events.first(where: { $0.id == of }) else { return own }
      return try own + followed(order, by: event, in: account, after: own.count)
    }
    // A return that came before its order waited for it. So did a `commit`, but then the events of the order do not wait.
    var all = own
    for other in account.events
    where event.kind == .earn && !own.isEmpty && other.of == event.id && other.kind != .commit {
      all += try followed(event, by: other, in: account, after: sent(by: other, in: account).count)
    }
    return all
  }

  /// The events for other accounts after `event` ends `order`; `count` is the number of events that it causes itself.
  private func followed(
    _ order: AccountEvent, by event: AccountEvent, in account: Account, after count: Int
  ) throws(DiagnosticError) -> [Counterpart] {
    guard let record = account.records[order.id], record.kind == .earn, account.outcome(of: event.id) == .applied else {
      return []
    }
    switch event.kind {
    case .commit, .cancel: break
    case .refund where try record.isWhollyReturned(by: event, versions.inForce(at: event.time).engine): break
    default: return []
    }
    return try sent(by: order, in: account).enumerated().map { number, counterpart in
      counterpart.followed(by: event, of: account.id, number: count + number)
    }
  }

  /// The events that the applied `event` of `account` causes in other accounts.
  private func sent(by event: AccountEvent, in account: Account) throws(DiagnosticError) -> [Counterpart] {
    let rules = versions.inForce(at: event.time)
    guard event.kind == .send || rules.engine.decisions.sent != nil else { return [] }
    let event = try rules.engine.withValues(event)
    var sent = try rules.sent(by: event, of: account.id, about: event.about.flatMap { account.records[$0] })
    guard event.kind == .earn, case .waits(_, nil)? = account.records[event.id]?.standing else { return sent }
    for place in sent.indices { sent[place].waits = true }
    return sent
  }
}
