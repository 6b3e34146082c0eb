import Foundation
import TerrainDocuments
import TerrainRules
import TerrainValues
import TerrainYAML
import TestSupport
import Testing

@testable import TerrainAuthoring

/// Modules as models, and back.
@Suite struct DMNExportTests {
  private static let module = """
    rules: 1
    module: shop.prices
    doc: What things cost.
    facts:
      kind: { type: string, values: [small, large] }
      count: { type: int, min: 0 }
      since: { type: timestamp }
      coupon: { type: int, optional: true }
    parameters:
      many: { value: 12, type: int }
    decisions:
      price:
        doc: In dollars.
        hit: first
        rows:
          - { id: few, when: { kind: [small, large], count: "< many", coupon: none }, then: 3, note: By far }
          - { id: range, when: { kind: "!= small", count: "[1..5)", since: ">= 2026-01-01T00:00:00Z" }, then: 4 }
          - { id: own, when: "count % 2 == 0", then: "= count" }
        otherwise: 0
      best:
        hit: highest
        rows:
          - { id: a, when: { "count % 3": 0 }, score: 3, then: { name: it's "x", tags: [a, b] } }
          - { id: b, score: "= count", then: { name: b } }
      reasons: { hit: count, rows: [{ id: a, when: { count: 1..3 } }] }
      base: { value: 22 }
      double: { value: "= count * 2" }
    """

  private func document(_ text: String, _ name: String = "m.yaml") throws -> Document {
    let (documents, diagnostics) = SourceReader.read(SourceText(name: name, text: text))
    #expect(!diagnostics.hasErrors, "\(DiagnosticRenderer.text(diagnostics))\n\(text)")
    return try #require(documents.first)
  }

  /// A value as one text, whichever way a cell is written.
  private func normal(_ node: Node?) -> String {
    guard let node else { return "" }
    switch node.kind {
    case .list: return "[" + node.elements.map(normal).joined(separator: ",") + "]"
    case .map:
      return "{"
        + node.members.map { "\($0.key.text?.string ?? ""):\(normal($0.value))" }.sorted().joined(separator: ",")
        + "}"
    case .string:
      var text = node.text?.string ?? ""
      if text.hasPrefix("["), text.hasSuffix("]"), text.contains("..") { text = String(text.dropFirst().dropLast()) }
      for sign in ["<=", ">=", "!=", "<", ">"] where text.hasPrefix(sign) {
        return sign + text.dropFirst(sign.count).drop { $0 == " " }
      }
      return text
    case .null: return "null"
    default: return node.document.source.text(of: node.range)
    }
  }

  /// What of a decision is not as it was; `"-"` in a cell is none.
  private func differences(_ before: Document, _ after: Document) throws -> [String] {
    var differences: [String] = []
    for section in ["facts", "parameters", "decisions"] as [Text] {
      let (old, new) = (before.root[section], after.root[section])
      if (old?.members.map { normal($0.key) } ?? []) != (new?.members.map { normal($0.key) } ?? []) {
        differences.append("\(section): other names")
      }
      guard let old else { continue }
      for (key, node) in old.members {
        guard let name = key.text, let other = new?[name] else { continue }
        guard node["rows"] != nil else {
          if normal(node) != normal(other) { differences.append("\(name): \(normal(node)), then \(normal(other))") }
          continue
        }
        for (key, value) in node.members where key.text != "rows" && normal(value) != normal(other[key.text ?? ""]) {
          differences.append("\(name).\(normal(key)): \(normal(value)), then \(normal(other[key.text ?? ""]))")
        }
        let tables = try [RuleTable(name, in: before), RuleTable(name, in: after)]
        guard tables[0].rows.count == tables[1].rows.count else {
          differences.append("\(name): other rows")
          continue
        }
        for (row, own) in zip(tables[0].rows, tables[1].rows) {
          for column in Set(row.cells.keys).union(own.cells.keys) {
            let texts = [normal(row.cells[column]), normal(own.cells[column])]
            if texts[0] != texts[1], !(column.hasPrefix("when ") && texts[0] == "-" && texts[1].isEmpty) {
              differences.append("\(name)/\(normal(row.cells["id"])) \(column): \(texts[0]), then \(texts[1])")
            }
          }
        }
      }
    }
    return differences
  }

  private func imported(_ export: DMNExport) throws -> DMNImport {
    try DMNImport(SourceText(name: "m.dmn", text: export.xml))
  }

  @Test func aModuleComesBack() throws {
    let before = try document(Self.module)
    let export = DMNExport(
      before, rules: try RuleFiles.module(Self.module.split(separator: "\n").dropFirst(2).joined(separator: "\n")))
    let model = try imported(export)
    #expect(model.diagnostics.isEmpty, "\(DiagnosticRenderer.text(model.diagnostics))")
    #expect(model.moduleName == "shop.prices")
    #expect(try differences(before, document(model.module)) == [])
    // The same without rules: types only say what FEEL has.
    #expect(try differences(before, document(imported(DMNExport(before, rules: nil)).module)) == [])
  }

