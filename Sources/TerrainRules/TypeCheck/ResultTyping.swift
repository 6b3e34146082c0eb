import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Finds the type of a decision from what its rows yield, and reads each result as that type.
struct ResultTyping {
  let environment: Environment
  private(set) var diagnostics: [Diagnostic] = []

  init(environment: Environment) { self.environment = environment }

  // MARK: Inference

  /// The type of all of `results` together; nil (and a diagnostic) when there is none.
  mutating func infer(_ results: [ParsedTemplate], named name: Text) -> CELType? {
    var whole = ResultShape.unknown
    var isComplete = true
    for result in results {
      guard let shape = shape(result) else {
        isComplete = false
        continue
      }
      guard let merged = ResultShape.merged(whole, shape) else {
        diagnostics.append(
          .mixedResults(whole.type(named: name), shape.type(named: name), result.place, first: results[0].place))
        return nil
      }
      whole = merged
    }
    guard isComplete else { return nil }
    let type = whole.type(named: name)
    if type.isTooDeep, let first = results.first {
      diagnostics.append(.inferredTypeTooDeep(name, first.place))
      return nil
    }
    return type
  }

  /// The shape of one result. Recursion is bounded by the document's nesting.
  private mutating func shape(_ template: ParsedTemplate) -> ResultShape? {
    switch template {
    case .literal(let node): return ResultShape(node)
    case .expression(let expression):
      let (typed, problems) = TypeChecker.check(expression, environment)
      diagnostics += problems
      return typed.map { .exactly($0.type) }
    case .list(let items, _):
      var whole = ResultShape.unknown
      for item in items {
        guard let shape = shape(item) else { return nil }
        guard let merged = ResultShape.merged(whole, shape) else {
          diagnostics.append(.mixedList(whole.type(named: "these"), shape.type(named: "these"), item.place))
          return nil
        }
        whole = merged
      }
      return .list(whole)
    case .map(let fields, _):
      var shapes: [(name: Text, shape: ResultShape)] = []
      for (key, value) in fields {
        guard let shape = shape(value) else { return nil }
        shapes.append((key.name, shape))
      }
      return .record(shapes)
    }
  }

  // MARK: Reading

  /// `template` as a result of type `type`; nil (and diagnostics) when it is none.
  mutating func result(_ template: ParsedTemplate, as type: CELType) -> TypedResult? {
    switch template {
    case .literal(let node):
      var reader = LiteralReader()
      let value = reader.read(node, as: type)
      diagnostics += reader.diagnostics
      return value.map { .constant($0, node.place) }
    case .expression(let expression): return self.expression(expression, as: type)
    case .list(let items, let node):
      guard case .optional(let wrapped) = type else { return list(items, node, as: type) }
      return list(items, node, as: wrapped)?.constantsPresent
    case .map(let fields, let node):
      guard case .optional(let wrapped) = type else { return object(fields, node, as: type) }
      return object(fields, node, as: wrapped)?.constantsPresent
    }
  }

  private mutating func expression(_ expression: Expression, as type: CELType) -> TypedResult? {
    if case .optional(let wrapped) = type {
      let (typed, problems) = TypeChecker.check(expression, environment)
      guard let typed else {
        diagnostics += problems
        return nil
      }
      if case .optional = typed.type {
      } else {
        // A value where an optional is expected is one that is present.
        diagnostics += TypeChecker.check(expression, environment, expecting: wrapped).diagnostics
        return check(expression.wrappedInOptional, as: type)
      }
    }
    return check(expression, as: type)
  }

  private mutating func check(_ expression: Expression, as type: CELType) -> TypedResult? {
    let (typed, problems) = TypeChecker.check(expression, environment, expecting: type)
    diagnostics += problems
    return typed.map { .expression($0) }
  }

  private mutating func list(_ items: [ParsedTemplate], _ node: Node, as type: CELType) -> TypedResult? {
    let element: CELType
    switch type {
    case .list(let of): element = of
    case .dyn: element = .dyn
    default:
      diagnostics.append(.literalType(node, expected: type))
      return nil
    }
    var results: [TypedResult] = []
    for item in items {
      guard let result = result(item, as: element) else { return nil }
      results.append(result)
    }
    let constants = results.compactMap { $0.constantValue }
    if constants.count == results.count { return .constant(.list(constants), node.place) }
    return .list(results, node.place)
  }

