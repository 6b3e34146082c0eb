import TerrainBase
import TerrainDocuments
import TerrainRules

// The effects of returns: first line by line, if the return names lines, then for the whole event.

extension AccountFold {
  mutating func refund(
    _ event: AccountEvent, _ about: EventRecord?, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    guard let of = event.of, var about else { return Refusal.nothingEarned }
    if about.kind == .commit { return try giveBack(about, of, by: event, &own, at: time) }
    let returned = rules.engine.lines?.lines(of: event) ?? []
    if let word = try takeLines(returned, &about, event, &own, at: time) { return word }
    for amounts in about.earned {
      let unit = amounts.unit
      let part =
        returned.isEmpty
        ? EventPart(amounts: amounts, isWhole: true) : EventPart(amounts: about.besidesLines(unit))
      // Until now the inputs describe all that was earned of the program's own unit.
      if unit != 0 || !returned.isEmpty { try rules.begin(state, at: time, event: event, about: about, part: part) }
      let (amount, origin) = try rules.takenBack()
      try takeBack(amount, part, of: of, by: event, &own, at: time, origin: origin)
    }
    about = record(of) ?? about
    if let money = event.amount?.decimal, let sum = try? about.refunded.adding(money) { about.refunded = sum }
    touched[of] = about
    return nil
  }

  /// Takes back the amounts that `returned`, the lines of `event`, earned. Returns the reason if that is impossible, else nil.
  private mutating func takeLines(
    _ returned: [EventLine], _ about: inout EventRecord, _ event: AccountEvent, _ own: inout EventRecord,
    at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    if returned.isEmpty { return nil }
    guard let of = event.of, let lines = rules.engine.lines, var records = about.lines else {
      return Refusal.noSuchLine
    }
    let bought = Dictionary(
      keepingFirst: lines.lines(of: try rules.engine.withValues(records.event)).map { ($0.id, $0) })
    var parts: [(line: EventLine, part: EventPart)] = []
    for line in returned {
      guard let original = bought[line.id] else { return Refusal.noSuchLine }
      let before = records[line.id].returned
      guard line.quantity > 0, line.quantity <= original.quantity - before else { return Refusal.lineReturned }
      records[line.id].takeBack(line.quantity)
      for amounts in records[line.id].amounts {
        parts.append(
          (line, EventPart(amounts: amounts, line: (line.value, original.value, before))))
      }
    }
    about.lines = records
    touched[of] = about
    for (line, part) in parts {
      try rules.begin(state, at: time, event: event, about: about, part: part)
      let (amount, origin) = try rules.takenBack(decision: lines.takenBack)
      try takeBack(amount, part, line: line.id, of: of, by: event, &own, at: time, origin: origin)
    }
    about = record(of) ?? about
    return nil
  }

  /// Takes back `wanted` of the amount that `of` earned for `part`. The limits are the amount that `part` earned and the amount that the
  /// event still has.
  private mutating func takeBack(
    _ wanted: Int64, _ part: EventPart, line: Text? = nil, of: Text, by event: AccountEvent, _ own: inout EventRecord,
    at time: Timestamp, origin: Origin
  ) throws(DiagnosticError) {
    guard let about = record(of) else { return }
    let unit = part.amounts.unit
    let amount = min(wanted, part.amounts.earned - part.amounts.taken, about[unit].earned - about[unit].taken)
    guard amount > 0 else { return }
    // Lots of this part go first, so that an amount that expires later belongs to the other parts.
    func isPart(_ entry: Int) -> Bool { part.isWhole || about.lines?.line(ofEntry: entry) == line }
    try takeLots(amount, unit, of: of, about, where: isPart)
    take(amount, unit, of: of, by: event, &own, at: time, line: line, asWhole: part.isWhole, origin: origin)
  }