  @Test func whatFEELHasIsFEEL() throws {
    let rules = try RuleFiles.module(Self.module.split(separator: "\n").dropFirst(2).joined(separator: "\n"))
    let export = DMNExport(try document(Self.module.replacing("module: shop.prices", with: "module: m")), rules: rules)
    for text in [
      "<text>\"small\", \"large\"</text>", "<text>&lt; many</text>", "<text>null</text>", "<text>not(\"small\")</text>",
      "<text>[1..5)</text>", "<text>&gt;= date and time(\"2026-01-01T00:00:00Z\")</text>", "hitPolicy=\"FIRST\"",
      "<defaultOutputEntry><text>0</text></defaultOutputEntry>", "aggregation=\"COUNT\"",
      "<description>By far</description>", "typeRef=\"tkind\"", "<text>[\"a\", \"b\"]</text>",
      "<requiredInput href=\"#i_kind\"/>",
    ] {
      #expect(export.xml.contains(text), "\(text)\n\(export.xml)")
    }
    #expect(Set(export.diagnostics.map(\.code)) == ["dmn/not-feel"])
    #expect(
      export.diagnostics.map { $0.place?.fileAndLine ?? "" } == [
        "m.yaml:18", "m.yaml:18", "m.yaml:21", "m.yaml:23", "m.yaml:27",
      ], "\(export.diagnostics.map { "\($0.message) \($0.place?.fileAndLine ?? "")" })")
  }

  /// Every module of the packs that come with the program, and its model.
  private func shipped() throws -> [(module: Document, export: DMNExport, path: String)] {
    var shipped: [(module: Document, export: DMNExport, path: String)] = []
    for system in ["terrain", "embera", "quicksip", "diamond-desk", "yeetcard"] {
      let rules = try RuleFiles.repository(system)
      let folder = Conformance.packageRoot.appending(path: "Rules/\(system)")
      let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
      for case let file as URL in files where file.pathExtension == "yaml" {
        let source = try SourceText.load(path: file.path)
        guard let module = SourceReader.read(source).documents.first, module.root["decisions"] != nil,
          module.root["module"] != nil
        else { continue }
        shipped.append((module, DMNExport(module, rules: rules), file.path))
      }
    }
    return shipped
  }

  /// No cell of any of them changes.
  @Test func everyModuleComesBack() throws {
    var (tables, cells, own) = (0, 0, 0)
    for (module, export, path) in try shipped() {
      let model = try imported(export)
      #expect(model.diagnostics.isEmpty, "\(path)\n\(DiagnosticRenderer.text(model.diagnostics))")
      let found = try differences(module, document(model.module, path))
      #expect(found == [], "\(path)")
      tables += module.root["decisions"]?.members.count { $0.value["rows"] != nil } ?? 0
      cells += export.xml.ranges(of: "<inputEntry").count
      own += export.xml.ranges(of: "<inputEntry expressionLanguage").count
    }
    print("DMN: \(tables) tables of five systems, \(own) of \(cells) conditions not in FEEL")
    #expect(tables > 200)
  }

  /// The schema of DMN 1.3 that PyPI's SpiffWorkflow has, in the namespace of 1.5: that of 1.5 is nowhere to install from.
  @Test func everyModelIsValid() throws {
    let script = """
      import sys, os, importlib.util
      from lxml import etree
      root = os.path.dirname(importlib.util.find_spec("SpiffWorkflow").origin)
      schema = etree.XMLSchema(etree.parse(root + "/dmn/parser/schema/DMN13.xsd"))
      count = 0
      for name in sorted(os.listdir(sys.argv[1])):
          text = open(sys.argv[1] + "/" + name, encoding="utf-8").read()
          text = text.replace("DMN/20230324/MODEL", "DMN/20191111/MODEL")
          schema.assertValid(etree.fromstring(text.encode()))
          count += 1
      print(count)
      """
    let python = URL(fileURLWithPath: "/usr/bin/env")
    let find = "import lxml.etree, importlib.util as u; assert u.find_spec('SpiffWorkflow')"
    guard (try? runCommand(["python3", "-c", find], program: python).exitCode) == 0 else {
      print("SKIPPED: python3 with `lxml` and `SpiffWorkflow` is not installed: no schema judges models")
      return
    }
    try withTemporaryDirectory { folder in
      let models = try shipped()
      for (number, model) in models.enumerated() { try folder.write(model.export.xml, to: "m\(number).dmn") }
      let result = try runCommand(["python3", "-c", script, folder.path], program: python, timeout: 120)
      #expect(result.exitCode == 0 && result.standardOutput == "\(models.count)\n", "\(result.standardError)")
    }
  }
}
