import TerrainExpressions
import TerrainBase

/// A decision with its conditions taken apart.
struct ConditionReading: Sendable {
  /// What a decision tests of one input.
  struct Tested: Sendable {
    let first: InputTest
    /// The type, the location and the element of an input that is no slot.
    let described: ConditionReader.Described?
    fileprivate(set) var predicates: [InputTest.Predicate]
  }

  private(set) var rows: [ConditionFormula] = []
  /// Conditions that results are, by row.
  private(set) var results: [ConditionFormula?] = []
  /// The condition that `otherwise` or `value` is.
  private(set) var rest: ConditionFormula?
  /// What is tested, in the order in which it is first written.
  private(set) var tested: [Tested] = []
  /// The positions of inputs in ``tested``.
  private var positions: [ConditionInput: Int] = [:]

  /// The conditions of `decision`, whose slots are those of `version`.
  init(_ decision: TypedDecision, _ version: VersionSlots) {
    switch decision.body {
    case .value(let value): rest = condition(value, of: decision, version)
    case .rows(let table):
      for row in table.rows {
        rows.append(.all(row.conditions.map { add($0.expression, of: decision, version) }))
        results.append(row.then.flatMap { condition($0, of: decision, version) })
      }
      rest = table.otherwise.flatMap { condition($0, of: decision, version) }
    }
  }

  /// A result that is a condition: an expression of type `bool`.
  private mutating func condition(
    _ result: TypedResult, of decision: TypedDecision, _ version: VersionSlots
  ) -> ConditionFormula? {
    guard case .expression(let typed) = result, typed.type == .bool else { return nil }
    return add(typed, of: decision, version)
  }

  private mutating func add(
    _ typed: TypedExpression, of decision: TypedDecision, _ version: VersionSlots
  ) -> ConditionFormula {
    var reader = ConditionReader(typed, module: decision.module, names: version)
    let formula = reader.read()
    note(formula, reader)
    return formula
  }

  private mutating func note(_ formula: ConditionFormula, _ reader: ConditionReader) {
    switch formula {
    case .constant: break
    case .not(let inner): note(inner, reader)
    case .all(let parts), .any(let parts): for part in parts { note(part, reader) }
    case .test(let test):
      if let position = positions[test.input] {
        tested[position].predicates.append(test.predicate)
      } else {
        positions[test.input] = tested.count
        tested.append(Tested(first: test, described: reader.inputs[test.input], predicates: [test.predicate]))
      }
    }
  }
}
