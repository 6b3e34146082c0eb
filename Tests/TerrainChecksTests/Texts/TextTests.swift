import Foundation
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// Texts to a translator and back.
@Suite struct TextTests {
  private static let things = """
    kind: thing
    items:
      # The first.
      - id: ball
        name: { en: "Ball", de: 'Kugel' }   # round
        note:
          en: "It rolls: {distance}, \\"far\\"."   # written twice
        tags: [a, b]
      - id: box
        name: Box, square
        note:
          en: |
            Two
            lines
      - id: ring
        name: { en: Ring }
        note:
          en: 'One ring'
          de: >-
            Ein
            Ring
    """

  private static let schema = """
    { "properties": { "items": { "items": { "properties": {
      "name": { "x-localized": true, "maxLength": 9 }, "note": { "x-localized": true } } } } } }
    """

  private static let manifest = """
    id: small
    version: 1.0.0
    default_locale: en
    supported_locales: [en, de]
    rules: { id: small, version: "^1.0.0" }
    kinds:
      thing: { schema: things.schema.json, path: things.yaml }
    """

  private func withPack(_ things: String = Self.things, _ body: (URL) throws -> Void) throws {
    try withTemporaryDirectory { folder in
      try folder.write(Self.manifest, to: "pack.yaml")
      try folder.write(Self.schema, to: "things.schema.json")
      try folder.write(things, to: "things.yaml")
      try body(folder)
    }
  }

  private func texts(_ folder: URL, _ store: SourceStore = SourceStore()) throws -> PackTexts {
    try PackTexts(PackContents.load(folder.path, store), into: LanguageTag(parsing: "de"))
  }

  private func exported(
    _ folder: URL, _ format: TranslationFile.Format, _ record: TranslationRecord = TranslationRecord()
  ) throws -> String {
    TranslationFile(TextStatus(try texts(folder), record)).text(format)
  }

  private func imported(
    _ text: String, _ folder: URL, _ record: TranslationRecord = TranslationRecord()
  ) throws -> TextImport {
    let store = SourceStore()
    let file = try TranslationFile(SourceText(name: "de", text: text))
    return try TextImport(file, into: texts(folder, store), record, in: store)
  }

  private func problems(_ folder: URL, _ record: TranslationRecord) throws -> [String: [TextStatus.Problem]] {
    let status = TextStatus(try texts(folder), record)
    return Dictionary(uniqueKeysWithValues: zip(status.texts.units.map(\.key), status.problems))
  }

  @Test(arguments: TranslationFile.Format.allCases) func whatIsNotTranslatedChangesNothing(
    _ format: TranslationFile.Format
  ) throws {
    try withPack { folder in
      let outcome = try imported(exported(folder, format), folder)
      #expect(outcome.files.isEmpty && outcome.changed == 0 && outcome.warnings.isEmpty)
    }
  }

