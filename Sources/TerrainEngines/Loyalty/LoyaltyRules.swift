import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Evaluates the decisions of a program, one event after another, on one thread.
final class LoyaltyRules {
  let engine: LoyaltyEngine
  let session: EngineSession
  var rules: RuleSession { session.rules }
  /// Types of events and levels, ready to be set; nil if the rules do not need them.
  private let kinds: PreparedFacts?
  private let currentLevels: PreparedFacts?
  let levelsBefore: PreparedFacts?
  /// Readers for the steps of events, and of lines if the rules decide about lines.
  private let earnedSteps: EarningStepReader
  private let lineSteps: EarningStepReader?
  /// For each fact that is a list, an empty list ready to be set; nil for other facts.
  private let noElements: [PreparedFacts?]
  /// The terms of lots that were decided last, and the values that they depend on.
  var knownTerms: [(kind: AccountEvent.Kind, values: [(fact: Fact.ID, value: Value)], terms: LotTerms)] = []
  /// The last computed end of a period, which lots of one event share.
  var lastEnd: (period: CalendarPeriod, start: Timestamp, end: Timestamp)?
  /// The maximum earnings of an event, if they depend on no fact and the decision is not recorded.
  private var constantMost: Int64?
  let isRecording: Bool

  /// - Parameter isRecording: whether every decision is to be evaluated for each event.
  init(_ engine: LoyaltyEngine, _ session: EngineSession, isRecording: Bool = false) {
    self.engine = engine
    self.isRecording = isRecording
    self.session = session
    let rules = session.rules
    func prepared(_ name: AccountFacts.Name, _ words: [Text]) -> PreparedFacts? {
      // If the rules do not declare all values, the values are set one by one, and may be refused.
      engine.rules.fact(name.word).flatMap { try? rules.prepare($0, words.map { .string($0) }) }
    }
    kinds = prepared(.eventType, engine.kinds.map { Text($0.rawValue) })
    currentLevels = prepared(.currentLevel, engine.levels)
    levelsBefore = prepared(.levelBefore, engine.levels)
    earnedSteps = EarningStepReader(engine.decisions.earned)
    lineSteps = engine.lines.map { EarningStepReader($0.earned) }
    noElements = engine.rules.facts.map { fact in
      guard case .list = fact.declaration.type else { return nil }
      return try? rules.prepare(fact, [.list([])])
    }
  }

  // MARK: Facts

  func give(
    _ name: AccountFacts.Name, for inputs: DecisionInputs, _ value: @autoclosure () -> Value
  ) throws(DiagnosticError) {
    guard let id = inputs[name] else { return }
    try diagnosing(try rules.set(id, value()))
  }

  /// Gives a value that was read as one of the fact's type.
  func give(
    _ name: AccountFacts.Name, for inputs: DecisionInputs, validated value: Value
  ) throws(DiagnosticError) {
    guard let id = inputs[name] else { return }
    try diagnosing(try rules.set(id, validated: value))
  }

  func give(
    _ name: AccountFacts.Name, for inputs: DecisionInputs, int number: Int64
  ) throws(DiagnosticError) {
    guard let id = inputs[name] else { return }
    try diagnosing(try rules.set(id, int: number))
  }

  /// Sets a level, or the lowest level if `level` is nil.
  func give(
    _ name: AccountFacts.Name, for inputs: DecisionInputs, level: Text?, _ levels: PreparedFacts?
  ) throws(DiagnosticError) {
    guard inputs[name] != nil else { return }
    // A level that the pack no longer has counts as the lowest level, until the rules decide another.
    let place = level.flatMap { engine.levels.firstIndex(of: $0) } ?? 0
    if let levels, rules.set(levels, at: place) { return }
    try give(name, for: inputs, .string(engine.levels.indices.contains(place) ? engine.levels[place] : ""))
  }

  /// Begins a request about an account in `state`.
  func begin(_ inputs: DecisionInputs, _ state: AccountState, at time: Timestamp) throws(DiagnosticError) {
    rules.begin()
    try give(.account, for: inputs, .string(state.account))
    try give(.active, for: inputs, int: state.units[0].active)
    try give(.pending, for: inputs, int: state.units[0].pending)
    try give(.held, for: inputs, int: state.units[0].held)
    try give(.lifetime, for: inputs, int: state.units[0].lifetime)
    try give(.balances, for: inputs, state.activeAmounts)
    try give(.earnsBefore, for: inputs, int: state.earns)
    try give(.currentLevel, for: inputs, level: state.level?.word, currentLevels)
    if let since = state.level?.since { try give(.levelSince, for: inputs, .timestamp(since)) }
    if let set = level(setOf: state) { try give(.setLevel, for: inputs, .string(set)) }
    if let expiry = state.units[0].lots.nextExpiry { try give(.nextExpiry, for: inputs, .timestamp(expiry)) }
    if inputs[.nextExpiryAmount] != nil {
      try give(.nextExpiryAmount, for: inputs, int: state.units[0].lots.nextExpiryAmount)
    }
    try give(.time, for: inputs, .timestamp(time))
    try giveShared(inputs, state)
    if !inputs.windows.isEmpty { try giveWindows(inputs, state.windows, at: time) }
    guard inputs[.date] != nil || !inputs.clock.isEmpty else { return }
    let moment = Moment(time, in: engine.settings.days)
    let (year, month, day) = moment.date.fields
    try give(.date, for: inputs, int: Int64(year * 10_000 + month * 100 + day))
    for fact in inputs.clock {
      if let value = moment.fact(fact.name) { try rules.give(fact, value) }
    }
  }

