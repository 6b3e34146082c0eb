import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// Reads a module's document. All diagnostics are collected, and invalid parts are left out of the result.
struct ModuleReader {
  let vocabulary: PackVocabulary
  var diagnostics: [Diagnostic] = []
  /// The syntax errors in expressions of the current decision.
  var syntaxDiagnostics: [Diagnostic] = []

  /// The supported version of the rule language.
  static let languageVersion: Int64 = 1

  init(vocabulary: PackVocabulary) { self.vocabulary = vocabulary }

  /// The module in `node`, or nil if it is not a map with a name.
  mutating func read(_ node: Node) -> Module? {
    let allowed = ["rules", "module", "doc", "uses", "facts", "parameters", "decisions"]
    guard let fields = Fields(node, "a module", allowed: allowed, into: &diagnostics) else { return nil }
    version(fields)
    guard let nameNode = fields.required("module", into: &diagnostics) else { return nil }
    guard let name = nameNode.text else {
      diagnostics.append(.wrongShape("`module`", expected: "a name", actual: nameNode))
      return nil
    }
    if let flaw = NameProblem.ofModule(name) {
      diagnostics.append(.badName(name, flaw, nameNode.place))
      return nil
    }
    var module = Module(
      name: name, place: nameNode.place, doc: fields.text("doc", into: &diagnostics), uses: uses(fields["uses"]),
      facts: [], parameters: [], decisions: [])
    for (name, value) in fields.named("facts", into: &diagnostics) {
      if let first = module.facts.firstIndex(where: { $0.name == name.name }) {
        module.facts[first].type = .error
        module.namesAreKnown = false
      } else {
        module.facts.append(fact(name, value))
      }
    }
    for (name, value) in fields.named("parameters", into: &diagnostics) {
      if let first = module.parameters.firstIndex(where: { $0.name == name.name }) {
        module.parameters[first].type = .error
        module.namesAreKnown = false
      } else {
        module.parameters.append(parameter(name, value))
      }
    }
    for (name, value) in fields.named("decisions", into: &diagnostics) {
      if let first = module.decisions.firstIndex(where: { $0.name == name.name }) {
        // The author may have meant either declaration, so nothing is concluded from them.
        (module.decisions[first].type, module.decisions[first].isSound) = (.error, false)
        module.namesAreKnown = false
      } else {
        module.decisions.append(decision(name, value))
      }
    }
    reportNamesDeclaredTwice(in: &module)
    return module
  }

  /// Reads `rules: 1`, in a module or a manifest.
  mutating func version(_ fields: Fields) {
    guard let node = fields.required("rules", into: &diagnostics) else { return }
    if node.int != Self.languageVersion { diagnostics.append(.languageVersion(node)) }
  }

  private mutating func uses(_ node: Node?) -> [Mention] {
    guard let node, node.kind != .null else { return [] }
    guard node.kind == .list else {
      diagnostics.append(.wrongShape("`uses`", expected: "a list of modules", actual: node))
      return []
    }
    var uses: [Mention] = []
    for element in node.elements {
      guard let name = element.text else {
        diagnostics.append(.wrongShape("`uses`", expected: "the name of a module", actual: element))
        continue
      }
      if let first = uses.first(where: { $0.name == name }) {
        diagnostics.append(.declaredTwice(name, "module", first: first.place, element.place))
      } else {
        uses.append(Mention(name: name, place: element.place))
      }
    }
    return uses
  }

  /// Reports names that several of a module's facts, parameters, and decisions share.
  private mutating func reportNamesDeclaredTwice(in module: inout Module) {
    var places: [Text: Place] = [:]
    for fact in module.facts { places[fact.name] = fact.place }
    module.parameters.removeAll { parameter in
      guard let first = places[parameter.name] else {
        places[parameter.name] = parameter.place
        return false
      }
      diagnostics.append(.declaredTwice(parameter.name, "name", first: first, parameter.place))
      return true
    }
    module.decisions.removeAll { decision in
      guard let first = places[decision.name] else { return false }
      diagnostics.append(.declaredTwice(decision.name, "name", first: first, decision.place))
      return true
    }
  }
}

