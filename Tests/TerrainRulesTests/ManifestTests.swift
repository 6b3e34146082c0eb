import TerrainBase
import TerrainDocuments
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

/// `ruleset.yaml`.
@Suite struct ManifestTests {
  @Test func readsWhatItIs() throws {
    let (document, _) = YAMLReader.readOne(
      SourceText(
        name: "ruleset.yaml",
        text: "rules: 1\nid: shop\nversion: 1.2.3\ndoc: All of it.\nmodules: { shop.a: a.yaml, shop.b.c: b/c.yaml }\n"))
    let root = try #require(document).root
    let manifest = try #require(RuleSetManifest.read(root).manifest)
    #expect(manifest.id == "shop" && manifest.version == "1.2.3" && manifest.doc == "All of it.")
    #expect(manifest.modules.map(\.module) == ["shop.a", "shop.b.c"])
    #expect(manifest.modules.map(\.file) == ["a.yaml", "b/c.yaml"])
  }

  /// Names have no `-`: for each of the id's they have `_`.
  @Test func findsDecisionsRelativeToAnIdWithDashes() throws {
    let (document, _) = YAMLReader.readOne(
      SourceText(
        name: "ruleset.yaml", text: "rules: 1\nid: corner-shop\nversion: 1.0.0\nmodules: { corner_shop.a: a.yaml }\n"))
    let root = try #require(document).root
    let manifest = try #require(RuleSetManifest.read(root).manifest)
    let module = SourceText(
      name: "a.yaml", text: "rules: 1\nmodule: corner_shop.a\ndecisions: { open: { value: true } }\n")
    let (ruleSet, diagnostics) = RuleSet.load(manifest, vocabulary: .empty) { _ in
      (YAMLReader.readOne(module).document?.root, [])
    }
    #expect(diagnostics.isEmpty)
    #expect(ruleSet?.decision("a.open")?.name == "corner_shop.a.open")
    #expect(ruleSet?.decision("corner_shop.a.open") != nil)
    #expect(ruleSet?.decision("corner-shop.a.open") == nil)
  }

  @Test(arguments: [
    ("- 1", ["1:1 rules/wrong-shape: a rule set must be a map, not a list"]),
    (
      "rules: 1\nid: a\nversion: 1.0\nmodulse: {}\n",
      [
        "3:10 rules/wrong-shape: `version` must be text like \"1.0.0\", not the number 1.0",
        "4:1 rules/unknown-key: a rule set has no `modulse` [did you mean `modules`?]",
      ]
    ),
    (
      "rules: 1\nid: a\nversion: 1.0.0\nmodules: { a.b: 3, a..b: x.yaml }\n",
      [
        "4:17 rules/wrong-shape: a module must be the name of its file, not the number 3",
        "4:20 rules/bad-name: `a..b` cannot be a name [use letters, digits and `_`, and begin with a letter]",
      ]
    ),
    (
      "rules: 2\nid: a\nversion: 1.0.0\nmodules: { a.b: x.yaml }\n",
      ["1:8 rules/language-version: Terrain reads version 1 of the rule language [write `rules: 1`]"]
    ),
    (
      "rules: 1\nid: a\nversion: 1.0.0\nearlier: old\nmodules: { a.b: x.yaml }\n",
      ["4:10 rules/wrong-shape: `earlier` must be a list of folders, oldest version first, not `old`"]
    ),
    (
      "rules: 1\nid: a\nversion: 1.0.0\nearlier: [old, 2]\nmodules: { a.b: x.yaml }\n",
      ["4:16 rules/wrong-shape: an earlier version must be its folder, not the number 2"]
    ),
  ]) func reports(_ text: String, _ diagnosticLines: [String]) throws {
    let (document, _) = YAMLReader.readOne(SourceText(name: "ruleset.yaml", text: text))
    let (manifest, diagnostics) = RuleSetManifest.read(try #require(document).root)
    #expect(manifest == nil)
    let found = diagnostics.sortedForReport().map { diagnostic in
      let position = diagnostic.place.map { $0.source.position(at: Int($0.range.start)) }
      let fix = diagnostic.fix.map { " [\($0)]" } ?? ""
      return "\(position?.line ?? 0):\(position?.column ?? 0) \(diagnostic.code): \(diagnostic.message)\(fix)"
    }
    #expect(found == diagnosticLines)
  }
}
