import Foundation
import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// Texts in their locales, and files that come with a pack.
@Suite struct TextAndFileCheckTests {
  private func things(_ name: String, picture: String = "media/a.svg") -> [String: String] {
    [
      "things.yaml": "kind: thing\nitems:\n  - { id: ball, name: \(name), picture: \(picture) }\n  - { id: box }\n",
      "media/a.svg": "<svg/>",
    ]
  }

  @Test func aTextWithoutTheDefaultLocale() throws {
    try SmallPack(things("1️⃣{ de: Kugel }2️⃣")).expect(
      "pack/missing-default-text", "this text is not there in `en`, the pack's default locale", fix: "add `en: …`")
  }

  @Test func aLocaleThatIsNotSupported() throws {
    try SmallPack(things("{ en: Ball, 1️⃣fr2️⃣: Balle }")).expect(
      "pack/unsupported-locale", "`fr` is not among the pack's supported locales")
  }

  @Test func aKeyThatIsNoLocale() throws {
    try SmallPack(things("{ en: Ball, 1️⃣en_US2️⃣: Ball }")).expect(
      "content/not-a-locale", "a locale is a BCP 47 tag such as `en-US` or `zh-Hans`")
  }

  @Test func `An id that is not the name of the folder is a warning where packs are located by it`() throws {
    try withTemporaryDirectory { root in
      for folder in ["ContentPacks/small", "ContentPacks/other", "elsewhere/other"] {
        try root.write("id: small\n", to: "\(folder)/pack.yaml")
        let store = SourceStore()
        let path = "\(root.path)/\(folder)"
        let manifest = try #require(store.file("\(path)/pack.yaml").documents.first?.root)
        let found = LintRules.findings(in: PackContents(folder: path, manifest: manifest, files: store))
          .filter { $0.code == "pack/other-folder" }
        #expect(found.count == (folder == "ContentPacks/other" ? 1 : 0))
        #expect(found.allSatisfy { $0.severity == .warning && $0.fix == "write `other`, or rename the folder" })
        #expect(found.allSatisfy { $0.path == "id" })
      }
    }
  }

  @Test func aFileThatNothingReads() throws {
    let copy = "kind: 1️⃣thing2️⃣\nitems:\n  - { id: ball, size: small }\n"
    for name in ["things copy.yaml", "old/things.yaml"] {
      try SmallPack([name: copy]).expect(
        "pack/unread-file", "nothing reads this file: the records of `thing` are in `things.yaml`",
        fix: "move its records into `things.yaml`, or remove the file")
    }
    let other = copy.replacing("1️⃣thing2️⃣", with: "nothing")
    #expect(try SmallPack(["things copy.yaml": other]).findings().isEmpty)
  }

  @Test func aFileThatWasMoved() throws {
    let moved = "kind: thing\nitems:\n  - { id: cube, size: small }\n"
    let found = try SmallPack(["old/things.yaml": moved]).findings()
    #expect(found.map(\.code) == ["pack/unread-file"])
    #expect(found.map(\.severity) == [.error])
  }

  @Test func textsThatNoSchemaKnows() throws {
    let things = "kind: thing\nitems:\n  - { id: ball, note: [1️⃣{ de: Kugel }2️⃣], size: small }\n  - { id: box }\n"
    try SmallPack(["things.yaml": things]).expect(
      "pack/missing-default-text", "this text is not there in `en`, the pack's default locale")
  }

  @Test func aDefaultLocaleThatIsNotSupported() throws {
    let pack = "default_locale: 1️⃣en2️⃣\nsupported_locales: [de]\n"
    try SmallPack(["pack.yaml": pack]).expect(
      "pack/unsupported-locale", "the default locale is not among the supported locales")
  }

  /// A manifest of the small pack with these locales.
  private func pack(_ locales: String) -> String {
    """
    id: small
    version: 1.0.0
    \(locales)
    rules: { id: small, version: "^1.0.0" }
    enums:
      group: { values: [round, square] }
      size: { values: [small, large] }
      flag: { values: [rolls, breaks] }
      status: { values: [draft, looked_at, out] }
    kinds:
      thing: { schema: things.schema.json, path: things.yaml }
      set: { schema: sets.schema.json, path: sets.yaml }
    """
  }

