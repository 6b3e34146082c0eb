import TerrainDocuments
import TerrainRules
import TerrainBase

// What each kind of event does. A text that is returned is the reason why the event is refused.

extension AccountFold {
  /// Does what `event` does; why it cannot be done, else nil. `missing` is a claim without which it is refused: last, so that
  /// whatever else is in the way is reported.
  mutating func perform(
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

  private mutating func earn(
    _ event: AccountEvent, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    let lines = rules.engine.lines?.lines(of: event) ?? []
    if !lines.isEmpty { own.lines = LineRecords(of: event.kept) }
    let sum = try rules.earnings(of: lines, grants: event.grants)
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

  /// A lot comes in by the last entry of `own`, to count at once or to wait.
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
    lot.expires = try terms.lasts.map { period throws(DiagnosticError) in try rules.end(of: period, from: time) }
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
    // Who owes may still pay with another unit.
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

  /// Whether what is set aside may ask for something, or issue something, when it is spent, by these rules or later ones.
  private var keepsReserved: Bool { rules.engine.keepsReserved || later.contains { $0.engine.keepsReserved } }

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

  /// Removes the holds that `event` is about, one per unit, where they are still there.
  private mutating func takeHolds(of event: AccountEvent, _ about: EventRecord?) -> [Hold] {
    guard let of = event.of, case .held(let lapses)? = about?.standing else { return [] }
    var holds: [Hold] = []
    while let hold = state.holds.remove(of, lapses: lapses) { holds.append(hold) }
    return holds
  }

  private mutating func cancel(
    _ event: AccountEvent, _ about: EventRecord?, _ own: inout EventRecord, at time: Timestamp
  ) -> Text? {
    if about?.kind == .reserve {
      let holds = takeHolds(of: event, about)
      for hold in holds { giveBack(hold, at: time) }
      return holds.isEmpty ? Refusal.noHold : nil
    }
    if let benefit = event.details?.benefit {
      return state.benefits.cancel(benefit, at: time) == nil ? Refusal.noBenefit : nil
    }
    guard let of = event.of else { return Refusal.nothingWaits }
    var found = false
    for unit in state.units.indices {
      let amount = takeWaiting(.max, of: of, about, unit: unit)
      guard amount > 0 else { continue }
      found = true
      take(amount, unit, of: of, by: event, &own, at: time, line: nil, origin: nil)
    }
    if found { state.earns -= 1 }
    return found ? nil : Refusal.nothingWaits
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

/// Why the mechanism itself refuses, whatever the rules decide.
enum Refusal {
  /// Less is active than it costs.
  static let balance: Text = "balance"
  /// The hold was spent, given back or has lapsed, or was never made.
  static let noHold: Text = "no_hold"
  /// The event has no lots that wait.
  static let nothingWaits: Text = "nothing_waits"
  /// The event is not one that earned something.
  static let nothingEarned: Text = "nothing_earned"
  /// The event has no line of that id.
  static let noSuchLine: Text = "no_such_line"
  /// There is no benefit of that id, or it cannot be used any more.
  static let noBenefit: Text = "no_benefit"
  /// An amount for another account was never granted.
  static let notGranted: Text = "not_granted"
  /// More of a line would have come back than there was, or less than one.
  static let lineReturned: Text = "line_returned"
}
