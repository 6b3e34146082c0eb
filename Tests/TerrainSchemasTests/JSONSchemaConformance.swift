import Foundation
import TerrainBase
import TerrainDocuments
import TerrainSchemas
import TestSupport
import Testing

/// JSON-Schema-Test-Suite, of each draft that is claimed.
@Suite struct JSONSchemaConformance {
  /// Files or groups of `optional/` that are not claimed, with the reason.
  static let known: [String: String] = [:]

  @Test(
    .enabled(if: Conformance.jsonSchema.isInstalled, "set TERRAIN_CONFORMANCE"),
    arguments: [
      ("draft2020-12", "remotes", ["", "optional", "optional/format"]),
      ("draft2019-09", "remotes-older", [""]), ("draft7", "remotes-older", [""]), ("draft6", "remotes-older", [""]),
      ("draft4", "remotes-older", [""]),
    ])
  func passesTheSuite(_ draft: String, _ remotes: String, _ directories: [String]) throws {
    let suite = try #require(Conformance.jsonSchema.folder)
    let metaschema = try #require(Self.metaschemas[draft])
    let registry = try Self.remotes(suite.appendingPathComponent(remotes), of: draft)
    var report = ConformanceReport("json-schema \(draft)")
    let folder = suite.appendingPathComponent(draft)
    for directory in directories {
      for name in try Conformance.entries(of: folder.appendingPathComponent(directory)) where name.hasSuffix(".json") {
        let id = directory.isEmpty ? name : "\(directory)/\(name)"
        // By the standard a format is a remark; the tests of formats are of those who assert them.
        let formats: FormatAssertion = directory == "optional/format" ? .always : .whereDeclared
        var ofFile = ConformanceReport("json-schema \(id)")
        try Self.run(folder.appendingPathComponent(id), id, metaschema, registry, formats, &report, &ofFile)
        print("  \(id): passed \(ofFile.passed) of \(ofFile.total)")
      }
    }
    print(report.summary)
    #expect(report.failed.isEmpty)
    #expect(report.passed > 0)
  }

  private static func run(
    _ file: URL, _ id: String, _ metaschema: String, _ registry: SchemaRegistry, _ formats: FormatAssertion,
    _ report: inout ConformanceReport, _ ofFile: inout ConformanceReport
  ) throws {
    let groups = try read(file)
    for group in groups.root.elements {
      let title = group["description"]?.text?.string ?? ""
      let node = try Self.declaring(metaschema, in: #require(group["schema"]))
      let compiled = Schema.compile(node, registry: registry, formats: formats)
      for test in try #require(group["tests"]).elements {
        let name = "\(id): \(title): \(test["description"]?.text?.string ?? "")"
        if let reason = known[id] ?? known["\(id): \(title)"] {
          report.know(name, reason)
          ofFile.know(name, reason)
          continue
        }
        guard let schema = compiled.schema else {
          let reason = "the schema is refused: " + compiled.diagnostics.map(\.message).joined(separator: "; ")
          report.fail(name, reason)
          ofFile.fail(name, reason)
          continue
        }
        let data = try #require(test["data"])
        let expected = try #require(test["valid"]?.bool as Bool?)
        let findings = schema.validate(data)
        // Both ways of running agree.
        if schema.accepts(data) == expected, findings.isEmpty == expected {
          report.pass()
          ofFile.pass()
        } else {
          let reason = "expected \(expected), found \(findings.map(\.message))"
          report.fail(name, reason)
          ofFile.fail(name, reason)
        }
      }
    }
  }

  private static let metaschemas = [
    "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
    "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
    "draft7": "http://json-schema.org/draft-07/schema#",
    "draft6": "http://json-schema.org/draft-06/schema#",
    "draft4": "http://json-schema.org/draft-04/schema#",
  ]

  /// `schema`, with the `$schema` that the suite leaves out where a folder says it.
  private static func declaring(_ metaschema: String, in schema: Node) throws -> Node {
    guard schema.kind == .map, schema["$schema"] == nil else { return schema }
    let source = schema.document.source
    let text = source.text(of: schema.range)
    let members = try #require(text.firstIndex(of: "{").map { text[text.index(after: $0)...] })
    let separator = schema.members.first(where: { _ in true }) == nil ? "" : ","
    let declared = "{\"$schema\": \"\(metaschema)\"\(separator)" + members
    return try #require(JSONReader.read(SourceText(name: source.name, bytes: Array(declared.utf8))).document).root
  }

  private static func remotes(_ folder: URL, of draft: String) throws -> SchemaRegistry {
    var registry = SchemaRegistry()
    let names = try #require(FileManager.default.subpaths(atPath: folder.path)).sorted()
    for name in names where name.hasSuffix(".json") {
      let owner = name.split(separator: "/").first.map(String.init) ?? ""
      let metaschema = try #require(metaschemas[owner] ?? metaschemas[draft])
      let document = try declaring(metaschema, in: read(folder.appendingPathComponent(name)).root).document
      registry.add(document, uri: "http://localhost:1234/\(name)")
    }
    return registry
  }

  private static func read(_ file: URL) throws -> Document {
    let source = SourceText(name: file.lastPathComponent, bytes: Array(try Data(contentsOf: file)))
    return try #require(JSONReader.read(source).document)
  }
}