  /// One misspelled entry of the manifest, and not one diagnostic for every text.
  @Test func aSupportedLocaleThatIsMisspelled() throws {
    try SmallPack(["pack.yaml": pack("default_locale: en\nsupported_locales: [en, 1️⃣dee2️⃣]")]).expect(
      "pack/unsupported-locale", "no text of the pack is in `dee`, and 2 are in `de`, which is not supported",
      fix: "did you mean `de`?")
  }

  @Test func aSupportedLocaleThatIsMissing() throws {
    try SmallPack(["pack.yaml": pack("default_locale: en\nsupported_locales: 1️⃣[en]2️⃣")]).expect(
      "pack/unsupported-locale", "`de` is not among the pack's supported locales, and 2 texts are in it",
      fix: "add `de`")
  }

  @Test func aDefaultLocaleThatNoTextIsIn() throws {
    let things = [
      "pack.yaml": pack("default_locale: 1️⃣fr2️⃣\nsupported_locales: [fr, en, de]"),
      "sets.yaml": "kind: set\nitems: [{ id: both, things: [ball, box], flags: [rolls], for: [round] }]\n",
    ]
    try SmallPack(things).expect(
      "pack/missing-default-text", "no text of the pack is in `fr`, its default locale",
      fix: "name the locale that the texts are in")
  }

  @Test func aTextThatIsNotTranslated() throws {
    try SmallPack(things("1️⃣Ball2️⃣"), manifest: "checks: { translated: { de: { thing: [name] } } }").expect(
      "pack/not-translated", "name of `ball` is not there in `de`", fix: "add `de: …`")
    try SmallPack(things("1️⃣{ en: Ball }2️⃣"), manifest: "checks: { translated: { de: { thing: [name] } } }").expect(
      "pack/not-translated", "name of `ball` is not there in `de`")
  }

  @Test func aMoreGeneralLocaleWillDo() throws {
    let checks = "checks: { translated: { de-AT: { thing: [name] } } }"
    let manifest = pack("default_locale: en\nsupported_locales: [en, de, de-AT]") + "\n\(checks)"
    #expect(try SmallPack(["pack.yaml": manifest]).findings().isEmpty)
    // One that the pack does not support is a mistake.
    try SmallPack(manifest: "checks: { translated: { 1️⃣de-AT2️⃣: { thing: [name] } } }").expect(
      "pack/unsupported-locale", "`de-AT` is not among the pack's supported locales")
  }

  @Test func aFileThatIsNotThere() throws {
    try SmallPack(things("Ball", picture: "1️⃣media/b.svg2️⃣")).expect(
      "pack/missing-file", "there is no file `media/b.svg` in the pack", fix: "did you mean `media/a.svg`?")
  }

  @Test(arguments: [
    "../things.yaml", "/etc/passwd", "media/../../x.svg", "https://example.org/a.svg", "media//a.svg", "'media\\a.svg'",
    "''", "./media/a.svg",
  ])
  func aFileThatIsElsewhere(path: String) throws {
    try SmallPack(things("Ball", picture: "1️⃣\(path)2️⃣")).expect(
      "pack/path-leaves-pack", "a file has to be in the pack's folder: `media/a.svg`, without `..`")
  }

  @Test func aFileThatIsALinkOutOfThePack() throws {
    try withTemporaryDirectory { outside in
      try outside.write("secret", to: "secret.svg")
      try SmallPack(things("Ball", picture: "1️⃣media/link.svg2️⃣")).expect(
        "pack/link-leaves-pack", "`media/link.svg` is a link to something outside the pack's folder"
      ) { pack in
        try FileManager.default.createSymbolicLink(
          at: pack.appending(path: "media/link.svg"), withDestinationURL: outside.appending(path: "secret.svg"))
      }
      try SmallPack(things("Ball", picture: "1️⃣out/secret.svg2️⃣")).expect(
        "pack/link-leaves-pack", "`out/secret.svg` is a link to something outside the pack's folder"
      ) { pack in
        try FileManager.default.createSymbolicLink(at: pack.appending(path: "out"), withDestinationURL: outside)
      }
    }
  }

  @Test func aLinkInsideThePack() throws {
    let found = try SmallPack(things("Ball", picture: "media/link.svg")).findings { pack in
      try FileManager.default.createSymbolicLink(
        atPath: pack.appending(path: "media/link.svg").path, withDestinationPath: "a.svg")
    }
    #expect(found.isEmpty)
  }
}
