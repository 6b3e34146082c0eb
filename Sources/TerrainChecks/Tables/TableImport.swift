import TerrainDocuments
import TerrainBase
import TerrainYAML

/// A sheet that came back, as the module that it makes.
package struct TableImport: Sendable {
  /// The module's file as it would be.
  package let bytes: [UInt8]
  /// The table as it would be.
  private let table: RuleTable
  private let rows: [Sheet.Row]
  private let columns: [String]

  /// Puts the sheet `sheet` in place of `table`: rows that are as they were keep every byte, with the comments before them.
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
    // Cells that are values each for itself are not always values beside each other: a parenthesis in one, its end in the next.
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

  /// `diagnostic`, which is about the module as it would be, at its cell of the sheet; nil where it is about no cell.
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

  /// Whether `text` is one value where it is put between others.
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
      fix: "`terrain rules table export` writes a sheet that can be imported")
  }
}
