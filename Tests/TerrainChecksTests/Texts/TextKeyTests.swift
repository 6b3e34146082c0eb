import Foundation
import TerrainBase
import TerrainDocuments
import TestSupport
import Testing

@testable import TerrainChecks

/// Keys of texts in files of translations.
@Suite struct TextKeyTests {
  private static let manifest = """
    id: small
    version: 1.0.0
    default_locale: en
    supported_locales: [en, de]
    rules: { id: small, version: "^1.0.0" }
    kinds:
      thing: { schema: things.schema.json, path: things.yaml }
    """
  private static let schema = """
    { "properties": { "items": { "items": { "properties": { "name": { "x-localized": true } } } } } }
    """

  /// Ids of records may have characters that XML, or a name token of XML, does not.
  @Test(
    arguments: TranslationFile.Format.allCases,
    [#"a&b<c>"#, #"say \"hi\""#, "two words", #"a\tb\nc"#, #"\\u{41}"#, #"\x01\x9f"#, "\u{FEFF}mark", "体质"])
  func anyIdIsAKey(_ format: TranslationFile.Format, _ id: String) throws {
    try withTemporaryDirectory { folder in
      try folder.write(Self.manifest, to: "pack.yaml")
      try folder.write(Self.schema, to: "things.schema.json")
      try folder.write(
        "kind: thing\nitems:\n  - { id: \"\(id)\", name: { en: Ball, de: Kugel } }\n", to: "things.yaml")
      let store = SourceStore()
      let texts = try PackTexts(PackContents.load(folder.path, store), into: LanguageTag(parsing: "de"))
      let key = try #require(texts.units.first?.key)
      let text = TranslationFile(TextStatus(texts, TranslationRecord())).text(format)
      let file = try TranslationFile(SourceText(name: "de", text: text.replacing("Kugel", with: "Kreis")))
      #expect(file.entries.map { Array($0.key.utf8) } == [Array(key.utf8)], "\(text)")
      let outcome = try TextImport(file, into: texts, TranslationRecord(), in: store)
      #expect(outcome.changed == 1 && outcome.warnings.isEmpty, "\(outcome.warnings)")
    }
  }
}
