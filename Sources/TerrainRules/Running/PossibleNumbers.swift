import TerrainBase
import TerrainExpressions

/// The whole numbers that the decisions of a rule set may yield, if these are few: the results of conditionals, rows, and sums of
/// constants.
package struct PossibleNumbers {
  /// The numbers of each decision, or nil if it may yield other values or too many.
  private var byDecision: [Set<Int64>?] = []
  private let ruleSet: RuleSet

  /// The maximum number of numbers for a decision.
  private static let mostNumbers = 64

  /// The numbers of all decisions of `ruleSet`.
  package init(_ ruleSet: RuleSet) {
    self.ruleSet = ruleSet
    // Each decision comes after those that it needs.
    for decision in ruleSet.decisions { byDecision.append(numbers(of: decision.typed)) }
  }

  /// The possible results of the decision at `index`, or nil if they are unknown.
  package func numbers(ofDecision index: Int) -> Set<Int64>? {
    byDecision.indices.contains(index) ? byDecision[index] : nil
  }

  private func numbers(of decision: TypedDecision) -> Set<Int64>? {
    guard decision.type == .int else { return nil }
    guard case .rows(let table) = decision.body else {
      guard case .value(let value) = decision.body else { return nil }
      return numbers(of: value)
    }
    var all: Set<Int64> = []
    switch table.hit {
    case .collect: return nil
    case .count: all = Set((0...Int64(table.rows.count)))
    case .sum:
      all = [0]
      for row in table.rows {
        guard let own = row.then.flatMap({ numbers(of: $0) }),
          let sums = Self.combined(all, own, { $0.addingReportingOverflow($1) })
        else { return nil }
        all.formUnion(sums)
        guard all.count <= Self.mostNumbers else { return nil }
      }
    case .unique, .first, .highest, .min, .max:
      for row in table.rows {
        guard let own = row.then.flatMap({ numbers(of: $0) }) else { return nil }
        all.formUnion(own)
      }
    }
    if let otherwise = table.otherwise {
      guard let own = numbers(of: otherwise) else { return nil }
      all.formUnion(own)
    }
    return all.count <= Self.mostNumbers ? all : nil
  }

  private func numbers(of result: TypedResult) -> Set<Int64>? {
    switch result {
    case .constant(.int(let number), _): [number]
    case .expression(let typed): numbers(of: typed.expression.root, in: typed)
    case .constant, .list, .object: nil
    }
  }

  /// Recursion is bounded by the parser's limit on an expression's depth.
  private func numbers(of id: Expression.ID, in typed: TypedExpression) -> Set<Int64>? {
    guard typed.types[Int(id)] == .int else { return nil }
    if case .int(let number)? = typed.constant(id) { return [number] }
    if case .variable(let variable) = typed.references[Int(id)], case .slot(let slot) = variable.binding {
      return ruleSet.decisionIndex(at: slot).flatMap { numbers(ofDecision: $0) }
    }
    guard case .call(let function, nil, let arguments) = typed.expression.kind(of: id) else { return nil }
    func operand(_ index: Int) -> Set<Int64>? { numbers(of: arguments[index], in: typed) }
    switch (function.string, arguments.count) {
    case ("_?_:_", 3):
      guard let yes = operand(1), let no = operand(2) else { return nil }
      return yes.union(no)
    case ("-_", 1): return operand(0).flatMap { Self.combined([0], $0) { $0.subtractingReportingOverflow($1) } }
    case ("_+_", 2): return both(operand(0), operand(1)) { $0.addingReportingOverflow($1) }
    case ("_-_", 2): return both(operand(0), operand(1)) { $0.subtractingReportingOverflow($1) }
    case ("_*_", 2): return both(operand(0), operand(1)) { $0.multipliedReportingOverflow(by: $1) }
    default: return nil
    }
  }

  private typealias Operation = (Int64, Int64) -> (partialValue: Int64, overflow: Bool)

  private func both(_ first: Set<Int64>?, _ second: Set<Int64>?, _ operation: Operation) -> Set<Int64>? {
    guard let first, let second else { return nil }
    return Self.combined(first, second, operation)
  }

  /// The results of `operation` for all pairs of numbers. An overflow fails at run time and contributes no result.
  private static func combined(_ first: Set<Int64>, _ second: Set<Int64>, _ operation: Operation) -> Set<Int64>? {
    guard first.count * second.count <= mostNumbers * mostNumbers else { return nil }
    var all: Set<Int64> = []
    for one in first {
      for other in second {
        let (result, overflow) = operation(one, other)
        if !overflow { all.insert(result) }
      }
    }
    return all.count <= mostNumbers ? all : nil
  }
}
