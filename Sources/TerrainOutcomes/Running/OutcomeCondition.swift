import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules

/// A condition over a request and its result, as CEL in an author's file.
package struct OutcomeCondition: Sendable {
  /// The text, as written.
  package let text: Text
  /// The node of the condition.
  package let node: Node
  private let compiled: CompiledExpression
  /// Weaker conditions: if one of them never holds, this condition never holds.
  package let guards: [Guard]

  /// A weaker condition.
  package struct Guard: Sendable {
    /// The message if it never holds for a number of requests.
    package let failure: String
    package let place: Place
    fileprivate let compiled: CompiledExpression
  }

  /// Compiles the condition at `node`, a text (with or without a leading `=`), over requests and results of `description`.
  ///
  /// - Returns: nil, with diagnostics, if it is not a condition.
  package static func compile(
    _ node: Node, _ description: OutcomeDescription
  ) -> (condition: OutcomeCondition?, diagnostics: [Diagnostic]) {
    guard let source = node.text else { return (nil, [.wrongKind(node, expected: .string, what: "a condition")]) }
    let bytes = Array(source.utf8)
    let start = bytes.prefix { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: " ") }.count
    let (parsed, syntax) = ExpressionParser.parse(
      ExpressionSource(text: Text(decoding: bytes[start...]), node: node, offset: start))
    guard let parsed else { return (nil, syntax) }
    let (typed, found) = TypeChecker.check(parsed, description.environment, expecting: .bool)
    guard typed != nil else { return (nil, syntax + found) }
    // Trees may lack fields that their types have.
    let (compiled, others) = CompiledExpression.compile(parsed, description.environment, accepting: .anything)
    guard let compiled else { return (nil, syntax + others) }
    let guards = Self.guards(of: parsed, parsed.root).compactMap { text, failure, place -> Guard? in
      guard let parsed = ExpressionParser.parse(ExpressionSource(text: Text(text))).expression else { return nil }
      return CompiledExpression.compile(parsed, description.environment, accepting: .anything).compiled.map {
        Guard(failure: failure, place: place, compiled: $0)
      }
    }
    return (OutcomeCondition(text: source, node: node, compiled: compiled, guards: guards), syntax + found)
  }

  /// The texts of weaker conditions than the node `id`. These are the parts of an `&&` that read only the request, because the other parts
  /// may be the forbidden result, and the condition that a list is not empty. Conditions nest as deep as the parser allows.
  private static func guards(
    of expression: Expression, _ id: Expression.ID
  ) -> [(text: String, failure: String, place: Place)] {
    let parts = parts(of: expression, id)
    var guards: [(text: String, failure: String, place: Place)] = []
    for part in parts {
      let text = expression.text(of: part).string
      if parts.count > 1, names(in: part, of: expression) == [OutcomeDescription.Variable.request] {
        guards.append((text, "`\(text)` holds for none of", expression.place(of: part)))
      }
      guard case .comprehension(let loop) = expression.kind(of: part), loop.macro == "exists", loop.variable2 == nil,
        case .call("_||_", nil, let operands) = expression.kind(of: loop.step), operands.count == 2
      else { continue }
      let range = expression.text(of: loop.range).string
      let inner =
        [("true", "`\(range)` is empty for all of", expression.place(of: loop.range))]
        + Self.guards(of: expression, operands[1])
      guards += inner.map { ("(\(range)).exists(\(loop.variable), \($0.0))", $0.1, $0.2) }
    }
    return guards
  }

  /// The parts of an `&&`, in the order in which they are written.
  private static func parts(of expression: Expression, _ id: Expression.ID) -> [Expression.ID] {
    guard case .call("_&&_", nil, let operands) = expression.kind(of: id) else { return [id] }
    return operands.flatMap { parts(of: expression, $0) }
  }

  /// The names that the node `id` has in it.
  private static func names(in id: Expression.ID, of expression: Expression) -> Set<Text> {
    let range = expression.place(of: id).range
    var names: Set<Text> = []
    for (index, node) in expression.nodes.enumerated() {
      guard case .identifier(let name) = node.kind else { continue }
      let own = expression.place(of: Expression.ID(index)).range
      if range.start <= own.start && own.end <= range.end { names.insert(name) }
    }
    return names
  }

  /// Returns true if the weaker condition `guardian` holds for `values`; an error counts, for it is reported with the condition itself.
  func holds(_ guardian: Guard, _ values: [Text: Value]) -> Bool {
    guard let value = try? guardian.compiled.evaluate(values), case .bool(let holds) = value else { return true }
    return holds
  }

  /// Returns true if it holds for `values`, which ``OutcomeDescription/values(request:result:)`` returns.
  ///
  /// - Throws: evaluation errors: a missing field, or a value that is neither true nor false.
  package func holds(_ values: [Text: Value]) throws(EvaluationError) -> Bool {
    let value = try compiled.evaluate(values)
    guard case .bool(let holds) = value else {
      throw EvaluationError(.noSuchOverload, "the condition is neither true nor false", place: node.place)
    }
    return holds
  }
}

