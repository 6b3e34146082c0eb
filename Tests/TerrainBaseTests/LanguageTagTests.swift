import Testing

@testable import TerrainBase

@Suite struct LanguageTagTests {
  /// From RFC 5646, appendix A, and 2.1.1 for the case.
  static let wellFormed: [(Text, String)] = [
    ("de", "de"), ("FR", "fr"), ("i-KLINGON", "i-klingon"), ("ZH-HANT", "zh-Hant"),
    ("zh-cmn-hans-cn", "zh-cmn-Hans-CN"),
    ("sr-Latn-RS", "sr-Latn-RS"), ("sl-rozaj-BISKE", "sl-rozaj-biske"), ("de-CH-1901", "de-CH-1901"),
    ("hy-latn-it-AREVELA", "hy-Latn-IT-arevela"), ("ES-419", "es-419"), ("de-CH-x-Phonebk", "de-CH-x-phonebk"),
    ("az-Arab-x-AZE-derbend", "az-Arab-x-aze-derbend"), ("X-Whatever", "x-whatever"),
    ("qaa-qaaa-qm-x-southern", "qaa-Qaaa-QM-x-southern"),
    ("en-US-u-islamcal", "en-US-u-islamcal"), ("zh-cn-a-myext-X-private", "zh-CN-a-myext-x-private"),
    ("en-b-ccc-bbb-a-aaa-X-xyz", "en-a-aaa-b-ccc-bbb-x-xyz"), ("sgn-be-fr", "sgn-BE-FR"), ("EN-gb-OED", "en-GB-oed"),
    ("zh-min-nan", "zh-min-nan"), ("art-LOJBAN", "art-lojban"), ("en-ca-x-CA", "en-CA-x-ca"),
    ("de-1996-1901", "de-1996-1901"),
    ("abcdefgh", "abcdefgh"), ("x-a-b-c", "x-a-b-c"), ("en-x-x-x", "en-x-x-x"), ("aaaa", "aaaa"),
  ]

  @Test(arguments: wellFormed) func hasCanonicalCase(text: Text, canonical: String) throws {
    let tag = try LanguageTag(parsing: text)
    #expect(tag.description == canonical)
    #expect(try LanguageTag(parsing: tag.text) == tag)
    #expect(try LanguageTag(parsing: Text(text.string.uppercased())) == tag)
  }

  @Test(
    arguments: [
      ("", .malformed(offset: 0)), ("a", .malformed(offset: 0)), ("de-419-DE", .malformed(offset: 7)),
      ("a-DE", .malformed(offset: 0)),
      ("en-", .malformed(offset: 3)), ("-en", .malformed(offset: 0)), ("en--US", .malformed(offset: 3)),
      ("en_US", .malformed(offset: 0)),
      ("123", .malformed(offset: 0)), ("en-a", .malformed(offset: 4)), ("en-x", .malformed(offset: 4)),
      ("en-abcdefghi", .malformed(offset: 3)),
      ("abcdefghi", .malformed(offset: 0)), ("en-é", .malformed(offset: 3)),
      ("zh-aaa-bbb-ccc-ddd", .malformed(offset: 15)),
      ("ar-a-aaa-b-bbb-a-ccc", .repeated(offset: 15)), ("de-DE-1901-1901", .repeated(offset: 11)),
      ("sl-rozaj-ROZAJ", .repeated(offset: 9)), ("aaaa-bbb", .malformed(offset: 5)),
      ("i-unknown", .malformed(offset: 0)),
      ("en-US-abc", .malformed(offset: 6)),
    ] as [(Text, LanguageTagError)]) func refuses(text: Text, error: LanguageTagError)
  {
    #expect(throws: error) { try LanguageTag(parsing: text) }
  }

  @Test func lengthIsLimited() throws {
    let long = "en-x" + String(repeating: "-a", count: 126)
    #expect(throws: LanguageTagError.tooLong) { try LanguageTag(parsing: Text(long)) }
    #expect(try LanguageTag(parsing: Text(String(long.dropLast(2)))).privateUse.count == 125)
  }

  @Test func hasParts() throws {
    let tag = try LanguageTag(parsing: "zh-yue-hant-hk-1994-rozaj-u-co-stroke-a-bb-x-mine")
    #expect(tag.language == "zh" && tag.extendedLanguages == ["yue"] && tag.script == "Hant" && tag.region == "HK")
    #expect(tag.variants == ["1994", "rozaj"] && tag.privateUse == ["mine"])
    #expect(tag.extensions.map(\.singleton) == ["a", "u"] && tag.extensions.last?.subtags == ["co", "stroke"])
    #expect(try LanguageTag(parsing: "x-mine").language.isEmpty)
  }

  @Test(
    arguments: [
      ("zh-Hant-TW", ["zh-Hant-TW", "zh-Hant", "zh"]), ("en", ["en"]), ("x-mine", ["x-mine"]),
      ("i-klingon", ["i-klingon"]),
      (
        "zh-Hant-CN-x-private1-private2",
        ["zh-Hant-CN-x-private1-private2", "zh-Hant-CN-x-private1", "zh-Hant-CN", "zh-Hant", "zh"]
      ),
      ("en-a-bbb", ["en-a-bbb", "en"]), ("en-x-a-b", ["en-x-a-b", "en"]),
      ("sgn-BE-FR", ["sgn-BE-FR", "sgn-BE", "sgn"]),
    ] as [(Text, [String])]) func fallsBack(text: Text, chain: [String]) throws
  {
    #expect(try LanguageTag(parsing: text).fallbacks.map(\.description) == chain)
  }
}
