import TerrainDocuments

/// A decision table as rows of the rule language.
struct DMNTable {
  /// The decision that a table becomes: its name, its first keys, and its type.
  typealias Target = (name: String, head: [(key: String, yaml: String)], type: DMNType?)

  /// How many inputs a table has at most (`dmnInputs`).
  static let inputLimit = 500

  private let model: DMNModel
  private let scope: FEELScope
  private let place: Place
  private var inputs: [(key: String, cell: FEELCell, isCondition: Bool)] = []
  private var outputs: [(name: String, isNumber: Bool, ranks: [String])] = []
  private(set) var decision: DMNImport.Decision
  private(set) var diagnostics: [Diagnostic] = []
  /// The type of its result.
  private(set) var type: FEELType = .any
  private(set) var rowCount = 0

  init(_ table: XMLElement, _ scope: FEELScope, _ target: Target, _ model: DMNModel) throws(DMNFailure) {
    self.scope = scope
    self.model = model
    place = table.place
    decision = DMNImport.Decision(name: target.name, members: target.head)
    for input in table.children where input.name == "input" { try add(input: input) }
    let columns = table.children.filter { $0.name == "output" }
    for output in columns {
      let own = model.type(output.attribute("typeRef"))?.type ?? (columns.count == 1 ? target.type?.type : nil)
      add(output: output, own)
    }
    guard !outputs.isEmpty else { throw DMNFailure("it has no output", table.place) }
    let rules = table.children.filter { $0.name == "rule" }
    var results: [[FEELValue]] = []
    for rule in rules { results.append(try self.results(rule)) }
    if results.isEmpty { throw DMNFailure("it has no row", table.place) }
    if !model.isOwn {
      for column in outputs.indices where results.allSatisfy({ $0[column].type == .number }) {
        outputs[column].isNumber = true
      }
    }
    let policy = table.attribute("hitPolicy") ?? "UNIQUE"
    let aggregation = table.attribute("aggregation")
    let hit = try hit(policy, aggregation, table.place)
    type = outputs.count > 1 ? .any : outputs[0].isNumber ? .number : target.type?.type ?? .any
    if hit == "collect", !type.isList { type = .list(type) }
    if hit == "count" { type = .any }
    if let own = resultType(results.map { $0[0] }, target.type), hit != "count" {
      decision.members.append(("type", hit == "collect" ? YAMLText.quoted("list<\(own)>") : own))
    }
    if !decision.members.contains(where: { $0.key == "hit" }) { decision.members.append(("hit", hit)) }
    var rows: [(row: String, rank: Int)] = []
    var ids: Set<String> = []
    for (rule, values) in zip(rules, results) {
      rows.append(try row(rule, values, number: rows.count + 1, policy: policy, hit: hit, ids: &ids))
    }
    // Stable: equal ones stay in the order of the table.
    if policy == "OUTPUT ORDER" {
      rows = rows.enumerated().sorted { ($1.element.rank, $0.offset) < ($0.element.rank, $1.offset) }.map(\.element)
    }
    rowCount = rows.count
    decision.rows = rows.map(\.row)
    if let otherwise = try otherwise(columns) {
      // Of a list DMN has the default of one element.
      decision.members.append(("otherwise", hit == "collect" && !model.isOwn ? "[\(otherwise)]" : otherwise))
    }
  }

  // MARK: Columns

  private mutating func add(input: XMLElement) throws(DMNFailure) {
    guard inputs.count < Self.inputLimit else {
      throw DMNFailure("it has more inputs than the limit `dmnInputs` of \(Self.inputLimit)", input.place)
    }
    guard let expression = input.child("inputExpression"), let text = expression.child("text") else {
      throw DMNFailure("an input has no expression", input.place)
    }
    let isCell = expression.attribute("expressionLanguage") == DMNModel.cellLanguage
    if isCell, text.text == "when" { return inputs.append(("", FEELCell(type: .any, number: number), true)) }
    // An export has names that its own module knows.
    var value = FEELValue(text.text, model.isOwn ? .enumeration : .any)
    if !isCell, !model.isOwn {
      value = try DMNFailure.at(text.place) { () throws(FEELError) in try FEELReader.expression(text.text, scope) }
    }
    var key = value.cel
    if key.hasPrefix("("), key.hasSuffix(")"),
      !inputs.contains(where: { $0.key == String(key.dropFirst().dropLast()) }),
      Self.isOneGroup(key)
    {
      key = String(key.dropFirst().dropLast())
    }
    while inputs.contains(where: { $0.key == key }) { key = "(\(key))" }
    var type = value.type
    if type == .any, let own = model.type(expression.attribute("typeRef"))?.type { type = own }
    inputs.append((key, FEELCell(type: type, number: number), false))
  }

