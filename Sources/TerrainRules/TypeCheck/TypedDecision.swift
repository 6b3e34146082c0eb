import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// A decision with resolved names and types.
package struct TypedDecision: Sendable {
  package var module: Text
  package var name: Text
  package var type: CELType
  /// Its name in the module's file.
  package var place: Place
  package var doc: Text?
  package var body: Body
  /// The node under `value`, where there are no rows: so that diagnostics about the result can point into it.
  package var valueNode: Node?

  package enum Body: Sendable {
    case value(TypedResult)
    case rows(TypedTable)
  }

  /// Its module's name, a dot, its own.
  package var fullName: Text { Text("\(module).\(name)") }
}

/// The rows of a decision.
package struct TypedTable: Sendable {
  package var hit: HitPolicy
  package var rows: [TypedRow]
  package var otherwise: TypedResult?
  /// The type of all scores; nil without scores.
  package var scoreType: CELType?
  package var limit: Int?
  package var isDistinct: Bool
}

/// A row.
package struct TypedRow: Sendable {
  package var id: Text
  package var place: Place
  /// All must hold; none: the row always does.
  package var conditions: [TypedCondition]
  /// nil only where rows are counted.
  package var then: TypedResult?
  package var score: TypedResult?
  package var note: Text?
}

/// One condition of a row.
package struct TypedCondition: Sendable {
  package var expression: TypedExpression
  /// What is tested, as written: a cell's key; nil for a `when` expression.
  package var input: Text?
  /// The condition as written.
  package var text: Text
  package var place: Place
}

/// What a row yields.
package indirect enum TypedResult: Sendable {
  case constant(Value, Place)
  case expression(TypedExpression)
  case list([TypedResult], Place)
  case object([(name: Text, value: TypedResult)], Place)
}

extension TypedResult {
  /// Where it is written.
  package var place: Place {
    switch self {
    case .constant(_, let place), .list(_, let place), .object(_, let place): place
    case .expression(let typed): typed.expression.place(of: typed.expression.root)
    }
  }
}

extension TypedResult {
  /// Calls `body` with each expression in it.
  func forEachExpression(_ body: (TypedExpression) -> Void) {
    switch self {
    case .constant: break
    case .expression(let expression): body(expression)
    case .list(let items, _): for item in items { item.forEachExpression(body) }
    case .object(let fields, _): for field in fields { field.value.forEachExpression(body) }
    }
  }
}

extension TypedTable {
  /// The facts and decisions its conditions look at, in the order they are written.
  var inputs: [Slot] {
    var seen: [Slot] = []
    for row in rows {
      for condition in row.conditions {
        for slot in condition.expression.slots where !seen.contains(slot) { seen.append(slot) }
      }
    }
    return seen
  }
}