/// The types of requests and results of an operation for conditions, and the conversion of trees to values.
package final class OutcomeDescription {
  /// The variables that conditions have.
  package enum Variable {
    /// The request's parameters.
    package static let request: Text = "request"
    /// The result.
    package static let result: Text = "result"
  }

  private let requests: ValueReader
  private let results: ValueReader
  private let operation: AnyOperation
  private let declarations: Declarations
  private let records: RecordLookup
  /// The variables with their types: conditions are checked and evaluated with these. Most operations are run without a condition.
  private(set) lazy var environment = Self.environment(operation, declarations, records)

  init(_ operation: AnyOperation, _ declarations: Declarations, _ records: RecordLookup) {
    (self.operation, self.declarations, self.records) = (operation, declarations, records)
    requests = .reader(of: operation.parameters, declarations, records)
    results = .reader(of: operation.result, declarations, records)
  }

  private static func environment(
    _ operation: AnyOperation, _ declarations: Declarations, _ records: RecordLookup
  ) -> Environment {
    var types = OutcomeTypes(declarations, records)
    var environment = Environment()
    environment.impliedOrders = declarations.orderedEnums
    environment.declare(
      Variable.request, types.type(of: operation.parameters, named: "the request of \(operation.name)"), .unbound)
    environment.declare(
      Variable.result, types.type(of: operation.result, named: "the result of \(operation.name)"), .unbound)
    return environment
  }

  /// The values of the variables for a request and its result, with the records that they name.
  package func values(request: Node, result: Node) -> [Text: Value] {
    [Variable.request: requests.value(of: request), Variable.result: results.value(of: result)]
  }

  /// The value of the variable `result`.
  func value(result: Node) -> Value { results.value(of: result) }

  /// The value of the variable `request`.
  package func values(request: Node) -> [Text: Value] { [Variable.request: requests.value(of: request)] }
}

/// The types of requests and results in conditions, from their shapes.
struct OutcomeTypes {
  let declarations: Declarations
  let records: RecordLookup
  /// The named shapes that are being read: one that mentions itself is `dyn` there.
  private var open: Set<String> = []

  init(_ declarations: Declarations, _ records: RecordLookup) {
    (self.declarations, self.records) = (declarations, records)
  }

  /// The type of values of `shape`, which is called `name`.
  mutating func type(of shape: Shape, named name: String) -> CELType {
    switch shape.form {
    case .anything, .record: return .dyn
    case .null: return .null
    case .flag: return .bool
    case .integer: return .int
    case .number: return .double
    case .text, .id: return .string
    case .words(let words): return .enumeration(EnumerationType(name: Text(name), cases: words.map { Text($0) }))
    case .enumeration(let enumeration): return .enumeration(enumeration)
    case .list(let element, _): return .list(type(of: element, named: name))
    case .map(let value): return .map(key: .string, value: type(of: value, named: name))
    case .declared(let declared): return type(of: declarations.shape(of: declared), named: name)
    case .named(let inner, let shape):
      guard open.insert(inner).inserted else { return .dyn }
      defer { open.remove(inner) }
      return type(of: shape(), named: inner)
    case .object(let fields): return object(fields, named: name)
    case .either(let shapes): return either(shapes, named: name)
    }
  }

