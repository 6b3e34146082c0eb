import TerrainDocuments
import TerrainRules
import TerrainBase

// Accepting events: what they are granted once, and what they bring other accounts.

extension LoyaltySession {
  /// Applies `event` to `account`, after granting it what it draws on `budgets` and what its claims ask for.
  ///
  /// An event that is there already, or comes with what it was granted, is granted nothing more. One that is later than `now` is
  /// granted what it would be at its time.
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
    let day = engine.settings.zone.date(at: event.time)
    var claimed = account.state.claimed
    for later in account.events[min(account.firstUnfolded, account.events.count)...] {
      for (name, amount) in later.grants { claimed[name, default: 0] += amount }
    }
    let offer = Offer(event: event.id, budgets: budgets, day: day, claimed: claimed)
    let offered = event.with(grants: budgets?.left(engine.budgets, on: day) ?? [:])
    try prepare(&account, until: min(event.time, now))
    let trial = try work(on: account, with: offered, now: max(now, event.time), offer: offer)
    let tried = trial.change
    if budgets == nil, case .refused(let word)? = tried.outcome,
      let claim = tried.claims.first(where: { $0.isShared && $0.refusal == word })
    {
      throw DiagnosticError(.needsBudgets(for: claim.name))
    }
    if offered.grants.isEmpty, tried.claims.isEmpty, tried.drawn.isEmpty, now >= event.time {
      // Nothing was offered or asked for: that was it.
      account.take(trial)
      return tried
    }
    let granted = tried.outcome == .applied ? tried.drawn : [:]
    let change = try apply(event.with(grants: granted), to: &account, now: now)
    budgets?.grant(granted, on: day) { name in
      engine.budgets.all[name] ?? tried.claims.first { $0.name == name && $0.isShared }?.limit
    }
    return change
  }

  /// What `event`, as `account` has it, brings other accounts: nothing unless it was applied.
  private func counterparts(of event: AccountEvent, in account: Account) throws(DiagnosticError) -> [Counterpart] {
    let rules = versions.inForce(at: event.time)
    guard event.kind == .send || rules.engine.decisions.sent != nil, account.outcome(of: event.id) == .applied else {
      return []
    }
    let place = account.place(of: event.key)
    guard account.events.indices.contains(place), account.events[place].id == event.id else { return [] }
    let granted = event.with(grants: account.events[place].grants)
    return try rules.sent(by: granted, of: account.id, about: event.about.flatMap { account.records[$0] })
  }
}
