import TerrainDocuments
import TerrainRules
import TerrainValues

// What each kind of event does. A text that is returned is the reason why the event is refused.

extension AccountFold {
  mutating func earn(
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
      take(amount, unit, of: of, by: event, &own, at: time, origin: nil)
    }
    if found { state.earns -= 1 }
    return found ? nil : Refusal.nothingWaits
  }

  mutating func refund(
    _ event: AccountEvent, _ about: EventRecord?, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    guard let of = event.of, var about, about.kind == .earn, about.outcome == .applied else {
      return Refusal.nothingEarned
    }
    for amounts in about.earned {
      let unit = amounts.unit
      // The inputs so far are about the programme's own unit.
      if unit != 0 { try rules.begin(state, at: time, event: event, about: about, unit: unit) }
      let (wanted, origin) = try rules.takenBack()
      // Never more than it earned, whatever the rules decide.
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

  /// Takes up to `amount` from lots of `event` that wait, where `about` has such lots; how much that was.
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

  mutating func adjust(
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
}
