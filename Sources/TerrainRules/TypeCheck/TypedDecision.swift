import TerrainBase
import TerrainDocuments
import TerrainExpressions

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

/// A decision whose expressions are parsed; their names are not looked up yet.
struct ParsedDecision {
  var declaration: DecisionDeclaration
  var rows: [ParsedRow]
  var otherwise: ParsedTemplate?
  var value: ParsedTemplate?
  /// False when something in it could not be read or parsed.
  var isSound: Bool
}

/// A row whose expressions are parsed.
struct ParsedRow {
  var declaration: RowDeclaration
  var conditions: [ParsedCondition]
  var then: ParsedTemplate?
  var score: ParsedTemplate?
}

/// One of the conditions of a row, all of which must hold.
enum ParsedCondition {
  case expression(Expression)
  case cell(ParsedCell)
}

/// A cell whose expressions are parsed.
struct ParsedCell {
  var input: Expression
  var test: ParsedTest
  var node: Node
}

/// The test of a cell, expressions parsed.
indirect enum ParsedTest {
  case anything
  case none
  case literal
  case oneOf([(test: ParsedTest, node: Node)])
  case comparison(CellComparison, ParsedOperand)
  case interval(lower: ParsedOperand, includesLower: Bool, upper: ParsedOperand, includesUpper: Bool)
  case expression(Expression)
}

/// What a cell compares with. Whether its text is a literal (`1h`, `2026-02-04`) or an expression depends on the type
/// of the input, so an operand that is not an expression is not yet a mistake.
struct ParsedOperand {
  var source: ExpressionSource
  var expression: Expression?
  var diagnostics: [Diagnostic]
}

/// What a row yields, expressions parsed.
indirect enum ParsedTemplate {
  case literal(Node)
  case expression(Expression)
  case list([ParsedTemplate], Node)
  case map([(key: Mention, value: ParsedTemplate)], Node)
}

/// Parses the expressions of decisions.
struct DecisionParser {
  let limits: ExpressionLimits
  private(set) var diagnostics: [Diagnostic] = []

  init(limits: ExpressionLimits) { self.limits = limits }

  /// `declaration` with its expressions parsed; those that cannot be are left out (with diagnostics).
  mutating func parse(_ declaration: DecisionDeclaration) -> ParsedDecision {
    let before = diagnostics.count
    var parsed = ParsedDecision(
      declaration: declaration, rows: [], otherwise: nil, value: nil, isSound: declaration.isSound)
    switch declaration.body {
    case .value(let template): parsed.value = self.template(template)
    case .rows(let table):
      for row in table.rows {
        parsed.rows.append(
          ParsedRow(
            declaration: row, conditions: conditions(row.when), then: row.then.flatMap { template($0) },
            score: row.score.flatMap { template($0) }))
      }
      parsed.otherwise = table.otherwise.flatMap { template($0) }
    }
    if diagnostics[before...].contains(where: { $0.severity == .error }) { parsed.isSound = false }
    return parsed
  }

  private mutating func expression(_ source: ExpressionSource) -> Expression? {
    let (expression, problems) = ExpressionParser.parse(source, limits: limits)
    diagnostics += problems
    return expression
  }

  private mutating func conditions(_ when: RowDeclaration.Condition) -> [ParsedCondition] {
    switch when {
    case .always: return []
    case .expression(let source): return expression(source).map { [.expression($0)] } ?? []
    case .cells(let cells):
      return cells.compactMap { cell in
        guard let input = expression(cell.input), let test = test(cell.test) else { return nil }
        return .cell(ParsedCell(input: input, test: test, node: cell.node))
      }
    }
  }

  private mutating func test(_ test: CellTest) -> ParsedTest? {
    switch test {
    case .anything: return .anything
    case .none: return ParsedTest.none
    case .literal: return .literal
    case .oneOf(let tests):
      var parsed: [(test: ParsedTest, node: Node)] = []
      for (test, node) in tests {
        guard let test = self.test(test) else { return nil }
        parsed.append((test, node))
      }
      return .oneOf(parsed)
    case .comparison(let comparison, let operand): return .comparison(comparison, self.operand(operand))
    case .interval(let lower, let includesLower, let upper, let includesUpper):
      return .interval(
        lower: operand(lower), includesLower: includesLower, upper: operand(upper), includesUpper: includesUpper)
    case .expression(let source): return expression(source).map { .expression($0) }
    }
  }

