import Foundation
import TerrainChecks
import TerrainDocuments
import TerrainService
import TestSupport
import Testing

/// Example requests are read by the methods they are for, and what is wrong with them is reported where it is.
@Suite struct ExampleReadingTests {
  private static let files: [String: String] = [
    "ContentPacks/tiny/pack.yaml": """
    kind: pack
    id: tiny
    version: 1.0.0
    default_locale: en
    supported_locales: [en]
    rules: { id: tiny, version: "^1.0.0" }
    enums:
      mood: { values: [calm, glad] }
    kinds:
      message: { path: messages.yaml }
    """,
    "ContentPacks/tiny/messages.yaml": """
    kind: message
    items:
      - { id: hello, texts: { text: { en: Hello } } }
    """,
    "Rules/tiny/ruleset.yaml": "rules: 1\nid: tiny\nversion: 1.0.0\nmodules: { tiny.greeting: greeting.yaml }\n",
    "Rules/tiny/greeting.yaml": """
    rules: 1
    module: tiny.greeting
    facts:
      mood: { type: mood }
      hour: { type: int, min: 0, max: 23 }
    decisions:
      words:
        type: message_id
        hit: first
        rows:
          - { id: glad, when: { mood: glad, hour: ">= 5" }, then: hello }
        otherwise: hello
    """,
  ]

  /// What is found with the example `text` of the method in `file`, whose marks say where it is expected.
  private func findings(_ text: String, in file: String = "decide.json", rules: String? = nil) throws -> [String] {
    try withTemporaryDirectory { folder in
      let marked = MarkedText(text)
      var files = Self.files
      if let rules { files["Rules/tiny/greeting.yaml"] = rules }
      for (name, text) in files { try folder.write(text, to: name) }
      try folder.write(marked.text, to: "ContentPacks/tiny/examples/requests/\(file)")
      var validator = Validator()
      validator.readExamples(locator: MethodFixture.locator())
      let report = validator.validate(["ContentPacks", "Rules"].map { .path("\(folder.path)/\($0)") })
      return report.diagnostics.map { found in
        if let start = marked.offsets[1], let end = marked.offsets[2] {
          #expect(found.place?.source.name.hasSuffix("examples/requests/\(file)") == true)
          let range = found.place.map { Int($0.range.start)..<Int($0.range.end) }
          #expect(range == start..<end, "\(DiagnosticRenderer.text([found]))")
        }
        return found.code + (found.fix.map { ": \($0)" } ?? "")
      }
    }
  }

  private func facts(_ facts: String) -> String { #"{"decision": "greeting.words", "facts": {\#(facts)}}"# }

  @Test func whatIsRightIsNotReported() throws {
    #expect(try findings(facts(#""mood": "glad", "hour": 7.0"#)) == [])
    #expect(try findings(facts(#""mood": "glad", "hour": 7"#)) == [])
    #expect(try findings("{}", in: "health.json") == [])
  }

  @Test func aMisspelledFact() throws {
    let found = try findings(facts(#"1️⃣"moood"2️⃣: "glad", "hour": 7"#))
    #expect(found.count == 1 && found[0].hasSuffix("/unknown-fact: did you mean `mood`?"), "\(found)")
  }

  @Test func anUnknownValue() throws {
    let found = try findings(facts(#""mood": 1️⃣"gladd"2️⃣, "hour": 7"#))
    #expect(found.count == 1 && found[0].contains("did you mean `glad`?"), "\(found)")
  }

  @Test(arguments: ["24", "-1", "7.5"]) func aNumberOutOfRange(_ number: String) throws {
    let found = try findings(facts(#""mood": "glad", "hour": 1️⃣\#(number)2️⃣"#))
    #expect(found.count == 1, "\(found)")
  }

  @Test func aFieldThatTheMethodDoesNotHave() throws {
    let found = try findings(#"{"decision": "greeting.words", 1️⃣"fact"2️⃣: {}}"#)
    #expect(found == ["content/unknown-field: did you mean `facts`?"])
  }

  @Test func aFactThatTheRulesNeed() throws {
    #expect(try findings(facts(#""mood": "glad""#)).count == 1)
  }

  @Test func aMethodThatThereIsNot() throws {
    #expect(try findings("1️⃣{}2️⃣", in: "decid.json") == ["examples/unknown-method: did you mean `decide.json`?"])
    #expect(try findings("1️⃣{}2️⃣", in: "decide.yaml") == ["examples/unknown-method: did you mean `decide.json`?"])
  }

  /// A field that no form of its kind has is misspelled; what else is wrong with a form may be what the example is to show.
  @Test func aMisspelledFieldOfAForm() throws {
    try withTemporaryDirectory { folder in
      for path in ["ContentPacks/quicksip", "ContentPacks/Schemas", "Rules/quicksip"] {
        let copy = folder.appending(path: path)
        try FileManager.default.createDirectory(
          at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: MethodFixture.checkout.appending(path: path), to: copy)
      }
      let example = "ContentPacks/quicksip/examples/requests/check.json"
      let text = try String(contentsOf: folder.appending(path: example), encoding: .utf8)
      try folder.write(text.replacing("\"drink\"", with: "\"drikn\""), to: example)
      var validator = Validator()
      validator.readExamples(locator: MethodFixture.locator())
      let found = validator.validate(["ContentPacks", "Rules"].map { .path("\(folder.path)/\($0)") }).diagnostics
      #expect(found.map(\.message) == ["`drikn` is not a key of Order"], "\(DiagnosticRenderer.text(found))")
      #expect(found.first?.place.map { $0.source.text(of: $0.range) } == "\"drikn\"")
    }
  }

  /// Where the rules are wrong, an example has nothing to add.
  @Test func rulesThatAreWrong() throws {
    let rules = (Self.files["Rules/tiny/greeting.yaml"] ?? "").replacing("mood: glad", with: "mood: gladd")
    let found = try findings(facts(#""moood": "glad""#), rules: rules)
    #expect(found.count == 1 && !found[0].contains("fact"), "\(found)")
  }
}
