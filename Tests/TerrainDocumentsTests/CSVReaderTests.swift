import TerrainDocuments
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
}