// MARK: - Types

extension ModuleReader {
  /// The type that `node` names. If it names none (which is reported) or a type that the pack cannot resolve, the result is
  /// ``CELType/error``: the name is declared, and its uses are not diagnosed.
  mutating func type(_ node: Node) -> CELType {
    guard let text = node.text else {
      diagnostics.append(.wrongShape("`type`", expected: "a type", actual: node))
      return .error
    }
    do {
      let type = try CELType.parse(text, named: vocabulary.type)
      return type.isUnknown ? .error : type
    } catch {
      diagnostics.append(.typeSyntax(error, node, allowed: CELType.names + vocabulary.names()))
      return .error
    }
  }
}

extension Diagnostic {
  static func languageVersion(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "rules/language-version",
      message: "Terrain reads version \(ModuleReader.languageVersion) of the rule language", place: node.place,
      fix: "write `rules: \(ModuleReader.languageVersion)`")
  }

  static func declaredTwice(_ name: Text, _ what: String, first: Place, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/declared-twice", message: "the \(what) `\(name)` is here already", place: place,
      related: [Related(message: "first here", place: first)], fix: "give one of them another name")
  }

  static func typeSyntax(_ error: TypeSyntaxError, _ node: Node, allowed: [Text]) -> Diagnostic {
    let place = node.place(ofDecoded: error.range)
    var fix: String?
    let message: String
    switch error.reason {
    case .unknownName(let name):
      message = "there is no type `\(name)`"
      fix =
        CELType.usualName(name).map { "did you mean `\($0)`?" } ?? listInBrackets(node.text, among: allowed)
        ?? Suggestion.fix(name, among: allowed.filter { $0 != name })
        ?? "the types are CEL's, and the pack's enums, collections and kinds"
    case .argumentCount(let name, let expected, let actual):
      if expected == 0 {
        message = "`\(name)` has nothing between `<` and `>`"
        fix = "write `\(name)`"
      } else {
        message = "`\(name)` takes \(expected) \(expected == 1 ? "type" : "types") between `<` and `>`, not \(actual)"
      }
    case .expected(let what): message = "expected \(what)"
    case .tooDeep: message = "more than \(CELType.maximumNesting) types inside one another (limit `type-nesting`)"
    case .mapKey(let type): message = "a map's keys cannot be `\(type)`"
    }
    let diagnostic = Diagnostic(code: "rules/bad-type", message: message, place: place, fix: fix)
    guard case .unknownName(let name) = error.reason else { return diagnostic }
    return diagnostic.caused(by: .type(name))
  }
}

extension Diagnostic {
  /// The fix for a type written as `theme[]`.
  private static func listInBrackets(_ text: Text?, among types: [Text]) -> String? {
    guard let text = text?.string, text.hasSuffix("[]") else { return nil }
    let element = String(text.dropLast(2))
    return types.contains(Text(element)) ? "write `list<\(element)>`" : nil
  }
}

