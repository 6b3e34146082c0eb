import Foundation
import TerrainChecks
import TerrainDocuments
import TerrainYAML

extension FuzzTarget {
  /// A table of three rows, which sheets are read into.
  private static let module = """
    rules: 1
    module: shop.tables
    facts:
      points: int
      mood: { enum: [low, high] }
    decisions:
      level:
        rows:
          # The first.
          - { id: top, when: points >= 10, then: 3 }
          - { id: middle, when: points >= 5, then: 2 }
          - id: rest
            when: mood == low
            then: 1
        otherwise: 0

    """

  private static let table: RuleTable? = {
    let source = SourceText(name: "tables.yaml", text: module)
    return YAMLReader.readOne(source).document.flatMap { try? RuleTable("level", in: $0) }
  }()

  /// CSV: what is read and written again is the same; a sheet is put into a table of rules, or refused.
  static let csv = FuzzTarget(
    "csv", dictionary: ["\"\"", "\r\n", "id,when,then\n", ",", "top", "points >= 3", "'", "{a: 1}"]
  ) {
    [Array((table?.csv ?? "").utf8)]
      + [
        "a,\"b\"\"c\"\r\n,\n\"d\ne\", f \n", "id,then\ntop,7\n", "\u{FEFF}id\n", "\u{FEFF}\u{FEFF}id\n", "a\n\"\"\n",
        "id,when,then\ntop(points,Whe),",
      ]
      .map { Array($0.utf8) }
  } body: { input throws(FuzzFailure) in
    guard !input.starts(with: [0x50, 0x4B]) else { return }
    try SheetCheck.check(input, into: table)
  }

  /// Workbooks: the parts of one, in an archive that is made right.
  static let xlsx = FuzzTarget(
    "xlsx",
    dictionary: [
      "=== xl/worksheets/sheet1.xml\n", "<c r=\"A1\" t=\"s\"><v>0</v></c>", "<row r=\"2\">", "</row>",
      "t=\"inlineStr\"",
      "<is><t>", "<si><t>", "<f>", "s=\"1\"", "<v>1e3</v>", "<v>45000.5</v>", "numFmtId=\"14\"", "&#x41;", "<![CDATA[",
      "_x000D_", "t=\"b\"", "t=\"e\"",
    ]
  ) {
    guard let table, let bytes = try? table.workbook([:]), let archive = try? ZipReader(bytes, file: "book.xlsx") else {
      return []
    }
    let names = [
      "[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/worksheets/sheet1.xml",
      "xl/styles.xml", "xl/sharedStrings.xml",
    ]
    return [
      FileTree.input(
        names.compactMap { name in
          guard let part = try? archive.bytes(of: name) else { return nil }
          return (name, part)
        })
    ]
  } body: { input throws(FuzzFailure) in
    var writer = ZipWriter()
    for (path, bytes) in FileTree(input).files.sorted(by: { $0.key < $1.key }) { writer.add(path, bytes) }
    try SheetCheck.check(writer.bytes, into: table)
  }

  /// Archives and deflated bytes as they come.
  static let archive = FuzzTarget("archive", dictionary: ["PK\u{3}\u{4}", "PK\u{1}\u{2}", "PK\u{5}\u{6}"]) {
    var writer = ZipWriter()
    writer.add("a", Array("some text, some text".utf8))
    writer.add("b/c", [])
    // zlib's own output of a text that repeats, by fixed and by dynamic codes, and a stored block.
    let deflated: [[UInt8]] = [
      [0x4B, 0x4C, 0x4A, 0x4E, 0x49, 0x4D, 0x4B, 0x84, 0x11, 0x00], [0x01, 0x02, 0x00, 0xFD, 0xFF, 0x61, 0x62],
      [0x05, 0xC0, 0x81, 0x08, 0x00, 0x00, 0x00, 0x00, 0x20, 0x7F, 0xEB, 0x03],
    ]
    return [writer.bytes] + deflated + ((try? table?.workbook([:])).map { [$0] } ?? [])
  } body: { input throws(FuzzFailure) in
    if let inflated = try? Inflate.bytes(of: input[...], limit: 1 << 20) {
      try require(
        inflated.bytes.count <= 1 << 20 && inflated.length <= input.count,
        "\(inflated.bytes.count) bytes of \(inflated.length)")
    }
    _ = try DiagnosticCheck.result("the archive is not read") { () throws(DiagnosticError) in
      let archive = try ZipReader(input, file: "input.zip", sizeLimit: 1 << 20)
      for name in ["a", "b/c", "xl/workbook.xml", ""] { _ = try archive.bytes(of: name) }
    }
  }
}

/// What holds for a sheet.
private enum SheetCheck {
  static func check(_ bytes: [UInt8], into table: RuleTable?) throws(FuzzFailure) {
    let read = try DiagnosticCheck.result("the sheet is not read") { () throws(DiagnosticError) in
      try Sheet(name: "sheet", bytes: bytes)
    }
    guard let sheet = read else { return }
    let cells = sheet.rows.map { $0.cells.map(\.text) }
    if !sheet.isOpen {
      let again = Sheet(csv: SourceText(name: "again.csv", text: cells.map(CSVReader.line).joined()))
      let same = again.rows.map { $0.cells.map(\.text) }
      try require(same == cells, "written and read again it is \(same) instead of \(cells)")
    }
    guard let table else { return }
    let made = try DiagnosticCheck.result("the sheet is refused") { () throws(DiagnosticError) in
      try TableImport(sheet, into: table)
    }
    guard let made else { return }
    try require(
      !YAMLReader.readOne(SourceText(name: "tables.yaml", bytes: made.bytes)).diagnostics.hasErrors,
      "the module that a sheet makes is not read")
  }
}
