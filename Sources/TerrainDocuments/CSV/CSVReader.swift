/// The cells of comma-separated values, by RFC 4180. Rows end with LF or CR LF; a cell in quotes may contain line ends.
///
/// The separator is the comma, semicolon, or tab that is most frequent in the first line outside of quotes, because programs use the
/// separator of their locale. A cell that a spreadsheet would take for a formula is written with an apostrophe before it, which the reader
/// removes.
package struct CSVReader: Sendable {
  /// A cell.
  package struct Cell: Sendable {
    /// The content, without surrounding quotes and without the apostrophe before a formula.
    package let text: String
    /// The location of the cell, including its quotes.
    package let place: Place
  }

  /// The rows; blank lines have none.
  package private(set) var rows: [[Cell]] = []
  /// True if the text ends inside quotes.
  package private(set) var isOpen = false
  /// The character between cells.
  package let separator: UInt8
  private var row: [Cell] = []
  private var cell: [UInt8] = []
  private var start: Int

  /// Reads `source`.
  ///
  /// - Parameter separator: The character between cells, or nil to recognize it by the first line.
  package init(_ source: SourceText, separator: UInt8? = nil) {
    let bytes = source.bytes
    var index = source.byteOrderMarkLength
    start = index
    self.separator = separator ?? Self.separator(ofLineIn: bytes[index...])
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
      } else if byte == self.separator {
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

  /// The most frequent separator in the first line of `bytes` outside of quotes, or a comma if it has none.
  private static func separator(ofLineIn bytes: ArraySlice<UInt8>) -> UInt8 {
    var counts = separators.map { (byte: $0, count: 0) }
    var isQuoted = false
    for byte in bytes {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted { continue }
      if byte == 0x0A { break }
      if let index = separators.firstIndex(of: byte) { counts[index].count += 1 }
    }
    // The first one of those with the highest count.
    return counts.reduce(counts[0]) { $1.count > $0.count ? $1 : $0 }.byte
  }

  private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]

  private mutating func endCell(_ source: SourceText, _ end: Int) {
    let range = SourceRange(start: UInt32(clamping: start), end: UInt32(clamping: end))
    let isEscaped = cell.first == Self.apostrophe && Self.startsFormula(cell)
    let text = String(decoding: isEscaped ? cell.dropFirst() : cell[...], as: UTF8.self)
    row.append(Cell(text: text, place: Place(source: source, range: range)))
    cell = []
    start = end + 1
  }

  private mutating func endRow(_ source: SourceText, _ end: Int) {
    endCell(source, end)
    if row.count > 1 || row[0].text != "" || row[0].place.range.count > 1 { rows.append(row) }
    row = []
  }

  /// `row` as a line that ends with LF; cells are quoted if necessary.
  package static func line(_ row: [String]) -> String {
    // Without quotes it would be a blank line, which does not count as a row.
    if row == [""] { return "\"\"\n" }
    return row.map { cell in
      let bytes = Array(cell.utf8)
      let isEscaped = startsFormula(bytes) && !isNumber(cell)
      let cell = isEscaped ? "'\(cell)" : cell
      let scalars = cell.unicodeScalars
      // Programs may drop blanks at the ends of a cell without quotes. U+FEFF at the beginning of a file is its byte order mark.
      let isPlain =
        !scalars.contains { ["\"", ",", ";", "\t", "\n", "\r"].contains($0) } && scalars.first != " "
        && scalars.last != " "
        && scalars.first != "\u{FEFF}"
      if isPlain { return cell }
      // Works on Unicode scalars, because a quote and a combining accent after it form one character.
      let doubled = scalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined()
      return "\"\(doubled)\""
    }.joined(separator: ",") + "\n"
  }

  private static let apostrophe = UInt8(ascii: "'")

  /// True if a spreadsheet takes `cell`, without apostrophes before it, for a formula. A sign alone is a text.
  private static func startsFormula(_ cell: [UInt8]) -> Bool {
    let text = cell.drop { $0 == apostrophe }
    return text.first.map { "=+-@".utf8.contains($0) } == true && cell.count > 1
  }

  private static func isNumber(_ cell: String) -> Bool {
    let digits = cell.utf8.filter { (0x30...0x39).contains($0) }.count
    return digits > 0 && cell.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
      && Double(cell) != nil
  }
}