  @Test func csvIsATable() throws {
    try withPack { folder in
      let csv = try exported(folder, .csv)
      #expect(
        csv == """
          id,en,de,state,notes
          thing:ball:name,Ball,Kugel,translated,At most 9 characters
          thing:ball:note,"It rolls: {distance}, ""far"".",,initial,
          thing:box:name,"Box, square",,initial,At most 9 characters
          thing:box:note,"Two
          lines
          ",,initial,
          thing:ring:name,Ring,,initial,At most 9 characters
          thing:ring:note,One ring,Ein Ring,translated,

          """)
    }
  }

  /// Comments, order and quotes stay, in every way in which a text is written.
  @Test(arguments: TranslationFile.Format.allCases) func translationsAreWrittenWhereTheyBelong(
    _ format: TranslationFile.Format
  ) throws {
    try withPack { folder in
      let german = [
        "thing:ball:name": "Ball's", "thing:ball:note": "Rollt: {distance} \"weit\" \\ <& \u{1}",
        "thing:box:name": "Kiste",
        "thing:box:note": "Zwei\nZeilen", "thing:ring:name": "Ring!", "thing:ring:note": "Der Ring",
      ]
      let csv = try german.map { key, text in
        let unit = try #require(texts(folder).units.first { $0.key == key })
        return CSVReader.line([key, unit.source.string, text, "translated"])
      }.sorted().joined()
      let first = try imported("id,en,de,state\n" + csv, folder)
      let bytes = try #require(first.files.first?.bytes)
      #expect(
        String(decoding: bytes, as: UTF8.self) == """
          kind: thing
          items:
            # The first.
            - id: ball
              name: { en: "Ball", de: 'Ball''s' }   # round
              note:
                en: "It rolls: {distance}, \\"far\\"."   # written twice
                de: "Rollt: {distance} \\"weit\\" \\\\ <& \\u0001"
              tags: [a, b]
            - id: box
              name: { en: "Box, square", de: "Kiste" }
              note:
                en: |
                  Two
                  lines
                de: "Zwei\\nZeilen"
            - id: ring
              name: { en: Ring, de: "Ring!" }
              note:
                en: 'One ring'
                de: "Der Ring"
          """)
      #expect(first.changed == 6 && first.warnings.isEmpty)
      // What comes back from the changed pack is the same again.
      try folder.write(bytes, to: "things.yaml")
      let again = try imported(exported(folder, format, first.record), folder, first.record)
      #expect(again.files.isEmpty && again.record.text == first.record.text)
    }
  }

  @Test func aTranslationIsStaleWhenItsSourceChanges() throws {
    try withPack { folder in
      let record = try imported(exported(folder, .xliff), folder).record
      #expect(try problems(folder, record)["thing:ball:name"] == [])
      let recordAgain = TranslationRecord(SourceText(name: TranslationRecord.fileName, text: record.text))
      #expect(recordAgain.text == record.text && record.text.split(separator: "\n").count == 4)

      // Both, by hand: nobody vouches for it, and nothing shows that it is old.
      let both = Self.things.replacing("\"Ball\", de: 'Kugel'", with: "\"Sphere\", de: Sphäre")
      try withPack(both) { folder in
        let known = try problems(folder, record)
        #expect(known["thing:ball:name"] == [])
      }

      let changed = Self.things.replacing("\"Ball\"", with: "\"Sphere\"")
      try withPack(changed) { folder in
        #expect(try problems(folder, record)["thing:ball:name"] == [.stale])
        let file = try exported(folder, .csv, record)
        #expect(file.contains("thing:ball:name,Sphere,Kugel,initial,\"The source has changed"))
        // Untouched it stays stale; said to be right it is not.
        #expect(try problems(folder, imported(file, folder, record).record)["thing:ball:name"] == [.stale])
        let confirmed = file.replacing("Kugel,initial", with: "Kugel,translated")
        let outcome = try imported(confirmed, folder, record)
        #expect(outcome.files.isEmpty)
        #expect(try problems(folder, outcome.record)["thing:ball:name"] == [])
      }
    }
  }

  @Test func problemsAreListed() throws {
    let things = """
      kind: thing
      items:
        - id: ball
          name: { en: Ball, de: Ball }
          note: { en: "1 + 2" }
        - id: box
          name: { en: Box, de: Zehn Zeichen }
      """
    try withPack(things) { folder in
      let found = try problems(folder, TranslationRecord())
      #expect(found == ["thing:ball:name": [.identical], "thing:box:name": [.tooLong]])
      let status = TextStatus(try texts(folder), TranslationRecord())
      #expect(!status.isDone && status.unrecorded == 2)
      #expect(
        status.text.replacing("\(folder.path)/", with: "") == """
          de: 2 texts, 0 missing, 0 stale, 1 identical, 0 placeholder lost, 0 placeholder added, 1 longer than the limit, 2 not recorded
          things.yaml:4: identical: thing:ball:name
          things.yaml:7: longer than the limit: thing:box:name

          """)
    }
  }

  @Test(arguments: [
    (
      "thing:bal:name,Ball,Kreis,translated", "texts/no-such-text",
      "the pack has no text `thing:bal:name`: it is ignored"
    ),
    (
      "thing:ball:name,Globe,Kreis,translated", "texts/source-changed",
      "the text `thing:ball:name` has changed since it was exported: its translation is ignored"
    ),
    (
      "thing:ball:name,Ball,Zehn Zeichen,translated", "texts/too-long",
      "this translation has 12 characters: expected at most 9"
    ),
  ]) func whatIsWrongIsReported(_ row: String, _ code: String, _ message: String) throws {
    try withPack { folder in
      let outcome = try imported("id,en,de,state\n\(row)\n", folder)
      #expect(outcome.warnings.map(\.code) == [code] && outcome.warnings.map(\.message) == [message])
      #expect(outcome.warnings.first?.place?.fileAndLine == "de:2")
      #expect(outcome.files.isEmpty == (code != "texts/too-long"))
    }
  }

  @Test(arguments: [
    ("id,en,fr,state\n", "texts/locale"), ("id,fr,de,state\n", "texts/locale"), ("id,en\n", "texts/wrong-file"),
    ("id,en,de,state\na,\"b", "texts/wrong-file"), ("id,en,de,state\na,b\n", "texts/wrong-file"),
    ("<xliff version='1.2'/>", "texts/wrong-file"), ("<xliff", "xml/not-well-formed"),
    (
      """
      <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de"><file id="f"><unit id="u">
      <segment><source>a<ph id="1"/></source></segment></unit></file></xliff>
      """, "texts/wrong-file"
    ),
  ]) func otherFilesAreRefused(_ text: String, _ code: String) throws {
    try withPack { folder in
      let error = #expect(throws: DiagnosticError.self) { try imported(text, folder) }
      #expect(error?.diagnostics.map(\.code) == [code])
    }
  }

  @Test func aTextThatAliasesRepeatIsNotWritten() throws {
    let things = "kind: thing\nitems:\n  - { id: ball, name: &ball Ball, tags: [*ball] }\n"
    try withPack(things) { folder in
      let error = #expect(throws: DiagnosticError.self) {
        try imported("id,en,de,state\nthing:ball:name,Ball,Kugel,translated\n", folder)
      }
      #expect(error?.diagnostics.map(\.code) == ["texts/not-writable"])
      #expect(error?.diagnostics.map(\.message) == ["the translation of `thing:ball:name` cannot be written here"])
    }
  }

  /// Only messages are filled.
  @Test func aLostPlaceholderIsReported() throws {
    try withPack { folder in
      try folder.write(Self.manifest.replacing("thing: {", with: "message: {"), to: "pack.yaml")
      try folder.write("kind: message\nitems:\n  - { id: hello, note: { en: 'Hi {name}' } }\n", to: "things.yaml")
      let outcome = try imported("id,en,de,state\nmessage:hello:note,Hi {name},Hallo,translated\n", folder)
      #expect(outcome.warnings.map(\.code) == ["texts/lost-placeholder"])
      #expect(outcome.warnings.map(\.message) == ["this translation lacks `{name}` of its source"])
      try folder.write(try #require(outcome.files.first?.bytes), to: "things.yaml")
      #expect(try problems(folder, outcome.record) == ["message:hello:note": [.placeholderLost]])
    }
  }

  /// A tool may split a text, and put it into groups.
  @Test func segmentsAreJoined() throws {
    try withPack { folder in
      let text = """
        <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de"><file id="f"><group id="g">
        <unit id="thing:ring:note"><segment state="final"><source>One</source><target>Ein</target></segment><ignorable><source> \
        </source></ignorable><segment state="final"><source>ring</source><target>Reif</target></segment></unit></group></file></xliff>
        """
      let bytes = try #require(imported(text, folder).files.first?.bytes)
      #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("    de: \"Ein Reif\""))
    }
  }
}
