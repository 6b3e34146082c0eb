import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// Types one decision: its conditions, its results, and its scores.
struct DecisionTyping {
  let environment: Environment
  let module: Text
  private(set) var diagnostics: [Diagnostic] = []

  init(environment: Environment, module: Text) {
    self.environment = environment
    self.module = module
  }

  /// `decision` with its types. Returns nil and reports diagnostics if it has a mistake.
  mutating func type(_ declaration: DecisionDeclaration) -> TypedDecision? {
    var results = ResultTyping(environment: environment)
    defer { diagnostics += results.diagnostics }
    var typed = TypedDecision(
      module: module, name: declaration.name, type: .error, place: declaration.place, doc: declaration.doc,
      body: .rows(TypedTable(hit: .first, rows: [], otherwise: nil, scoreType: nil, limit: nil, isDistinct: false)))
    if declaration.type == .error {
      check(declaration, by: &results)
      return nil
    }
    let table: RowTable
    switch declaration.body {
    case .value(let value):
      guard let value, let type = declaration.type ?? results.infer([value], named: declaration.name),
        !type.isUnknown, let result = results.result(value, as: type)
      else { return nil }
      typed.type = type
      typed.body = .value(result)
      typed.valueNode = value.node
      return typed
    case .rows(let written): table = written
    }
    let conditions = table.rows.map { self.conditions($0) }
    guard let types = types(declaration, table, &results) else { return nil }
    var rows: [TypedRow] = []
    for (row, conditions) in zip(table.rows, conditions) {
      let then = row.then.map { results.result($0, as: types.row) }
      let score = row.score.map { results.result($0, as: types.score) }
      guard let conditions, then.isSound, score.isSound else { continue }
      rows.append(
        TypedRow(
          id: row.id, place: row.place, conditions: conditions, then: then ?? nil, score: score ?? nil, note: row.note))
    }
    let otherwise = table.otherwise.map { results.result($0, as: types.whole) }
    guard rows.count == table.rows.count, otherwise.isSound else { return nil }
    typed.type = types.whole
    typed.body = .rows(
      TypedTable(
        hit: table.hit, rows: rows, otherwise: otherwise ?? nil, scoreType: table.hit == .highest ? types.score : nil,
        limit: table.limit, isDistinct: table.isDistinct))
    return typed
  }

  /// Checks the parts of `decision` that do not need its type: each condition and each result separately.
  private mutating func check(_ decision: DecisionDeclaration, by results: inout ResultTyping) {
    let templates: [Template?]
    switch decision.body {
    case .value(let value): templates = [value]
    case .rows(let table):
      for row in table.rows { _ = conditions(row) }
      templates = table.rows.flatMap { [$0.then, $0.score] } + [table.otherwise]
    }
    for template in templates.compactMap({ $0 }) { _ = results.infer([template], named: decision.name) }
  }

  // MARK: Types of results

  private struct Types {
    /// The type of a row's result.
    var row: CELType
    /// The type of the decision.
    var whole: CELType
    var score: CELType
  }

  private mutating func types(
    _ declaration: DecisionDeclaration, _ table: RowTable, _ results: inout ResultTyping
  ) -> Types? {
    var types = Types(row: .dyn, whole: .dyn, score: .int)
    let thens = table.rows.compactMap { $0.then }
    switch table.hit {
    case .count:
      types.whole = .int
      types.row = results.infer(thens, named: declaration.name) ?? .dyn
    case .collect:
      if let type = declaration.type {
        guard case .list(let element) = type else {
          diagnostics.append(.collectNeedsList(type, declaration.typePlace ?? declaration.place))
          return nil
        }
        types.row = element
      } else {
        guard let row = results.infer(thens + table.otherwiseElements, named: declaration.name) else { return nil }
        types.row = row
      }
      types.whole = .list(types.row)
    case .sum, .min, .max, .unique, .first, .highest:
      let all = thens + (table.otherwise.map { [$0] } ?? [])
      guard let type = declaration.type ?? results.infer(all, named: declaration.name) else { return nil }
      types.row = type
      types.whole = type
    }
    // If the row type is unknown, so is the type of the decision.
    if types.row.isUnknown || table.rows.isEmpty { return nil }
    switch table.hit {
    case .sum where !types.row.canBeAdded, .min where !types.row.isOrdered, .max where !types.row.isOrdered:
      diagnostics.append(.cannotAccumulate(table.hit, types.row, table.hitPlace))
      return nil
    default: break
    }
    if let declared = declaration.type, table.hit == .count, declared != .int {
      diagnostics.append(.countIsInt(declared, declaration.typePlace ?? declaration.place))
    }
    // A missing score was reported when the row was read.
    guard table.hit == .highest, table.rows.allSatisfy({ $0.score != nil }) else { return types }
    let texts = table.rows.compactMap { $0.score }.compactMap { $0.textNode }
    if !texts.isEmpty {
      diagnostics += texts.map { .textForScore($0) }
      return nil
    }
    guard let score = results.infer(table.rows.compactMap({ $0.score }), named: "score") else { return nil }
    if score.isUnknown { return nil }
    guard score.isOrdered else {
      diagnostics.append(.scoreType(score, table.hitPlace))
      return nil
    }
    types.score = score
    return types
  }

