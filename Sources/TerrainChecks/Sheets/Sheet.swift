import TerrainDocuments

/// The cells of a sheet, read from CSV or from a workbook.
package struct Sheet: Sendable {
  /// A cell.
  package struct Cell: Sendable {
    /// The text; empty if the cell is empty.
    package let text: String
    /// The location; in a workbook, in ``Sheet/source``.
    package let place: Place
    /// The reason why the text may differ from the author's; nil if it does not.
    package let problem: String?
  }

  /// A row that has a cell.
  package struct Row: Sendable {
    /// Its number in the sheet, from 1.
    package let number: Int
    /// Its cells from the first column on.
    package let cells: [Cell]
  }

  /// The text that places of cells are in. A row of a workbook is the line with its number there.
  package let source: SourceText
  /// The rows, in order.
  package let rows: [Row]
  /// True if the text ends inside quotes.
  package let isOpen: Bool

  /// Reads the file `name` with these bytes: a workbook, or CSV.
  ///
  /// - Throws: the reason why a workbook is unreadable, or the errors in a text.
  package init(name: String, bytes: [UInt8]) throws(DiagnosticError) {
    if bytes.starts(with: [0x50, 0x4B]) {
      self = try WorkbookReader.sheet(bytes, file: name)
    } else {
      self.init(csv: try SourceText.checked(name: name, bytes: bytes))
    }
  }

  /// Reads comma-separated values.
  package init(csv source: SourceText) {
    let csv = CSVReader(source)
    self.source = source
    isOpen = csv.isOpen
    rows = csv.rows.enumerated().map { index, cells in
      Row(number: index + 1, cells: cells.map { Cell(text: $0.text, place: $0.place, problem: nil) })
    }
  }

  /// The rows of `grid`, by their numbers, as lines of a text that is called `name`.
  init(name: String, grid: [(number: Int, cells: [(text: String, problem: String?)])]) {
    var bytes: [UInt8] = []
    var ranges: [[SourceRange]] = []
    var line = 1
    for row in grid {
      bytes += repeatElement(0x0A, count: row.number - line)
      line = row.number
      var own: [SourceRange] = []
      for (index, cell) in row.cells.enumerated() {
        if index > 0 { bytes += Array(", ".utf8) }
        let start = bytes.count
        bytes += cell.text.utf8.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        own.append(SourceRange(start: UInt32(clamping: start), end: UInt32(clamping: bytes.count)))
      }
      ranges.append(own)
    }
    let source = SourceText(name: name, bytes: bytes)
    self.source = source
    isOpen = false
    rows = zip(grid, ranges).map { row, ranges in
      Row(
        number: row.number,
        cells: zip(row.cells, ranges).map { cell, range in
          Cell(text: cell.text, place: Place(source: source, range: range), problem: cell.problem)
        })
    }
  }

  /// The letters of a column, which is counted from 0: `C`.
  static func letters(_ column: Int) -> String {
    var (letters, rest) = ("", column + 1)
    while rest > 0 {
      letters = String(UnicodeScalar(UInt8(65 + (rest - 1) % 26))) + letters
      rest = (rest - 1) / 26
    }
    return letters
  }

  /// The name of a cell in spreadsheets: `C12`.
  static func coordinate(row: Int, column: Int) -> String { "\(letters(column))\(row)" }
}
