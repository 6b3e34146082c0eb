import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

/// How lots of an event begin and end, as the decision `lot` says.
struct LotTerms: Sendable {
  /// They wait for a commit.
  var isPending = false
  /// They begin to count so much later.
  var waits = CalendarPeriod()
  /// They last so long; nil: for ever.
  var lasts: CalendarPeriod?
  /// They count towards the lifetime.
  var counts = true
}

// What is asked of the rules, and what they are given for it.

extension AccountSession {
  // MARK: Facts

  func give(_ name: AccountFacts.Name, _ value: @autoclosure () -> Value) throws(DiagnosticError) {
    guard let id = engine.facts[name] else { return }
    do throws(EvaluationError) {
      try rules.set(id, value())
    } catch {
      throw DiagnosticError(Diagnostic(error))
    }
  }

  private func give(_ name: AccountFacts.Name, int number: Int64) throws(DiagnosticError) {
    guard let id = engine.facts[name] else { return }
    do throws(EvaluationError) {
      try rules.set(id, int: number)
    } catch {
      throw DiagnosticError(Diagnostic(error))
    }
  }

  /// Starts asking about an account that stands at `state`.
  func begin(_ state: AccountState, at time: Timestamp) throws(DiagnosticError) {
    rules.begin()
    let own = state.units[0]
    try give(.active, int: own.active)
    try give(.pending, int: own.pending)
    try give(.held, int: own.held)
    try give(.lifetime, int: own.lifetime)
    try give(.earnsBefore, int: state.earns)
    try give(.currentLevel, .string(state.level?.word ?? engine.levels.first ?? ""))
    try give(.time, .timestamp(time))
    guard engine.facts[.date] != nil || !engine.facts.clock.isEmpty else { return }
    let moment = Moment(time, in: engine.settings.zone)
    let (year, month, day) = moment.date.fields
    try give(.date, int: Int64(year * 10_000 + month * 100 + day))
    for fact in engine.facts.clock {
      if let value = moment.fact(fact.name) { try rules.give(fact, value) }
    }
  }

  /// Starts asking about `event`; `about` is the one that it names, and `unit` the unit that a refund is asked about.
  func begin(
    _ state: AccountState, at time: Timestamp, event: AccountEvent, about: EventRecord?, unit: Int = 0
  ) throws(DiagnosticError) {
    try begin(state, at: time)
    try give(.eventType, Self.words[event.kind] ?? .null)
    if let amount = event.amount { try give(.amount, .decimal(amount.decimal)) }
    if let change = event.change { try give(.change, int: change) }
    let applied = about.flatMap { $0.outcome == .applied ? $0 : nil }
    try give(.found, .bool(applied != nil))
    if let amount = applied?.amount { try give(.originalAmount, .decimal(amount)) }
    try give(.refundedBefore, .decimal(applied?.refunded ?? .zero))
    let amounts = applied?[unit]
    try give(.unit, .string(event.unit ?? state.units[unit].unit))
    try give(.earnedBefore, int: amounts?.earned ?? 0)
    try give(.takenBefore, int: amounts?.taken ?? 0)
    try give(.expiredBefore, int: amounts?.expired ?? 0)
    for fact in engine.emptyLists { try rules.give(fact, .list([])) }
    for (fact, value) in event.values ?? [] {
      do throws(EvaluationError) {
        try rules.set(fact, value)
      } catch {
        throw DiagnosticError(Diagnostic(error))
      }
    }
  }

  private static let words: [AccountEvent.Kind: Value] = Dictionary(
    uniqueKeysWithValues: AccountEvent.Kind.allCases.map { ($0, .string(Text($0.rawValue))) })

  // MARK: Decisions

  /// Why the rules refuse the event; nil where they do not.
  func refusal() throws(DiagnosticError) -> (word: Text, origin: Origin)? {
    let decision = engine.decisions.refused
    guard case .string(let word) = try rules.decided(decision), word != Self.notRefused else { return nil }
    return (word, origin(of: decision))
  }

  private static let notRefused: Text = "none"

  /// The field of the event that it was refused for; nil where the rules do not say.
  func blamedField() throws(DiagnosticError) -> Text? {
    guard let decision = engine.decisions.refusedAt, case .string(let field) = try rules.decided(decision),
      !field.isEmpty
    else { return nil }
    return field
  }

  /// What the event earns, and which row each part is from.
  func earnings() throws(DiagnosticError) -> (earnings: [Earning], origins: [Origin]) {
    let decision = engine.decisions.earned
    let steps = try EarningSteps.read(try rules.decided(decision), of: decision, in: engine.rules)
    let origins = rules.origins(of: decision)
    var most: Int64?
    if let cap = engine.decisions.mostEarned { most = try amount(of: cap) }
    let earnings = try EarningSteps.earnings(steps, most: most, settings: engine.settings, decision: decision)
    return (earnings, origins)
  }

  /// How lots of the event begin and end.
  func terms() throws(DiagnosticError) -> LotTerms {
    var terms = LotTerms()
    guard let decision = engine.decisions.lot else { return terms }
    guard case .map(let map)? = try rules.decided(decision).present else { return terms }
    for (key, value) in map.entries {
      guard case .string(let key) = key, let value = value.present else { continue }
      switch (key.string, value) {
      case ("pending", .bool(let isPending)): terms.isPending = isPending
      case ("counts", .bool(let counts)): terms.counts = counts
      case ("waits", _):
        guard let period = PeriodReader.period(value) else { throw DiagnosticError(.notAPeriod(decision)) }
        terms.waits = period
      case ("lasts", _):
        guard let period = PeriodReader.period(value) else { throw DiagnosticError(.notAPeriod(decision)) }
        terms.lasts = period
      default: throw DiagnosticError(.wrongTerm(key, decision))
      }
    }
    return terms
  }