  // MARK: Conditions

  private mutating func conditions(_ row: RowDeclaration) -> [TypedCondition]? {
    var cells = CellTyping(environment: environment)
    var typed: [TypedCondition] = []
    var isSound = true
    for condition in row.conditions {
      switch condition {
      case .expression(let expression):
        let (checked, problems) = TypeChecker.check(expression, environment, expecting: .bool)
        diagnostics += problems
        guard let checked else {
          isSound = false
          continue
        }
        typed.append(
          TypedCondition(
            expression: checked, input: nil, text: expression.source.text.trimmed,
            place: expression.place(of: expression.root)))
      case .cell(let cell):
        switch cells.condition(cell) {
        case .anything: continue
        case .wrong: isSound = false
        case .condition(let checked):
          let place = cell.node.place
          typed.append(
            TypedCondition(
              expression: checked, input: cell.input.source.text,
              text: cell.node.text ?? Text(place.source.text(of: place.range)), place: place))
        }
      }
    }
    diagnostics += cells.diagnostics
    return isSound ? typed : nil
  }
}

extension CELType {
  /// True for the types that `hit: sum` can add.
  fileprivate var canBeAdded: Bool {
    switch self {
    case .int, .uint, .double, .decimal, .duration: true
    default: false
    }
  }
}

extension RowTable {
  /// The elements of an `otherwise` that is a list.
  fileprivate var otherwiseElements: [Template] {
    if case .list(let elements, _)? = otherwise { return elements }
    return []
  }
}

extension Optional where Wrapped == TypedResult? {
  /// False if a template was present but could not be read.
  fileprivate var isSound: Bool {
    if case .some(.none) = self { return false }
    return true
  }
}

extension Text {
  /// The text without space at either end.
  var trimmed: Text {
    var bytes = Array(utf8)[...]
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return Text(decoding: bytes)
  }
}

extension Template {
  /// The node of a literal text.
  fileprivate var textNode: Node? {
    if case .literal(let node) = self, node.kind == .string { return node }
    return nil
  }
}

extension Diagnostic {
  static func collectNeedsList(_ type: CELType, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/result-type", message: "`hit: collect` yields a list, so its type cannot be `\(type)`", place: place,
      fix: "write `type: list<\(type)>`")
  }

  static func countIsInt(_ type: CELType, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/result-type", message: "`hit: count` yields an `int`, so its type cannot be `\(type)`", place: place)
  }

  static func cannotAccumulate(_ hit: HitPolicy, _ type: CELType, _ place: Place) -> Diagnostic {
    let what = hit == .sum ? "added" : "compared"
    return Diagnostic(
      code: "rules/result-type",
      message: "`hit: \(hit.rawValue)` needs numbers, and \(type.described) cannot be \(what)",
      place: place)
  }

  static func textForScore(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "rules/text-for-expression",
      message: "a score is a number, and this is text; an expression begins with `=`",
      place: node.place, fix: "did you mean \"= \(node.text ?? "")\"?")
  }

  static func scoreType(_ type: CELType, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/score-type", message: "a score must be a number, not \(type.described)", place: place)
  }
}

/// Infers the type of a decision from the results of its rows, and reads each result as that type.
struct ResultTyping {
  let environment: Environment
  private(set) var diagnostics: [Diagnostic] = []

  init(environment: Environment) { self.environment = environment }

  // MARK: Inference

