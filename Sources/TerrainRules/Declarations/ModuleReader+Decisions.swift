import TerrainDocuments
import TerrainExpressions
import TerrainBase

extension ModuleReader {
  private static let decisionKeys = ["hit", "type", "rows", "otherwise", "value", "limit", "distinct", "doc"]
  private static let rowKeys = ["id", "when", "then", "score", "note"]

  /// The decision declared at `node`. It is one also where its declaration is wrong: see ``fact(_:_:)``.
  mutating func decision(_ name: Mention, _ node: Node) -> DecisionDeclaration {
    if let decision = readable(name, node) { return decision }
    let nothing = RowTable(
      hit: .first, hitPlace: name.place, rows: [], otherwise: nil, limit: nil, isDistinct: false)
    return DecisionDeclaration(
      name: name.name, place: name.place, type: .error, body: .rows(nothing), isSound: false)
  }

  /// The decision at `node`; nil (and a diagnostic) where its parts cannot be read.
  private mutating func readable(_ name: Mention, _ node: Node) -> DecisionDeclaration? {
    let before = diagnostics.count
    let fields = Fields(
      node, "a decision", allowed: Self.decisionKeys, expressions: ["type"], into: &diagnostics)
    guard let fields else { return nil }
    let typeNode = fields["type"]
    let body: DecisionDeclaration.Body
    if let value = fields["value"] {
      for key in ["rows", "hit", "otherwise", "limit", "distinct"] {
        if let other = node.keyNode(key) { diagnostics.append(.valueAndRows(key, other.place, value: value.place)) }
      }
      guard let template = template(value) else { return nil }
      body = .value(template)
    } else if fields["rows"] != nil {
      guard let table = table(fields) else { return nil }
      body = .rows(table)
    } else {
      // Where a key is misspelled, that has been reported.
      if !fields.seemsMeant("rows"), !fields.seemsMeant("value") {
        diagnostics.append(.noRowsOrValue(name.name, node.place))
      }
      return nil
    }
    var decision = DecisionDeclaration(
      name: name.name, place: name.place, doc: fields.text("doc", into: &diagnostics),
      type: typeNode.map { type($0) }, typePlace: typeNode?.place, body: body)
    decision.isSound = !diagnostics[before...].contains { $0.severity == .error }
    return decision
  }

  private mutating func table(_ fields: Fields) -> RowTable? {
    guard let hitNode = fields.required("hit", into: &diagnostics), let rowsNode = fields["rows"] else { return nil }
    guard let word = hitNode.text, let hit = HitPolicy(rawValue: word.string) else {
      diagnostics.append(.unknownHitPolicy(hitNode))
      return nil
    }
    guard rowsNode.kind == .list else {
      diagnostics.append(.rowsNotAList(rowsNode))
      return nil
    }
    var table = RowTable(
      hit: hit, hitPlace: hitNode.place, rows: [], otherwise: fields["otherwise"].flatMap { template($0) },
      limit: fields.count("limit", atLeast: 1, into: &diagnostics),
      isDistinct: fields.flag("distinct", into: &diagnostics))
    if hit != .collect {
      for key in ["limit", "distinct"] {
        if let node = fields.node.keyNode(key) { diagnostics.append(.onlyForLists(key, hit, node.place)) }
      }
    }
    if hit == .count, let node = fields.node.keyNode("otherwise") {
      diagnostics.append(.otherwiseOfCount(node.place))
    }
    var ids: [Text: Place] = [:]
    for element in rowsNode.elements {
      guard let row = row(element, hit) else { continue }
      if let first = ids[row.id] {
        diagnostics.append(.declaredTwice(row.id, "row", first: first, row.place))
      } else {
        ids[row.id] = row.place
        table.rows.append(row)
      }
    }
    if rowsNode.count == 0 { diagnostics.append(.noRows(rowsNode.place)) }
    return table
  }

  private mutating func row(_ node: Node, _ hit: HitPolicy) -> RowDeclaration? {
    let fields = Fields(
      node, "a row", allowed: Self.rowKeys, expressions: ["when"], into: &diagnostics)
    guard let fields, let idNode = fields.required("id", into: &diagnostics) else { return nil }
    guard let id = idNode.text, !id.isEmpty else {
      diagnostics.append(.wrongShape("`id`", expected: "a word", actual: idNode))
      return nil
    }
    guard let condition = condition(fields["when"]) else { return nil }
    var row = RowDeclaration(
      id: id, place: idNode.place, when: condition, then: nil, score: nil,
      note: fields.text("note", into: &diagnostics))
    if let then = fields["then"] {
      row.then = template(then)
      if row.then == nil { return nil }
    } else if hit != .count {
      if !fields.seemsMeant("then") { diagnostics.append(.missingKey("then", of: "a row", node.place)) }
      return nil
    }
    if let score = fields["score"] {
      guard hit == .highest else {
        diagnostics.append(.scoreWithoutHighest(hit, node.keyNode("score")?.place ?? score.place))
        return row
      }
      row.score = template(score)
    } else if hit == .highest, !fields.seemsMeant("score") {
      diagnostics.append(.missingScore(id, idNode.place))
    }
    return row
  }

