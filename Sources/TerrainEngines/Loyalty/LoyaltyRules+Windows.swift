import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

// The values of windows for rules, and the decisions of windows for events.

extension LoyaltyRules {
  /// Gives the values of windows at `time`.
  func giveWindows(
    _ inputs: DecisionInputs, _ windows: AccountWindows, at time: Timestamp
  ) throws(DiagnosticError) {
    if windows.isBefore(time) {
      // Windows have nearly always advanced to the time already, and are then not copied.
      var later = windows
      try later.advance(to: time, engine.windows)
      return try giveWindows(inputs, later)
    }
    try giveWindows(inputs, windows)
  }

  private func giveWindows(_ inputs: DecisionInputs, _ windows: AccountWindows) throws(DiagnosticError) {
    for index in inputs.windows {
      let fact = engine.windows.all[index].fact.id
      switch engine.windows.value(index, of: windows) {
      case .int(let number)?: try diagnosing(try rules.set(fact, int: number))
      case let value?: try diagnosing(try rules.set(fact, value))
      case nil: break
      }
    }
  }

  /// The results of the windows' decisions for `event`, which is being decided; `about` is the event that it names.
  func measures(of event: AccountEvent, about: EventRecord?) throws(DiagnosticError) -> WindowMeasures {
    var measures = WindowMeasures()
    let windows = engine.windows
    for index in windows.taking(event.kind) where !windows.all[index].decisions.isEmpty {
      var holds = true
      if let condition = windows.all[index].condition {
        holds = try rules.decided(condition).isEqual(to: .bool(true))
      }
      measures.values.append((index, holds, holds ? try measured(windows.all[index]) : WindowAmount()))
    }
    guard event.kind == .refund, let about else { return measures }
    for contribution in about.contributions {
      let window = windows.all[contribution.window]
      guard case .decision? = window.measure else { continue }
      let amount = try measured(window)
      if let place = measures.values.firstIndex(where: { $0.window == contribution.window }) {
        measures.values[place].amount = amount
      } else {
        measures.values.append((contribution.window, false, amount))
      }
    }
    return measures
  }

  /// The result of the decision of `window` for the event that is being decided.
  private func measured(_ window: HistoryWindow) throws(DiagnosticError) -> WindowAmount {
    guard case .decision(let decision)? = window.measure else { return WindowAmount() }
    guard window.isExact else { return WindowAmount(whole: try amount(of: decision)) }
    guard case .decimal(let amount) = try rules.decided(decision), amount >= .zero else {
      throw DiagnosticError(.negativeAmount(decision))
    }
    guard amount <= ExactDecimal(AccountLimits.largestAmount) else { throw DiagnosticError(.amountLimit(decision)) }
    return WindowAmount(exact: amount)
  }
}

// The beginning and the end of lots.

extension LoyaltyRules {
  /// The most terms that are kept.
  private static let mostKnownTerms = 8

  /// The terms of the lots of `event`, which are nearly always those of an earlier event.
  func terms(of event: AccountEvent) throws(DiagnosticError) -> LotTerms {
    guard let decision = engine.decisions.lot else { return LotTerms() }
    let inputs = engine.inputs.lot
    func decided() throws(DiagnosticError) -> LotTerms {
      var terms = try LotTerms(try rules.decided(decision), of: decision)
      terms.reason = AccountReason(rules.origin(of: decision))
      return terms
    }
    guard inputs.isAboutEventOnly else { return try decided() }
    let values = (event.values?.list ?? []).filter { inputs.needs($0.fact) }
    let known = knownTerms.firstIndex { known in
      known.kind == event.kind
        && known.values.elementsEqual(values) { $0.fact == $1.fact && $0.value.isEqual(to: $1.value) }
    }
    if let known { return knownTerms[known].terms }
    let terms = try decided()
    if knownTerms.count >= (isRecording ? 1 : Self.mostKnownTerms) { knownTerms.removeFirst() }
    knownTerms.append((event.kind, values, terms))
    return terms
  }

  /// The end of `period`, which begins at `start`.
  func end(of period: CalendarPeriod, from start: Timestamp) throws(DiagnosticError) -> Timestamp {
    if let lastEnd, lastEnd.start == start, lastEnd.period == period { return lastEnd.end }
    do throws(ArithmeticError) {
      let end = try period.end(from: start, in: engine.settings.zone)
      lastEnd = (period, start, end)
      return end
    } catch {
      throw DiagnosticError(.beyondTheCalendar)
    }
  }
}

extension Diagnostic {
  static var beyondTheCalendar: Diagnostic {
    Diagnostic(code: "account/calendar", message: "a period ends after the year 9999", place: nil)
  }
}

// Notifications.

extension LoyaltyRules {
  /// The messages that the change of `account` to `state` at `now` is worth; `refusal` is the reason why its event was refused.
  func notices(
    before account: Account, _ state: AccountState, refusal: Text, now: Timestamp
  ) throws(DiagnosticError) -> [AccountChange.Notice] {
    guard let decision = engine.decisions.notices, let shape = MessageChoiceShape(decision.type) else { return [] }
    let (before, after) = (account.state.units[0], state.units[0])
    let inputs = engine.inputs.notices
    try begin(inputs, state, at: now)
    if let before = account.asOf { try give(.timeBefore, for: inputs, .timestamp(before)) }
    try give(.levelBefore, for: inputs, level: account.level, levelsBefore)
    try give(.pointsEarned, for: inputs, int: max(0, after.earned - before.earned))
    try give(.pointsSpent, for: inputs, int: max(0, after.spent - before.spent))
    try give(.pointsExpired, for: inputs, int: max(0, after.expired - before.expired))
    try give(.pointsBack, for: inputs, int: max(0, after.takenBack - before.takenBack))
    try give(.pointsReceived, for: inputs, int: max(0, after.received - before.received))
    try give(.pointsSent, for: inputs, int: max(0, after.sent - before.sent))
    try give(.owing, for: inputs, .bool(after.active < 0))
    try give(.refusal, for: inputs, .string(refusal))
    let choices = try shape.choices(try rules.decided(decision), of: decision, engine.context.messages)
    if choices.isEmpty { return [] }
    let origins = rules.origins(of: decision)
    return choices.map { choice in
      AccountChange.Notice(
        choice: choice, origin: origins.indices.contains(choice.element) ? origins[choice.element] : nil)
    }
  }

  /// The messages of `change`, in the language of `locale`.
  func notifications(of change: AccountChange, locale: LanguageTag?) -> [RenderedMessage] {
    if change.notices.isEmpty { return [] }
    let renderer = session.renderer(in: locale)
    return change.notices.compactMap { renderer.rendered($0.choice, origin: $0.origin) }
  }
}