  /// The common type of all `results`. Returns nil and reports a diagnostic if they have none.
  mutating func infer(_ results: [Template], named name: Text) -> CELType? {
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

  /// The shape of one result. The nesting of the document bounds the recursion.
  private mutating func shape(_ template: Template) -> ResultShape? {
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
      for field in fields {
        guard let shape = shape(field.value) else { return nil }
        shapes.append((field.key.name, shape))
      }
      return .record(shapes)
    }
  }

  // MARK: Reading

  /// `template` as a result of type `type`. Returns nil and reports diagnostics if it is not one.
  mutating func result(_ template: Template, as type: CELType) -> TypedResult? {
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
        // A value that is given for an optional becomes a present optional.
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

  private mutating func list(_ items: [Template], _ node: Node, as type: CELType) -> TypedResult? {
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
    _ fields: [Template.Field], _ node: Node, as type: CELType
  ) -> TypedResult? {
    var results: [(name: Text, value: TypedResult)] = []
    for field in fields {
      guard let fieldType = fieldType(field.key, in: type, node), let result = result(field.value, as: fieldType) else {
        return nil
      }
      results.append((field.key.name, result))
    }
    if case .record(let record) = type {
      for field in record.fields where !fields.contains(where: { $0.key.name == field.name }) {
        // A field of unknown type may be optional.
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
  /// The value of a result that is the same for all facts.
  package var constantValue: Value? {
    if case .constant(let value, _) = self { return value }
    return nil
  }

  /// A constant as a present optional. Other results become optionals when they are evaluated.
  fileprivate var constantsPresent: TypedResult {
    if case .constant(let value, let place) = self { return .constant(.optional(value), place) }
    return self
  }
}

extension Expression {
  /// `optional.of(…)` around the expression.
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
      message: "the rows of a decision yield one type: this yields \(b.plainly), and a row before it \(a.plainly)",
      place: place, related: [Related(message: "the first result", place: first)])
  }

  static func mixedList(_ a: CELType, _ b: CELType, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: mixedResultsCode,
      message: "the elements of a list are of one type: this is \(b.plainly), and an element before it is \(a.plainly)",
      place: place)
  }
}

/// The information about a decision's type that some of its results give: literals leave it open (`3` may be an `int` or a `double`),
/// expressions do not.
indirect enum ResultShape {
  /// Unknown: no result, or the elements of an empty list.
  case unknown
  case null
  case bool
  /// A whole number.
  case whole
  /// A number with a fraction.
  case fraction
  /// Texts: the values of an enum, in the order they are written.
  case texts(Texts)
  case list(ResultShape)
  case record([(name: Text, shape: ResultShape)])
  case optional(ResultShape)
  /// An expression's type.
  case exactly(CELType)

  /// Texts in the order in which they are written, without repetition. A table can have thousands of different results; they are collected
  /// in one list, which the merged shape owns.
  final class Texts {
    private(set) var list: [Text]
    private var members: Set<Text>

    init(_ text: Text) {
      list = [text]
      members = [text]
    }

    func add(_ other: Texts) {
      for text in other.list where members.insert(text).inserted { list.append(text) }
    }
  }
}

extension ResultShape {
  /// The shape of a literal.
  init(_ node: Node) {
    switch node.kind {
    case .null: self = .null
    case .bool: self = .bool
    case .number: self = node.isInteger ? .whole : .fraction
    case .string: self = .texts(Texts(node.text ?? ""))
    // Lists and maps are handled by their templates.
    case .list, .map: self = .unknown
    }
  }

  /// The common shape of both, or nil if they have none. Texts of the second are appended to those of the first.
  static func merged(_ a: ResultShape, _ b: ResultShape) -> ResultShape? {
    switch (a, b) {
    case (.unknown, let other), (let other, .unknown): return other
    case (.null, .null): return .null
    case (.null, .optional(let shape)), (.optional(let shape), .null): return .optional(shape)
    case (.exactly(.optional(let type)), .null), (.null, .exactly(.optional(let type))):
      return .exactly(.optional(type))
    case (.null, let shape), (let shape, .null): return .optional(shape)
    case (.exactly(.optional(let type)), let other), (let other, .exactly(.optional(let type))):
      if case .exactly(let otherType) = other, otherType == .optional(type) { return other }
      if case .optional(let shape) = other { return merged(.exactly(type), shape).map { .optional($0) } }
      return merged(.exactly(type), other).map { .optional($0) }
    case (.optional(let x), .optional(let y)): return merged(x, y).map { .optional($0) }
    case (.optional(let x), let y), (let y, .optional(let x)): return merged(x, y).map { .optional($0) }
    case (.bool, .bool): return .bool
    case (.whole, .whole): return .whole
    case (.fraction, .fraction), (.whole, .fraction), (.fraction, .whole): return .fraction
    case (.texts(let x), .texts(let y)):
      x.add(y)
      return a
    case (.list(let x), .list(let y)): return merged(x, y).map { .list($0) }
    case (.record(let x), .record(let y)): return mergedRecords(x, y)
    case (.exactly(let x), .exactly(let y)): return mergedTypes(x, y)
    case (.exactly(let type), let shape), (let shape, .exactly(let type)):
      return shape.isOf(type)
        ? (type.isEnumeration && !shape.isWordsOf(type) ? .exactly(.string) : .exactly(type)) : nil
    default: return nil
    }
  }

