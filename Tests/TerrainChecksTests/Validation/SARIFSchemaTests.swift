import Foundation
import TerrainChecks
import TerrainDocuments
import TerrainSchemas
import TestSupport
import Testing

/// SARIF reports against the schema of SARIF 2.1.0, by Terrain's own validator.
///
/// By ``SARIFTranscription``, which has all that the official one decides by; and by the official file itself where it is: at the
/// path in TERRAIN_SARIF_SCHEMA, or as `sarif/sarif-schema-2.1.0.json` in the folder of conformance suites.
@Suite struct SARIFSchemaTests {
  /// A report with findings of every severity, with related places, fixes, paths, odd names and no place at all.
  private static func report(in folder: URL) throws -> [UInt8] {
    try folder.write("kind: thing\nname: \u{202E}x\n", to: "bidi ü.yaml")
    try folder.write("a: [1, 2\n", to: "broken.yaml")
    try folder.write("", to: "empty.yaml")
    try folder.write("anwers: {}\nanswers: {}\nanswers: {}\n", to: "twice.yaml")
    try folder.write(#"{"$schema": "size.json", "size": "smal"}"#, to: "size-a.json")
    try folder.write(#"{"properties": {"size": {"enum": ["small", "large"]}}}"#, to: "size.json")
    try folder.write("rules: 1\nid: r\nversion: 1.0.0\nmodules: { r.m: m.yaml, r.n: n.yaml }\n", to: "r/ruleset.yaml")
    try folder.write(
      """
      rules: 1
      module: r.m
      facts: { n: { type: int, min: 0, max: 9 }, unused: { type: bool } }
      decisions:
        d: { hit: first, rows: [{ id: a, when: { n: 1 }, then: x }, { id: b, when: { n: 1 }, then: y }] }
      """, to: "r/m.yaml")
    var diagnostics: [Diagnostic] = []
    for paths in [["bidi ü.yaml", "broken.yaml", "empty.yaml", "twice.yaml", "size-a.json"], ["r"], ["nothing.yaml"]] {
      diagnostics += Validator().validate(paths.map { .path(folder.appending(path: $0).path) }).diagnostics
    }
    diagnostics.append(
      Diagnostic(code: "a/info", severity: .info, message: "about nothing", place: nil, path: "answers.q"))
    #expect(Set(diagnostics.map(\.severity)).count == 3)
    #expect(
      diagnostics.contains { !$0.related.isEmpty } && diagnostics.contains { $0.fix?.hasPrefix("did you") == true })
    let tool = SARIFTool(name: "terrain", version: "1.0.0") { code in
      code.hasPrefix("a/")
        ? nil : SARIFTool.Rule(summary: "What \(code) is about.", page: "https://example.org/\(code).md")
    }
    return DiagnosticRenderer.sarif(diagnostics, tool: tool)
  }

  /// What `schema` says of `report`, as `terrain validate --schema` does.
  private static func judge(_ report: [UInt8], by schema: String, in folder: URL) throws -> [Diagnostic] {
    let path = folder.appending(path: "report.sarif.json")
    try Data(report).write(to: path)
    var validator = Validator()
    validator.schema = schema
    return validator.validate([.path(path.path)]).diagnostics
  }

  /// Every object that is named is there, and the schema is one.
  @Test func theTranscriptionIsASchema() throws {
    let names = SARIFTranscription.definitions.map(\.name)
    #expect(names.count == 53 && Set(names).count == 53, "52 objects of the standard, and the log")
    let text = SARIFTranscription.schema
    let source = SourceText(name: "sarif.json", text: text)
    let root = try #require(JSONReader.read(source).document?.root)
    let (schema, found) = Schema.compile(root)
    #expect(schema != nil && found.isEmpty, "\(DiagnosticRenderer.text(found))")
    for match in text.matches(of: /#\/definitions\/([A-Za-z]+)/) {
      #expect(names.contains(String(match.1)), "\(match.1)")
    }
  }

  @Test func theTranscriptionTakesIt() throws {
    try withTemporaryDirectory { folder in
      let report = try Self.report(in: folder)
      let schema = try folder.write(SARIFTranscription.schema, to: "sarif.schema.json")
      let found = try Self.judge(report, by: schema, in: folder)
      #expect(found.isEmpty, "\(DiagnosticRenderer.text(found))")
      // It can say no.
      let text = String(decoding: report, as: UTF8.self)
      for (part, wrong) in [
        ("\"level\": \"error\"", "\"level\": \"fatal\""), ("\"startLine\": ", "\"startLine\": -"),
        ("\"ruleId\":", "\"ruleID\":"), ("\"name\": \"terrain\",", ""),
      ] {
        let changed = text.replacing(part, with: wrong, maxReplacements: 1)
        #expect(changed != text)
        #expect(try Self.judge(Array(changed.utf8), by: schema, in: folder).count == 1, "\(wrong)")
      }
    }
  }

  @Test(.enabled(if: Conformance.schemas.isInstalled, "set TERRAIN_CONFORMANCE"))
  func theOfficialSchemaTakesIt() throws {
    let path = try #require(Conformance.schemas.folder).appending(path: "sarif-schema-2.1.0.json").path
    try withTemporaryDirectory { folder in
      let found = try Self.judge(Self.report(in: folder), by: path, in: folder)
      #expect(found.isEmpty, "\(DiagnosticRenderer.text(found))")
    }
  }
}