  /// What a hold sets aside.
  func cost() throws(DiagnosticError) -> (amount: Int64, origin: Origin) {
    (try amount(of: engine.decisions.cost), origin(of: engine.decisions.cost))
  }

  /// How long a hold is kept; nil: until it is committed or cancelled.
  func hold() throws(DiagnosticError) -> CalendarPeriod? {
    guard let decision = engine.decisions.hold else { return nil }
    return try period(decision)
  }

  /// How much a refund takes back.
  func takenBack() throws(DiagnosticError) -> (amount: Int64, origin: Origin) {
    (try amount(of: engine.decisions.takenBack), origin(of: engine.decisions.takenBack))
  }

  /// The level that an account which stands at `state` qualifies for.
  func level(_ state: AccountState, at time: Timestamp) throws(DiagnosticError) -> (word: Text, origin: Origin) {
    let decision = engine.decisions.level
    try begin(state, at: time)
    guard case .string(let word) = try rules.decided(decision) else {
      throw DiagnosticError(.levelsAreNoWords(decision))
    }
    return (word, origin(of: decision))
  }

  /// How long a level is kept that an account does not qualify for any more; nil: not at all. After ``level(_:at:)``.
  func keep() throws(DiagnosticError) -> CalendarPeriod? {
    guard let decision = engine.decisions.keep else { return nil }
    return try period(decision)
  }

  /// What the rules say of where `account` stands, to show.
  ///
  /// - Throws: what they ran into.
  public func standing(of account: Account) throws(DiagnosticError) -> Value? {
    guard let decision = engine.decisions.standing else { return nil }
    var state = account.state
    let time = account.asOf ?? .epoch
    if state.level == nil {
      let word = try level(state, at: time).word
      state.level = AccountState.Level(word: word, since: time, qualified: word)
    }
    try begin(state, at: time)
    return try rules.decided(decision)
  }

  /// The level's place, from 0, the lowest.
  func rank(_ level: Text) -> Int { engine.levels.firstIndex(of: level) ?? -1 }

  /// When `period` is over that begins at `start`.
  func end(of period: CalendarPeriod, from start: Timestamp) throws(DiagnosticError) -> Timestamp {
    do throws(ArithmeticError) {
      return try period.end(from: start, in: engine.settings.zone)
    } catch {
      throw DiagnosticError(.beyondTheCalendar)
    }
  }

  // MARK: Notices

  /// The messages that `work` is worth.
  func notices(before account: Account, _ work: Work) throws(DiagnosticError) -> [AccountChange.Notice] {
    guard let decision = engine.decisions.notices, let shape = ChoiceShape(decision.type) else { return [] }
    let (before, after) = (account.state.units[0], work.state.units[0])
    try begin(work.state, at: work.now)
    let level = account.level ?? engine.levels.first ?? ""
    try give(.levelBefore, .string(level))
    try give(.pointsEarned, int: max(0, after.earned - before.earned))
    try give(.pointsSpent, int: max(0, after.spent - before.spent))
    try give(.pointsExpired, int: max(0, after.expired - before.expired))
    try give(.pointsBack, int: max(0, after.takenBack - before.takenBack))
    try give(.owing, .bool(after.active < 0))
    var refusal: Text = ""
    if case .refused(let word)? = work.change.outcome { refusal = word }
    try give(.refusal, .string(refusal))
    let choices = try shape.choices(try rules.decided(decision), of: decision, engine.messages)
    if choices.isEmpty { return [] }
    let origins = rules.origins(of: decision)
    return choices.map { choice in
      AccountChange.Notice(
        choice: choice, origin: origins.indices.contains(choice.element) ? origins[choice.element] : nil)
    }
  }

  /// The messages of `change`, in the language of `locale`.
  public func notifications(of change: AccountChange, locale: LanguageTag?) -> [Said] {
    if change.notices.isEmpty { return [] }
    let speaker = Speaker(engine.pack, engine.messages, locale: locale)
    return change.notices.map { speaker.said($0.choice, origin: $0.origin) }
  }

  // MARK: Values

  private func origin(of decision: Decision) -> Origin {
    rules.origins(of: decision).first ?? Origin(decision: decision.name, row: nil, place: decision.place, note: nil)
  }

  /// A decision that is an amount: not less than nothing, and not too much.
  private func amount(of decision: Decision) throws(DiagnosticError) -> Int64 {
    guard case .int(let amount) = try rules.decided(decision), amount >= 0 else {
      throw DiagnosticError(.negativeAmount(decision))
    }
    guard amount <= AccountLimits.largestAmount else { throw DiagnosticError(.amountLimit(decision)) }
    return amount
  }

  /// A decision that is a period, or nothing.
  private func period(_ decision: Decision) throws(DiagnosticError) -> CalendarPeriod? {
    guard let value = try rules.decided(decision).present else { return nil }
    guard let period = PeriodReader.period(value) else { throw DiagnosticError(.notAPeriod(decision)) }
    return period.isEmpty ? nil : period
  }
}