  private mutating func object(_ all: [Shape.Field], named name: String) -> CELType {
    let (fields, others) = declarations.known(all)
    if others != nil { return .map(key: .string, value: .dyn) }
    var typed: [RecordType.Field] = []
    for field in fields {
      typed.append(.init(name: Text(field.name), type: type(of: field.shape, named: field.name)))
      guard case .id(let kind) = field.shape.form else { continue }
      typed.append(.init(name: ValueReader.recordName(of: field.name), type: record(of: kind)))
    }
    return .record(RecordType(name: Text(name), fields: typed))
  }

  /// A record with its fields.
  private func record(of kind: Shape.RecordKind) -> CELType {
    guard let fields = records.fields(of: kind) else { return .dyn }
    let name: Text = if case .kinds(let kinds) = kind, kinds.count == 1 { kinds[0] } else { "record" }
    return .record(RecordType(name: name, fields: fields))
  }

  /// A scalar or null is a scalar that may be null; one of several objects has the fields of all.
  private mutating func either(_ shapes: [Shape], named name: String) -> CELType {
    var types: [CELType] = []
    var isNullable = false
    for shape in shapes {
      if case .null = shape.form { isNullable = true } else { types.append(type(of: shape, named: name)) }
    }
    if isNullable {
      guard types.count == 1 else { return .dyn }
      return switch types[0] {
      case .bool, .int, .double, .string, .enumeration: .wrapper(types[0])
      default: .dyn
      }
    }
    var fields: [RecordType.Field] = []
    for type in types {
      guard case .record(let record) = type else { return types.count == 1 ? type : .dyn }
      for field in record.fields {
        guard let index = fields.firstIndex(where: { $0.name == field.name }) else {
          fields.append(field)
          continue
        }
        if fields[index].type != field.type { fields[index].type = .dyn }
      }
    }
    return .record(RecordType(name: Text(name), fields: fields))
  }
}

/// A row that led to a result, or to a part of it.
package struct FiredRow: Sendable, Hashable {
  /// The decision's full name.
  package let decision: Text
  /// The row's id.
  package let row: Text
  /// The row's location.
  package let place: Place

  package static func == (a: FiredRow, b: FiredRow) -> Bool { a.decision == b.decision && a.row == b.row }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(decision)
    hasher.combine(row)
  }
}

extension FiredRow {
  /// The row at `origin`; nil for `otherwise`.
  init?(_ origin: Origin) {
    guard let row = origin.row else { return nil }
    self.init(decision: origin.decision, row: row, place: origin.place)
  }
}

extension Explanation {
  /// The rows that fired; for a ranking, the rows that count for the offered items.
  package var firedRows: [FiredRow] {
    switch content {
    case .decisions(let traces): Self.rows(of: traces)
    case .candidates(let candidates):
      candidates.flatMap { candidate -> [FiredRow] in
        guard case .offered = candidate.standing else { return [] }
        return Self.rows(of: candidate.criteria)
      }
    case .weeks(let weeks): Self.rows(of: weeks.traces)
    case .streak(let streak, _): Self.rows(of: streak.traces)
    case .steps: []
    }
  }

  private static func rows(of traces: [DecisionTrace]) -> [FiredRow] {
    traces.flatMap { $0.firedRows }.compactMap { FiredRow($0.origin) }
  }

  // Criteria nest as deep as decisions name decisions.
  private static func rows(of criteria: [Ranking.Criterion]) -> [FiredRow] {
    criteria.flatMap { criterion in
      criterion.rows.compactMap { FiredRow($0) } + rows(of: criterion.parts)
    }
  }
}
