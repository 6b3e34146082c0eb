import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainOutcomes

extension Command {
  /// Commands about decision tables as sheets.
  static let tables = Command(
    name: "table", summary: "Export a decision table as a sheet, and import it",
    children: [tableExport, tableImport].map { Child($0) })

  private static let decision = Operand(name: "DECISION", help: "The decision: MODULE.DECISION, or its name alone")
  private static let out = Option(
    name: "output", letter: "o", kind: .path("FILE"), help: "Write to this file instead of standard output")
  private static let format = Option(
    name: "format", kind: .choice(["csv", "xlsx"]),
    help: "The format of the sheet. Without it: xlsx where FILE ends so, else csv")

  private static let tableExport = Command(
    name: "export", summary: "Write the rows of a decision as a sheet: CSV or XLSX",
    discussion: """
      One line per row, one column per key: `id`, `when KEY`, `then KEY`, and the rest. Cells have
      what the module has, in YAML. In a workbook (XLSX) each cell is text, so that none
      becomes a date; the header and the ids stay where they are, and a cell whose values are
      few offers them.
      """,
    operands: [decision], options: [.pack, format, out],
    examples: [
      .init(line: "terrain table export suggest.need_tags -o need-tags.xlsx", purpose: "For a spreadsheet"),
      .init(line: "terrain table export suggest.need_tags", purpose: "The rows as CSV"),
    ],
    run: { arguments, console in
      let target = try TableTarget(arguments)
      let file = arguments.value(of: out)
      let isWorkbook =
        arguments.value(of: format).map { $0 == "xlsx" } ?? (file?.lowercased().hasSuffix(".xlsx") == true)
      let bytes = isWorkbook ? try target.table.workbook(target.values) : Array(target.table.csv.utf8)
      if let file { try OutputFile.write(bytes, to: file) } else { console.write(bytes) }
      return .success
    })

  private static let tableImport = Command(
    name: "import", summary: "Write the rows of a sheet into their module",
    discussion: """
      The rows of FILE, which is CSV or a workbook (XLSX, its first sheet), replace those of
      the decision, in their order. A row is known by its `id`; one that is as it was keeps
      every byte, and the comments before it. Nothing is written where `terrain validate`
      would report something new: that is reported at its cell.
      """,
    operands: [
      decision, Operand(name: "FILE", help: "What `terrain table export` wrote, changed; `-` is standard input"),
    ],
    options: [.pack],
    examples: [.init(line: "terrain table import suggest.need_tags need-tags.xlsx", purpose: "What came back")],
    run: { arguments, console in
      let target = try TableTarget(arguments)
      let path = arguments.operand(1) ?? ""
      let sheet = try Sheet(name: path == "-" ? "<stdin>" : path, bytes: SourceText.bytes(path: path))
      let outcome = try TableImport(sheet, into: target.table)
      if outcome.bytes == target.module.source.bytes {
        console.report("nothing changed\n")
        return .success
      }
      try target.check(outcome)
      let isPackNamed = arguments.value(of: .pack) != nil
      try AuthorFiles(named: [], pack: target.pack, isPackNamed: isPackNamed)
        .write([(target.path, outcome.bytes)], over: [target.module.source])
      console.write("\(target.path)\n")
      return .success
    })
}

/// The table that a command line names.
private struct TableTarget {
  let store = SourceStore()
  let pack: String
  let path: String
  let module: Document
  let table: RuleTable
  /// The values to choose from in each column; empty if the rules have an error.
  let values: [String: [String]]
  private let inputs: [Validator.Input]

  init(_ arguments: Arguments) throws(DiagnosticError) {
    let locator = Workspace.locator()
    pack = try Workspace(arguments, for: .authoring).packPath
    let indexes = try NameIndex.load([pack], from: store) { id, pack in locator.ruleSet(id, forPackAt: pack) }
    let written = arguments.operand(0) ?? ""
    let name = try RenamePlan.name(Text(written.contains(":") ? written : "decision:\(written)"), in: indexes)
    path = name.declarations.first?.source.name ?? ""
    let file = store.file(path)
    guard let module = file.documents.first else { throw DiagnosticError(file.diagnostics) }
    self.module = module
    table = try RuleTable(name.name, in: module)
    values =
      indexes.lazy.compactMap(\.ruleSet).map { ColumnValues.all(of: name.fullName, in: $0) }
      .first { !$0.isEmpty } ?? [:]
    inputs = Set(indexes.flatMap { [$0.pack, $0.rules].compactMap { $0 } }).ordered().map { .path($0) }
  }

  /// - Throws: the new diagnostics that `outcome` would cause, located at its cells.
  func check(_ outcome: TableImport) throws(DiagnosticError) {
    let validator = Validator.complete(answersPack: nil, locator: Workspace.locator())
    let edited = store.edited()
    edited.replace(path) { (name) throws(DiagnosticError) in try SourceText.checked(name: name, bytes: outcome.bytes) }
    var known: [String: Int] = [:]
    for diagnostic in validator.validate(inputs, in: store.edited()).diagnostics {
      known[diagnostic.code, default: 0] += 1
    }
    let new = validator.validate(inputs, in: edited).diagnostics.filter { diagnostic in
      known[diagnostic.code, default: 0] -= 1
      return known[diagnostic.code, default: 0] < 0
    }
    if new.contains(where: { $0.severity == .error }) { throw DiagnosticError(new.map { outcome.atCell($0) ?? $0 }) }
  }
}