extension ModuleReader {
  /// The fact declared at `node`. Returns a fact even if its declaration has a mistake: its type is then an error, and its uses are not
  /// diagnosed.
  mutating func fact(_ name: Mention, _ node: Node) -> FactDeclaration {
    let allowed = [
      "type", "min", "max", "max_size", "values", "ordered", "optional", "default", "per", "secret", "window", "doc",
    ]
    guard let fields = Fields(node, "a fact", allowed: allowed, expressions: ["type"], into: &diagnostics) else {
      return FactDeclaration(
        name: name.name, type: .error, isOptional: false, isPerCandidate: false, minimum: nil, maximum: nil,
        maximumSize: nil, doc: nil, place: name.place)
    }
    var type = fields.required("type", into: &diagnostics).map { self.type($0) } ?? .error
    type = valuesType(name.name, type, fields)
    var fact = FactDeclaration(
      name: name.name, type: type, isOptional: fields.flag("optional", into: &diagnostics), isPerCandidate: false,
      minimum: nil, maximum: nil, maximumSize: nil, doc: fields.text("doc", into: &diagnostics), place: name.place)
    if case .optional(let wrapped) = type {
      // `type: optional<int>` means the same as `optional: true`.
      fact.type = wrapped
      fact.isOptional = true
    }
    fact.isSecret = fields.flag("secret", into: &diagnostics)
    (fact.minimum, fact.maximum) = range(fields, fact.type)
    // If the type contradicts `min` or `max`, either may be wrong.
    let isContradicted = !fact.type.isOrdered && (fields["min"] ?? fields["max"]) != nil
    if isContradicted || fields["optional"].map({ $0.bool == nil }) == true { fact.type = .error }
    if fields["max_size"] != nil {
      fact.maximumSize = fields.count("max_size", atLeast: 0, into: &diagnostics)
      if !fact.type.hasSize, fact.type != .error { diagnostics.append(.noSize(fact.type, fields["max_size"]?.place)) }
    }
    if let per = fields["per"] {
      if per.text == "candidate" { fact.isPerCandidate = true } else { diagnostics.append(.unknownPer(per)) }
    }
    if let window = fields["window"] {
      fact.window = window
      if window.kind != .map { diagnostics.append(.wrongShape("`window`", expected: "a map", actual: window)) }
      if fact.isPerCandidate { diagnostics.append(.windowPerCandidate(window)) }
    }
    if let node = fields["default"] { fact.usual = usual(node, of: fact) }
    return fact
  }

  /// The default value at `node` if `fact` may have one. Ids of records are resolved later, when the records are loaded.
  private mutating func usual(_ node: Node, of fact: FactDeclaration) -> Node? {
    if fact.isOptional || fact.isPerCandidate || fact.window != nil {
      diagnostics.append(.defaultOfNothing(fact, node))
      return nil
    }
    if case .record = fact.type { return node }
    guard let value = literal(node, as: fact.type) else { return nil }
    if !fact.admits(value) {
      diagnostics.append(.defaultOutOfRange(fact, node))
      return nil
    }
    return node
  }

  /// The parameter declared at `node`. Returns a parameter even if its declaration has a mistake: see ``fact(_:_:)``.
  mutating func parameter(_ name: Mention, _ node: Node) -> ParameterDeclaration {
    let unknown = ParameterDeclaration(
      name: name.name, type: .error, value: .null, minimum: nil, maximum: nil, doc: nil, place: name.place)
    let allowed = ["value", "type", "min", "max", "values", "ordered", "doc"]
    guard let fields = Fields(node, "a parameter", allowed: allowed, expressions: ["type"], into: &diagnostics) else {
      return unknown
    }
    var type = fields.required("type", into: &diagnostics).map { self.type($0) } ?? .error
    let valueNode = fields.required("value", into: &diagnostics)
    type = valuesType(name.name, type, fields)
    let (minimum, maximum) = range(fields, type)
    let isContradicted = !type.isOrdered && (fields["min"] ?? fields["max"]) != nil
    guard let valueNode, !isContradicted else { return unknown }
    guard let value = literal(valueNode, as: type) else {
      if valueNode.text?.isWorkedOut == true, let last = diagnostics.indices.last {
        diagnostics[last].fix = "what is worked out is a decision; a parameter is a plain value"
      }
      return unknown
    }
    let parameter = ParameterDeclaration(
      name: name.name, type: type, value: value, minimum: minimum, maximum: maximum,
      doc: fields.text("doc", into: &diagnostics), place: name.place)
    if !parameter.allows(value) { diagnostics.append(.parameterOutOfRange(parameter, value, valueNode.place)) }
    return parameter
  }

  /// `min` and `max` as values of `type`.
  private mutating func range(_ fields: Fields, _ type: CELType) -> (Value?, Value?) {
    var ends: [Value?] = []
    for key in ["min", "max"] {
      guard let node = fields[key] else {
        ends.append(nil)
        continue
      }
      guard type.isOrdered else {
        if type != .error { diagnostics.append(.noRange(type, key, node.place)) }
        return (nil, nil)
      }
      ends.append(literal(node, as: type))
    }
    if let least = ends[0], let greatest = ends[1], least.compare(to: greatest) == .greater, let node = fields["max"] {
      diagnostics.append(.emptyRange(least, greatest, node.place))
      return (nil, nil)
    }
    return (ends[0], ends[1])
  }

