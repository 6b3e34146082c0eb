import TerrainContent
import TerrainDocuments
import TerrainOperations
import TerrainValues
import Testing

/// The operation `records`: every record of a pack in every language, and what a request may ask for.
@Suite struct RecordsTests {
  private static let method = AnyOperation(Operations.records)

  private func answer(_ parameters: String, _ pack: String = "ContentPacks/terrain") throws -> Node {
    let session = OperationSession(try MethodFixture.served(pack))
    return try MethodFixture.document(MethodFixture.answer(Self.method, parameters, session)).root
  }

  private func ids(_ answer: Node) -> [String] {
    answer["records"]?.elements.compactMap { $0["id"]?.text?.string } ?? []
  }

  @Test(arguments: MethodFixture.packs) func everyRecordInEveryLanguage(pack: String) throws {
    let session = OperationSession(try MethodFixture.served("ContentPacks/\(pack)"))
    let content = try session.everything().pack
    for kind in content.kinds where !kind.isHandedIn {
      let all = content.records(of: kind.name).map(\.id.string)
      for locale in content.supportedLocales {
        let text = try MethodFixture.answer(
          Self.method, #"{"kind": "\#(kind.name)", "locale": "\#(locale)", "limit": 1000}"#, session)
        let answer = try MethodFixture.document(text).root
        #expect(ids(answer) == Array(all.prefix(1000)), "\(kind.name) \(locale)")
        #expect(answer["count"]?.int == Int64(all.count), "\(kind.name)")
        // No text is left in several languages.
        for other in content.supportedLocales where content.supportedLocales.count > 1 {
          #expect(!text.contains("\"\(other)\":"), "\(kind.name) \(locale)")
        }
      }
    }
  }

  @Test(arguments: [
    (#""ids": ["ginger", "egg"]"#, ["ginger", "egg"]), (#""ids": []"#, []),
    (#""where": {"category": "dairy_egg"}"#, ["egg", "milk"]),
    (#""where": {"category": ["dairy_egg"], "cautions.flags": "allergen_egg"}"#, ["egg"]),
    (#""where": {"category": "dairy_egg", "tags": ["warming"]}"#, []),
    (#""where": {"category": "dairy_egg"}, "limit": 1"#, ["egg"]),
    (#""where": {"category": "dairy_egg"}, "offset": 1"#, ["milk"]),
    (#""where": {"category": "dairy_egg"}, "offset": 7"#, []),
  ])
  func whatIsAskedFor(_ rest: String, _ expected: [String]) throws {
    #expect(ids(try answer(#"{"kind": "ingredient", \#(rest)}"#)) == expected)
  }

  @Test func textsAreInTheLanguage() throws {
    for (locale, name) in [("en-US", "Egg"), ("zh-Hans", "鸡蛋"), ("zh-Hans-SG", "鸡蛋"), ("fr", "Egg")] {
      let answer = try answer(#"{"kind": "ingredient", "ids": ["egg"], "locale": "\#(locale)"}"#)
      let egg = try #require(answer["records"]?.elements.first { _ in true })
      #expect(egg["label"]?.text?.string == name)
      #expect(egg["fields"]?["name"]?["common"]?.text?.string == name)
      #expect(egg["fields"]?["how_to_use"]?["quick_uses"]?.elements.allSatisfy { $0["text"]?.kind == .string } == true)
      #expect(answer["locale"]?.text?.string == locale)
      // What is in another language than the one that was asked for says so.
      let isOther = locale == "fr" || locale == "zh-Hans-SG"
      #expect((egg["fields"]?["name"]?["common_locale"] != nil) == isOther, "\(locale)")
    }
  }

  @Test(arguments: [
    (#"{"kind": "ingredints"}"#, "records/unknown-kind", "did you mean `ingredient`?"),
    (#"{"kind": "sign_up"}"#, "records/unknown-kind", nil),
    (#"{"kind": "ingredient", "ids": ["gingr"]}"#, "records/unknown-id", "did you mean `ginger`?"),
    (#"{"kind": "ingredient", "where": {"categry": "herb"}}"#, "records/unknown-field", "did you mean `category`?"),
    (#"{}"#, "content/missing-field", nil),
  ])
  func whatIsRefused(_ parameters: String, _ code: String, _ fix: String?) throws {
    let error = #expect(throws: DiagnosticError.self) { try answer(parameters) }
    #expect(error?.diagnostics.map(\.code) == [code])
    if let fix { #expect(error?.diagnostics.first?.fix == fix) }
  }

  /// What stands on the card of a kind is beside each suggestion of that kind, in the language.
  @Test func suggestionsHaveCards() throws {
    let session = OperationSession(try MethodFixture.served())
    for locale in ["en-US", "zh-Hans"] {
      let person = #""person": {"profile": "cold_deficient_low_flame", "modifier": "none"}"#
      let request = #"{"now": "2026-02-05T09:00:00+08:00", "locale": "\#(locale)", \#(person)}"#
      let text = try MethodFixture.answer(AnyOperation(Operations.suggest), request, session)
      let items = try #require(MethodFixture.document(text).root["suggestions"]?["items"])
      #expect(items.count > 0)
      for item in items.elements {
        let card = try #require(item["card"])
        #expect(card["do"]?.kind == .string && (card["seconds"] ?? card["minutes"])?.int ?? 0 > 0)
        let records = try answer(
          #"{"kind": "\#(item["kind"]?.text ?? "")", "ids": ["\#(item["id"]?.text ?? "")"], "locale": "\#(locale)"}"#)
        let caution = records["records"]?.elements.first { _ in true }?["fields"]?["cautions"]?["text"]?.text
        #expect(card["caution"]?.text == caution)
      }
    }
  }
}
