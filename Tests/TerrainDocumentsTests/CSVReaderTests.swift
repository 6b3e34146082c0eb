import TerrainDocuments
import TestSupport
import Testing

/// Comma-separated values by RFC 4180.
@Suite struct CSVReaderTests {
  private func rows(_ text: String) -> [[String]] {
    CSVReader(SourceText(name: "x.csv", text: text)).rows.map { $0.map(\.text) }
  }

  @Test(arguments: [
    ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]), ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]), ("a,,\n", [["a", "", ""]]),
    ("\"a,\"\"b\"\"\nc\",d\n", [["a,\"b\"\nc", "d"]]), ("a\n\n\nb\n", [["a"], ["b"]]), ("\u{FEFF}a,b", [["a", "b"]]),
    ("a\"b,c", [["a\"b", "c"]]), ("", []),
  ]) func reads(_ text: String, _ expected: [[String]]) { #expect(rows(text) == expected) }

  @Test(arguments: [
    "plain", "", " blank at the ends ", "a,b", "a\"b", "a\nb", "a\r\nb", "\"\u{301}", "体质", "\u{FEFF}mark", "\u{FEFF}",
  ])
  func writesWhatItReads(_ cell: String) {
    let read = CSVReader(SourceText(name: "x.csv", text: CSVReader.line([cell, "x"]))).rows
    #expect(read.count == 1 && read.first?.map { Array($0.text.utf8) } == [Array(cell.utf8), [0x78]])
  }

  /// A line with one empty cell is a row, and a blank line is none.
  @Test func aRowOfOneEmptyCellIsKept() {
    #expect(rows([["a"], [""], ["b"]].map(CSVReader.line).joined()) == [["a"], [""], ["b"]])
  }

  @Test func aCellHasItsPlace() throws {
    let csv = CSVReader(SourceText(name: "x.csv", text: "a,\"b\nc\"\nd,e\n"))
    let cell = try #require(csv.rows.last?.last)
    #expect(
      cell.place.fileAndLine == "x.csv:3" && cell.place.source.position(at: Int(cell.place.range.start)).column == 3)
    #expect(CSVReader(SourceText(name: "x.csv", text: "a,\"b")).isOpen)
  }

  @Test(arguments: [
    ("a;b\nc;d,e\n", [["a", "b"], ["c", "d,e"]]), ("a\tb\nc\td;e\n", [["a", "b"], ["c", "d;e"]]),
    ("\"x,y,z\";b\n1,5;\"p;q\"\n", [["x,y,z", "b"], ["1,5", "p;q"]]), ("a,b;c\n", [["a", "b;c"]]),
    ("a;b;c,d\n", [["a", "b", "c,d"]]),
  ]) func recognizesTheSeparator(_ text: String, _ expected: [[String]]) { #expect(rows(text) == expected) }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+1+1", "'+1+1"), ("-2+3", "'-2+3"), ("@SUM(A1)", "'@SUM(A1)"), ("'=x", "''=x"), ("-3", "-3"),
    ("+1.5", "+1.5"), ("-1e5", "-1e5"), ("-", "-"), ("'quoted'", "'quoted'"), ("-3 points", "'-3 points"),
    ("-.e", "'-.e"),
  ]) func formulasAreEscaped(_ cell: String, _ written: String) {
    #expect(CSVReader.line([cell]) == written + "\n")
    #expect(rows(written + "\n") == [[cell]])
  }

  /// What was exported is imported as it was, and no cell of it is a formula.
  @Test func randomRowsComeBack() {
    let parts = [
      ",", ";", "\t", "\"", "\n", "\r", "=", "+", "-", "@", "'", " ", "a", "1", ".", "e", "\u{FEFF}", "é", "\u{301}",
    ]
    var random = SplitMix64(seed: 18)
    for _ in 0..<TestExtent.count(2000, long: 20_000, of: "sheets") {
      let width = Int.random(in: 1...4, using: &random)
      let sheet = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<width).map { _ in
          (0..<Int.random(in: 0...5, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
        }
      }
      let text = sheet.map(CSVReader.line).joined()
      let read = rows(text)
      #expect(
        read.map { $0.map { Array($0.utf8) } } == sheet.map { $0.map { Array($0.utf8) } }, "\(text.debugDescription)")
      // A reader without rules of its own sees the cells as a spreadsheet does.
      for cell in read.joined() {
        let shown = CSVReader.line([cell]).unicodeScalars
        let first = shown.first == "\"" ? shown.dropFirst().first : shown.first
        let starts = first.map { "=+-@".unicodeScalars.contains($0) } ?? false
        #expect(!starts || cell.utf8.count == 1 || Double(cell) != nil, "\(cell.debugDescription)")
      }
    }
  }
}