  /// Whether the parenthesis at the beginning is closed by that at the end.
  private static func isOneGroup(_ text: String) -> Bool {
    var depth = 0
    for (index, character) in text.enumerated() {
      if character == "'" { return false }
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0 { return index == text.count - 1 }
    }
    return false
  }

  /// A number in an expression.
  private var number: (String) -> String { model.isOwn ? { $0 } : { "decimal('\($0)')" } }

  private mutating func add(output: XMLElement, _ type: FEELType?) {
    var ranks: [String] = []
    if let allowed = output.child("outputValues")?.child("text")?.text,
      let tests = try? FEELReader.tests(allowed, FEELScope())
    {
      ranks = tests.map { test in
        if case .value(let value) = test { return value.cel }
        return ""
      }
    }
    outputs.append(
      (
        output.attribute("name").map { model.isOwn ? $0 : DMNNames.plain($0) } ?? "", !model.isOwn && type == .number,
        ranks
      ))
  }

  private mutating func hit(
    _ policy: String, _ aggregation: String?, _ place: Place
  ) throws(DMNFailure) -> String {
    switch (policy, aggregation) {
    case ("UNIQUE", _): return "unique"
    case ("FIRST", _): return "first"
    case ("ANY", _):
      diagnostics.append(.changed("`ANY` becomes `first`: that rows agree is not checked any more", place))
      return "first"
    case ("PRIORITY", _): return "highest"
    case ("COLLECT", nil), ("RULE ORDER", _), ("OUTPUT ORDER", _): return "collect"
    case ("COLLECT", let aggregation?) where ["SUM", "MIN", "MAX", "COUNT"].contains(aggregation):
      return aggregation.lowercased()
    default: throw DMNFailure("the hit policy `\(policy)` is not one of DMN", place)
    }
  }

  /// The type that the result is declared to have: that of numbers, and of texts that are not those that rows yield.
  private func resultType(_ values: [FEELValue], _ type: DMNType?) -> String? {
    guard !model.isOwn, outputs.count == 1 else { return nil }
    if outputs[0].isNumber { return "decimal" }
    guard let type, type.type.isText || type.type == .list(.string) || type.type == .list(.enumeration) else {
      return nil
    }
    let yielded = Set(values.map(\.cel))
    let listed = Set(type.values.map(FEELValue.quoted) + outputs[0].ranks)
    return !listed.isEmpty && listed.isSubset(of: yielded) ? nil : "string"
  }

  // MARK: Rows

  private func results(_ rule: XMLElement) throws(DMNFailure) -> [FEELValue] {
    var values: [FEELValue] = []
    for entry in rule.children where entry.name == "outputEntry" { values.append(try value(entry)) }
    guard values.count == outputs.count else { throw DMNFailure(cellsAt: rule) }
    return values
  }

  private mutating func row(
    _ rule: XMLElement, _ values: [FEELValue], number: Int, policy: String, hit: String, ids: inout Set<String>
  ) throws(DMNFailure) -> (row: String, rank: Int) {
    let entries = rule.children.filter { $0.name == "inputEntry" }
    guard entries.count == inputs.count else { throw DMNFailure(cellsAt: rule) }
    var id = rule.attribute("label").map { model.isOwn ? $0 : DMNNames.plain($0) } ?? "row_\(number)"
    while !ids.insert(id).inserted { id += "_\(number)" }
    var members = ["id: \(YAMLText.text(id))"]
    var cells: [String] = []
    for (entry, input) in zip(entries, inputs) {
      guard let cell = try cell(entry, input.cell) else { continue }
      if input.isCondition {
        members.append("when: \(cell)")
      } else {
        cells.append("\(YAMLText.text(input.key)): \(cell)")
      }
    }
    if !cells.isEmpty { members.append("when: { \(cells.joined(separator: ", ")) }") }
    let rank = policy == "PRIORITY" || policy == "OUTPUT ORDER" ? try rank(values, rule.place) : 0
    if policy == "PRIORITY", !model.isOwn { members.append("score: \(rank)") }
    members += rule.extras.filter { $0.key != "then" }.map { "\($0.key): \($0.yaml)" }
    if hit != "count" || !model.isOwn { members.append("then: \(try result(values, rule.place))") }
    var notes = rule.children.filter { $0.name == "annotationEntry" }.compactMap { $0.child("text")?.text }
    if let description = rule.child("description")?.text { notes.insert(description, at: 0) }
    notes = notes.filter { !$0.isEmpty }
    if !notes.isEmpty { members.append("note: \(YAMLText.quoted(notes.joined(separator: "; ")))") }
    return ("{ \(members.joined(separator: ", ")) }", rank)
  }

