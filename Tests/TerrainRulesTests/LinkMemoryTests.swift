import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainYAML
import Testing

/// A rule set that is loaded again, with a memory of the load before.
@Suite struct LinkMemoryTests {
  private let text = """
    rules: 1
    module: shop.rules
    facts:
      mood: { type: mood }
    decisions:
      glad: { hit: first, rows: [{ id: yes, when: { mood: glad }, then: 1 }], otherwise: 2 }

    """

  private func vocabulary(_ moods: [Text]) -> PackVocabulary {
    PackVocabulary(["mood": .enumeration(EnumerationType(name: "mood", cases: moods))])
  }

  /// The document is the one of the load before, and the pack's types are others.
  @Test func typesOfThePackThatChanged() throws {
    let manifest = "rules: 1\nid: shop\nversion: 1.0.0\nmodules: { shop.rules: rules.yaml }\n"
    let node = try #require(YAMLReader.readOne(SourceText(name: "ruleset.yaml", text: manifest)).document?.root)
    let read = try #require(RuleSetManifest.read(node).manifest)
    let module = YAMLReader.readOne(SourceText(name: "rules.yaml", text: text)).document?.root
    let memory = LinkMemory()
    func codes(_ moods: [Text]) -> [String] {
      RuleSet.load(read, vocabulary: vocabulary(moods), memory: memory) { _ in (module, []) }.diagnostics.map(\.code)
    }
    let missing = codes(["calm", "tense"])
    #expect(missing.count == 1, "\(missing)")
    #expect(codes(["calm", "glad"]) == [])
    #expect(codes(["calm", "glad"]) == [])
    #expect(codes(["calm", "tense"]) == missing)
  }

  /// Where the types of the pack cannot be read, that is diagnosed there.
  @Test func typesOfAPackThatCannotBeRead() throws {
    let files = RuleFiles("facts:\n  mood: { type: mood }\ndecisions:\n  same: { value: \"= mood\" }\n")
    let (ruleSet, diagnostics) = try files.load(vocabulary: .unknown)
    #expect(ruleSet == nil && diagnostics.isEmpty, "\(DiagnosticRenderer.text(diagnostics))")
  }
}
