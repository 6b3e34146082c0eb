import Foundation
import TerrainDocuments
import TerrainYAML
import TestSupport
import Testing

@testable import TerrainChecks

/// Workbooks as spreadsheets write them.
@Suite struct WorkbookTests {
  private static let main = "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\""
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  /// A workbook whose first sheet has these rows.
  private func workbook(_ rows: String, strings: String = "", styles: String = "") -> [UInt8] {
    let relationships = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
    var archive = ZipWriter()
    func add(_ name: String, _ text: String) { archive.add(name, Array(text.utf8)) }
    add(
      "_rels/.rels",
      "\(relationships)<Relationship Id=\"a\" Type=\"\(Self.office)/officeDocument\" Target=\"/book/w.xml\"/></Relationships>"
    )
    add(
      "book/w.xml",
      "<workbook \(Self.main) xmlns:r=\"\(Self.office)\"><sheets><sheet name=\"x\" sheetId=\"7\" r:id=\"s\"/></sheets></workbook>"
    )
    add(
      "book/_rels/w.xml.rels",
      relationships
        + [("s", "worksheet"), ("t", "sharedStrings"), ("u", "styles")].map {
          "<Relationship Id=\"\($0)\" Type=\"\(Self.office)/\($1)\" Target=\"../book/./\($0).xml\"/>"
        }.joined() + "</Relationships>")
    add("book/s.xml", "<worksheet \(Self.main)><sheetData>\(rows)</sheetData></worksheet>")
    add("book/t.xml", "<sst \(Self.main)>\(strings)</sst>")
    add("book/u.xml", "<styleSheet \(Self.main)>\(styles)</styleSheet>")
    return archive.bytes
  }

  private func read(_ rows: String, strings: String = "", styles: String = "") throws -> Sheet {
    try Sheet(name: "x.xlsx", bytes: workbook(rows, strings: strings, styles: styles))
  }

  @Test(arguments: [
    ("<c r=\"A1\" t=\"s\"><v>0</v></c>", "plain"), ("<c t=\"s\"><v>1</v></c>", "rich text"),
    ("<c t=\"inlineStr\"><is><t xml:space=\"preserve\"> x </t></is></c>", " x "),
    ("<c t=\"inlineStr\"><is><r><t>a</t></r><r><rPr><b/></rPr><t>b</t></r></is></c>", "ab"),
    ("<c t=\"str\"><f>1+1</f><v>= 2</v></c>", "= 2"), ("<c t=\"b\"><v>1</v></c>", "true"),
    ("<c t=\"b\"><v>0</v></c>", "false"), ("<c><v>3</v></c>", "3"), ("<c t=\"n\"><v>-12</v></c>", "-12"),
    ("<c><v>4.3499999999999996</v></c>", "4.35"), ("<c><v>1E-3</v></c>", "0.001"), ("<c><v>2.5E3</v></c>", "2500"),
    ("<c><v>1.5E-7</v></c>", "0.00000015"), ("<c><v>-0.00012</v></c>", "-0.00012"), ("<c><v>1e300</v></c>", "1e+300"),
    ("<c t=\"inlineStr\"><is><t>a_x000D_b_x005F_x0041_</t></is></c>", "a\rb_x0041_"),
    ("<c s=\"1\"><v>0.5</v></c>", "0.5"),
  ]) func aCell(_ cell: String, _ text: String) throws {
    let sheet = try read(
      "<row r=\"1\">\(cell)</row>",
      strings:
        "<si><t>plain</t></si><si><r><t>rich </t></r><r><t>text</t></r><rPh sb=\"0\" eb=\"1\"><t>no</t></rPh></si>",
      styles: "<numFmts><numFmt numFmtId=\"164\" formatCode=\"0.0&quot;d&quot;\"/></numFmts>"
        + "<cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"164\"/></cellXfs>")
    #expect(sheet.rows.map { $0.cells.map(\.text) } == [[text]])
    #expect(sheet.rows[0].cells[0].problem == nil)
  }

