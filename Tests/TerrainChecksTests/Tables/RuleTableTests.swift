import Foundation
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainYAML
import TestSupport
import Testing

/// A decision table as a sheet and back.
@Suite struct RuleTableTests {
  private static let module = """
    module: size
    parameters: { most: 3 }
    decisions:
      chosen:
        hit: first   # in this order
        rows:
          # Nothing is small.
          - { id: none,  when: { count: 0 },            then: small }   # always
          - id: few
            when: { count: "<= most", late: true }
            then: small

          # All others.
          - { id: many, when: "count > most", then: large, note: By far }
        otherwise: small
      plain: { value: 3 }
    """

  private func table(_ text: String = Self.module, _ name: Text = "chosen") throws -> RuleTable {
    let source = SourceText(name: "size.yaml", text: text)
    return try RuleTable(name, in: #require(SourceReader.read(source).documents.first))
  }

  private func imported(_ csv: String) throws -> String {
    try String(
      decoding: TableImport(Sheet(csv: SourceText(name: "s.csv", text: csv)), into: table()).bytes, as: UTF8.self)
  }

  private static let sheet = """
    id,when count,when late,when,then,note
    none,0,,,small,
    few,\"\"\"<= most\"\"\",true,,small,
    many,,,\"\"\"count > most\"\"\",large,By far

    """

  @Test func aRowIsALine() throws { #expect(try table().csv == Self.sheet) }

  @Test func nothingChangesNothing() throws { #expect(try imported(Self.sheet) == Self.module) }

  @Test(arguments: [
    // A cell: its bytes alone.
    ("none,0,,,small", "none,0,,,large", "then: small }   # always", "then: large }   # always"),
    ("\"\"\"<= most\"\"\"", "\"\"\"< most\"\"\"", "\"<= most\"", "\"< most\""),
    // Other keys: the row, in brackets.
    (
      "few,\"\"\"<= most\"\"\",true", "few,\"\"\"<= most\"\"\",",
      "- id: few\n        when: { count: \"<= most\", late: true }\n        then: small",
      "- { id: few, when: { count: \"<= most\" }, then: small }"
    ),
    // A row that is gone takes the comments before it along.
    (
      "many,,,\"\"\"count > most\"\"\",large,By far\n", "",
      "\n      # All others.\n      - { id: many, when: \"count > most\", then: large, note: By far }\n", ""
    ),
    (
      "few,", "none_at_all,7,,,small,\nfew,", "      - id: few",
      "      - { id: none_at_all, when: { count: 7 }, then: small }\n      - id: few"
    ),
  ]) func aChange(_ old: String, _ new: String, _ before: String, _ after: String) throws {
    let sheet = Self.sheet.replacing(old, with: new)
    #expect(sheet != Self.sheet && Self.module.contains(before))
    #expect(try imported(sheet) == Self.module.replacing(before, with: after))
  }

  @Test func rowsInBracketsStayThere() throws {
    let text = "decisions: { chosen: { rows: [{ id: a, then: 1 }, { id: b, then: 2 }] } } # all\n"
    let outcome = try TableImport(
      Sheet(csv: SourceText(name: "s.csv", text: "id,then\nb,3\nc,4\n")), into: table(text))
    #expect(
      String(decoding: outcome.bytes, as: UTF8.self)
        == "decisions: { chosen: { rows: [{ id: b, then: 3 }, { id: c, then: 4 }] } } # all\n")
  }

  @Test func rowsAreInTheOrderOfTheSheet() throws {
    let lines = Self.sheet.split(separator: "\n")
    let changed = try imported(([lines[0], lines[3], lines[1], lines[2]].joined(separator: "\n")) + "\n")
    let rows = try table(changed).csv.split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
    #expect(rows == ["many", "none", "few"])
    #expect(changed.contains("# All others.\n      - { id: many") && changed.contains("hit: first   # in this order"))
  }

  @Test(arguments: [
    ("none,0", "none,[0", "cell B2: this is not a value in YAML", 2),
    ("none,0", "few,0", "cell A3: there is another row with this id", 3),
    ("id,when count", "id,id", "cell A1: a column needs a name of its own", 1),
    ("By far", "By far,more", "cell G4: there is no column for this cell", 4),
    ("none,0", "none,0 # zero", "cell B2: this is not a value in YAML", 2),
  ]) func aWrongCellHasItsCoordinate(_ old: String, _ new: String, _ message: String, _ line: Int) throws {
    let error = #expect(throws: DiagnosticError.self) { try imported(Self.sheet.replacing(old, with: new)) }
    #expect(error?.diagnostics.map(\.code) == ["table/wrong-sheet"])
    #expect(error?.diagnostics.map(\.message) == [message])
    #expect(error?.diagnostics.first?.place?.fileAndLine == "s.csv:\(line)")
  }

  @Test func whatValidationReportsIsAtItsCell() throws {
    let outcome = try TableImport(
      Sheet(csv: SourceText(name: "s.csv", text: Self.sheet.replacing("none,0,,,small", with: "none,0,,,smal"))),
      into: table())
    let text = String(decoding: outcome.bytes, as: UTF8.self)
    let start = try #require(text.utf8.firstRange(of: Array("smal }".utf8))?.lowerBound)
    let offset = UInt32(text.utf8.distance(from: text.utf8.startIndex, to: start))
    let place = Place(
      source: SourceText(name: "size.yaml", text: text), range: SourceRange(start: offset, end: offset + 4))
    let moved = try #require(outcome.atCell(Diagnostic(code: "a/b", message: "wrong", place: place)))
    #expect(
      moved.message == "cell E2: wrong" && moved.place?.source.text(of: moved.place?.range ?? place.range) == "smal")
  }

  /// Each of these cells is a value, but beside each other they are one that is cut in two.
  @Test func cellsAreReadBesideEachOther() throws {
    let text = "decisions:\n  chosen:\n    rows:\n      - { id: a, when: b, then: 1 }\n"
    let error = try #require(throws: DiagnosticError.self) {
      try TableImport(Sheet(csv: SourceText(name: "s.csv", text: "id,when,then\na(b,c),1\n")), into: table(text))
    }
    #expect(error.diagnostics.map(\.code) == ["yaml/cut-at-comma"])
    #expect(error.diagnostics.first?.message.hasPrefix("cell A2: ") == true)
    #expect(error.diagnostics.first?.place?.fileAndLine == "s.csv:2")
  }

  @Test(arguments: [("chosn", "did you mean `chosen`?"), ("plain", "a table has `rows`")])
  func otherDecisionsHaveNoTable(_ name: String, _ fix: String) throws {
    let error = #expect(throws: DiagnosticError.self) { try table(Self.module, Text(name)) }
    #expect(error?.diagnostics.map(\.code) == ["table/no-rows"] && error?.diagnostics.map(\.fix) == [fix])
  }

  /// Every table of the packs that come with the program, without a byte that changes.
  @Test func everyTableComesBack() throws {
    let rules = Conformance.packageRoot.appending(path: "Rules")
    let files = try #require(FileManager.default.enumerator(at: rules, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "yaml" {
      let source = try SourceText.load(path: file.path)
      guard let module = SourceReader.read(source).documents.first, let decisions = module.root["decisions"] else {
        continue
      }
      for (key, decision) in decisions.members where decision["rows"] != nil {
        let table = try RuleTable(key.text ?? "", in: module)
        let outcome = try TableImport(Sheet(csv: SourceText(name: "s.csv", text: table.csv)), into: table)
        #expect(outcome.bytes == source.bytes, "\(file.path) \(key.text ?? "")")
        count += 1
      }
    }
    #expect(count > 200)
  }
}
