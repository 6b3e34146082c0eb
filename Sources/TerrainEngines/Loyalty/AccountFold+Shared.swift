import TerrainBase
import TerrainDocuments
import TerrainRules

// Claims and grants, benefits, amounts for other accounts, and members.

extension AccountFold {
  // MARK: Claims

  /// Returns `event` with its granted claims, and the first claim that was not granted and for which the event is refused. The request
  /// about the event has begun.
  ///
  /// An order that was accepted without a claim is not refused for it: after an earlier event arrives late, an order may have claims that
  /// it did not have when it was accepted.
  mutating func claim(
    _ event: AccountEvent, _ about: EventRecord?, at time: Timestamp
  ) throws(DiagnosticError) -> (event: AccountEvent, missing: Claim?) {
    let reserved = reserved(for: event, about)
    guard let claims = try rules.claims(of: event, about, reserved, state, at: time) else { return (event, nil) }
    var (granted, refused) = grant(claims, to: event)
    let incomplete = Set(refused.compactMap { $0.group })
    if !incomplete.isEmpty { (granted, refused) = grant(claims, to: event, without: incomplete) }
    let missing = refused.first { claim in
      claim.refusal != nil && (isOffered(event) || event.kind != .earn || wasRefused(event))
    }
    var event = event
    if isOffered(event) {
      self.claims = claims
      var grants = event.grants
      for (name, amount) in granted { grants[name] = amount }
      event = event.with(grants: grants)
    } else if reserved == nil {
      return (event, missing)
    }
    try rules.begin(state, at: time, event: event, about: about)
    return (event, missing)
  }

  /// The event that set aside the amount that `event` spends, or gives back after it was spent.
  private func reserved(for event: AccountEvent, _ about: EventRecord?) -> AccountEvent? {
    switch (event.kind, about?.kind) {
    case (.commit, _): about?.reserved
    case (.refund, .commit): about?.of.flatMap { record($0)?.reserved }
    default: nil
    }
  }

  /// The amounts of `claims` that `event` is granted, by name, and the claims that it is not. Claims of the groups `incomplete` get
  /// nothing.
  private func grant(
    _ claims: [Claim], to event: AccountEvent, without incomplete: Set<Text> = []
  ) -> (granted: [Text: Int64], refused: [Claim]) {
    var granted: [Text: Int64] = [:]
    var refused: [Claim] = []
    for claim in claims {
      let before = granted[claim.name, default: 0]
      let isGranted =
        isOffered(event)
        ? offer?.covers(claim, beside: before) ?? false
        : claim.amount == 0
          ? event.grants[claim.name] == nil : event.grants[claim.name, default: 0] - before >= claim.amount
      if isGranted, !(claim.group.map { incomplete.contains($0) } ?? false) {
        granted[claim.name] = before + claim.amount
      } else {
        refused.append(claim)
      }
    }
    return (granted, refused)
  }

  /// Returns true if `event` is the event that is being accepted.
  func isOffered(_ event: AccountEvent) -> Bool { offer?.event == event.id }

  /// Counts the grants of `event`, whatever its outcome, whether or not it waits, and under any version of the rules: nothing is granted
  /// twice.
  mutating func keepGrants(of event: AccountEvent) {
    if !isOffered(event) { state.keepGrants(of: event, besides: rules.engine.budgets) }
  }

  /// Notes the grants of `event`, which is being accepted and was applied.
  mutating func noteGrants(of event: AccountEvent) {
    for claim in claims {
      if let amount = event.grants[claim.name] { drawn[event.id, default: [:]][claim.name] = amount }
    }
  }

  // MARK: Benefits

  /// Issues the benefits that the rules declare for `event`.
  mutating func issue(
    by event: AccountEvent, _ about: EventRecord?, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) {
    for terms in try rules.issued(by: event, about, reserved(for: event, about), state, at: time) {
      own.benefits.append(terms.name)
      let expires = try terms.lasts.map { period throws(DiagnosticError) in try rules.end(of: period, from: time) }
      state.benefits.insert(
        Benefit(
          id: BenefitID(event: event.id, number: own.benefits.count), name: terms.name, since: time, expires: expires,
          uses: terms.uses, reason: terms.origin.map { AccountReason($0) }))
    }
  }

  mutating func use(_ event: AccountEvent, at time: Timestamp) -> Text? {
    guard let id = event.details?.benefit, state.benefits.use(id, at: time) != nil else { return Refusal.noBenefit }
    return nil
  }

  // MARK: Other accounts

  /// Returns true if `event` can no longer be refused: another account has the amount that it sends, or it is an order that received grants
  /// when it was accepted.
  func isFinal(_ event: AccountEvent) -> Bool {
    switch event.kind {
    case .send: !isOffered(event) && event.grants[Grants.transfer] == event.change
    case .earn: !isOffered(event) && event.grants.contains { $0.value > 0 }
    default: false
    }
  }

  /// Returns true if `event` is an order that had claims and was refused when it came: it was granted 0 of each claim. It stays refused, so
  /// that no order is accepted only temporarily.
  func wasRefused(_ event: AccountEvent) -> Bool {
    event.kind == .earn && !isOffered(event) && !event.grants.isEmpty && event.grants.allSatisfy { $0.value == 0 }
  }

  /// An amount goes to another account. After the grant the other account has the amount, so that the transfer happens whatever the balance
  /// is.
  mutating func send(_ event: AccountEvent, _ own: inout EventRecord, at time: Timestamp) -> Text? {
    let amount = event.change ?? 0
    if !isFinal(event) {
      guard amount <= state.active(of: event.unit ?? state.units[0].unit) else { return Refusal.balance }
      guard isOffered(event) else { return Refusal.notGranted }
      drawn[event.id, default: [:]][Grants.transfer] = amount
    }
    let unit = event.unit.map { state.position(of: $0) } ?? 0
    state.units[unit].sent += amount
    enter(.send, -amount, unit, at: time, event: event.id, &own, cause: nil)
    state.units[unit].take(amount)
    return nil
  }

  /// An amount comes from another account.
  mutating func receive(
    _ event: AccountEvent, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    let amount = event.change ?? 0
    let unit = event.unit.map { state.position(of: $0) } ?? 0
    var terms = try rules.terms(of: event)
    if event.details?.waits ?? false { terms.isPending = true }
    own.counts = terms.counts
    own.rule = terms.reason
    state.units[unit].received += amount
    enter(.receive, amount, unit, at: time, event: event.id, &own, cause: event.details?.cause, reason: terms.reason)
    try receive(amount, unit, terms, event: event.id, &own, at: time)
    return nil
  }

  // MARK: Members

  mutating func setLevel(_ event: AccountEvent, at time: Timestamp) -> Text? {
    let until = event.details?.until
    let isOver = until.map { $0 <= time } ?? false
    state.setLevel = isOver ? nil : event.details?.level.map { .init(word: $0, until: until) }
    return nil
  }

  mutating func setMember(_ event: AccountEvent, at time: Timestamp) -> Text? {
    guard let details = event.details, let member = details.member else { return nil }
    state.setRights(details.rights, of: member, at: time)
    return nil
  }
}