  /// `values: [a, b]`: a vocabulary of the module. With `ordered: true`, its first value is the least.
  private mutating func valuesType(_ name: Text, _ type: CELType, _ fields: Fields) -> CELType {
    let isOrdered = fields.flag("ordered", into: &diagnostics)
    guard let node = fields["values"] else {
      if isOrdered { diagnostics.append(.orderOfNothing(fields["ordered"]?.place)) }
      return type
    }
    guard type == .string else {
      if type != .error { diagnostics.append(.valuesNeedString(type, node.place)) }
      return type
    }
    guard node.kind == .list else {
      diagnostics.append(.wrongShape("`values`", expected: "a list of words", actual: node))
      return type
    }
    var cases: [Text] = []
    for element in node.elements {
      guard let text = element.text else {
        diagnostics.append(
          .wrongShape("`values`", expected: "a word (in quotes, if it looks like a number)", actual: element))
        continue
      }
      cases.append(text)
    }
    return cases.isEmpty ? type : .enumeration(EnumerationType(name: name, cases: cases, isOrdered: isOrdered))
  }
}

extension Text {
  /// True for a text with signs of an expression.
  fileprivate var isWorkedOut: Bool { utf8.contains { "=+*/<>()".utf8.contains($0) } }
}

extension ParameterDeclaration {
  /// True if `value` is within `min` and `max`.
  func allows(_ value: Value) -> Bool {
    if let minimum, minimum.compare(to: value) == .greater { return false }
    if let maximum, value.compare(to: maximum) == .greater { return false }
    return true
  }
}

extension CELType {
  /// True for the types with `min`, `max`, and `<`.
  var isOrdered: Bool {
    switch self {
    case .int, .uint, .double, .decimal, .timestamp, .duration: true
    default: false
    }
  }

  /// True for the types with a number of elements or characters.
  var hasSize: Bool {
    switch self {
    case .list, .map, .string, .bytes: true
    default: false
    }
  }
}

extension Diagnostic {
  static func noRange(_ type: CELType, _ key: String, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/no-range", message: "`\(key)` means nothing for `\(type)`: its values have no order", place: place)
  }

  static func noSize(_ type: CELType, _ place: Place?) -> Diagnostic {
    Diagnostic(
      code: "rules/no-range", message: "`max_size` means nothing for `\(type)`: it has no elements to count",
      place: place)
  }

  static func emptyRange(_ minimum: Value, _ maximum: Value, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/empty-range", message: "no value is at least \(minimum) and at most \(maximum)", place: place,
      fix: "put the lesser number under `min`")
  }

  static func orderOfNothing(_ place: Place?) -> Diagnostic {
    Diagnostic(
      code: "rules/no-range", message: "`ordered` is about `values`, and none are listed here", place: place,
      fix: "list the values here, or declare the order where the type is declared")
  }

  static func valuesNeedString(_ type: CELType, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/no-range", message: "`values` lists words, and goes with `type: string`, not `\(type)`",
      place: place)
  }

  static func unknownPer(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "rules/wrong-shape", message: "`per` must be `candidate`, not \(node.described)", place: node.place,
      fix: "leave `per` out for a fact that is given once a request")
  }

  static func windowPerCandidate(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "rules/wrong-shape", message: "a fact with a `window` is one per request, not one per candidate",
      place: node.place, fix: "leave `per` out")
  }

  static func defaultOfNothing(_ fact: FactDeclaration, _ node: Node) -> Diagnostic {
    let why =
      if fact.isOptional { "may be absent" } else if fact.isPerCandidate { "is each candidate's own" } else {
        "is computed from an account's events"
      }
    return Diagnostic(
      code: "rules/fact-default", message: "`\(fact.name)` \(why), so that it has no default", place: node.place,
      fix: fact.isOptional ? "leave `default` out, or `optional`" : "leave `default` out")
  }

  static func defaultOutOfRange(_ fact: FactDeclaration, _ node: Node) -> Diagnostic {
    Diagnostic(
      code: "rules/fact-default", message: "the default of `\(fact.name)` has to be \(fact.limits)", place: node.place)
  }

  static func parameterOutOfRange(_ parameter: ParameterDeclaration, _ value: Value, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/parameter-range",
      message: "`\(parameter.name)` is \(value), but must be \(rangeWords(parameter.minimum, parameter.maximum))",
      place: place)
  }
}

