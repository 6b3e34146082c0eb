import TerrainDocuments
import TerrainValues
import TerrainYAML

/// A sheet that came back, as the module that it makes.
package struct TableImport: Sendable {
  /// The module's file as it would be.
  package let bytes: [UInt8]
  /// The table as it would be.
  private let table: RuleTable
  private let rows: [[CSVReader.Cell]]
  private let columns: [String]

  /// Puts the sheet `sheet` in place of `table`: rows that are as they were keep every byte, with the comments before them.
  ///
  /// - Throws: `table/wrong-sheet`: a cell that is not YAML, a column without a name, a row twice.
  package init(_ sheet: SourceText, into table: RuleTable) throws(DiagnosticError) {
    let csv = CSVReader(sheet)
    guard let heading = csv.rows.first, !csv.isOpen else {
      throw DiagnosticError(
        .wrongSheet("it has no line, or a quote that is not closed", at: Place(source: sheet, range: sheet.wholeRange)))
    }
    let columns = heading.map(\.text)
    let rows = Array(csv.rows.dropFirst())
    if let cell = heading.first(where: { cell in cell.text.isEmpty || columns.count { $0 == cell.text } > 1 }) {
      throw DiagnosticError(
        .wrongSheet(
          "a column needs a name of its own", at: cell.place,
          Self.coordinate(1, heading.firstIndex { $0.place == cell.place } ?? 0)))
    }
    var merge = TableMerge(table, columns)
    for (number, row) in rows.enumerated() {
      for (column, cell) in row.enumerated() {
        guard column < columns.count else {
          throw DiagnosticError(
            .wrongSheet("there is no column for this cell", at: cell.place, Self.coordinate(number + 2, column)))
        }
        if !cell.text.isEmpty, !merge.isKept(cell.text), !Self.isYAML(cell.text) {
          throw DiagnosticError(
            .wrongSheet("this is not a value in YAML", at: cell.place, Self.coordinate(number + 2, column)))
        }
      }
      guard merge.add(row.map(\.text)) else {
        throw DiagnosticError(
          .wrongSheet("there is another row with this id", at: row[0].place, Self.coordinate(number + 2, 0)))
      }
    }
    self.columns = columns
    self.rows = rows
    bytes = merge.bytes
    let module = SourceReader.read(SourceText(name: table.list.place.source.name, bytes: bytes)).documents.first
    guard let module, let after = try? RuleTable(table.name, in: module), after.rows.count == rows.count else {
      throw DiagnosticError(
        .wrongSheet("its rows cannot be written into the module", at: Place(source: sheet, range: sheet.wholeRange)))
    }
    self.table = after
    for (number, row) in rows.enumerated() {
      for (column, cell) in row.enumerated() where after.rows[number].text(columns[column]) != cell.text {
        throw DiagnosticError(
          .wrongSheet("this cannot be written into the module", at: cell.place, Self.coordinate(number + 2, column)))
      }
    }
  }

  /// `diagnostic`, which is about the module as it would be, at its cell of the sheet; nil where it is about no cell.
  package func atCell(_ diagnostic: Diagnostic) -> Diagnostic? {
    guard let place = diagnostic.place, place.source.name == table.list.place.source.name else { return nil }
    for (number, row) in table.rows.enumerated() where rows.indices.contains(number) {
      for (column, name) in columns.enumerated() where rows[number].indices.contains(column) {
        guard let range = row.cells[name]?.range, range.start <= place.range.start,
          place.range.start < max(range.end, range.start + 1)
        else { continue }
        var moved = diagnostic
        moved.place = rows[number][column].place
        moved.message = "cell \(Self.coordinate(number + 2, column)): \(diagnostic.message)"
        return moved
      }
    }
    return nil
  }

  /// `C12`.
  private static func coordinate(_ row: Int, _ column: Int) -> String {
    var (letters, rest) = ("", column + 1)
    while rest > 0 {
      letters = String(UnicodeScalar(UInt8(65 + (rest - 1) % 26))) + letters
      rest = (rest - 1) / 26
    }
    return "\(letters)\(row)"
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