  private mutating func object(
    _ fields: [(key: Mention, value: ParsedTemplate)], _ node: Node, as type: CELType
  ) -> TypedResult? {
    var results: [(name: Text, value: TypedResult)] = []
    for (key, value) in fields {
      guard let fieldType = fieldType(key, in: type, node), let result = result(value, as: fieldType) else {
        return nil
      }
      results.append((key.name, result))
    }
    if case .record(let record) = type {
      for field in record.fields where !fields.contains(where: { $0.key.name == field.name }) {
        // A field of unknown type may be one that need not be there.
        guard field.type != .error else { return nil }
        guard case .optional = field.type else {
          diagnostics.append(.missingKey(field.name.string, of: "a `\(record.name)`", node.place))
          return nil
        }
        results.append((field.name, .constant(.optional(nil), node.place)))
      }
    }
    var map = ValueMap()
    for (name, result) in results {
      guard let value = result.constantValue else { return .object(results, node.place) }
      map.insert(.string(name), value)
    }
    return .constant(.map(map), node.place)
  }

  private mutating func fieldType(_ key: Mention, in type: CELType, _ node: Node) -> CELType? {
    switch type {
    case .record(let record):
      guard let index = record.index(of: key.name) else {
        diagnostics.append(
          .unknownKey(key.name, of: "a `\(record.name)`", allowed: record.fields.map { $0.name.string }, key.place)
            .caused(by: .key(key.name, of: record.name.string)))
        return nil
      }
      return record.fields[index].type
    case .map(.string, let value), .map(.dyn, let value): return value
    case .map(.enumeration(let vocabulary), let value):
      guard vocabulary.code(of: key.name) != nil else {
        diagnostics.append(.notACase(key.name, vocabulary, key.place))
        return nil
      }
      return value
    case .dyn: return .dyn
    default:
      diagnostics.append(.literalType(node, expected: type))
      return nil
    }
  }
}

extension TypedResult {
  /// The value of a result that is the same whatever the facts.
  var constantValue: Value? {
    if case .constant(let value, _) = self { return value }
    return nil
  }

  /// A constant as an optional that is there; anything else becomes one when it is made.
  fileprivate var constantsPresent: TypedResult {
    if case .constant(let value, let place) = self { return .constant(.optional(value), place) }
    return self
  }
}

extension ParsedTemplate {
  /// Where it is written.
  var place: Place {
    switch self {
    case .literal(let node), .list(_, let node), .map(_, let node): node.place
    case .expression(let expression): expression.place(of: expression.root)
    }
  }
}

extension Expression {
  /// `optional.of(…)` around the whole.
  fileprivate var wrappedInOptional: Expression {
    var copy = self
    let range = nodes[Int(root)].range
    copy.nodes.append(Node(kind: .identifier("optional"), range: range))
    let target = ID(truncatingIfNeeded: copy.nodes.count - 1)
    copy.nodes.append(Node(kind: .call(function: "of", target: target, arguments: [root]), range: range))
    copy.root = ID(truncatingIfNeeded: copy.nodes.count - 1)
    return copy
  }
}

extension Diagnostic {
  static let typeTooDeepCode = "rules/type-too-deep"

  static func inferredTypeTooDeep(_ decision: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: typeTooDeepCode,
      message:
        "what `\(decision)` yields has more than \(CELType.maximumNesting) types inside one another (limit `type-nesting`)",
      place: place)
  }

  static let mixedResultsCode = "rules/mixed-results"

  static func mixedResults(_ a: CELType, _ b: CELType, _ place: Place, first: Place) -> Diagnostic {
    Diagnostic(
      code: mixedResultsCode,
      message: "the rows of a decision yield one type, but this is \(b.described), and before it was \(a.described)",
      place: place, related: [Related(message: "the first result", place: first)])
  }

  static func mixedList(_ a: CELType, _ b: CELType, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: mixedResultsCode,
      message: "the elements of a list are of one type, but this is \(b.described), and before it was \(a.described)",
      place: place)
  }
}
