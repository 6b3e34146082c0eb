import Foundation
import TestSupport
import Testing

/// Commands that begin something new and find names, as an author types them in a folder of their own.
@Suite struct AuthoringCommandTests {
  /// New systems get copies of the checkout's schemas; nothing else of it is used.
  private static let withSchemas: [String: String?] = [
    "TERRAIN_HOME": TranscriptTests.checkout.path, "GITHUB_ACTIONS": nil,
  ]
  private static let alone: [String: String?] = ["TERRAIN_HOME": nil, "GITHUB_ACTIONS": nil]

  private func run(
    _ words: String..., input: String = "", in folder: URL, environment: [String: String?] = alone
  ) throws -> CommandResult {
    try runCommand(words, input: Array(input.utf8), environment: environment, directory: folder)
  }

  private func withSystem(_ body: (URL) throws -> Void) throws {
    try withTemporaryDirectory { folder in
      let made = try run("init", "my-shop", in: folder, environment: Self.withSchemas)
      #expect(made.exitCode == 0, "\(made.standardError)")
      #expect(made.standardOutput.hasSuffix("next: terrain validate my-shop/ContentPacks my-shop/Rules --strict\n"))
      try body(folder.appending(path: "my-shop"))
    }
  }

  @Test func theStepsOfTheGuide() throws {
    try withSystem { folder in
      let valid = try run("validate", "ContentPacks", "Rules", "--strict", in: folder)
      #expect(valid.exitCode == 0, "\(valid.standardOutput)")
      let tested = try run("test", "Rules", "--row-coverage", "100", in: folder)
      #expect(tested.exitCode == 0, "\(tested.standardOutput)\(tested.standardError)")
      #expect(try run("fmt", "--check", "Rules/my-shop", in: folder).standardOutput == "")
      let request = #"{ "person_id": "anna", "now": "2026-03-01T19:30:00Z", "facts": { "visits": 2 } }"#
      let page = try run("page", "today", "-", "--pack", "my-shop", input: request, in: folder)
      #expect(page.standardOutput.contains("Good evening. It is past 18 o'clock."), "\(page.standardError)")
      #expect(try run("init", "--rules", "my_shop.prices", in: folder).exitCode == 0)
      let extended = try run("validate", "ContentPacks", "Rules", "--strict", in: folder)
      #expect(extended.exitCode == 0, "\(extended.standardOutput)")
    }
  }

  @Test func nothingIsOverwritten() throws {
    try withSystem { folder in
      let manifest = folder.appending(path: "ContentPacks/my-shop/pack.yaml")
      try "# mine\n".write(to: manifest, atomically: true, encoding: .utf8)
      let again = try run("init", "--name", "my-shop", in: folder, environment: Self.withSchemas)
      #expect(again.exitCode == 1)
      #expect(again.standardError.contains("init/file-exists"), "\(again.standardError)")
      #expect(try String(contentsOf: manifest, encoding: .utf8) == "# mine\n")
    }
  }

  @Test func whatWhereWrites() throws {
    try withSystem { folder in
      let text = try run("where", "greeting.late", "--pack", "my-shop", in: folder)
      #expect(
        text.standardOutput == """
          message `greeting.late`
          declared:
            ContentPacks/my-shop/messages/today.yaml:7:9: - id: greeting.late
          rules, 1 use:
            Rules/my-shop/today.yaml:18:70: …om" }, then: { message: greeting.late, layer: time, hour: "= late_from" …
          tests, 1 use:
            Rules/my-shop/tests/today.yaml:9:36: expect: { greeting: { message: greeting.late, layer: time, hour: 18 } }

          """, "\(text.standardError)")
    }
  }

  @Test func whatWhereWritesForPrograms() throws {
    try withSystem { folder in
      let written = try run("where", "late_from", "--pack", "my-shop", "--json", in: folder)
      let json = try #require(
        JSONSerialization.jsonObject(with: Data(written.standardOutput.utf8)) as? [String: Any])
      let names = try #require(json["names"] as? [[String: Any]])
      #expect(names.map { $0["fullName"] as? String } == ["my_shop.today.late_from"])
      let uses = try #require(names.first?["uses"] as? [[String: Any]])
      #expect(uses.map { $0["in"] as? String } == ["rules", "rules"])
      // Offsets are where the name is.
      let bytes = try Data(contentsOf: folder.appending(path: "Rules/my-shop/today.yaml"))
      for use in uses {
        let (start, end) = (use["start"] as? Int ?? 0, use["end"] as? Int ?? 0)
        #expect(String(decoding: bytes[start..<end], as: UTF8.self) == "late_from")
      }
    }
  }

  /// A text that may be two things is a use of neither, and is not lost.
  @Test func textsThatMayBeSeveralThings() throws {
    try withSystem { folder in
      let pack = folder.appending(path: "ContentPacks/my-shop/pack.yaml")
      let text = try String(contentsOf: pack, encoding: .utf8)
      try (text + "  mood:\n    doc: Another enum.\n    values: [base, other]\n")
        .write(to: pack, atomically: true, encoding: .utf8)
      let scenarios = folder.appending(path: "Rules/my-shop/scenarios/today.yaml")
      let cases = try String(contentsOf: scenarios, encoding: .utf8)
      try cases.replacing("[note.welcome] }", with: "[note.welcome], \"days[0].parts.notes[0].layer\": base }")
        .write(to: scenarios, atomically: true, encoding: .utf8)
      let found = try run("where", "base", "--pack", "my-shop", in: folder)
      #expect(found.standardOutput.contains("value `base` of `layer`"), "\(found.standardOutput)")
      #expect(found.standardOutput.contains("value `base` of `mood`"), "\(found.standardOutput)")
      #expect(
        found.standardOutput.contains(
          "the text `base` is also here, and may be any of these:\n  Rules/my-shop/scenarios/today.yaml:9:"),
        "\(found.standardOutput)")
    }
  }

  @Test func unknownNames() throws {
    try withSystem { folder in
      let result = try run("where", "late_form", "--pack", "my-shop", in: folder)
      #expect(result.exitCode == 1)
      #expect(result.standardOutput == "")
      #expect(
        result.standardError == """
          error[where/unknown-name]: nothing in `ContentPacks/my-shop` declares `late_form`
          help: did you mean `late_from`?

          """)
      let nowhere = try run("where", "late_from", "ContentPacks/Schemas", in: folder)
      #expect(nowhere.standardError.contains("file/no-match"), "\(nowhere.standardError)")
    }
  }

  /// Rules with mistakes are searched all the same.
  @Test func rulesWithMistakes() throws {
    try withSystem { folder in
      let module = folder.appending(path: "Rules/my-shop/today.yaml")
      let text = try String(contentsOf: module, encoding: .utf8)
      try text.replacing("visits: 0 ", with: "visits: none_at_all ").write(
        to: module, atomically: true, encoding: .utf8)
      let result = try run("where", "late_from", "--pack", "my-shop", in: folder)
      #expect(result.exitCode == 0)
      #expect(result.standardOutput.contains("rules, 2 uses:"), "\(result.standardOutput)")
      #expect(result.standardOutput.contains("note: the rules have mistakes"), "\(result.standardOutput)")
    }
  }
}
