import Foundation
import TerrainBase
import TerrainChecks
import TestSupport
import Testing

/// What is counted as a problem of a translation.
@Suite struct TextStatusTests {
  private static let manifest = """
    id: small
    version: 1.0.0
    default_locale: en
    supported_locales: [en, de]
    rules: { id: small, version: "^1.0.0" }
    kinds:
      message: { schema: message.schema.json, path: messages.yaml }
    """

  private static let schema =
    #"{ "properties": { "items": { "items": { "properties": { "body": { "x-localized": true } } } } } }"#

  /// The problems of messages by their keys, and the report for people.
  private func status(_ messages: String) throws -> (problems: [String: [TextStatus.Problem]], text: String) {
    try withTemporaryDirectory { folder in
      try folder.write(Self.manifest, to: "pack.yaml")
      try folder.write(Self.schema, to: "message.schema.json")
      try folder.write(messages, to: "messages.yaml")
      let texts = try PackTexts(PackContents.load(folder.path, SourceStore()), into: LanguageTag(parsing: "de"))
      let status = TextStatus(texts, TranslationRecord())
      let problems = Dictionary(uniqueKeysWithValues: zip(status.texts.units.map(\.key), status.problems))
      return (problems.filter { !$0.value.isEmpty }, status.text)
    }
  }

  /// What validation ignores is no problem, and what it does not ignore is one.
  @Test func whatIsIgnoredIsNoProblem() throws {
    let (problems, text) = try status(
      """
      kind: message
      items:
        - id: ball
          body: { en: Ball, de: Ball } # terrain:ignore pack/same-as-source it is a name
        - id: box
          body:
            en: Box
            # terrain:ignore pack/same-as-source it is a name
            de: Box
        - id: ring
          body: { en: Ring, de: Ring } # terrain:ignore pack/dropped-placeholder it is another code
        - id: hello
          body: { en: "Hello, {name}", de: Hallo } # terrain:ignore pack/dropped-placeholder nobody is named there
        - id: bye
          body: { en: "Bye, {name}", de: Ade }
      """)
    #expect(problems == ["message:ring:body": [.identical], "message:bye:body": [.placeholderLost]])
    #expect(text.hasPrefix("de: 5 texts, 0 missing, 0 stale, 1 identical, 1 placeholder lost"), "\(text)")
  }

  @Test func oneTextIsNoPlural() throws {
    let (_, text) = try status("kind: message\nitems:\n  - id: ball\n    body: { en: Ball, de: Kugel }\n")
    #expect(
      text
        == "de: 1 text, 0 missing, 0 stale, 0 identical, 0 placeholder lost, 0 placeholder added, "
        + "0 longer than the limit, 1 not recorded\n")
  }
}
