import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import Testing

/// Whom to call: the region that a request writes decides, and nothing else. A language is no evidence of where somebody is.
@Suite struct RegionContactTests {
  private static let loaded = Result {
    try InsightEngine(
      LoadedSystem.load(
        packAt: TerrainFixture.pack, rulesAt: TerrainFixture.rules, documents: SourceReader.read,
        contracts: InsightEngine.contracts(pages: ["today"], rankings: []), kinds: []),
      pages: ["today"], rankings: [])
  }

  /// Chinese numerals are words.
  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

  /// The words of care of a day with `sign`, asked for in `locale`.
  private static func care(_ locale: String?, _ sign: String) throws -> [Text] {
    let page = try loaded.get().page(
      """
      person_id: lea
      now: "2026-11-20T12:30"
      facts: { profile: neutral_balanced_steady_core, signs: [\(sign)] }
      \(locale.map { "locale: \($0)" } ?? "")
      """, "today")
    guard case .messages(let said)? = page.parts.first(where: { $0.id == "care" })?.content else { return [] }
    return said.compactMap { $0[part: "text"] }
  }

  /// The numbers of the pack by region.
  private static func contacts() throws -> [(region: String, emergency: String, crisis: String)] {
    try loaded.get().pack.records(of: "contact").map { record in
      let fields = record.node
      return (
        record.id.string, try #require(fields["emergency"]?.text).string, try #require(fields["crisis"]?.text).string
      )
    }
  }

  @Test(arguments: [
    ("en-GB", "999", "116\u{A0}123"), ("en-US", "911", "988"), ("zh-CN", "120", "12356"), ("zh-Hans-SG", "995", "1767"),
  ])
  func aRegionHasItsNumbers(_ locale: String, emergency: String, crisis: String) throws {
    #expect(try Self.care(locale, "chest_pain").contains { $0.string.contains(emergency) })
    #expect(try Self.care(locale, "self_harm_thoughts").contains { $0.string.contains(crisis) })
  }

  @Test(arguments: [nil, "en", "zh", "zh-Hans", "en-001", "en-IE", "de-AT", "und"])
  func withoutAContactTheWordsAreGeneral(_ locale: String?) throws {
    for sign in ["chest_pain", "self_harm_thoughts", "blood_in_stool"] {
      let words = try Self.care(locale, sign)
      #expect(words.count == 2)
      #expect(!words.contains { $0.string.contains(where: Self.isDigit) }, "\(words)")
    }
  }

  /// Every language with every region: the numbers of the region that is written, or none.
  @Test func everyLanguageWithEveryRegion() throws {
    let contacts = try Self.contacts()
    try #require(contacts.count >= 8)
    for language in ["en", "zh-Hans", "zh", "de", "sr-Latn", "fr"] {
      for region in contacts.map(\.region) + ["FR", "DE", "IE", "TW", "419"] {
        for (sign, isCrisis) in [("chest_pain", false), ("self_harm_thoughts", true)] {
          let words = try Self.care("\(language)-\(region)", sign).map(\.string).joined(separator: " ")
          let digits = words.filter(Self.isDigit)
          let contact = contacts.first { $0.region == region }
          let number = contact.map { isCrisis ? $0.crisis : $0.emergency } ?? ""
          #expect(digits == number.filter(Self.isDigit), "\(language)-\(region): \(words)")
        }
      }
    }
  }

  /// Groups of digits are joined, so that no line ends within a number.
  @Test func noNumberHasASpace() throws {
    for contact in try Self.contacts() {
      #expect(!contact.crisis.contains(" ") && !contact.emergency.contains(" "), "\(contact)")
    }
  }
}
