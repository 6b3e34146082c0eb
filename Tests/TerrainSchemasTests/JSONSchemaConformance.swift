import Foundation
import TerrainDocuments
import TerrainSchemas
import TerrainValues
import TestSupport
import Testing

/// JSON-Schema-Test-Suite, draft 2020-12.
@Suite struct JSONSchemaConformance {
  /// Files or groups of `optional/` that are not claimed, with the reason.
  static let known: [String: String] = [:]

  @Test(.enabled(if: Conformance.jsonSchema.isInstalled, "set TERRAIN_CONFORMANCE")) func passesTheSuite() throws {
    let suite = try #require(Conformance.jsonSchema.folder)
    let registry = try Self.remotes(suite.appendingPathComponent("remotes"))
    var report = ConformanceReport("json-schema")
    let folder = suite.appendingPathComponent("draft2020-12")
    for directory in ["", "optional", "optional/format"] {
      for name in try Conformance.entries(of: folder.appendingPathComponent(directory)) where name.hasSuffix(".json") {
        let id = directory.isEmpty ? name : "\(directory)/\(name)"
        // By the standard a format is a remark; the tests of formats are of those who assert them.
        let formats: FormatAssertion = directory == "optional/format" ? .always : .whereDeclared
        var ofFile = ConformanceReport("json-schema \(id)")
        try Self.run(folder.appendingPathComponent(id), id, registry, formats, &report, &ofFile)
        print("  \(id): passed \(ofFile.passed) of \(ofFile.total)")
      }
    }
    print(report.summary)
    #expect(report.failed.isEmpty)
    #expect(report.passed > 0)
  }

  private static func run(
    _ file: URL, _ id: String, _ registry: SchemaRegistry, _ formats: FormatAssertion,
    _ report: inout ConformanceReport, _ ofFile: inout ConformanceReport
  ) throws {
    let groups = try read(file)
    for group in groups.root.elements {
      let title = group["description"]?.text?.string ?? ""
      let node = try #require(group["schema"])
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

  private static func remotes(_ folder: URL) throws -> SchemaRegistry {
    var registry = SchemaRegistry()
    let names = try #require(FileManager.default.subpaths(atPath: folder.path)).sorted()
    for name in names where name.hasSuffix(".json") {
      registry.add(try read(folder.appendingPathComponent(name)), uri: "http://localhost:1234/\(name)")
    }
    return registry
  }

  private static func read(_ file: URL) throws -> Document {
    let source = SourceText(name: file.lastPathComponent, bytes: Array(try Data(contentsOf: file)))
    return try #require(JSONReader.read(source).document)
  }
}
