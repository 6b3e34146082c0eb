import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The rows of a decision as a sheet: a line per row, a column per key, cells as they are written in YAML.
package struct RuleTable: Sendable {
  /// A row: its node, and the node under each column.
  package struct Row: Sendable {
    package let node: Node
    package let cells: [String: Node]

    /// The text in `column`; empty if the cell is empty.
    func text(_ column: String) -> String { cells[column].map { $0.document.source.text(of: $0.range) } ?? "" }
  }

  /// The decision.
  let name: Text
  /// The list of rows.
  let list: Node
  package let rows: [Row]
  /// `id`, `when`, `when KEY`, `then`, `then KEY`, and other keys of rows.
  package let columns: [String]

  /// The rows of the decision `name` in `module`.
  ///
  /// - Throws: `table/no-rows`.
  package init(_ name: Text, in module: Document) throws(DiagnosticError) {
    let decisions = module.root["decisions"]
    guard let decision = decisions?[name] else {
      let known = decisions?.members.compactMap(\.key.text) ?? []
      throw DiagnosticError(.noTable(name, at: (decisions ?? module.root).place, Suggestion.fix(name, among: known)))
    }
    guard let list = decision["rows"], list.kind == .list, list.count > 0, !list.isAlias else {
      throw DiagnosticError(.noTable(name, at: decision.place, "a table has `rows`"))
    }
    self.name = name
    self.list = list
    rows = list.elements.map { Row(node: $0, cells: Self.cells($0)) }
    var columns: [String] = []
    for row in rows {
      for column in Self.order(row.node) where !columns.contains(column) { columns.append(column) }
    }
    // Conditions together, then results, then the rest.
    let ranks = ["id": 0, "when": 1, "then": 2]
    func rank(_ column: String) -> Int { ranks[String(column.prefix { $0 != " " })] ?? 3 }
    self.columns = columns.enumerated().ordered { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(
      \.element)
  }

  /// True if the rows are in brackets, and not on lines of their own.
  var isFlow: Bool { list.document.source.bytes[Int(list.range.start)] == UInt8(ascii: "[") }

  /// The header, and a line for each row.
  private var lines: [[String]] { [columns] + rows.map { row in columns.map(row.text) } }

  /// The sheet as comma-separated values.
  package var csv: String { lines.map(CSVReader.line).joined() }

  /// The sheet as a workbook.
  ///
  /// - Parameter values: by column, the values that are offered in it.
  /// - Throws: `sheet/too-large`.
  package func workbook(_ values: [String: [String]]) throws(DiagnosticError) -> [UInt8] {
    for row in rows {
      for column in columns where row.text(column).utf16.count > WorkbookWriter.cellLimit {
        throw DiagnosticError(.longCell(column, at: row.cells[column]?.place ?? row.node.place))
      }
    }
    let lists = columns.enumerated().compactMap { index, column in values[column].map { (index, $0) } }
    return WorkbookWriter(lines, lists: Dictionary(uniqueKeysWithValues: lists)).bytes
  }

  private static func order(_ row: Node) -> [String] {
    row.members.flatMap { key, value -> [String] in
      let name = key.text?.string ?? ""
      guard isSplit(name, value) else { return [name] }
      return value.members.map { "\(name) \($0.key.text?.string ?? "")" }
    }
  }

  private static func cells(_ row: Node) -> [String: Node] {
    var cells: [String: Node] = [:]
    for (key, value) in row.members {
      let name = key.text?.string ?? ""
      guard isSplit(name, value) else {
        cells[name] = value
        continue
      }
      for (key, value) in value.members { cells["\(name) \(key.text?.string ?? "")"] = value }
    }
    return cells
  }

  /// Conditions and results that are maps are split into a column for each key.
  private static func isSplit(_ name: String, _ value: Node) -> Bool {
    (name == "when" || name == "then") && value.kind == .map && !value.isAlias && value.count > 0
  }
}

extension Diagnostic {
  fileprivate static func longCell(_ column: String, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "sheet/too-large",
      message: "`\(column)` of this row has more characters than the limit `sheetCellLength` of "
        + "\(WorkbookWriter.cellLimit)", place: place, fix: "export the table as CSV")
  }

  fileprivate static func noTable(_ name: Text, at place: Place, _ fix: String?) -> Diagnostic {
    Diagnostic(code: "table/no-rows", message: "`\(name)` is not a decision with a table", place: place, fix: fix)
  }
}

/// The permitted values of a table's columns, if these are few.
package enum ColumnValues {
  /// The permitted values in YAML for each column of the sheet of the decision `name` (its full name); columns without restriction are
  /// missing.
  package static func all(of name: Text, in rules: RuleSet) -> [String: [String]] {
    guard let decision = rules.decisions.first(where: { $0.name == name })?.typed, let table = decision.table else {
      return [:]
    }
    var values: [String: [String]] = [:]
    for input in Set(table.rows.flatMap { $0.conditions.compactMap(\.input) }) {
      if let type = type(of: input, in: decision.module, rules) { values["when \(input)"] = list(type, isInput: true) }
    }
    var result = decision.type
    if table.hit == .collect, case .list(let element) = result { result = element }
    values["then"] = list(result, isInput: false)
    if case .record(let record) = result {
      for field in record.fields { values["then \(field.name)"] = list(field.type, isInput: false) }
    }
    return values
  }

  /// The type of a fact, of a decision of `module` or another module, or of a field of one of these.
  private static func type(of input: Text, in module: Text, _ rules: RuleSet) -> CELType? {
    if let type = named(input, in: module, rules) { return type }
    let parts = input.string.split(separator: ".", maxSplits: 1).map { Text(String($0)) }
    guard parts.count == 2, let type = named(parts[0], in: module, rules) else { return nil }
    var (record, isOptional) = (type, false)
    if case .optional(let inner) = type { (record, isOptional) = (inner, true) }
    guard case .record(let fields) = record, let index = fields.index(of: parts[1]) else { return nil }
    return isOptional ? .optional(fields.fields[index].type) : fields.fields[index].type
  }

  private static func named(_ input: Text, in module: Text, _ rules: RuleSet) -> CELType? {
    if let fact = rules.fact(input) { return fact.declaration.seenType }
    let full = Text("\(module).\(input)")
    return rules.decisions.first { $0.name == full || $0.name == input }?.type
  }

  private static func list(_ type: CELType, isInput: Bool) -> [String]? {
    switch type {
    case .enumeration(let values): values.cases.map { YAMLText.text($0.string) }
    case .bool: ["true", "false"]
    case .optional(let type):
      list(type, isInput: isInput).map { $0 + (isInput && !$0.contains("none") ? ["none"] : []) }
    default: nil
    }
  }
}