  /// Begins a request about `event`. `about` is the event that it names, and a return is about its `part` or about its `spent` amount. If
  /// both are nil, it is about all that it earned in the program's unit, and all that it spent. Without `inputs` the request is about the
  /// event itself.
  func begin(
    _ state: AccountState, at time: Timestamp, event: AccountEvent, about: EventRecord?, part: EventPart? = nil,
    spent: Hold? = nil, inputs: DecisionInputs? = nil
  ) throws(DiagnosticError) {
    let inputs = inputs ?? engine.inputs.about(event.kind)
    try begin(inputs, state, at: time)
    if let kinds, let place = engine.kinds.firstIndex(of: event.kind) {
      if inputs[.eventType] != nil { rules.set(kinds, at: place) }
    } else {
      try give(.eventType, for: inputs, .string(Text(event.kind.rawValue)))
    }
    try giveDetails(inputs, of: event, about, state)
    if let amount = event.amount { try give(.amount, for: inputs, .decimal(amount.decimal)) }
    if let change = event.change { try give(.change, for: inputs, int: change) }
    let applied = about.flatMap { $0.outcome == .applied ? $0 : nil }
    try give(.found, for: inputs, .bool(applied != nil))
    if let amount = applied?.amount { try give(.originalAmount, for: inputs, .decimal(amount)) }
    try give(.refundedBefore, for: inputs, .decimal(applied?.refunded ?? .zero))
    let amounts = part?.amounts ?? applied?[0]
    try give(.unit, for: inputs, .string(event.unit ?? state.units[spent?.unit ?? amounts?.unit ?? 0].unit))
    if inputs[.spentBefore] != nil || inputs[.givenBefore] != nil {
      let holds = spent.map { [$0] } ?? about?.spent ?? []
      let amount = holds.reduce(0) { $0 + $1.amount }
      try give(.spentBefore, for: inputs, int: amount)
      try give(.givenBefore, for: inputs, int: amount - holds.reduce(0) { $0 + $1.left })
    }
    try give(.earnedBefore, for: inputs, int: amounts?.earned ?? 0)
    try give(.takenBefore, for: inputs, int: amounts?.taken ?? 0)
    try give(.expiredBefore, for: inputs, int: amounts?.expired ?? 0)
    if let line = part?.line {
      try give(.thisLine, for: inputs, validated: line.returned)
      try give(.originalLine, for: inputs, validated: line.original)
      try give(.returnedBefore, for: inputs, int: line.before)
    }
    try diagnosing(try give(event.values?.list ?? [], for: inputs))
  }

  /// Sets the facts of an event, and an empty list for each list that it does not have.
  func give(
    _ values: [(fact: Fact.ID, value: Value)], for inputs: DecisionInputs
  ) throws(EvaluationError) {
    for fact in inputs.emptyLists where !values.contains(where: { $0.fact == fact }) { try giveNone(of: fact) }
    for (fact, value) in values where inputs.needs(fact) { try rules.set(fact, validated: value) }
  }

  /// Gives an empty list.
  func giveNone(of fact: Fact.ID) throws(EvaluationError) {
    if let none = noElements[fact.index], rules.set(none, at: 0) { return }
    try rules.set(fact, .list([]))
  }

  // MARK: Decisions

  /// The reason for which the rules refuse the event; nil if they accept it.
  func refusal() throws(DiagnosticError) -> (word: Text, origin: Origin)? {
    let decision = engine.decisions.refused
    guard case .string(let word) = try rules.decided(decision), word != Self.notRefused else { return nil }
    return (word, rules.origin(of: decision))
  }

  private static let notRefused: Text = "none"

  /// The reason for declining a part of an event of `kind`; nil if none is declined.
  func declined(_ kind: AccountEvent.Kind) throws(DiagnosticError) -> Text? {
    guard kind == .earn, let decision = engine.decisions.declined,
      case .string(let word) = try rules.decided(decision), word != Self.notRefused
    else { return nil }
    return word
  }

  /// The field of the event that it was refused for; nil if the rules do not declare it.
  func blamedField() throws(DiagnosticError) -> Text? {
    guard let decision = engine.decisions.refusedAt, case .string(let field) = try rules.decided(decision),
      !field.isEmpty
    else { return nil }
    return field
  }