  private static func mergedRecords(
    _ a: [(name: Text, shape: ResultShape)], _ b: [(name: Text, shape: ResultShape)]
  ) -> ResultShape? {
    var fields: [(name: Text, shape: ResultShape)] = []
    var others = Dictionary(keepingFirst: b.map { ($0.name, $0.shape) })
    for (name, shape) in a {
      guard let other = others.removeValue(forKey: name) else {
        fields.append((name, shape.madeOptional))
        continue
      }
      guard let both = merged(shape, other) else { return nil }
      fields.append((name, both))
    }
    for (name, shape) in b where others[name] != nil { fields.append((name, shape.madeOptional)) }
    return .record(fields)
  }

  private var madeOptional: ResultShape {
    switch self {
    case .optional, .null, .exactly(.optional): self
    default: .optional(self)
    }
  }

  private static func mergedTypes(_ a: CELType, _ b: CELType) -> ResultShape? {
    if a == b { return .exactly(a) }
    if a.isUnknown || b.isUnknown { return .exactly(.error) }
    if a.erased == .string, b.erased == .string { return .exactly(.string) }
    if a.isDynamic || b.isDynamic { return .exactly(.dyn) }
    return nil
  }

  /// True if a literal of this shape can be read as `type`.
  private func isOf(_ type: CELType) -> Bool {
    switch (self, type) {
    case (_, .dyn), (_, .error), (.unknown, _): return true
    case (.bool, .bool), (.null, .null): return true
    case (.whole, .int), (.whole, .uint), (.whole, .double), (.whole, .decimal): return true
    case (.fraction, .double), (.fraction, .decimal): return true
    case (.texts, .string), (.texts, .enumeration): return true
    case (.texts(let texts), .timestamp), (.texts(let texts), .duration), (.texts(let texts), .decimal):
      return texts.list.allSatisfy { LiteralReader.value(of: $0, as: type) != nil }
    case (.list(let shape), .list(let element)): return shape.isOf(element)
    case (.record(let fields), .map(_, let value)): return fields.allSatisfy { $0.shape.isOf(value) }
    case (.exactly(let mine), _): return mine == type
    default: return false
    }
  }

  private func isWordsOf(_ type: CELType) -> Bool {
    guard case .texts(let texts) = self, case .enumeration(let vocabulary) = type else { return false }
    return texts.list.allSatisfy { vocabulary.code(of: $0) != nil }
  }

  /// The type of this shape; new vocabularies and records get the name `name`.
  func type(named name: Text) -> CELType {
    switch self {
    case .unknown: .dyn
    case .null: .null
    case .bool: .bool
    case .whole: .int
    case .fraction: .double
    case .texts(let texts): .enumeration(EnumerationType(name: name, cases: texts.list))
    case .list(let shape): .list(shape.type(named: name))
    case .optional(let shape): .optional(shape.type(named: name))
    case .record(let fields):
      .record(
        RecordType(
          name: name,
          fields: fields.map { .init(name: $0.name, type: $0.shape.type(named: Text("\(name).\($0.name)"))) }))
    case .exactly(let type): type
    }
  }
}

extension CELType {
  /// The type in a sentence about results without a declared type, whose texts do not belong to an enum.
  fileprivate var plainly: String {
    switch self {
    case .enumeration(let words):
      words.cases.count == 1 ? "the text `\(words.cases[0])`" : "a text, such as `\(words.cases.first ?? "")`"
    case .record: "a map of fields"
    case .dyn: "an empty list"
    default: described
    }
  }

  fileprivate var isEnumeration: Bool {
    if case .enumeration = self { return true }
    return false
  }
}
