@testable import TerrainChecks

/// The slow, obvious way: looks at every combination of values.
struct BruteForce {
  /// One value a column; nil is absent.
  typealias Point = [Int64?]

  let table: ProofTable

  /// How sure it is that for some inputs the constraint, all of `required` and none of `rows` hold: for each combination of
  /// the inputs.
  func certainties(required: [FormulaID], rows: [FormulaID]) -> [Point: Certainty] {
    var result: [Point: Certainty] = [:]
    let inputs = points(of: .input)
    for input in inputs {
      var best = Certainty.none
      for fact in points(of: .traced) {
        let outcomes = points(of: .undecided).map { unknown in
          let point = merge(input, fact, unknown)
          return holds(table.constraint, point) && required.allSatisfy { holds($0, point) }
            && !rows.contains { holds($0, point) }
        }
        if outcomes.allSatisfy({ $0 }) {
          best = .certain
        } else if outcomes.contains(true) {
          best = max(best, .possible)
        }
      }
      result[input] = best
    }
    return result
  }

  /// The same over all inputs.
  func certainty(required: [FormulaID], rows: [FormulaID]) -> Certainty {
    certainties(required: required, rows: rows).values.max() ?? .none
  }

  /// True when two formulas come out alike for all inputs, whether or not the constraint holds.
  func alike(_ formula: FormulaID, with comparison: FormulaID, being truth: Bool) -> Bool {
    for input in points(of: .input) {
      for unknown in points(of: .undecided) {
        let point = merge(input, points(of: .traced)[0], unknown)
        if holds(formula, point) != holds(formula, point, assuming: (comparison, truth)) { return false }
      }
    }
    return true
  }

  func holds(_ formula: FormulaID, _ point: Point, assuming: (FormulaID, Bool)? = nil) -> Bool {
    if let (comparison, truth) = assuming, comparison == formula { return truth }
    switch table.formulas[Int(formula)] {
    case .constant(let truth): return truth
    case .comparison(let column, let values): return point[column].map { values.contains($0) } ?? values.absent
    case .not(let operand): return !holds(operand, point, assuming: assuming)
    case .all(let operands): return operands.allSatisfy { holds($0, point, assuming: assuming) }
    case .any(let operands): return operands.contains { holds($0, point, assuming: assuming) }
    }
  }

  private func merge(_ a: Point, _ b: Point, _ c: Point) -> Point {
    table.columns.indices.map { index in
      switch table.columns[index].role {
      case .input: a[index]
      case .traced: b[index]
      case .undecided: c[index]
      }
    }
  }

  /// Every combination of the columns of one role; the other columns are 0.
  func points(of role: ProofColumn.Role) -> [Point] {
    var result: [Point] = [[]]
    for column in table.columns {
      var values: [Int64?] = [0]
      if column.role == role {
        values = column.domain.ranges.flatMap { Array($0.low...$0.high) }
        if column.domain.absent { values.append(nil) }
      }
      result = result.flatMap { point in values.map { point + [$0] } }
    }
    return result
  }
}
