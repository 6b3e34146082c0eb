import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Types one decision: its conditions, its results, its scores.
struct DecisionTyping {
  let environment: Environment
  let module: Text
  private(set) var diagnostics: [Diagnostic] = []

  init(environment: Environment, module: Text) {
    self.environment = environment
    self.module = module
  }

  /// `decision` with its types; nil (and diagnostics) when something in it is wrong.
  mutating func type(_ decision: ParsedDecision) -> TypedDecision? {
    let declaration = decision.declaration
    var results = ResultTyping(environment: environment)
    defer { diagnostics += results.diagnostics }
    var typed = TypedDecision(
      module: module, name: declaration.name, type: .error, place: declaration.place, doc: declaration.doc,
      body: .rows(TypedTable(hit: .first, rows: [], otherwise: nil, scoreType: nil, limit: nil, isDistinct: false)))
    if declaration.type == .error {
      check(decision, by: &results)
      return nil
    }
    if let value = decision.value {
      guard let type = declaration.type ?? results.infer([value], named: declaration.name), !type.isUnknown,
        let result = results.result(value, as: type)
      else { return nil }
      typed.type = type
      typed.body = .value(result)
      if case .value(let template) = declaration.body { typed.valueNode = template.node }
      return typed
    }
    guard case .rows(let table) = declaration.body else { return nil }
    let conditions = decision.rows.map { self.conditions($0) }
    guard let types = types(decision, table, &results) else { return nil }
    var rows: [TypedRow] = []
    for (row, conditions) in zip(decision.rows, conditions) {
      let then = row.then.map { results.result($0, as: types.row) }
      let score = row.score.map { results.result($0, as: types.score) }
      guard let conditions, then.isSound, score.isSound else { continue }
      rows.append(
        TypedRow(
          id: row.declaration.id, place: row.declaration.place, conditions: conditions, then: then ?? nil,
          score: score ?? nil, note: row.declaration.note))
    }
    let otherwise = decision.otherwise.map { results.result($0, as: types.whole) }
    guard rows.count == decision.rows.count, otherwise.isSound else { return nil }
    typed.type = types.whole
    typed.body = .rows(
      TypedTable(
        hit: table.hit, rows: rows, otherwise: otherwise ?? nil, scoreType: table.hit == .highest ? types.score : nil,
        limit: table.limit, isDistinct: table.isDistinct))
    return typed
  }

  /// What of `decision` can be checked without its type: each condition and each result for itself.
  private mutating func check(_ decision: ParsedDecision, by results: inout ResultTyping) {
    for row in decision.rows { _ = conditions(row) }
    let templates = decision.rows.flatMap { [$0.then, $0.score] } + [decision.otherwise, decision.value]
    for template in templates.compactMap({ $0 }) {
      _ = results.infer([template], named: decision.declaration.name)
    }
  }

  // MARK: Types of results

  private struct Types {
    /// Of what a row yields.
    var row: CELType
    /// Of the decision.
    var whole: CELType
    var score: CELType
  }

  private mutating func types(
    _ decision: ParsedDecision, _ table: RowTable, _ results: inout ResultTyping
  ) -> Types? {
    let declaration = decision.declaration
    var types = Types(row: .dyn, whole: .dyn, score: .int)
    let thens = decision.rows.compactMap { $0.then }
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
        guard let row = results.infer(thens + decision.otherwiseElements, named: declaration.name) else { return nil }
        types.row = row
      }
      types.whole = .list(types.row)
    case .sum, .min, .max, .unique, .first, .highest:
      let all = thens + (decision.otherwise.map { [$0] } ?? [])
      guard let type = declaration.type ?? results.infer(all, named: declaration.name) else { return nil }
      types.row = type
      types.whole = type
    }
    // What follows from something unknown is unknown too.
    if types.row.isUnknown { return nil }
    switch table.hit {
    case .sum where !types.row.canBeAdded, .min where !types.row.isOrdered, .max where !types.row.isOrdered:
      diagnostics.append(.cannotAccumulate(table.hit, types.row, table.hitPlace))
      return nil
    default: break
    }
    if let declared = declaration.type, table.hit == .count, declared != .int {
      diagnostics.append(.countIsInt(declared, declaration.typePlace ?? declaration.place))
    }
    // A row without a score was diagnosed when it was read.
    guard table.hit == .highest, decision.rows.allSatisfy({ $0.score != nil }) else { return types }
    let texts = decision.rows.compactMap { $0.score }.compactMap { $0.textNode }
    if !texts.isEmpty {
      diagnostics += texts.map { .textForScore($0) }
      return nil
    }
    guard let score = results.infer(decision.rows.compactMap({ $0.score }), named: "score") else { return nil }
    if score.isUnknown { return nil }
    guard score.isOrdered else {
      diagnostics.append(.scoreType(score, table.hitPlace))
      return nil
    }
    types.score = score
    return types
  }

  // MARK: Conditions

  private mutating func conditions(_ row: ParsedRow) -> [TypedCondition]? {
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
  /// True of the types `hit: sum` can add.
  fileprivate var canBeAdded: Bool {
    switch self {
    case .int, .uint, .double, .decimal, .duration: true
    default: false
    }
  }
}

extension ParsedDecision {
  /// The elements of an `otherwise` that is a list.
  fileprivate var otherwiseElements: [ParsedTemplate] {
    if case .list(let elements, _)? = otherwise { return elements }
    return []
  }
}

extension Optional where Wrapped == TypedResult? {
  /// False when there was something to read that could not be read.
  fileprivate var isSound: Bool {
    if case .some(.none) = self { return false }
    return true
  }
}

extension Text {
  /// Without space at both ends.
  var trimmed: Text {
    var bytes = Array(utf8)[...]
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return Text(decoding: bytes)
  }
}

extension ParsedTemplate {
  /// A literal that is text.
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
