import TerrainDocuments
import TerrainRules
import TerrainValues

/// Writes the rows of a decision as a decision table.
struct DMNTableWriter {
  private let table: RuleTable
  private let decision: Node
  private let export: DMNExport
  /// Columns of conditions, `when` among them.
  private let conditions: [String]
  /// Columns of results; one without a name where a result is a value, and not fields.
  private let results: [String]
  private(set) var diagnostics: [Diagnostic] = []
  /// What of the decision has no place in a table.
  private(set) var kept: [(key: String, yaml: String)] = []
  /// The names that the inputs begin with.
  private(set) var inputs: [String] = []

  init(_ table: RuleTable, _ decision: Node, _ export: DMNExport) {
    self.table = table
    self.decision = decision
    self.export = export
    conditions = table.columns.filter { $0 == "when" || $0.hasPrefix("when ") }
    let fields = table.columns.filter { $0.hasPrefix("then ") }
    results = table.columns.contains("then") || fields.isEmpty ? ["then"] : fields
  }

  mutating func write() -> String {
    let policy = decision["hit"]?.text.flatMap { HitPolicy(rawValue: $0.string) } ?? .unique
    let others = decision["otherwise"].map { otherwise($0) } ?? [:]
    var text = "    <decisionTable\(Self.attributes(policy))>\n"
    for column in conditions { text += input(column) }
    for column in results { text += output(column, others[column]) }
    for (index, row) in table.rows.enumerated() { text += rule(row, index, policy) }
    return text + "    </decisionTable>\n"
  }

  private static func attributes(_ policy: HitPolicy) -> String {
    switch policy {
    case .unique: " hitPolicy=\"UNIQUE\""
    case .first: " hitPolicy=\"FIRST\""
    case .highest: " hitPolicy=\"PRIORITY\""
    case .collect: " hitPolicy=\"RULE ORDER\""
    case .sum: " hitPolicy=\"COLLECT\" aggregation=\"SUM\""
    case .min: " hitPolicy=\"COLLECT\" aggregation=\"MIN\""
    case .max: " hitPolicy=\"COLLECT\" aggregation=\"MAX\""
    case .count: " hitPolicy=\"COLLECT\" aggregation=\"COUNT\""
    }
  }

  // MARK: Columns

  private mutating func input(_ column: String) -> String {
    guard column != "when" else {
      return "      <input><inputExpression expressionLanguage=\"\(DMNModel.cellLanguage)\">\(DMNExport.text("when"))"
        + "</inputExpression></input>\n"
    }
    let key = String(column.dropFirst("when ".count))
    let isPath = DMNExport.isPath(key)
    if isPath, let root = key.split(separator: ".").first.map(String.init), !inputs.contains(root) {
      inputs.append(root)
    }
    if !isPath, let cell = table.rows.lazy.compactMap({ $0.cells[column] }).first {
      diagnostics.append(.notFEEL("the input `\(key)`", cell.place))
    }
    let language = isPath ? "" : " expressionLanguage=\"\(DMNModel.cellLanguage)\""
    return "      <input><inputExpression\(DMNExport.reference(export.typeReference(of: key)))\(language)>"
      + "\(DMNExport.text(key))</inputExpression></input>\n"
  }

  private func output(_ column: String, _ otherwise: String?) -> String {
    let name =
      column.hasPrefix("then ") ? " name=\"\(DMNExport.attribute(String(column.dropFirst("then ".count))))\"" : ""
    return otherwise.map { "      <output\(name)>\($0)</output>\n" } ?? "      <output\(name)/>\n"
  }

  /// The default of each column of results; where it has none as such, ``kept`` has the whole.
  private mutating func otherwise(_ node: Node) -> [String: String] {
    var entries: [String: String] = [:]
    if results == ["then"], table.columns.contains("then") {
      entries["then"] = value(node, "`otherwise`").map { "<defaultOutputEntry\($0)</defaultOutputEntry>" }
    } else if node.kind == .map, node.count == results.count {
      for column in results {
        guard let field = node[Text(String(column.dropFirst("then ".count)))] else { break }
        entries[column] = value(field, "`otherwise`").map { "<defaultOutputEntry\($0)</defaultOutputEntry>" }
      }
    }
    if entries.count == results.count { return entries }
    kept.append(("otherwise", DMNCell.yaml(node)))
    diagnostics.append(.notFEEL("`otherwise`", node.place))
    return [:]
  }

  // MARK: Rows

  private mutating func rule(_ row: RuleTable.Row, _ index: Int, _ policy: HitPolicy) -> String {
    let id = row.cells["id"]?.text?.string ?? ""
    let extras = table.columns.compactMap { column -> (String, String)? in
      guard let node = row.cells[column], !["id", "note", "then", "when"].contains(column), !column.contains(" ") else {
        return nil
      }
      return (column, DMNCell.yaml(node))
    }
    var text =
      "      <rule id=\"d_\(DMNExport.attribute(table.name.string)).\(index + 1)\" label=\"\(DMNExport.attribute(id))\">"
      + DMNExport.description(row.cells["note"]) + DMNExport.extras(extras) + "\n"
    for column in conditions { text += "        <inputEntry\(condition(row, column))</inputEntry>\n" }
    for column in results {
      // A row that is counted, or that lacks the field, has no result.
      let node = column == "then" ? row.node["then"] : row.cells[column]
      let result = node.map { value($0, "this result") ?? "" }
      let missing =
        policy == .count
        ? ">\(DMNExport.text("1"))" : " expressionLanguage=\"\(DMNModel.cellLanguage)\">\(DMNExport.text(""))"
      text += "        <outputEntry\(result ?? missing)</outputEntry>\n"
    }
    return text + "      </rule>\n"
  }

  private mutating func condition(_ row: RuleTable.Row, _ column: String) -> String {
    guard let node = row.cells[column] else { return ">\(DMNExport.text("-"))" }
    if column != "when", !node.isAlias {
      let type = export.type(of: String(column.dropFirst("when ".count)))
      if let tests = export.cells.tests(node, type) { return ">\(DMNExport.text(tests))" }
    }
    diagnostics.append(.notFEEL("this condition", node.place))
    return " expressionLanguage=\"\(DMNModel.cellLanguage)\">\(DMNExport.text(DMNCell.yaml(node)))"
  }

  /// The attributes and the content of an entry.
  private mutating func value(_ node: Node, _ what: String) -> String? {
    if let text = export.cells.result(node) { return ">\(DMNExport.text(text))" }
    diagnostics.append(.notFEEL(what, node.place))
    return " expressionLanguage=\"\(DMNModel.cellLanguage)\">\(DMNExport.text(DMNCell.yaml(node)))"
  }
}