  /// The earnings of the event with the decided `lines` and the budgets' `grants`.
  func earnings(
    of lines: [EventLine], _ event: AccountEvent
  ) throws(DiagnosticError) -> EarningSum {
    var most = constantMost
    if most == nil, let cap = engine.decisions.mostEarned {
      most = try amount(of: cap)
      if engine.inputs.mostIsConstant, !isRecording { constantMost = most }
    }
    var sum = EarningSum(
      engine.settings, money: event.amount?.decimal ?? .zero, most: most, budgets: engine.budgets, grants: event.grants)
    if let decision = engine.lines?.earned {
      for (position, line) in lines.enumerated() {
        rules.nextCandidate()
        try give(.thisLine, for: engine.inputs.about(.earn), validated: line.value)
        try give(.linePosition, for: engine.inputs.about(.earn), int: Int64(position))
        try add(decision, to: &sum, line: line.id)
      }
    }
    try add(engine.decisions.earned, to: &sum)
    return sum
  }

  private func add(_ decision: Decision, to sum: inout EarningSum, line: Text? = nil) throws(DiagnosticError) {
    let reader = line == nil ? earnedSteps : lineSteps ?? earnedSteps
    let steps = try reader.read(try rules.decided(decision)) { sum.isOpen($0) }
    try sum.add(steps, rules.origins(of: decision), line: line, of: decision)
  }

  /// The amount that a hold sets aside.
  func cost() throws(DiagnosticError) -> (amount: Int64, origin: Origin) {
    (try amount(of: engine.decisions.cost), rules.origin(of: engine.decisions.cost))
  }

  /// The lifetime of a hold; nil if it stays until it is committed or cancelled.
  func hold() throws(DiagnosticError) -> CalendarPeriod? {
    guard let decision = engine.decisions.hold else { return nil }
    return try period(decision)
  }

  /// The amount that a refund takes back from its part of the event. `decision` is the decision about a line; nil for the decision about
  /// the event.
  func takenBack(decision: Decision? = nil) throws(DiagnosticError) -> (amount: Int64, origin: Origin) {
    let decision = decision ?? engine.decisions.takenBack
    return (try amount(of: decision), rules.origin(of: decision))
  }

  /// The part of a spent amount that comes back.
  func givenBack() throws(DiagnosticError) -> (amount: Int64, origin: Origin)? {
    guard let decision = engine.decisions.givenBack else { return nil }
    return (try amount(of: decision), rules.origin(of: decision))
  }

  /// The minimum remaining lifetime of the balance after the event; nil if the event does not renew it.
  func renewal() throws(DiagnosticError) -> CalendarPeriod? {
    guard let decision = engine.decisions.renews else { return nil }
    return try period(decision)
  }

  /// The amounts that an account in `state` gets for reaching its level from the level `before`.
  func gifts(_ state: AccountState, levelBefore before: Text, at time: Timestamp) throws(DiagnosticError) -> [(
    terms: Counterpart.Terms, origin: Origin
  )] {
    guard let decision = engine.decisions.reached else { return [] }
    try begin(engine.inputs.reached, state, at: time)
    try give(.levelBefore, for: engine.inputs.reached, level: before, levelsBefore)
    let all = try Counterpart.Terms.read(try rules.decided(decision), of: decision, isOwn: true)
    let origins = rules.origins(of: decision)
    return all.enumerated().map { ($1, origins.indices.contains($0) ? origins[$0] : rules.origin(of: decision)) }
  }

  /// The level that an event set, if the pack still has it.
  func level(setOf state: AccountState) -> Text? {
    state.setLevel.flatMap { set in engine.levels.contains(set.word) ? set.word : nil }
  }

  /// The rank of the level that an account in `state` qualifies for, from 0, the lowest.
  func level(_ state: AccountState, at time: Timestamp) throws(DiagnosticError) -> Int {
    let decision = engine.decisions.level
    try begin(engine.inputs.level, state, at: time)
    try diagnosing(try rules.run(decision.id))
    if let rank = rules.bits(decision.id).flatMap({ Int(exactly: $0) }), engine.levels.indices.contains(rank) {
      return rank
    }
    throw DiagnosticError(.levelsAreNoWords(decision))
  }

  /// The row that decided the level. After ``level(_:at:)``.
  var levelOrigin: Origin { rules.origin(of: engine.decisions.level) }

  /// The period for which an account in `state` keeps a level that it no longer qualifies for; nil if it loses it at once.
  func keep(_ state: AccountState, at time: Timestamp) throws(DiagnosticError) -> CalendarPeriod? {
    guard let decision = engine.decisions.keep else { return nil }
    // A separate request, because decisions about levels are far more frequent and need less.
    try begin(engine.inputs.keep, state, at: time)
    return try period(decision)
  }

  /// The standing of `account`, to show.
  func standing(of account: Account) throws(DiagnosticError) -> Value? {
    guard let decision = engine.decisions.standing else { return nil }
    var state = account.state
    let time = account.asOf ?? .epoch
    if state.level == nil {
      let word = engine.levels[try level(state, at: time)]
      state.level = AccountState.Level(word: word, since: time, qualified: word)
    }
    try begin(engine.inputs.standing, state, at: time)
    return try rules.decided(decision)
  }

  /// The level's place, from 0, the lowest.
  func rank(_ level: Text) -> Int { engine.levels.firstIndex(of: level) ?? -1 }

  // MARK: Values

  /// A decision that is an amount: not less than nothing, and not too much.
  func amount(of decision: Decision) throws(DiagnosticError) -> Int64 {
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
