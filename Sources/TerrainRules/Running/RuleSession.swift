import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// Evaluates decisions repeatedly on one thread: `begin()`, `set` for each fact, then reads of decisions. In a ranking, `nextCandidate()`
/// and the candidate's facts come in between.
package final class RuleSession {
  /// The rule set.
  package let ruleSet: RuleSet
  let machine: Machine
  /// The origins of results.
  var origins: PerRow<Origin>
  /// The sources of reasons.
  var reasonSources: PerRow<ReasonSource>
  /// The decisions that results name.
  var namedParts: PerRow<[Decision]>
  /// A recording session over the same rules, made on first use.
  var recorder: RuleSession?
  /// The traces of the requests before the current one, or nil if they are not collected.
  var collected: [DecisionTrace]?
  /// The number of events of the current request that they include.
  var collectedEvents = 0
  /// Finds the records that are defaults of facts, or nil without records.
  let records: RecordFinder?
  /// The facts with declared defaults.
  private let defaults: [(fact: Fact, value: PreparedFacts)]

  /// A session over `ruleSet`.
  ///
  /// - Parameter records: Finds the records that are defaults of facts. Without it those facts have no defaults.
  package init(_ ruleSet: RuleSet, limits: EvaluationLimits = .standard, records: RecordFinder? = nil) {
    self.ruleSet = ruleSet
    self.records = records
    let machine = Machine(ruleSet.planned.bytecode, limits: limits)
    self.machine = machine
    defaults = ruleSet.facts.compactMap { fact in
      guard let node = fact.declaration.usual else { return nil }
      var reader = LiteralReader(missingListsAreEmpty: true, records: records, into: nil)
      return reader.read(node, as: fact.declaration.type)
        .flatMap { try? machine.prepare(fact.slot, [$0]) }
        .map { (fact, $0) }
    }
    origins = PerRow(decisions: ruleSet.decisions.count)
    reasonSources = PerRow(decisions: ruleSet.decisions.count)
    namedParts = PerRow(decisions: ruleSet.decisions.count)
    ruleSet.countSession()
  }

  /// Starts a request: facts get their defaults, and no decision is computed.
  package func begin() {
    if collected != nil { collect() }
    collectedEvents = 0
    machine.begin()
    for (_, value) in defaults { machine.set(value, at: 0) }
  }

  /// Starts another request with the same facts, except that the facts in `absent` get their defaults. All decisions are recomputed.
  package func beginAgain(without absent: [Fact]) {
    if collected != nil { collect() }
    collectedEvents = 0
    machine.beginAgain(without: absent.map { $0.slot })
    for (fact, value) in defaults where absent.contains(where: { $0.id == fact.id }) { machine.set(value, at: 0) }
  }

  /// Moves to the next candidate: its facts must be set again; everything else stays.
  package func nextCandidate() {
    if collected != nil { collect() }
    machine.nextCandidate()
  }

  /// Sets a fact. An absent optional fact is not set at all.
  ///
  /// - Throws: `fact-type`, `fact-range`.
  package func set(_ fact: Fact, _ value: Value) throws(EvaluationError) { try set(fact.id, value) }

  /// Sets a fact.
  ///
  /// - Throws: `fact-type`, `fact-range`.
  package func set(_ fact: Fact.ID, _ value: Value) throws(EvaluationError) {
    do {
      try machine.set(fact.slot, value)
    } catch {
      throw refused(error, value, ruleSet.facts[fact.index].declaration)
    }
  }

  /// Sets a fact to a value that has already been checked against its type and bounds.
  ///
  /// - Throws: `fact-type` if the value obviously has another type.
  package func set(_ fact: Fact.ID, validated value: Value) throws(EvaluationError) {
    try machine.set(fact.slot, value, isValidated: true)
  }

  /// Sets an `int` fact without creating a ``Value``.
  ///
  /// - Throws: `fact-type`, `fact-range`.
  package func set(_ fact: Fact.ID, int number: Int64) throws(EvaluationError) {
    if !machine.set(fact.slot, int: number) { try set(fact, .int(number)) }
  }

  /// The value of `decision`.
  ///
  /// - Throws: `missing-fact` if required facts are missing, and the errors of its rules.
  package func value(_ decision: Decision) throws(EvaluationError) -> Value {
    try run(decision.id)
    guard let value = machine.value(decision.slot) else {
      throw EvaluationError(.noRow, RuleFailure.noRow(decision.name))
    }
    return value
  }

  /// Computes a decision without creating a ``Value`` for the result.
  ///
  /// - Throws: the errors of ``value(_:)``.
  package func run(_ decision: Decision.ID) throws(EvaluationError) {
    do {
      try machine.run(decision.slot)
    } catch {
      throw explained(error, ruleSet.decisions[decision.index])
    }
  }

  /// The bits of an evaluated decision of a scalar type: an int itself, a bool as 0 or 1, an enum's value as its position. Nil for other
  /// types.
  package func bits(_ decision: Decision.ID) -> Int64? { machine.bits(decision.slot) }

  /// The number of steps since ``begin()`` or ``nextCandidate()``.
  package var steps: Int { machine.steps }

  /// Adds the decision for which a fact is missing, or both rows if two matched, to the error.
  private func explained(_ error: EvaluationError, _ decision: Decision) -> EvaluationError {
    if error.code == .missingFact {
      let missing = ruleSet.facts(neededBy: decision).filter { fact in
        !fact.declaration.isOptional && !machine.isPresent(fact.slot)
      }
      let message = RuleFailure.missingFacts(missing.map { $0.name }, decision.name)
      return EvaluationError(.missingFact, message, place: decision.place)
    }
    guard let place = error.place, error.code == .noRow || error.code == .twoRows,
      let typed = ruleSet.decisions.first(where: { $0.place == place })?.typed, let table = typed.table
    else { return error }
    var message = error.message
    if error.code == .twoRows, let first = row(typed.rowSlot, of: table),
      let second = row(typed.secondRowSlot, of: table)
    {
      message = RuleFailure.twoRows(typed.fullName, first, second)
    }
    return EvaluationError(error.code, message, place: place, seen: seen(ruleSet.slotsBehind(table)))
  }

  private func row(_ companion: Slot?, of table: TypedTable) -> Text? {
    guard let companion, let number = machine.lastNoted(companion), let row = Int(exactly: number),
      table.rows.indices.contains(row)
    else { return nil }
    return table.rows[row].id
  }

  /// Adds the fact's range to the error if the value is out of range.
  private func refused(_ error: EvaluationError, _ value: Value, _ fact: FactDeclaration) -> EvaluationError {
    guard error.code == .factRange else { return error }
    var message = RuleFailure.factRange(fact)
    if let limit = fact.maximumSize, let count = value.elementCount, count > limit {
      message = RuleFailure.factSize(fact, limit)
    }
    return EvaluationError(.factRange, message, place: fact.place, seen: error.seen)
  }
}

