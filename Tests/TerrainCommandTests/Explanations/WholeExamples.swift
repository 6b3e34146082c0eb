import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainSchemas
import TerrainYAML
import Testing

@testable import TerrainChecks

/// Examples that are whole by themselves: files, expressions, documents beside their schema, and modules.
enum WholeExamples {
  /// What is reported about `text`, an example of `explanation`; nil in areas whose examples are not whole, and where they
  /// are in words.
  static func diagnostics(_ text: String, _ explanation: DiagnosticPage) throws -> [Diagnostic]? {
    switch explanation.area {
    case _ where !explanation.wrong.isCodeOnly || !explanation.right.isCodeOnly: nil
    case "json": JSONReader.read(SourceText(name: "a.json", text: text)).diagnostics
    case "xml": xml(text)
    case "yaml": YAMLReader.readOne(SourceText(name: "a.yaml", text: text)).diagnostics
    case "expressions": expression(text)
    case "schema": try explanation.schema?.code.map { try document(text, schema: $0) }
    case "text":
      TextHygiene.findings(
        SourceText(name: "a.yaml", text: text), YAMLReader.read(SourceText(name: "a.yaml", text: text)).documents)
    case "rules"
    where ExampleSetting.bySetting[explanation.code] == nil && !explanation.code.hasPrefix("rules/contract"):
      module(text)
    default: nil
    }
  }

  private static func xml(_ text: String) -> [Diagnostic] {
    do throws(DiagnosticError) { _ = try XMLReader.read(SourceText(name: "a.xml", text: text)) } catch {
      return error.diagnostics
    }
    return []
  }

  private static func document(_ text: String, schema: String) throws -> [Diagnostic] {
    let root = try #require(JSONReader.read(SourceText(name: "s.json", text: schema)).document?.root)
    let document = try #require(YAMLReader.readOne(SourceText(name: "a.yaml", text: text)).document)
    return try #require(Schema.compile(root).schema).validate(document)
  }

  private static func expression(_ text: String) -> [Diagnostic] {
    let words = { (name: String, cases: [Text]) in CELType.enumeration(EnumerationType(name: Text(name), cases: cases))
    }
    let facts: [(Text, CELType)] = [
      ("points", .int), ("rate", .double), ("name", .string), ("active", .bool), ("tags", .list(.string)),
      ("tier", words("tier", ["bronze", "silver", "gold"])), ("size", words("size", ["small", "large"])),
      ("mood", .optional(.int)),
      (
        "item",
        .record(
          RecordType(name: "item", fields: [.init(name: "title", type: .string), .init(name: "price", type: .double)]))
      ),
    ]
    var slots = SlotTable()
    var environment = Environment()
    for (name, type) in facts { environment.declare(name, type, .slot(slots.addFact(name, type))) }
    let (parsed, found) = ExpressionParser.parse(ExpressionSource(text: Text(text)))
    guard let parsed else { return found }
    return found + TypeChecker.check(parsed, environment).diagnostics
  }

  private static func module(_ text: String) -> [Diagnostic] {
    let manifest = "rules: 1\nid: test\nversion: 1.0.0\nmodules:\n  m: m.yaml\n"
    let header = text.hasPrefix("rules:") ? "module: m\n" : "rules: 1\nmodule: m\n"
    guard let root = YAMLReader.readOne(SourceText(name: "ruleset.yaml", text: manifest)).document?.root,
      let read = RuleSetManifest.read(root).manifest
    else { return [] }
    let loaded = RuleSet.load(read) { _ in
      let (document, found) = YAMLReader.readOne(SourceText(name: "m.yaml", text: header + text))
      return (document?.root, found)
    }
    return loaded.diagnostics + (loaded.ruleSet.map { RuleAnalysis.diagnostics(for: $0, asked: []) } ?? [])
  }
}
