import Foundation
import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainOperations
import TerrainYAML
import TestSupport
import Testing

/// What `terrain pack describe` lists.
@Suite struct PackDescriptionTests {
  private static let small = Conformance.packageRoot.appending(path: "Tests/TerrainCommandTests/Fixtures/small").path

  private func small() throws -> PackDescription {
    try PackDescription("\(Self.small)/ContentPacks/small", rules: "\(Self.small)/Rules/small")
  }

  @Test func kindsWithTheirFields() throws {
    let description = try small()
    #expect(description.kinds.map(\.name) == ["profile", "food", "move", "message"])
    let profile = try #require(description.kinds.first { $0.name == "profile" })
    #expect(profile.records == 2)
    #expect(
      profile.fields.map { "\($0.path) \($0.type)\($0.isOptional ? "?" : "")" }.contains("share.percent double"),
      "\(profile.fields)")
  }

  @Test func whatRulesAreGivenAndDecide() throws {
    let description = try small()
    #expect(description.rules.id == "small")
    let insight = try #require(description.modules.first { $0.name == "small.insight" })
    #expect(insight.facts.contains { $0.name == "signs" && $0.type == "list<sign>" && !$0.isOptional })
    #expect(description.modules.flatMap(\.facts).contains { $0.name == "item" && $0.isPerCandidate })
    #expect(insight.decisions.contains { $0.name == "dos" && $0.type == "list<choice>" })
    #expect(insight.decisions.contains { $0.name == "focus" && $0.type == "int" })
    // A module stands after those it uses.
    let names = description.modules.map(\.name)
    #expect(try #require(names.firstIndex(of: "small.clock")) < #require(names.firstIndex(of: "small.insight")))
  }

  @Test func whatIsSecretAndWhatIsOrdered() throws {
    let disk = ContentFiles.disk(SourceReader.read)
    let files = ContentFiles(
      kind: disk.kind, list: disk.list,
      source: { path throws(DiagnosticError) in
        let source = try disk.source(path)
        let text = String(decoding: source.bytes, as: UTF8.self)
          .replacing("hour: { type: int,", with: "hour: { type: int, secret: true,")
          .replacing("enums:\n", with: "enums:\n  size: { values: [small, large], ordered: true }\n")
        return SourceText(name: source.name, text: text)
      }, documents: disk.documents)
    let description = try PackDescription(
      "\(Self.small)/ContentPacks/small", rules: "\(Self.small)/Rules/small", files: files)
    #expect(description.modules.flatMap(\.facts).filter(\.isSecret).map(\.name) == ["hour"])
    #expect(description.vocabularies.filter(\.isOrdered).map(\.name) == ["size"])
    #expect(description.text.contains(" int, secret\n"))
    #expect(description.text.contains("  small < large\n"))
  }

  @Test func pagesAndRankings() throws {
    let description = try small()
    let page = try #require(description.pages.first { $0.name == "insight" })
    #expect(page.parts.map(\.does) == ["choose", "choose", "choose", "choose", "show", "show", "tell", "rank"])
    #expect(page.parts.map(\.what).prefix(2) == ["small.insight.headline", "small.insight.dos"])
    #expect(description.rankings.contains { $0.name == "suggest" })
  }

  /// A built pack describes itself in the same words; and as JSON it is the same every time.
  @Test func aBuiltPackIsTheSamePack() throws {
    try withTemporaryDirectory { folder in
      let pack = Conformance.packageRoot.appending(path: "ContentPacks/terrain").path
      let rules = Conformance.packageRoot.appending(path: "Rules/terrain").path
      let built = folder.appending(path: "built.json")
      try Data(PackBuilder(pack: pack, rules: rules).build().bytes).write(to: built)
      let described = try PackDescription(pack, rules: rules)
      #expect(try PackDescription(built.path, rules: nil).text == described.text)
      func json(_ description: PackDescription) throws -> [UInt8] { try ResultType.packDescription.json(description) }
      #expect(try json(PackDescription(pack, rules: rules)) == json(described))
    }
  }
}
