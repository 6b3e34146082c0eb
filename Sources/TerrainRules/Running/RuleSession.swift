import TerrainDocuments
import TerrainExpressions
import TerrainValues

/// Decides, again and again, on one thread: `begin()`, `set` each fact, ask for decisions. In a ranking, `nextCandidate()`
/// and the candidate's facts come between.
public final class RuleSession {
  /// The rule set.
  public let ruleSet: RuleSet
  let machine: Machine
  let planned: PlannedDecisions
  /// Which facts have been given since ``begin()``.
  private var given: [Bool]
  /// For each decision, the facts it cannot do without; found when it is first asked for.
  private var required: [[Int]?]

  /// A session over `ruleSet`.
  public convenience init(_ ruleSet: RuleSet, limits: EvaluationLimits = .standard) {
    self.init(ruleSet, planned: ruleSet.planned, limits: limits)
  }

  init(_ ruleSet: RuleSet, planned: PlannedDecisions, limits: EvaluationLimits) {
    self.ruleSet = ruleSet
    self.planned = planned
    machine = Machine(planned.program, limits: limits)
    given = Array(repeating: false, count: ruleSet.facts.count)
    required = Array(repeating: nil, count: ruleSet.decisions.count)
  }

  /// Starts a request: no fact is given, nothing is decided.
  public func begin() {
    machine.begin()
    for index in given.indices { given[index] = false }
  }

  /// Goes on to the next candidate: its facts must be set again, everything else stays.
  public func nextCandidate() {
    machine.nextCandidate()
    for fact in ruleSet.facts where fact.declaration.isPerCandidate { given[fact.index] = false }
  }

  /// Gives a fact its value. An optional fact that is absent is not set at all.
  ///
  /// - Throws: `fact-type`, `fact-range`.
  public func set(_ fact: Fact, _ value: Value) throws(EvaluationError) {
    try check(value, fact)
    try machine.set(fact.slot, value)
    given[fact.index] = true
  }

  /// The value of `decision`.
  ///
  /// - Throws: `fact-missing` where facts it may need are not given; whatever its rules run into.
  public func value(_ decision: Decision) throws(EvaluationError) -> Value {
    try run(decision)
    guard let value = machine.value(decision.slot) else {
      throw EvaluationError(.noRow, RuleFailure.noRow(decision.name))
    }
    return value
  }

  func run(_ decision: Decision) throws(EvaluationError) {
    try checkRequired(decision)
    do {
      try machine.run(decision.slot)
    } catch {
      throw explained(error)
    }
  }

  /// Names both rows where two held.
  private func explained(_ error: EvaluationError) -> EvaluationError {
    guard error.code == .twoRows, let place = error.place,
      let linked = ruleSet.linkedDecisions.first(where: { $0.typed.place == place }),
      case .rows(let table) = linked.typed.body,
      let first = linked.rowSlot.flatMap({ machine.lastNoted($0) }).map({ Int($0) }),
      let second = linked.secondRowSlot.flatMap({ machine.lastNoted($0) }).map({ Int($0) }),
      table.rows.indices.contains(first), table.rows.indices.contains(second)
    else { return error }
    let message = RuleFailure.twoRows(
      linked.typed.fullName, table.rows[first].id, table.rows[second].id)
    return EvaluationError(.twoRows, message, place: place, seen: error.seen)
  }

  // MARK: Facts

  private func check(_ value: Value, _ fact: Fact) throws(EvaluationError) {
    let declaration = fact.declaration
    func fail(_ message: String) -> EvaluationError {
      EvaluationError(
        .factRange, message, place: declaration.place, seen: [EvaluationError.Seen(name: fact.name, value: value)])
    }
    if case .double(let number) = value, number.isNaN { throw fail(RuleFailure.factRange(declaration)) }
    if let minimum = declaration.minimum, minimum.compare(to: value) == .greater {
      throw fail(RuleFailure.factRange(declaration))
    }
    if let maximum = declaration.maximum, value.compare(to: maximum) == .greater {
      throw fail(RuleFailure.factRange(declaration))
    }
    if let limit = declaration.maximumSize, let size = value.size, size > limit {
      throw fail(RuleFailure.factSize(declaration, limit))
    }
  }

  private func checkRequired(_ decision: Decision) throws(EvaluationError) {
    let indices: [Int]
    if let known = required[decision.index] {
      indices = known
    } else {
      indices = ruleSet.facts(neededBy: decision).filter { !$0.declaration.isOptional }.map(\.index)
      required[decision.index] = indices
    }
    for index in indices where !given[index] {
      let missing = indices.filter { !given[$0] }.map { ruleSet.facts[$0].name }
      throw EvaluationError(.factMissing, RuleFailure.factMissing(missing, decision.name), place: decision.place)
    }
  }
}

extension Value {
  /// Elements of a list or map, characters of a string, bytes; nil of what has none.
  fileprivate var size: Int? {
    switch self {
    case .list(let elements): elements.count
    case .map(let map): map.count
    case .string(let text): text.string.unicodeScalars.count
    case .bytes(let bytes): bytes.count
    default: nil
    }
  }
}