  private func operand(_ operand: CellOperand) -> ParsedOperand {
    // A plain number is a literal of whatever type the input has.
    if CellLiteral.isNumber(operand.source.text) {
      return ParsedOperand(source: operand.source, expression: nil, diagnostics: [])
    }
    let (expression, problems) = ExpressionParser.parse(operand.source, limits: limits)
    return ParsedOperand(source: operand.source, expression: expression, diagnostics: problems)
  }

  private mutating func template(_ template: Template) -> ParsedTemplate? {
    switch template {
    case .literal(let node): return .literal(node)
    case .expression(let source): return expression(source).map { .expression($0) }
    case .list(let items, let node):
      var parsed: [ParsedTemplate] = []
      for item in items {
        guard let item = self.template(item) else { return nil }
        parsed.append(item)
      }
      return .list(parsed, node)
    case .map(let fields, let node):
      var parsed: [(key: Mention, value: ParsedTemplate)] = []
      for field in fields {
        guard let value = self.template(field.value) else { return nil }
        parsed.append((field.key, value))
      }
      return .map(parsed, node)
    }
  }
}

// MARK: - What is mentioned

extension ParsedDecision {
  /// Calls `body` with each expression of the decision.
  func forEachExpression(_ body: (Expression) -> Void) {
    for row in rows {
      for condition in row.conditions {
        switch condition {
        case .expression(let expression): body(expression)
        case .cell(let cell):
          body(cell.input)
          cell.test.forEachExpression(body)
        }
      }
      row.then?.forEachExpression(body)
      row.score?.forEachExpression(body)
    }
    otherwise?.forEachExpression(body)
    value?.forEachExpression(body)
  }

  /// Calls `body` with each expression of what the decision yields, scores included.
  func forEachResult(_ body: (Expression) -> Void) {
    for row in rows {
      row.then?.forEachExpression(body)
      row.score?.forEachExpression(body)
    }
    otherwise?.forEachExpression(body)
    value?.forEachExpression(body)
  }
}

extension ParsedCell {
  /// The expressions that the input is compared with.
  var expressions: [Expression] {
    var problems: [Expression] = []
    test.forEachExpression { problems.append($0) }
    return problems
  }
}

extension ParsedTest {
  fileprivate func forEachExpression(_ body: (Expression) -> Void) {
    switch self {
    case .anything, .none, .literal: break
    case .oneOf(let tests): for (test, _) in tests { test.forEachExpression(body) }
    case .comparison(_, let operand): if let expression = operand.expression { body(expression) }
    case .interval(let lower, _, let upper, _):
      for operand in [lower, upper] { if let expression = operand.expression { body(expression) } }
    case .expression(let expression): body(expression)
    }
  }
}

extension ParsedTemplate {
  fileprivate func forEachExpression(_ body: (Expression) -> Void) {
    switch self {
    case .literal: break
    case .expression(let expression): body(expression)
    case .list(let items, _): for item in items { item.forEachExpression(body) }
    case .map(let fields, _): for field in fields { field.value.forEachExpression(body) }
    }
  }
}

/// What a name in a module can mean.
enum NameTarget: Hashable {
  /// Index among the rule set's facts.
  case fact(Int)
  /// Index among the rule set's parameters.
  case parameter(Int)
  /// Index among the rule set's decisions.
  case decision(Int)
}

/// The names of one module: its own and those of the modules it uses, bare where they are unambiguous, and full.
///
/// A module's own name wins over one it could use; so adding a name to a used module breaks nothing.
struct Scope {
  private(set) var targets: [Text: NameTarget] = [:]
  /// Bare names that two used modules have, with the full names to choose from.
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
