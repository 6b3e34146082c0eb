import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// Which rows fired, and which conditions were seen true and false, while tests ran.
package struct RuleCoverage: Sendable {
  /// Something counted, and how much of it was seen.
  package struct Count: Sendable, Equatable {
    /// How many of them were seen.
    package var seen = 0
    /// How many there are.
    package var total = 0

    /// Whole percents, rounded down, so that 100 means all; 100 where there is nothing to see.
    package var percent: Int { total == 0 ? 100 : seen * 100 / total }
  }

  /// A condition: a cell, a `when`, or a comparison in one.
  private struct Condition {
    var text: Text
    var place: Place
    var seenTrue = false
    var seenFalse = false
  }

  private struct Row {
    var id: Text
    var place: Place
    var fired = false
    var conditions: [Condition]
  }

  private struct Table {
    var decision: Text
    var rows: [Row]
    var otherwise: Place?
    var otherwiseReached = false
  }

  private var tables: [Table] = []
  private var indices: [Text: Int] = [:]

  /// Nothing seen yet of the decisions of `module`.
  init(_ ruleSet: RuleSet, module: Text) {
    for linked in ruleSet.linkedDecisions where linked.typed.module == module {
      guard case .rows(let table) = linked.typed.body else { continue }
      indices[linked.typed.fullName] = tables.count
      tables.append(
        Table(
          decision: linked.typed.fullName, rows: table.rows.map(Self.row), otherwise: table.otherwise?.place))
    }
  }

  private static func row(_ row: TypedRow) -> Row {
    let conditions = row.conditions.flatMap { condition -> [Condition] in
      let leaves = condition.input == nil ? condition.expression.comparisons : []
      guard leaves.count > 1 else {
        let text = condition.input.map { Text("\($0): \(condition.text)") } ?? condition.text
        return [Condition(text: text, place: condition.place)]
      }
      let expression = condition.expression.expression
      return leaves.map { Condition(text: expression.printed($0), place: expression.place(of: $0)) }
    }
    return Row(id: row.id, place: row.place, conditions: conditions)
  }

  /// Adds what one run went through.
  mutating func add(_ traces: [DecisionTrace]) {
    for trace in traces {
      guard let index = indices[trace.decision] else { continue }
      if trace.otherwise != nil { tables[index].otherwiseReached = true }
      for (row, seen) in trace.rows.enumerated() where tables[index].rows.indices.contains(row) {
        if seen.outcome == .fired { tables[index].rows[row].fired = true }
        for condition in seen.conditions {
          note(condition.place, condition.holds, table: index, row: row)
          for part in condition.parts { note(part.place, part.holds, table: index, row: row) }
        }
      }
    }
  }

  private mutating func note(_ place: Place, _ holds: Bool?, table: Int, row: Int) {
    guard let holds else { return }
    for index in tables[table].rows[row].conditions.indices
    where tables[table].rows[row].conditions[index].place == place {
      if holds {
        tables[table].rows[row].conditions[index].seenTrue = true
      } else {
        tables[table].rows[row].conditions[index].seenFalse = true
      }
    }
  }

  // MARK: What was seen

  /// Rows that fired; `otherwise` counts as a row.
  package var rows: Count {
    var count = Count()
    for table in tables {
      count.total += table.rows.count + (table.otherwise == nil ? 0 : 1)
      count.seen += table.rows.count { $0.fired } + (table.otherwiseReached ? 1 : 0)
    }
    return count
  }

  /// Conditions seen both true and false.
  package var conditions: Count {
    var count = Count()
    for row in tables.flatMap(\.rows) {
      count.total += row.conditions.count
      count.seen += row.conditions.count { $0.seenTrue && $0.seenFalse }
    }
    return count
  }

  /// Rows no test made fire, in file order.
  package var uncoveredRows: [Diagnostic] {
    tables.flatMap { table -> [Diagnostic] in
      var diagnostics = table.rows.filter { !$0.fired }.map {
        Diagnostic.uncoveredRow(table.decision, row: $0.id, $0.place)
      }
      if let otherwise = table.otherwise, !table.otherwiseReached {
        diagnostics.append(.uncoveredOtherwise(table.decision, otherwise))
      }
      return diagnostics
    }.sortedForReport()
  }

  /// Conditions not seen both true and false, in file order.
  package var uncoveredConditions: [Diagnostic] {
    tables.flatMap(\.rows).flatMap { row in
      row.conditions.filter { !($0.seenTrue && $0.seenFalse) }.map { condition in
        let never = (condition.seenTrue ? [] : [true]) + (condition.seenFalse ? [] : [false])
        return Diagnostic.uncoveredCondition(condition.text, row: row.id, never: never, condition.place)
      }
    }.sortedForReport()
  }
}

extension TypedExpression {
  /// The parts of a condition that are true or false by themselves: what `&&`, `||`, `!` and `?:` join, as written.
  fileprivate var comparisons: [Expression.ID] {
    var undecided: [Expression.ID] = []
    var waiting = [expression.root]
    while let id = waiting.popLast() {
      switch expression.nodes[Int(id)].kind {
      case .call(let function, nil, let arguments)
      where ["_&&_", "_||_", "!_"].contains { Text($0) == function }:
        waiting += arguments.reversed()
      default: undecided.append(id)
      }
    }
    return undecided
  }
}
