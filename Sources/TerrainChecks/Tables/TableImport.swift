import TerrainBase
import TerrainDocuments
import TerrainYAML

/// An edited sheet, as the module that results from it.
package struct TableImport: Sendable {
  /// The module's file as it would be.
  package let bytes: [UInt8]
  /// The table as it would be.
  private let table: RuleTable
  private let rows: [Sheet.Row]
  private let columns: [String]

  /// Replaces `table` by the sheet `sheet`: unchanged rows keep every byte, with the comments before them.
  ///
  /// - Throws: `table/wrong-sheet`: a cell that is not YAML, a column without a name, a row twice.
  package init(_ sheet: Sheet, into table: RuleTable) throws(DiagnosticError) {
    let whole = Place(source: sheet.source, range: sheet.source.wholeRange)
    guard let heading = sheet.rows.first, !sheet.isOpen else {
      throw DiagnosticError(.wrongSheet("it has no line, or a quote that is not closed", at: whole))
    }
    let columns = heading.cells.map(\.text)
    let rows = sheet.rows.dropFirst().filter { $0.cells.contains { !$0.text.isEmpty } }
    for row in sheet.rows {
      for (column, cell) in row.cells.enumerated() {
        if let problem = cell.problem {
          throw DiagnosticError(.wrongSheet(problem, at: cell.place, Self.coordinate(row, column)))
        }
      }
    }
    let counts = Dictionary(columns.map { ($0, 1) }, uniquingKeysWith: +)
    for (column, cell) in heading.cells.enumerated() {
      if cell.text.isEmpty || counts[cell.text] != 1 {
        throw DiagnosticError(
          .wrongSheet("a column needs a name of its own", at: cell.place, Self.coordinate(heading, column)))
      }
    }
    var merge = TableMerge(table, columns)
    for row in rows {
      for (column, cell) in row.cells.enumerated() where !cell.text.isEmpty {
        guard column < columns.count else {
          throw DiagnosticError(
            .wrongSheet("there is no column for this cell", at: cell.place, Self.coordinate(row, column)))
        }
        if !merge.isKept(cell.text), !Self.isYAML(cell.text) {
          throw DiagnosticError(
            .wrongSheet("this is not a value in YAML", at: cell.place, Self.coordinate(row, column)))
        }
      }
      guard merge.add(row.cells.map(\.text)) else {
        throw DiagnosticError(
          .wrongSheet(
            "there is another row with this id", at: row.cells.first?.place ?? whole, Self.coordinate(row, 0)))
      }
    }
    self.columns = columns
    self.rows = rows
    bytes = merge.bytes
    let (documents, problems) = SourceReader.read(SourceText(name: table.list.place.source.name, bytes: bytes))
    let notWritten = Diagnostic.wrongSheet("its rows cannot be written into the module", at: whole)
    guard let module = documents.first, let after = try? RuleTable(table.name, in: module),
      after.rows.count == rows.count
    else { throw DiagnosticError(notWritten) }
    self.table = after
    // Cells that are valid separately may be invalid together: one may open a parenthesis that the next closes.
    if let problem = problems.first(where: { $0.severity == .error }) {
      throw DiagnosticError(atCell(problem) ?? notWritten)
    }
    for (row, own) in zip(rows, after.rows) {
      for (cell, column) in zip(row.cells, columns.indices) where own.text(columns[column]) != cell.text {
        throw DiagnosticError(
          .wrongSheet("this cannot be written into the module", at: cell.place, Self.coordinate(row, column)))
      }
    }
  }

  /// `diagnostic`, which is about the module as it would be, at its cell of the sheet; nil if it is about no cell.
  package func atCell(_ diagnostic: Diagnostic) -> Diagnostic? {
    guard let place = diagnostic.place, place.source.name == table.list.place.source.name else { return nil }
    for (row, own) in zip(rows, table.rows) {
      for (cell, column) in zip(row.cells, columns.indices) {
        guard let range = own.cells[columns[column]]?.range, range.start <= place.range.start,
          place.range.start < max(range.end, range.start + 1)
        else { continue }
        var moved = diagnostic
        moved.place = cell.place
        moved.message = "cell \(Self.coordinate(row, column)): \(diagnostic.message)"
        return moved
      }
    }
    return nil
  }

  private static func coordinate(_ row: Sheet.Row, _ column: Int) -> String {
    Sheet.coordinate(row: row.number, column: column)
  }

  /// Returns true if `text` is one value when it is placed between others.
  private static func isYAML(_ text: String) -> Bool {
    let (documents, diagnostics) = SourceReader.read(SourceText(name: "cell.yaml", text: "[ { x: \(text) } ]\n"))
    guard documents.count == 1, !diagnostics.hasErrors, let list = documents.first?.root, list.count == 1 else {
      return false
    }
    return list.element(at: 0)?.count == 1 && documents.first?.comments.isEmpty == true
  }
}

extension Diagnostic {
  fileprivate static func wrongSheet(_ what: String, at place: Place, _ cell: String? = nil) -> Diagnostic {
    Diagnostic(
      code: "table/wrong-sheet", message: "\(cell.map { "cell \($0)" } ?? "the sheet"): \(what)", place: place,
      fix: "`terrain table export` writes a sheet that can be imported")
  }
}