  private func cell(_ entry: XMLElement, _ cell: FEELCell) throws(DMNFailure) -> String? {
    guard let text = entry.child("text") else { return nil }
    if entry.attribute("expressionLanguage") == DMNModel.cellLanguage { return text.text }
    return try DMNFailure.at(text.place) { () throws(FEELError) in
      try cell.text(FEELReader.tests(text.text, scope))
    }
  }

  private func value(_ entry: XMLElement) throws(DMNFailure) -> FEELValue {
    guard let text = entry.child("text") else { throw DMNFailure("a row has no result", entry.place) }
    if entry.attribute("expressionLanguage") == DMNModel.cellLanguage { return FEELValue("\u{0}\(text.text)", .any) }
    return try DMNFailure.at(text.place) { () throws(FEELError) in try FEELReader.expression(text.text, scope) }
  }

  /// The higher, the earlier its values are among those of the outputs.
  private func rank(_ values: [FEELValue], _ place: Place) throws(DMNFailure) -> Int {
    if model.isOwn { return 0 }
    var rank = 0
    for (value, output) in zip(values, outputs) where !output.ranks.isEmpty {
      guard let index = output.ranks.firstIndex(of: value.cel) else {
        throw DMNFailure("a result is not one of the values that give the order", place)
      }
      guard rank < 1 << 30 else { throw DMNFailure("there are too many outputs that give the order", place) }
      rank = rank * output.ranks.count + output.ranks.count - 1 - index
    }
    guard outputs.contains(where: { !$0.ranks.isEmpty }) else {
      throw DMNFailure("no output lists the values that give the order", place)
    }
    return rank
  }

  private func result(_ values: [FEELValue], _ place: Place) throws(DMNFailure) -> String {
    if outputs.count == 1, outputs[0].name.isEmpty || !model.isOwn {
      return try Self.result(values[0], isNumber: true, at: place)
    }
    var fields: [String] = []
    for (value, output) in zip(values, outputs) {
      if value.cel == "\u{0}" { continue }
      // In a structure no type is declared, so that each number shows its own.
      let text =
        output.isNumber && value.literal != nil
        ? YAMLText.quoted("= \(value.cel)") : try Self.result(value, isNumber: true, at: place)
      fields.append("\(YAMLText.text(output.name)): \(text)")
    }
    return "{ \(fields.joined(separator: ", ")) }"
  }

  private func otherwise(_ columns: [XMLElement]) throws(DMNFailure) -> String? {
    var values: [FEELValue] = []
    for column in columns {
      guard let entry = column.child("defaultOutputEntry") else { return nil }
      values.append(try value(entry))
    }
    return try result(values, place)
  }

  /// A result in YAML.
  ///
  /// - Parameter isNumber: whether a number may be written as it is.
  static func result(_ value: FEELValue, isNumber: Bool, at place: Place) throws(DMNFailure) -> String {
    if value.cel.hasPrefix("\u{0}") { return String(value.cel.dropFirst()) }
    if value.type == .context { throw DMNFailure("a whole structure is not a value of the rule language", place) }
    if value.usesInput { throw DMNFailure("`?` has no meaning in a result", place) }
    if let elements = value.elements, elements.allSatisfy({ $0.literal != nil || $0.elements != nil }) {
      var texts: [String] = []
      for element in elements { texts.append(try result(element, isNumber: isNumber, at: place)) }
      return "[\(texts.joined(separator: ", "))]"
    }
    switch value.literal {
    case .null: throw DMNFailure("`null` is not a result", place)
    case .boolean(let truth): return "\(truth)"
    case .number(let digits) where isNumber: return digits
    case .string(let text) where !text.hasPrefix("="): return YAMLText.text(text)
    default: return YAMLText.quoted("= \(value.cel)")
    }
  }
}

extension DMNFailure {
  fileprivate init(cellsAt rule: XMLElement) {
    self.init("a row has more or fewer cells than the table has columns", rule.place)
  }
}

extension Diagnostic {
  fileprivate static func changed(_ what: String, _ place: Place) -> Diagnostic {
    Diagnostic(code: "dmn/changed", severity: .info, message: what, place: place)
  }
}
