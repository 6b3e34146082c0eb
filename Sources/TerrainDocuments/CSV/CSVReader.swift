/// The cells of comma-separated values, by RFC 4180. Rows end with LF or CR LF; a cell in quotes may contain line ends.
package struct CSVReader: Sendable {
  /// A cell.
  package struct Cell: Sendable {
    /// What it contains, without quotes around it.
    package let text: String
    /// Where it is, quotes included.
    package let place: Place
  }

  /// The rows; blank lines have none.
  package private(set) var rows: [[Cell]] = []
  /// Whether the text ends inside quotes.
  package private(set) var isOpen = false
  private var row: [Cell] = []
  private var cell: [UInt8] = []
  private var start: Int

  /// Reads `source`.
  package init(_ source: SourceText) {
    let bytes = source.bytes
    var index = source.byteOrderMarkLength
    start = index
    while index < bytes.endIndex {
      let byte = bytes[index]
      if isOpen, byte == UInt8(ascii: "\"") {
        if index + 1 < bytes.endIndex, bytes[index + 1] == byte {
          cell.append(byte)
          index += 1
        } else {
          isOpen = false
        }
      } else if isOpen {
        cell.append(byte)
      } else if byte == UInt8(ascii: "\""), cell.isEmpty {
        isOpen = true
      } else if byte == UInt8(ascii: ",") {
        endCell(source, index)
      } else if byte == 0x0A {
        endRow(source, index)
      } else if byte != 0x0D {
        cell.append(byte)
      }
      index += 1
    }
    endRow(source, index)
  }

  private mutating func endCell(_ source: SourceText, _ end: Int) {
    let range = SourceRange(start: UInt32(clamping: start), end: UInt32(clamping: end))
    row.append(Cell(text: String(decoding: cell, as: UTF8.self), place: Place(source: source, range: range)))
    cell = []
    start = end + 1
  }

  private mutating func endRow(_ source: SourceText, _ end: Int) {
    endCell(source, end)
    if row.count > 1 || row[0].text != "" || row[0].place.range.count > 1 { rows.append(row) }
    row = []
  }

  /// `row` as a line, in quotes where a cell needs them, with LF at its end.
  package static func line(_ row: [String]) -> String {
    // Without quotes it would be a blank line, which is no row.
    if row == [""] { return "\"\"\n" }
    return row.map { cell in
      let scalars = cell.unicodeScalars
      // Programs may drop blanks at the ends of a cell without quotes; at the begin of a file, U+FEFF is its byte order mark.
      let isPlain =
        !scalars.contains { ["\"", ",", "\n", "\r"].contains($0) } && scalars.first != " " && scalars.last != " "
        && scalars.first != "\u{FEFF}"
      if isPlain { return cell }
      // By scalars: a quote and the accent after it are one character.
      let doubled = scalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
      return "\"\(doubled)\""
    }.joined(separator: ",") + "\n"
  }
}