  /// Takes `amount` from the lots of the event `of`: first from those for which `isPart` is true, then from its other lots, then from any
  /// lots, and finally below zero.
  mutating func takeLots(
    _ amount: Int64, _ unit: Int, of: Text, _ about: EventRecord, where isPart: (Int) -> Bool
  ) throws(DiagnosticError) {
    var waiting = takeWaiting(amount, of: of, about, unit: unit, where: isPart)
    waiting += takeWaiting(amount - waiting, of: of, about, unit: unit)
    let rest = amount - waiting
    var fromOwn: Int64 = 0
    if about[unit].gifts > 0 {
      fromOwn += state.units[unit].lots.take(rest, of: of, where: isPart)
      fromOwn += state.units[unit].lots.take(rest - fromOwn, of: of) { _ in true }
    } else if case .counts(let since, let first)? = about.standing {
      let expires = state.renewed(first, unit: unit)
      fromOwn += state.units[unit].lots.take(rest, of: of, since: since, expires: expires, where: isPart)
      fromOwn += state.units[unit].lots.take(rest - fromOwn, of: of, since: since, expires: expires) { _ in true }
    }
    state.units[unit].active -= fromOwn
    state.units[unit].take(rest - fromOwn)
    if about.counts {
      var counted = rest
      if about.kind == .earn, about[unit].gifts > 0 {
        counted = min(rest, max(0, about[unit].earned - about[unit].gifts - about[unit].taken - waiting))
      }
      state.units[unit].lifetime -= counted
      try takeLifetime(counted, unit, of: about)
    }
  }

  /// Takes back the amount that the event `of` received, unless it has expired.
  mutating func takeReceived(
    _ received: (unit: Text?, amount: Int64), _ of: Text, _ about: EventRecord, by event: AccountEvent,
    _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    let unit = received.unit.map { state.position(of: $0) } ?? 0
    let amount = received.amount - about[unit].taken - about[unit].expired
    guard about.outcome == .applied, amount > 0 else { return Refusal.nothingWaits }
    try takeLots(amount, unit, of: of, about) { _ in true }
    take(amount, unit, of: of, by: event, &own, at: time, line: nil, origin: nil)
    return nil
  }

  /// Returns the amount that the event `of` spent to the lots that it was taken from, with their expiry, and ends the benefits that the
  /// event issued. A benefit that was used prevents that.
  private mutating func giveBack(
    _ about: EventRecord, _ of: Text, by event: AccountEvent, _ own: inout EventRecord, at time: Timestamp
  ) throws(DiagnosticError) -> Text? {
    var about = about
    let issued = state.benefits.all.filter { $0.id.event == of }
    guard !issued.contains(where: { $0.used > 0 }) else { return Refusal.noBenefit }
    guard about.spent.contains(where: { $0.left > 0 }) else { return Refusal.nothingEarned }
    for place in about.spent.indices {
      let hold = about.spent[place]
      try rules.begin(state, at: time, event: event, about: about, spent: hold)
      guard let (wanted, origin) = try rules.givenBack() else { return Refusal.nothingEarned }
      let amount = min(wanted, hold.left)
      guard amount > 0 else { continue }
      let parts = about.spent[place].takeLast(amount)
      state.units[hold.unit].spent -= amount
      state.units[hold.unit].held += amount
      enter(
        .redeem, amount, hold.unit, at: time, event: event.id, &own, cause: of, reason: AccountReason(origin))
      giveBack(Hold(event: of, unit: hold.unit, amount: amount, lapses: nil, parts: parts), at: time)
    }
    for benefit in issued { _ = state.benefits.cancel(benefit.id, at: time) }
    touched[of] = about
    return nil
  }

  /// Takes up to `amount` from lots of `event` that wait, if `about` has such lots. Returns the amount taken.
  mutating func takeWaiting(
    _ amount: Int64, of event: Text, _ about: EventRecord?, unit: Int, where isEntry: (Int) -> Bool = { _ in true }
  ) -> Int64 {
    guard case .waits(let since, let begins)? = about?.standing else { return 0 }
    let taken = state.units[unit].waiting.take(amount, of: event, since: since, begins: begins, where: isEntry)
    state.units[unit].pending -= taken
    return taken
  }

  /// Notes that `event` took back `amount` of the earnings of `of` or of its `line`; `asWhole` if it returned the whole event.
  mutating func take(
    _ amount: Int64, _ unit: Int, of: Text, by event: AccountEvent, _ own: inout EventRecord, at time: Timestamp,
    line: Text?, asWhole: Bool = false, origin: Origin?
  ) {
    state.units[unit].takenBack += amount
    if var about = record(of) {
      about[unit].taken += amount
      if asWhole { about[unit].takenAsWhole += amount }
      if let line { about.lines?[line, unit].taken += amount }
      touched[of] = about
    }
    enter(
      .refund, -amount, unit, at: time, event: event.id, &own, cause: of, line: line,
      reason: origin.map { AccountReason($0) })
  }
}