extension Fact {
  /// The error if `node`, whatever it contains, has more elements than the fact allows, else nil.
  package func refusal(ofSizeOf node: Node) -> EvaluationError? {
    guard let limit = declaration.maximumSize, node.count > limit else { return nil }
    switch (declaration.type, node.kind) {
    case (.list, .list), (.map, .map): break
    default: return nil
    }
    return EvaluationError(.factRange, RuleFailure.factSize(declaration, limit), place: declaration.place)
  }
}

extension RuleSession {
  /// Prepares many values of a fact for ``set(_:at:)``: for candidates that are the same in every request.
  ///
  /// - Throws: `fact-type`, `fact-range` for the first invalid value.
  package func prepare(_ fact: Fact, _ values: [Value]) throws(EvaluationError) -> PreparedFacts {
    try machine.prepare(fact.slot, values)
  }

  /// Resets the step limit for the candidate's next decision.
  package func renewLimits() { machine.renewLimits() }

  /// Sets a fact to the value at `position` of those that this session prepared; false if it has no such value.
  @discardableResult
  package func set(_ prepared: PreparedFacts, at position: Int) -> Bool {
    machine.set(prepared, at: position)
  }

  /// Moves to the next candidate, and sets the candidate's fact to the value at `position` of those that this session prepared; false if it
  /// has no such value.
  @discardableResult
  package func nextCandidate(_ prepared: PreparedFacts, at position: Int) -> Bool {
    if collected != nil { collect() }
    return machine.nextCandidate(prepared, at: position)
  }
}

/// Values that belong to the rows of decisions, each computed when it is first needed.
///
/// A decision has a value for "no row", one for each row, and one for `otherwise`. Memory for a decision is taken with its first
/// value.
struct PerRow<Value> {
  /// The values of each decision: for no row, for each row in order, for `otherwise`; nil if not computed yet.
  private var values: [[Value?]]

  /// No values yet, for `decisions` decisions.
  init(decisions: Int) { values = Array(repeating: [], count: decisions) }

  /// Returns the value of a row, which `compute` returns the first time.
  ///
  /// - Parameters:
  ///   - row: the index of the row, the number of rows for `otherwise`, or nil for no row. A value for another index is computed
  ///     each time.
  ///   - rowCount: the number of rows of the decision.
  mutating func value(
    _ decision: Int, _ row: Int?, of rowCount: @autoclosure () -> Int, _ compute: () -> Value
  ) -> Value {
    let position = row.map { max(0, $0 &+ 1) } ?? 0
    if position < values[decision].count, let stored = values[decision][position] { return stored }
    let computed = compute()
    if position >= values[decision].count {
      let rowCount = rowCount()
      guard position <= rowCount + 1 else { return computed }
      values[decision] = Array(repeating: nil, count: rowCount + 2)
    }
    values[decision][position] = computed
    return computed
  }
}
