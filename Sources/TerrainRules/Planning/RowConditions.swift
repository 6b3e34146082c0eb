import TerrainExpressions
import TerrainBase

/// A row on the way through a decision's bytecode: the conditions that are still to be evaluated.
struct PendingRow {
  var index: Int
  var conditions: [PendingCondition]
}

/// A condition, with what is decided without looking at facts.
struct PendingCondition {
  /// Its number among all conditions of its row.
  var number: Int
  var expression: TypedExpression
  var formula: ConditionFormula
  /// The one input it looks at, where there is only one and that is always there.
  var slot: Slot?
  /// The decisions that must be computed for it; nil where it might fail by itself.
  var decisions: [Slot]?
}

/// Takes the conditions of rows apart.
struct RowConditions {
  let slots: SlotTable
  let module: Text

  /// The rows of `table`, all conditions pending.
  func rows(of table: TypedTable) -> [PendingRow] {
    table.rows.enumerated().map { index, row in
      var conditions: [PendingCondition] = []
      for condition in row.conditions { add(condition.expression, isCell: condition.input != nil, to: &conditions) }
      return PendingRow(index: index, conditions: conditions)
    }
  }

  /// Adds a condition; `a && b` as two, where neither can fail and so it makes no difference which is evaluated first.
  private func add(_ typed: TypedExpression, isCell: Bool, to conditions: inout [PendingCondition]) {
    let expression = typed.expression
    let made = condition(typed, isCell: isCell, number: conditions.count)
    if case .call("_&&_", nil, let parts) = expression.kind(of: expression.root), parts.count == 2,
      made.decisions != nil, made.slot == nil, !usesOptional(made.formula)
    {
      for part in parts {
        var half = expression
        half.root = part
        add(
          TypedExpression(expression: half, types: typed.types, references: typed.references), isCell: isCell,
          to: &conditions)
      }
      return
    }
    conditions.append(made)
  }

  private func condition(_ typed: TypedExpression, isCell: Bool, number: Int) -> PendingCondition {
    var reader = ConditionReader(typed, module: module)
    let formula = reader.read()
    var inputs: [ConditionInput] = []
    formula.forEachTest { if !inputs.contains($0.input) { inputs.append($0.input) } }
    var slot: Slot?
    if inputs.count == 1, case .slot(let only) = inputs[0], slots[only].type.canBeDispatched { slot = only }
    return PendingCondition(
      number: number, expression: typed, formula: formula, slot: slot,
      decisions: decisions(inputs, mayUseOptional: isCell))
  }

  /// The decisions among `inputs`; nil where looking at one of them might fail by itself.
  private func decisions(_ inputs: [ConditionInput], mayUseOptional: Bool) -> [Slot]? {
    var decisions: [Slot] = []
    for input in inputs {
      switch input {
      // A field's type is not at hand here; one that may be absent could fail.
      case .expression, .field, .membership(.field, _), .membership(.expression, _), .membership(.membership, _):
        return nil
      case .slot(let slot), .membership(.slot(let slot), _):
        // A cell tests whether its input is present before it looks at it.
        if case .optional = slots[slot].type, !mayUseOptional { return nil }
        if case .decision = slots[slot].role { decisions.append(slot) }
      }
    }
    return decisions
  }

  private func usesOptional(_ formula: ConditionFormula) -> Bool {
    var isOptional = false
    formula.forEachTest { test in
      if case .slot(let slot) = test.input, case .optional = slots[slot].type { isOptional = true }
    }
    return isOptional
  }
}

extension ConditionFormula {
  /// Calls `body` with each test in it. Recursion is bounded by the parser's limit on an expression's depth.
  func forEachTest(_ body: (InputTest) -> Void) {
    switch self {
    case .constant: break
    case .test(let test): body(test)
    case .not(let inner): inner.forEachTest(body)
    case .all(let parts), .any(let parts): for part in parts { part.forEachTest(body) }
    }
  }

  /// Whether it holds where its one input has this value.
  func holds(for value: Value) -> Bool {
    switch self {
    case .constant(let truth): truth
    case .test(let test): test.predicate.holds(for: value)
    case .not(let inner): !inner.holds(for: value)
    case .all(let parts): parts.allSatisfy { $0.holds(for: value) }
    case .any(let parts): parts.contains { $0.holds(for: value) }
    }
  }

  /// The values its one input may have, where that is a list of constants.
  var listedValues: [Value]? {
    guard case .test(let test) = self else { return nil }
    switch test.predicate {
    case .equals(let value): return [value]
    case .isOneOf(let values): return values
    default: return nil
    }
  }
}

extension CELType {
  /// True of the types that separate rows without looking at each of them.
  fileprivate var canBeDispatched: Bool {
    switch self {
    case .bool, .int, .double, .enumeration, .string: true
    default: false
    }
  }
}
