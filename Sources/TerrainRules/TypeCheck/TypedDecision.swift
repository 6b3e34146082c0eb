import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// A decision with resolved names and types: the model of a table (see ``DecisionDeclaration`` for its stages).
///
/// Typing makes it; the linker adds the slots and the decisions that it needs. All other code reads it from ``RuleSet/decisions``.
package struct TypedDecision: Sendable {
  package var module: Text
  package var name: Text
  package var type: CELType
  /// The place of its name in the module's file.
  package var place: Place
  package var doc: Text?
  package var body: Body { didSet { derived = nil } }
  /// The node under `value` if the decision has no rows, so that diagnostics about the result can point into it.
  package var valueNode: Node?
  /// The slot of its result; the linker sets it.
  package var slot = Slot(index: -1)
  /// The slot for the number of the row that yielded the result, or the number of rows for `otherwise`. Nil if several rows may make the
  /// result.
  var rowSlot: Slot?
  /// The slot for the second matching row, if only one may match.
  var secondRowSlot: Slot?
  /// The slot for the rows that made a list, one for each element.
  var rowsSlot: Slot?
  /// The decisions that it mentions, by index.
  package var needs: [Int] = []
  package var isUsed = false
  /// A cache of values derived from the decision alone, or nil without a memory.
  var derived: DerivedValues?

  package enum Body: Sendable {
    case value(TypedResult)
    case rows(TypedTable)
  }

  /// The full name: module, dot, name.
  package var fullName: Text { Text("\(module).\(name)") }

  /// Its rows with their hit policy, or nil for a decision that is a value.
  package var table: TypedTable? {
    if case .rows(let table) = body { table } else { nil }
  }

  /// Returns the value that `make` computes from the decision, or the cached value of that type if it is still valid.
  package func derive<T: Sendable>(isStill: (T) -> Bool = { _ in true }, _ make: () -> T) -> T {
    derived?.value(isStill: isStill, make) ?? make()
  }
}

/// The rows of a decision.
package struct TypedTable: Sendable {
  package var hit: HitPolicy
  package var rows: [TypedRow]
  package var otherwise: TypedResult?
  /// The type of all scores, or nil without scores.
  package var scoreType: CELType?
  package var limit: Int?
  package var isDistinct: Bool
}

/// A row.
package struct TypedRow: Sendable {
  package var id: Text
  package var place: Place
  /// The conditions, which must all hold. A row without conditions always holds.
  package var conditions: [TypedCondition]
  /// Nil only if the policy counts rows.
  package var then: TypedResult?
  package var score: TypedResult?
  package var note: Text?
}

/// One condition of a row.
package struct TypedCondition: Sendable {
  package var expression: TypedExpression
  /// The tested input as written, the key of a cell; nil for a `when` expression.
  package var input: Text?
  /// The condition as written.
  package var text: Text
  package var place: Place
}

/// The result of a row.
package indirect enum TypedResult: Sendable {
  case constant(Value, Place)
  case expression(TypedExpression)
  case list([TypedResult], Place)
  case object([(name: Text, value: TypedResult)], Place)
}

extension TypedResult {
  /// The place of the result.
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

// MARK: - Expressions

extension TypedDecision {
  /// Calls `body` with each expression of the decision.
  package func forEachExpression(_ body: (TypedExpression) -> Void) {
    switch self.body {
    case .value(let value): value.forEachExpression(body)
    case .rows(let table):
      for row in table.rows {
        for condition in row.conditions { body(condition.expression) }
        row.then?.forEachExpression(body)
        row.score?.forEachExpression(body)
      }
      table.otherwise?.forEachExpression(body)
    }
  }
}

extension TypedResult {
  /// Its expressions in the order in which they are written.
  var expressions: [TypedExpression] {
    var expressions: [TypedExpression] = []
    forEachExpression { expressions.append($0) }
    return expressions
  }
}

extension TypedRow {
  /// The expressions of its conditions.
  var tests: [TypedExpression] { conditions.map { $0.expression } }
}

extension [TypedExpression] {
  /// The facts and decisions that the expressions name, without repetition, in the order in which they are written.
  var slots: [Slot] {
    var seen: [Slot] = []
    for expression in self {
      for slot in expression.slots where !seen.contains(slot) { seen.append(slot) }
    }
    return seen
  }
}

/// The declaration that a name in a module denotes.
enum NameTarget: Hashable {
  /// The index among the rule set's facts.
  case fact(Int)
  /// The index among the rule set's parameters.
  case parameter(Int)
  /// The index among the rule set's decisions.
  case decision(Int)
}

/// The names that are visible in a module: its own and those of the modules that it uses, without module if they are unambiguous, and in
/// full.
///
/// A module's own name has priority over names of used modules, so adding a name to a used module does not break it.
struct Scope {
  private(set) var targets: [Text: NameTarget] = [:]
  /// Short names that two used modules share, with the full names to choose from.
  private(set) var ambiguous: [Text: [Text]] = [:]
  private var own: Set<Text> = []
  private var fullNames: [Text: Text] = [:]

  /// Adds a name of the module itself.
  mutating func addOwn(_ name: Text, module: Text, _ target: NameTarget) {
    own.insert(name)
    ambiguous[name] = nil
    targets[name] = target
    targets[Text("\(module).\(name)")] = target
  }

  /// Adds a name of a used module. Own names have been added before.
  mutating func addUsed(_ name: Text, module: Text, _ target: NameTarget) {
    let full = Text("\(module).\(name)")
    targets[full] = target
    if own.contains(name) { return }
    if ambiguous[name] != nil {
      ambiguous[name]?.append(full)
    } else if let other = targets[name], other != target {
      ambiguous[name] = [fullNames[name] ?? name, full]
      targets[name] = nil
    } else {
      targets[name] = target
      fullNames[name] = full
    }
  }
}
