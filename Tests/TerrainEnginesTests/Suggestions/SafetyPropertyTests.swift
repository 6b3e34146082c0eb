import TerrainBase
import TerrainEngines
import TestSupport
import Testing

/// Over random packs: nothing is named that carries a flag the person has, or does what their type avoids.
@Suite struct SafetyPropertyTests {
  static let flags: [Text] = ["nuts", "milk"]
  static let tags: [Text] = ["warming", "cooling", "calming", "moving"]
  static let avoided: [Text: Text] = ["cold": "cooling", "warm": "warming"]

  @Test func whatIsLeftOutIsNotNamed() throws {
    var random = SplitMix64(seed: 23)
    var named = 0
    for _ in 0..<40 {
      var flags: [Text: Set<Text>] = [:]
      var tags: [Text: Set<Text>] = [:]
      var fixture = DayFixture()
      for (kind, file) in [("food", "foods"), ("move", "moves")] {
        var text = "kind: \(kind)\nitems:\n"
        for number in 0..<Int.random(in: 1...12, using: &random) {
          let id = Text("\(kind)-\(number)")
          let own = Self.tags.filter { _ in Bool.random(using: &random) }
          let cautions = Self.flags.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
          tags[id] = Set(own)
          flags[id] = Set(cautions)
          let list = own.map(\.string).joined(separator: ", ")
          let flagged = cautions.map(\.string).joined(separator: ", ")
          text += "  - { id: \(id), tags: [\(list)], cautions: { flags: [\(flagged)] } }\n"
        }
        fixture.files["ContentPacks/small/\(file).yaml"] = text
      }
      let engine = try fixture.load(pages: [])
      for (type, avoided) in Self.avoided.sorted(by: { $0.key < $1.key }) {
        for safety in [[], ["nuts"], ["milk"], ["nuts", "milk"]] as [[Text]] {
          let list = safety.map(\.string).joined(separator: ", ")
          for need in ["calm", "warmth"] {
            let ranking = try engine.ranking(
              "{ now: 2026-01-10, facts: { person_type: \(type), safety: [\(list)], need: \(need) } }",
              limit: 100)
            for item in ranking.items {
              named += 1
              #expect(flags[item.id]?.isDisjoint(with: safety) == true, "\(item.id) in spite of \(list)")
              #expect(tags[item.id]?.contains(avoided) == false, "\(item.id) for \(type)")
            }
            #expect(!ranking.items.isEmpty || ranking.fallback != nil)
          }
        }
      }
    }
    #expect(named > 500)
  }
}
