import TerrainExpressions
import TerrainBase

extension RuleSession {
  /// Prepares many values of a fact for ``set(_:at:)``: for candidates that are the same in every request.
  ///
  /// - Throws: `fact-type`, `fact-range`, for the first value that cannot be given.
  package func prepare(_ fact: Fact, _ values: [Value]) throws(EvaluationError) -> PreparedFacts {
    try machine.prepare(fact.slot, values)
  }

  /// Allows the candidate's next decision as much work as its first one.
  package func renewLimits() { machine.renewLimits() }

  /// Gives a fact the value at `position` of those that this session prepared; false where there is none.
  @discardableResult
  package func set(_ prepared: PreparedFacts, at position: Int) -> Bool {
    machine.set(prepared, at: position)
  }

  /// Goes on to the next candidate, and gives it the value at `position` of those that this session prepared for the candidate's
  /// fact; false where there is none.
  @discardableResult
  package func nextCandidate(_ prepared: PreparedFacts, at position: Int) -> Bool {
    if collected != nil { collect() }
    return machine.nextCandidate(prepared, at: position)
  }
}