  @Test func cellsHaveTheirRowsAndColumns() throws {
    let sheet = try read(
      "<row r=\"2\"><c r=\"B2\"><v>1</v></c><c r=\"C2\" s=\"3\"/><c r=\"D2\"><v>2</v></c></row><row/>"
        + "<row r=\"7\"><c r=\"AB7\"><v>3</v></c></row>")
    #expect(sheet.rows.map(\.number) == [2, 7])
    #expect(sheet.rows[0].cells.map(\.text) == ["", "1", "", "2"])
    #expect(sheet.rows[1].cells.count == 28)
    let place = sheet.rows[1].cells[27].place
    #expect(place.fileAndLine == "x.xlsx:7" && place.source.text(of: place.range) == "3")
  }

  @Test(arguments: [
    ("<c s=\"1\"><v>45000</v></c>", "cell B3: the spreadsheet made a date of this"),
    ("<c s=\"2\"><v>45000</v></c>", "cell B3: the spreadsheet made a date of this"),
    ("<c t=\"d\"><v>2026-01-01</v></c>", "cell B3: the spreadsheet made a date of this"),
    ("<c t=\"e\"><v>#REF!</v></c>", "cell B3: the spreadsheet reports an error here"),
    ("<c t=\"s\"><v>9</v></c>", "cell B3: its text is missing"), ("<c><v>x</v></c>", "cell B3: this is not a number"),
    ("<c t=\"inlineStr\"><is><t>[1</t></is></c>", "cell B3: this is not a value in YAML"),
  ]) func aWrongCellHasItsCoordinate(_ cell: String, _ message: String) throws {
    func text(_ text: String) -> String { "<c t=\"inlineStr\"><is><t>\(text)</t></is></c>" }
    let sheet = try read(
      "<row>\(text("id"))\(text("then"))</row><row r=\"3\">\(text("a"))\(cell)</row>",
      styles: "<numFmts><numFmt numFmtId=\"170\" formatCode=\"[Red]yyyy\\-mm\"/></numFmts>"
        + "<cellXfs><xf/><xf numFmtId=\"14\"/><xf numFmtId=\"170\"/></cellXfs>")
    let source = SourceText(name: "m.yaml", text: "decisions: { d: { rows: [{ id: a, then: 1 }] } }\n")
    let table = try RuleTable("d", in: #require(SourceReader.read(source).documents.first))
    let error = #expect(throws: DiagnosticError.self) { try TableImport(sheet, into: table) }
    #expect(error?.diagnostics.first?.code == "table/wrong-sheet")
    #expect(error?.diagnostics.first?.message.hasPrefix(message) == true, "\(error?.diagnostics ?? [])")
    #expect(error?.diagnostics.first?.place?.fileAndLine == "x.xlsx:3")
  }

  @Test(arguments: [
    ("<row r=\"0\"><c/></row>", "sheet/not-a-workbook"), ("<row r=\"x\"><c/></row>", "sheet/not-a-workbook"),
    ("<row r=\"3\"/><row r=\"2\"/>", "sheet/not-a-workbook"), ("<row r=\"1048577\"/>", "sheet/not-a-workbook"),
    ("<row><c r=\"B1\"/><c r=\"A1\"/></row>", "sheet/not-a-workbook"),
    ("<row><c r=\"XFE1\"/></row>", "sheet/not-a-workbook"),
    ("<row><c r=\"AAAAAAAAAAAAAAAAAAAAAAAAAAAA1\"/></row>", "sheet/not-a-workbook"), ("<row>", "xml/not-well-formed"),
    (
      String(repeating: "<row><c r=\"XFD1\"><v>1</v></c></row>", count: 62).replacing("r=\"XFD1\"", with: "r=\"XFD\""),
      "sheet/too-large"
    ),
  ]) func hostileRows(_ rows: String, _ code: String) {
    let error = #expect(throws: DiagnosticError.self) { try read(rows) }
    #expect(error?.diagnostics.map(\.code) == [code])
  }

  /// Any change of a sheet gives cells or a diagnostic, never a crash.
  @Test func changedSheetsAreReadOrReported() throws {
    var random = SplitMix64(seed: 7)
    let whole =
      "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"B1\" s=\"1\"><v>4.5E-3</v></c></row>"
      + "<row r=\"12\"><c r=\"C12\" t=\"inlineStr\"><is><t>a_x000D_b</t></is></c><c t=\"b\"><v>1</v></c></row>"
    let pieces = [
      "9", "99999999999999999999", "-1", "e", "E5", "_x", "\"", "<", "</v>", "<c/>", "ZZZ", "nan", "inf", "0x1",
    ]
    var count = 0
    for _ in 0..<2000 {
      var scalars = Array(whole.unicodeScalars)
      for _ in 0...(random.next() % 3) {
        let at = Int(random.next() % UInt64(scalars.count))
        if random.next() % 2 == 0 {
          scalars.insert(contentsOf: Array(pieces[Int(random.next() % UInt64(pieces.count))].unicodeScalars), at: at)
        } else {
          scalars.removeSubrange(at..<min(at + Int(random.next() % 4), scalars.count))
        }
      }
      if (try? read(String(String.UnicodeScalarView(scalars)), strings: "<si><t>x</t></si>")) != nil { count += 1 }
    }
    #expect(count > 200)
  }

  @Test func otherFilesAreNoWorkbooks() throws {
    var archive = ZipWriter()
    archive.add("a", [])
    let error = #expect(throws: DiagnosticError.self) { try Sheet(name: "x.xlsx", bytes: archive.bytes) }
    #expect(error?.diagnostics.map(\.code) == ["sheet/not-a-workbook"])
    let other = #expect(throws: DiagnosticError.self) { try Sheet(name: "x.xlsx", bytes: Array("PK, then".utf8)) }
    #expect(other?.diagnostics.map(\.code) == ["archive/damaged"])
  }

  @Test func marksOfCharactersAreWritten() throws {
    let texts = ["a\rb", "_x0041_", "_x00", "\u{1}\u{FFFE}\u{7F}", " \n\t<&>\"", "_x_x0041_", "1-2", "= 1", ""]
    let bytes = WorkbookWriter([texts], lists: [:]).bytes
    let sheet = try Sheet(name: "x.xlsx", bytes: bytes)
    #expect(sheet.rows[0].cells.map(\.text) == Array(texts.dropLast()))
    #expect(WorkbookWriter([texts], lists: [:]).bytes == bytes)
  }

  @Test func aCellThatSpreadsheetsCutIsReported() throws {
    let long = String(repeating: "a", count: WorkbookWriter.cellLimit + 1)
    let source = SourceText(name: "m.yaml", text: "decisions: { d: { rows: [{ id: a, then: \(long) }] } }\n")
    let table = try RuleTable("d", in: #require(SourceReader.read(source).documents.first))
    let error = #expect(throws: DiagnosticError.self) { try table.workbook([:]) }
    #expect(error?.diagnostics.map(\.code) == ["sheet/too-large"])
  }

  // MARK: Judges

  /// Every table of the packs that come with the program, as a file each in `folder`; each column offers its texts.
  private func export(to folder: URL) throws -> [(table: RuleTable, source: SourceText, file: String)] {
    let rules = Conformance.packageRoot.appending(path: "Rules")
    let files = try #require(FileManager.default.enumerator(at: rules, includingPropertiesForKeys: nil))
    var tables: [(table: RuleTable, source: SourceText, file: String)] = []
    for case let file as URL in files where file.pathExtension == "yaml" {
      let source = try SourceText.load(path: file.path)
      guard let module = SourceReader.read(source).documents.first, let decisions = module.root["decisions"] else {
        continue
      }
      for (key, decision) in decisions.members where decision["rows"] != nil {
        let table = try RuleTable(key.text ?? "", in: module)
        let values = Dictionary(
          uniqueKeysWithValues: table.columns.map { column in
            (column, Set(table.rows.map { $0.text(column) }).subtracting([""]).sorted())
          })
        tables.append((table, source, try folder.write(table.workbook(values), to: "t\(tables.count).xlsx")))
      }
    }
    #expect(tables.count > 200)
    return tables
  }

  private func compare(
    _ tables: [(table: RuleTable, source: SourceText, file: String)], in folder: String
  ) throws {
    for (table, source, file) in tables {
      let path = "\(folder)/\(URL(fileURLWithPath: file).lastPathComponent)"
      let sheet = try Sheet(name: path, bytes: SourceText.bytes(path: path))
      let outcome = try TableImport(sheet, into: table)
      #expect(outcome.bytes == source.bytes, "\(source.name) \(table.name)")
    }
  }

  @Test func everyTableComesBackAsItIsWritten() throws {
    try withTemporaryDirectory { folder in try compare(export(to: folder), in: folder.path) }
  }

  /// openpyxl reads lists and the frozen header of every table, and what it saves changes no byte.
  @Test func openpyxlReadsAndSaves() throws {
    let script = """
      import sys, os, openpyxl
      folder = sys.argv[1]; os.mkdir(folder + "/saved")
      count = lists = 0
      for name in sorted(os.listdir(folder)):
          if not name.endswith(".xlsx"): continue
          book = openpyxl.load_workbook(folder + "/" + name)
          rows, values = book.worksheets
          assert book.sheetnames == ["rows", "values"] and rows.freeze_panes == "B2", name
          assert all(c.number_format == "@" and c.data_type in "sn" for row in rows.iter_rows() for c in row), name
          offered = {}
          for each in rows.data_validations.dataValidation:
              assert each.type == "list" and each.formula1.startswith("values!$"), name
              cells = values[each.formula1[len("values!"):].replace("$", "")]
              cells = cells if isinstance(cells, tuple) else ((cells,),)
              column = openpyxl.utils.cell.range_boundaries(str(each.sqref))[0]
              offered[column] = {row[0].value for row in cells}
              lists += 1
          for column in range(1, rows.max_column + 1):
              written = {rows.cell(row, column).value for row in range(2, rows.max_row + 1)} - {None}
              assert offered.get(column, set()) == written, (name, column)
          book.save(folder + "/saved/" + name)
          count += 1
      print(count, lists)
      """
    try withTemporaryDirectory { folder in
      let tables = try export(to: folder)
      let result = try runCommand(
        ["python3", "-c", script, folder.path], program: URL(fileURLWithPath: "/usr/bin/env"), timeout: 300)
      if result.standardError.contains("No module named") || result.standardError.contains("No such file") {
        print("SKIPPED: openpyxl is not installed: it does not judge workbooks")
        return
      }
      #expect(result.exitCode == 0, "\(result.standardError)")
      #expect(result.standardOutput.split(separator: " ").first.map(String.init) == "\(tables.count)")
      try compare(tables, in: "\(folder.path)/saved")
    }
  }

  /// LibreOffice opens and saves every table, and no byte of a module changes.
  @Test func libreOfficeOpensAndSaves() throws {
    guard TestExtent.isLong else {
      print("PART: LibreOffice is not started; `bin/test --long` has it open and save every table")
      return
    }
    try withTemporaryDirectory { folder in
      let tables = try export(to: folder)
      let options = [
        "soffice", "--headless", "-env:UserInstallation=file://\(folder.path)/profile", "--convert-to", "xlsx",
        "--outdir", "\(folder.path)/saved",
      ]
      // It forgets some of very many files.
      for start in stride(from: 0, to: tables.count, by: 50) {
        let files = tables[start..<min(start + 50, tables.count)].map(\.file)
        let result = try runCommand(options + files, program: URL(fileURLWithPath: "/usr/bin/env"), timeout: 300)
        if result.exitCode == 127 {
          print("SKIPPED: LibreOffice is not installed: it does not open and save workbooks")
          return
        }
        #expect(result.exitCode == 0 && !result.timedOut, "\(result.standardError)")
      }
      try compare(tables, in: "\(folder.path)/saved")
      print("LibreOffice opened and saved \(tables.count) workbooks")
    }
  }
}
