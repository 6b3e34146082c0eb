import TerrainDocuments
import TerrainRules
import TerrainValues

// What each kind of event does. A text that is returned is the reason why the event is refused.

extension AccountFold {
  mutating func earn(
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
    try countLifetime(amount, unit, &own, at: time)
    state.units[unit].begin(lot)
  }

  mutating func reserve(
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
    own.rule = AccountReason(origin)
    return nil
  }

  mutating func commit(
    _ event: AccountEvent, _ about: EventRecord?, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    if about?.kind == .reserve {
      guard let hold = takeHold(of: event, about) else { return Refusal.noHold }
      state.units[hold.unit].held -= hold.amount
      state.units[hold.unit].spent += hold.amount
      if hold.amount > 0 {
        enter(.redeem, -hold.amount, hold.unit, at: time, event: event.id, &own, cause: hold.event, reason: about?.rule)
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

  mutating func cancel(
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
      take(amount, unit, of: of, by: event, &own, at: time, line: nil, origin: nil)
    }
    if found { state.earns -= 1 }
    return found ? nil : Refusal.nothingWaits
  }

  mutating func adjust(
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
  /// More of a line would have come back than there was, or less than one.
  static let lineReturned: Text = "line_returned"
}