/// Merges the rows of a module with those of a sheet.
struct TableMerge {
  private let table: RuleTable
  private let columns: [String]
  private let source: SourceText
  /// The bytes of each row; a row on its own lines includes the comment lines before it and its line end.
  private let spans: [Range<Int>]
  private let indices: [String: Int]
  private let written: Set<String>
  private var used: Set<String> = []
  private var unnamed = 0
  private var pieces: [[UInt8]] = []
  /// The rows that are as they were, in the order of the sheet.
  private var kept: [Int] = []

  init(_ table: RuleTable, _ columns: [String]) {
    self.table = table
    self.columns = columns
    let source = table.list.document.source
    self.source = source
    spans = Self.spans(table, source)
    var indices: [String: Int] = [:]
    var unnamed = 0
    for (index, row) in table.rows.enumerated() {
      let id = row.text("id")
      if id.isEmpty { unnamed += 1 }
      indices[id.isEmpty ? "#\(unnamed)" : id] = index
    }
    self.indices = indices
    written = Set(table.rows.flatMap { row in table.columns.map(row.text) })
  }

  /// Returns true if `text` is a cell of the module already.
  func isKept(_ text: String) -> Bool { written.contains(text) }

  /// Adds a row. Returns false if it was added before.
  mutating func add(_ cells: [String]) -> Bool {
    let texts = Dictionary(zip(columns, cells)) { first, _ in first }
    var id = texts["id"] ?? ""
    if id.isEmpty {
      unnamed += 1
      id = "#\(unnamed)"
    }
    guard used.insert(id).inserted else { return false }
    guard let index = indices[id] else {
      pieces.append(Array((table.isFlow ? flow(texts) : "\(indent)- \(flow(texts))\n").utf8))
      return true
    }
    let row = table.rows[index]
    let span = spans[index]
    let changed = Set(table.columns + columns).filter { row.text($0) != texts[$0] ?? "" }
    var edits = SourceEdits(source)
    if changed.isEmpty {
      kept.append(index)
    } else if changed.allSatisfy({ row.cells[$0] != nil && texts[$0]?.isEmpty == false }) {
      for column in changed {
        if let node = row.cells[column] { edits.replace(source.clamped(node.range), with: texts[column] ?? "") }
      }
    } else {
      let range = source.clamped(row.node.range)
      edits.replace(range, with: flow(texts) + (source.bytes[range].last == 0x0A ? "\n" : ""))
    }
    let bytes = edits.bytes
    pieces.append(Array(bytes[span.lowerBound..<(bytes.count - (source.bytes.count - span.upperBound))]))
    return true
  }

  /// The module.
  var bytes: [UInt8] {
    guard kept != Array(table.rows.indices) || pieces.count != kept.count, let first = spans.first,
      let last = spans.last
    else { return source.bytes }
    let (head, tail) = (source.bytes[..<first.lowerBound], source.bytes[last.upperBound...])
    if table.isFlow { return Array(head) + Array(pieces.joined(separator: Array(", ".utf8))) + Array(tail) }
    var rows: [UInt8] = []
    for piece in pieces {
      // The last line of a file may have no end.
      if let byte = rows.last, byte != 0x0A { rows.append(0x0A) }
      rows += piece
    }
    return Array(head) + rows + Array(tail)
  }

  private static func spans(_ table: RuleTable, _ source: SourceText) -> [Range<Int>] {
    if table.isFlow { return table.rows.map { source.clamped($0.node.range) } }
    var start = (source.bytes[..<Int(table.list.range.start)].lastIndex(of: 0x0A) ?? -1) + 1
    return table.rows.map { row in
      var end = source.clamped(row.node.range).upperBound
      if end == 0 || source.bytes[end - 1] != 0x0A {
        end = (source.bytes[end...].firstIndex(of: 0x0A) ?? source.bytes.count - 1) + 1
      }
      defer { start = max(start, end) }
      return start..<max(start, end)
    }
  }

  private var indent: String {
    String(repeating: " ", count: source.position(at: Int(table.list.range.start)).column - 1)
  }

  /// A row in brackets.
  private func flow(_ texts: [String: String]) -> String {
    var members: [(key: String, value: String)] = []
    for column in columns {
      guard let text = texts[column], !text.isEmpty else { continue }
      let parts = column.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2, parts[0] == "when" || parts[0] == "then" else {
        members.append((YAMLText.text(column), text))
        continue
      }
      let inner = "\(YAMLText.text(parts[1])): \(text)"
      if let index = members.firstIndex(where: { $0.key == parts[0] }) {
        members[index].value += ", \(inner)"
      } else {
        members.append((parts[0], "\u{0}\(inner)"))
      }
    }
    let written = members.map { key, value in
      value.hasPrefix("\u{0}") ? "\(key): { \(value.dropFirst()) }" : "\(key): \(value)"
    }
    return "{ \(written.joined(separator: ", ")) }"
  }
}
