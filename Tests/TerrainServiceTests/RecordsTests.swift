import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TestSupport
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
    for (locale, served, name) in [
      ("en-US", "en-US", "Egg"), ("zh-Hans", "zh-Hans", "鸡蛋"), ("zh-SG", "zh-Hans", "鸡蛋"), ("fr", "en-US", "Egg"),
    ] {
      let answer = try answer(#"{"kind": "ingredient", "ids": ["egg"], "locale": "\#(locale)"}"#)
      let egg = try #require(answer["records"]?.elements.first { _ in true })
      #expect(egg["label"]?.text?.string == name)
      #expect(egg["fields"]?["name"]?["common"]?.text?.string == name)
      #expect(egg["fields"]?["how_to_use"]?["quick_uses"]?.elements.allSatisfy { $0["text"]?.kind == .string } == true)
      #expect(answer["locale"]?.text?.string == served)
      // No text is in another language than the one that is served.
      #expect(egg["fields"]?["name"]?["common_locale"] == nil, "\(locale)")
    }
  }

  @Test(arguments: [
    (#"{"kind": "ingredints"}"#, "records/unknown-kind", "did you mean `ingredient`?"),
    (#"{"kind": "sign_up"}"#, "records/unknown-kind", nil),
    (#"{"kind": "ingredient", "ids": ["gingr"]}"#, "records/unknown-id", "did you mean `ginger`?"),
    (#"{"kind": "ingredient", "where": {"categry": "herb"}}"#, "records/unknown-field", "did you mean `category`?"),
    (#"{"kind": "ingredient", "where": {"category": {"a": 1}}}"#, "records/wrong-values", nil),
    (#"{"kind": "routine", "where": {"tier": "full_"}}"#, "records/wrong-values", "did you mean `full`?"),
    (#"{"kind": "ingredient", "where": {"tags": ["warming", 3]}}"#, "records/wrong-values", nil),
    (#"{}"#, "content/missing-field", nil),
  ])
  func whatIsRefused(_ parameters: String, _ code: String, _ fix: String?) throws {
    let error = #expect(throws: DiagnosticError.self) { try answer(parameters) }
    #expect(error?.diagnostics.map(\.code) == [code])
    if let fix { #expect(error?.diagnostics.first?.fix == fix) }
  }

  /// Requests as long as a line may be, which took half a minute: work grows with the pack, not with the request.
  @Test func largeRequestsAreRefused() throws {
    let numbers = (0..<100_000).map(String.init)
    let requests: [(String, String)] = [
      ("{" + numbers.map { "\"k\($0)\": 1" }.joined(separator: ", ") + "}", "request/too-many"),
      ("{\"tags\": [" + numbers.joined(separator: ", ") + "]}", "records/wrong-values"),
      ("{\"" + String(repeating: "a.", count: 1_000_000) + "\": 1}", "records/unknown-field"),
    ]
    for (wanted, code) in requests {
      let error = #expect(throws: DiagnosticError.self) { try answer(#"{"kind": "ingredient", "where": \#(wanted)}"#) }
      #expect(error?.diagnostics.map(\.code) == [code])
    }
  }

  /// What stands on the card of a kind is beside each suggestion of that kind, in the language.
  @Test func suggestionsHaveCards() throws {
    let session = OperationSession(try MethodFixture.served())
    for locale in ["en-US", "zh-Hans"] {
      let person = #""facts": {"profile": "cold_deficient_low_flame", "modifier": "none"}"#
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

/// The operation `media`: the files that records name.
@Suite struct MediaTests {
  private func answer(_ path: String) throws -> Node {
    let session = OperationSession(try MethodFixture.served("ContentPacks/terrain"))
    return try MethodFixture.document(
      MethodFixture.answer(AnyOperation(Operations.media), #"{"path": "\#(path)"}"#, session)
    ).root
  }

  @Test func theBytesAreThoseOfTheFile() throws {
    let path = "media/nature-even.svg"
    let answer = try answer(path)
    let file = try #require(
      ContentFiles.mediaOnDisk(Conformance.packageRoot.appending(path: "ContentPacks/terrain/\(path)").path))
    #expect(answer["media_type"]?.text?.string == "image/svg+xml")
    #expect(answer["size"]?.int == Int64(file.count))
    #expect(answer["base64"]?.text.flatMap { Base64.decode($0.utf8) } == file)
  }

  @Test(arguments: [
    ("media/none.svg", "media/not-found"), ("pack.yaml", "media/unknown-type"), ("", "media/unknown-type"),
    ("../terrain/media/nature-even.svg", "media/not-found"), ("/etc/passwd.svg", "media/not-found"),
    ("media//nature-even.svg", "media/not-found"), ("media/./nature-even.svg", "media/not-found"),
  ])
  func nothingElseIsGivenOut(path: String, code: String) throws {
    let error = #expect(throws: DiagnosticError.self) { try answer(path) }
    #expect(error?.diagnostics.map(\.code) == [code])
  }
}