  private mutating func condition(_ node: Node?) -> RowDeclaration.Condition? {
    guard let node else { return .always }
    switch node.kind {
    case .map:
      return cells(node).map { .cells($0) }
    case .bool:
      // `when: true` means the same as no `when`.
      return .expression(ExpressionSource(text: node.bool == true ? "true" : "false", node: node))
    case .string:
      guard let source = expression(node) else { return nil }
      return .expression(source)
    case .null, .number, .list:
      diagnostics.append(.wrongShape("`when`", expected: "a map of inputs, or a condition in quotes", actual: node))
      return nil
    }
  }

  private mutating func cells(_ node: Node) -> [Cell]? {
    let broken = UnquotedExpression.find(in: node) { _, text in
      guard let first = text.utf8.first else { return false }
      return "=<>!".utf8.contains(first)
    }
    if let broken {
      diagnostics.append(.unquotedExpression(broken.text, broken.place))
      return nil
    }
    var cells: [Cell] = []
    var isComplete = true
    var reader = CellReader()
    var previous: (key: Node, value: Node)?
    for (key, value) in node.members {
      guard let input = expression(key) else {
        isComplete = false
        continue
      }
      if value.kind == .null, let cut = CutCell(key, value, after: previous) {
        diagnostics.append(.cutCell(cut, key.place))
        isComplete = false
        continue
      }
      previous = (key, value)
      guard let test = reader.read(value) else {
        isComplete = false
        continue
      }
      cells.append(Cell(input: input, test: test, node: value))
    }
    diagnostics += reader.diagnostics
    return isComplete ? cells : nil
  }

  /// The expression in `node`. A condition may begin with `=`, though it need not; a result does.
  mutating func expression(_ node: Node) -> ExpressionSource? {
    guard let text = node.text else {
      diagnostics.append(.wrongShape("a condition", expected: "text", actual: node))
      return nil
    }
    let bytes = Array(text.utf8)
    var start = bytes.prefix { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D }.count
    if start < bytes.count, bytes[start] == UInt8(ascii: "=") { start += 1 }
    return ExpressionSource(text: Text(decoding: bytes[start...]), node: node, offset: start)
  }

  /// The template in `then`, `otherwise`, `score` or `value`. Recursion is bounded by the document's nesting.
  mutating func template(_ node: Node) -> Template? {
    switch node.kind {
    case .null, .bool, .number: return .literal(node)
    case .string:
      guard node.text?.utf8.first == UInt8(ascii: "=") else { return .literal(node) }
      return expression(node).map { .expression($0) }
    case .list:
      var items: [Template] = []
      for element in node.elements {
        guard let item = template(element) else { return nil }
        items.append(item)
      }
      return .list(items, node)
    case .map:
      var fields: [Template.Field] = []
      for (key, value) in node.members {
        guard let name = key.text else {
          diagnostics.append(.wrongShape("a key", expected: "a word", actual: key))
          return nil
        }
        guard let template = template(value) else { return nil }
        fields.append(Template.Field(key: Mention(name: name, place: key.place), value: template))
      }
      return .map(fields, node)
    }
  }
}

extension Node {
  /// The key itself of the member `name`, for messages about the key.
  func keyNode(_ name: String) -> Node? {
    for (key, _) in members where key.text == Text(name) { return key }
    return nil
  }
}

extension Diagnostic {
  static func valueAndRows(_ key: String, _ place: Place, value: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/value-and-rows", message: "a decision with a `value` has no `\(key)`", place: place,
      related: [Related(message: "the value", place: value)], fix: "keep either `value` or `rows`")
  }

  static func noRowsOrValue(_ name: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/missing-key", message: "the decision `\(name)` needs `rows` (with `hit`) or a `value`", place: place)
  }

  static func rowsNotAList(_ node: Node) -> Diagnostic {
    var diagnostic = wrongShape("`rows`", expected: "a list of rows", actual: node)
    diagnostic.fix = "begin each row with `- `"
    return diagnostic
  }

  static func noRows(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/no-rows", message: "there are no rows here", place: place,
      fix: "a decision that always yields the same has a `value` instead")
  }

  static func unknownHitPolicy(_ node: Node) -> Diagnostic {
    let allowed = HitPolicy.allCases.map { $0.rawValue }
    return Diagnostic(
      code: "rules/unknown-hit",
      message: "`hit` must be one of \(allowed.joined(separator: ", ")), not \(node.described)", place: node.place,
      fix: Suggestion.fix(node.text, among: allowed))
  }

  static func onlyForLists(_ key: String, _ hit: HitPolicy, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/only-for-lists",
      message: "`\(key)` goes with `hit: collect`, which yields a list, not with `hit: \(hit.rawValue)`",
      place: place)
  }

  static func scoreWithoutHighest(_ hit: HitPolicy, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/score-without-highest", message: "`score` goes with `hit: highest`, not with `hit: \(hit.rawValue)`",
      place: place)
  }

  static func otherwiseOfCount(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/otherwise-of-count", severity: .warning,
      message: "`otherwise` has no effect with `hit: count`: where no row holds, the result is 0", place: place,
      fix: "remove it")
  }

  static func missingScore(_ id: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/missing-key", message: "the row `\(id)` needs a `score`, since the highest one counts", place: place,
      fix: "add `score: \"= …\"`")
  }

  static func cutCell(_ cut: CutCell, _ place: Place) -> Diagnostic {
    Diagnostic(code: "rules/cell-syntax", message: cut.message, place: place, fix: "write `\(cut.form)`")
  }
}