extension ModuleReader {
  private static let decisionKeys = ["hit", "type", "rows", "otherwise", "value", "limit", "distinct", "doc"]
  private static let rowKeys = ["id", "when", "then", "score", "note"]

  /// The decision declared at `node`. Returns a decision even if its declaration has a mistake: see ``fact(_:_:)``.
  mutating func decision(_ name: Mention, _ node: Node) -> DecisionDeclaration {
    if let decision = readable(name, node) { return decision }
    let nothing = RowTable(
      hit: .first, hitPlace: name.place, rows: [], otherwise: nil, limit: nil, isDistinct: false)
    return DecisionDeclaration(
      name: name.name, place: name.place, type: .error, body: .rows(nothing), isSound: false)
  }

  /// The decision at `node`. Returns nil and reports a diagnostic if its parts cannot be read.
  private mutating func readable(_ name: Mention, _ node: Node) -> DecisionDeclaration? {
    let before = diagnostics.count
    syntaxDiagnostics = []
    let fields = Fields(
      node, "a decision", allowed: Self.decisionKeys, expressions: ["type"], into: &diagnostics)
    guard let fields else { return nil }
    let typeNode = fields["type"]
    let body: DecisionDeclaration.Body
    if let value = fields["value"] {
      let others = ["rows", "hit", "otherwise", "limit", "distinct"].compactMap { node.keyNode($0) }
      if !others.isEmpty {
        diagnostics.append(.valueAndRows(others, value: value.place))
      }
      let count = diagnostics.count
      let template = template(value)
      if diagnostics.count > count { return nil }
      body = .value(template)
    } else if fields["rows"] != nil {
      guard let table = table(fields) else { return nil }
      body = .rows(table)
    } else {
      // A misspelled key has been reported already.
      if !fields.seemsMeant("rows"), !fields.seemsMeant("value") {
        diagnostics.append(.noRowsOrValue(name.name, node.place))
      }
      return nil
    }
    var decision = DecisionDeclaration(
      name: name.name, place: name.place, doc: fields.text("doc", into: &diagnostics),
      type: typeNode.map { type($0) }, typePlace: typeNode?.place, body: body)
    decision.isSound = !diagnostics[before...].contains { $0.severity == .error } && !syntaxDiagnostics.hasErrors
    decision.syntaxDiagnostics = syntaxDiagnostics
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
      let count = syntaxDiagnostics.count
      if let row = row(element, hit) {
        guard let first = ids[row.id] else {
          ids[row.id] = row.place
          table.rows.append(row)
          continue
        }
        diagnostics.append(.declaredTwice(row.id, "row", first: first, row.place))
      }
      // For an omitted row, only the reason of the omission is reported.
      syntaxDiagnostics.removeSubrange(count...)
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
    guard let conditions = conditions(fields["when"]) else { return nil }
    var row = RowDeclaration(
      id: id, place: idNode.place, conditions: conditions, then: nil, score: nil,
      note: fields.text("note", into: &diagnostics))
    if let then = fields["then"] {
      let count = diagnostics.count
      row.then = template(then)
      if diagnostics.count > count { return nil }
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

  /// The conditions in `when`. Returns nil and reports a diagnostic if it cannot be read. Conditions with syntax errors are left out.
  private mutating func conditions(_ node: Node?) -> [RowDeclaration.Condition]? {
    guard let node else { return [] }
    let source: ExpressionSource?
    switch node.kind {
    case .map: return cells(node)
    // `when: true` means the same as no `when`.
    case .bool: source = ExpressionSource(text: node.bool == true ? "true" : "false", node: node)
    case .string: source = expressionSource(node)
    case .null, .number, .list:
      diagnostics.append(.wrongShape("`when`", expected: "a map of inputs, or a condition in quotes", actual: node))
      return nil
    }
    return source.map { source in parse(source).map { [.expression($0)] } ?? [] }
  }

  private mutating func cells(_ node: Node) -> [RowDeclaration.Condition]? {
    let broken = UnquotedExpression.find(in: node) { _, text in
      guard let first = text.utf8.first else { return false }
      return "=<>!".utf8.contains(first)
    }
    if let broken {
      diagnostics.append(.unquotedExpression(broken.text, broken.place))
      return nil
    }
    var cells: [RowDeclaration.Condition] = []
    let count = diagnostics.count
    var previous: (key: Node, value: Node)?
    for (key, value) in node.members {
      guard let source = expressionSource(key) else { continue }
      if value.kind == .null, let cut = CutCell(key, value, after: previous) {
        diagnostics.append(.cutCell(cut, key.place))
        continue
      }
      previous = (key, value)
      let input = parse(source)
      let syntaxCount = syntaxDiagnostics.count
      let test = cellTest(value)
      if let input, let test {
        cells.append(.cell(Cell(input: input, test: test, node: value)))
      } else if input == nil {
        syntaxDiagnostics.removeSubrange(syntaxCount...)
      }
    }
    return diagnostics.count > count ? nil : cells
  }

  /// The source of the expression in `node`. The `=` at its beginning is optional for conditions and required for results.
  private mutating func expressionSource(_ node: Node) -> ExpressionSource? {
    guard let text = node.text else {
      diagnostics.append(.wrongShape("a condition", expected: "text", actual: node))
      return nil
    }
    let bytes = Array(text.utf8)
    var start = bytes.prefix { $0 == 0x20 || $0 == 0x0A || $0 == 0x09 || $0 == 0x0D }.count
    if start < bytes.count, bytes[start] == UInt8(ascii: "=") { start += 1 }
    return ExpressionSource(text: Text(decoding: bytes[start...]), node: node, offset: start)
  }

  /// The expression in `source`. Returns nil and reports syntax errors if it cannot be parsed.
  mutating func parse(_ source: ExpressionSource) -> Expression? {
    let (expression, problems) = ExpressionParser.parse(source)
    syntaxDiagnostics += problems
    return expression
  }

  /// The template in `then`, `otherwise`, `score`, or `value`. Returns nil and reports a diagnostic if it cannot be read or parsed. The
  /// nesting of the document bounds the recursion.
  mutating func template(_ node: Node) -> Template? {
    switch node.kind {
    case .null, .bool, .number: return .literal(node)
    case .string:
      guard node.text?.utf8.first == UInt8(ascii: "=") else { return .literal(node) }
      return expressionSource(node).flatMap { parse($0) }.map { .expression($0) }
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
  /// The key node of the member `name`, for diagnostics about the key.
  func keyNode(_ name: String) -> Node? {
    for (key, _) in members where key.text == Text(name) { return key }
    return nil
  }
}

extension Diagnostic {
  static func valueAndRows(_ keys: [Node], value: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/value-and-rows", message: "a decision with a `value` has no `\(keys.first?.text ?? "rows")`",
      place: keys.first?.place ?? value,
      related: [Related(message: "the value", place: value)]
        + keys.dropFirst().map { Related(message: "nor `\($0.text ?? "")`", place: $0.place) },
      fix: "keep either `value` or `rows`")
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

extension ModuleReader {
  /// `node` as a value of `type`. Returns nil and reports a diagnostic if it is not one.
  mutating func literal(_ node: Node, as type: CELType) -> Value? {
    var reader = LiteralReader()
    defer { diagnostics += reader.diagnostics }
    return reader.read(node, as: type)
  }
}
