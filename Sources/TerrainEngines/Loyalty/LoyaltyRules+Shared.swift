import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

// Claims on shared limits, benefits, and events for other accounts.

extension LoyaltyRules {
  /// Sets the facts about benefits and members of an account in `state`.
  func giveShared(_ inputs: DecisionInputs, _ state: AccountState) throws(DiagnosticError) {
    try give(.memberCount, for: inputs, int: Int64(state.members.count))
    if let fact = inputs[.openBenefits] { try give(fact, texts: state.benefits.usable.map { $0.name }) }
  }

  /// Sets the facts that only some events have, and the grants of `event`; `about` is the event that it names.
  func giveDetails(
    _ inputs: DecisionInputs, of event: AccountEvent, _ about: EventRecord?, _ state: AccountState
  ) throws(DiagnosticError) {
    if let fact = inputs[.grantedClaims] {
      try give(fact, texts: Grants.claims(event.grants, besides: engine.budgets))
    }
    if let fact = inputs[.actingRights] { try give(fact, texts: state.rights(of: event.acting)) }
    guard let details = event.details else { return }
    if let acting = event.acting { try give(.actingMember, for: inputs, .string(acting)) }
    if let peer = details.peer { try give(.otherAccount, for: inputs, .string(peer)) }
    if let cause = details.cause { try give(.receivedFor, for: inputs, .string(cause)) }
    if let number = details.benefit?.number, let names = about?.benefits, names.indices.contains(number - 1) {
      try give(.usedBenefit, for: inputs, .string(names[number - 1]))
    }
  }

  /// Sets a fact to a list of texts, cut at the fact's maximum length. For a list of enum values, unknown values are left out.
  private func give(_ id: Fact.ID, texts: [Text]) throws(DiagnosticError) {
    // The list is nearly always empty.
    if texts.isEmpty { return try diagnosing(try giveNone(of: id)) }
    var texts = texts
    let declaration = engine.rules.facts[id.index].declaration
    if case .list(let element) = declaration.type, let words = element.enumeration {
      texts.removeAll { !words.cases.contains($0) }
    }
    if let most = declaration.maximumSize, texts.count > most { texts.removeLast(texts.count - most) }
    try diagnosing(try rules.set(id, .list(texts.map { .string($0) })))
  }

  /// Begins a request about `event`, completed by `reserved`, the event that set aside the amount. If that is nil, the current request goes
  /// on.
  private func beginSpending(
    _ event: AccountEvent, _ about: EventRecord?, _ reserved: AccountEvent?, _ state: AccountState, at time: Timestamp,
    _ inputs: DecisionInputs
  ) throws(DiagnosticError) {
    guard let reserved else { return }
    let whole = event.completed(by: try engine.withValues(reserved))
    try begin(state, at: time, event: whole, about: about, inputs: inputs)
  }

  // MARK: Decisions

  /// The claims of `event`, for which the current request was begun; nil if the rules declare no claims.
  func claims(
    of event: AccountEvent, _ about: EventRecord?, _ reserved: AccountEvent?, _ state: AccountState, at time: Timestamp
  ) throws(DiagnosticError) -> [Claim]? {
    guard let decision = engine.decisions.claims else { return nil }
    try beginSpending(event, about, reserved, state, at: time, engine.inputs.claims)
    let value = try rules.decided(decision)
    if value.hasNoElements { return [] }
    return try Claim.read(value, of: decision, rules.origins(of: decision), besides: engine.budgets)
  }

  /// The benefits that `event`, about which the request is, issues.
  func issued(
    by event: AccountEvent, _ about: EventRecord?, _ reserved: AccountEvent?, _ state: AccountState, at time: Timestamp
  ) throws(DiagnosticError) -> [BenefitTerms] {
    guard let decision = engine.decisions.issued else { return [] }
    try beginSpending(event, about, reserved, state, at: time, engine.inputs.issued)
    let value = try rules.decided(decision)
    if value.hasNoElements { return [] }
    return try BenefitTerms.read(value, of: decision, rules.origins(of: decision))
  }

  /// The amounts that a hold sets aside in other units than the program's own.
  func costs() throws(DiagnosticError) -> (amounts: [(unit: Text, amount: Int64)], origin: Origin)? {
    guard let decision = engine.decisions.costs else { return nil }
    guard case .map(let map)? = try rules.decided(decision).present else {
      throw DiagnosticError(.wrongCosts(decision))
    }
    var amounts: [(unit: Text, amount: Int64)] = []
    for (key, value) in map.entries {
      guard case .string(let unit) = key, unit != engine.settings.unit else {
        throw DiagnosticError(.wrongCosts(decision))
      }
      guard let value = value.present else { continue }
      guard case .int(let amount) = value, 0...AccountLimits.largestAmount ~= amount else {
        throw DiagnosticError(.wrongCosts(decision))
      }
      if amount > 0 { amounts.append((unit, amount)) }
    }
    return (amounts.sorted { $0.unit < $1.unit }, rules.origin(of: decision))
  }

  /// The events that `event` of the account `id`, which was applied and is about `about`, causes in other accounts.
  func sent(by event: AccountEvent, of id: Text, about: EventRecord?) throws(DiagnosticError) -> [Counterpart] {
    if event.kind == .send, let peer = event.details?.peer {
      return [
        Counterpart(
          account: peer, id: Counterpart.id(of: event, in: id), time: event.time, from: id, amount: event.change ?? 0,
          unit: event.unit,
          cause: nil)
      ]
    }
    guard let decision = engine.decisions.sent else { return [] }
    var state = engine.account(id).state
    state.account = id
    try begin(state, at: event.time, event: event, about: about, inputs: engine.inputs.sent)
    return try Counterpart.Terms.read(try rules.decided(decision), of: decision).enumerated().map { number, terms in
      Counterpart(
        account: terms.to, id: Counterpart.id(of: event, in: id, number: number), time: event.time, from: id,
        amount: terms.amount, unit: terms.unit, cause: terms.cause)
    }
  }
}

extension Value {
  /// True if it is an empty list, as nearly always for claims and benefits.
  fileprivate var hasNoElements: Bool {
    if case .list(let elements) = self { elements.isEmpty } else { false }
  }
}

extension AccountEvent {
  /// The event with missing facts and money taken from `other`.
  fileprivate func completed(by other: AccountEvent) -> AccountEvent {
    var list = values?.list ?? []
    for value in other.values?.list ?? [] where !list.contains(where: { $0.fact == value.fact }) { list.append(value) }
    return AccountEvent(
      id: id, kind: kind, time: time, of: of, amount: amount ?? other.amount,
      currency: currency ?? other.currency, change: change, unit: unit, signature: signature, details: details,
      grants: grants, content: [],
      values: Values(list: list, readFor: other.values?.readFor ?? 0))
  }
}

extension Diagnostic {
  static func wrongCosts(_ decision: Decision) -> Diagnostic {
    rule(
      "account/costs", "`\(decision.name)` has to yield whole amounts of units other than the program's own, by unit",
      decision, fix: "write `{ credit: 500 }`, at least 0; `cost` is of the program's own unit")
  }
}
