import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import Testing

/// How days with something compare with the others, and what suggestions make of it.
@Suite struct EffectivenessTests {
  private let engine: TrendEngine

  init() throws { engine = try TrendFixture.engine() }

  private static let item = "ginger-honey-tea-lite"

  /// `days` days, the first of which have the item with `words`, and one sign fewer.
  private func logs(_ words: [String?], of days: Int, signsWith: Int = 0, signsWithout: Int = 1) -> String {
    let signs = ["\"cold\"", "\"tired\"", "\"stiff\""]
    return TrendFixture.request(
      (0..<days).map { day in
        let count = day < words.count ? signsWith : signsWithout
        var fields = "\"quick_symptoms\": [\(signs.prefix(count).joined(separator: ", "))]"
        if day < words.count {
          fields += ", \"completed_routine_ids\": [\"\(Self.item)\"]"
          if let word = words[day] {
            fields +=
              ", \"routine_feedback\": [{\"routine_or_movement_id\": \"\(Self.item)\", \"feedback\": \"\(word)\"}]"
          }
        }
        return (day, fields)
      })
  }

  @Test func theFormula() throws {
    let report = try engine.report(
      logs(["better", "better", "better", "same", "better", "same", "better", "better"], of: 20))
    let effect = try #require(report.effects.first)
    #expect(
      effect.item == "ginger-honey-tea-lite" && effect.kind == "routine" && effect.label?.text == "Ginger Honey Tea")
    #expect(effect.days == 8 && effect.toldDays == 8 && effect.share == 0.75)
    #expect(effect.with.days == 8 && effect.with.mean == 0)
    #expect(effect.without.days == 12 && effect.without.mean == 1)
    // 0.7 · (2 · 0.75 − 1) + 0.3 · (1 − 0) / 3
    #expect(abs((effect.value ?? 0) - 0.45) < 1e-12)
    #expect(effect.verdict == "neutral" && effect.note?.message == "effect.neutral", "six of eight may be chance")
    let share = try #require(effect.shareInterval)
    let interval = try #require(effect.interval)
    #expect(abs(interval.low - (0.7 * (2 * share.low - 1) + 0.1)) < 1e-12, "the interval goes through the formula")
    #expect(abs(interval.high - (0.7 * (2 * share.high - 1) + 0.1)) < 1e-12)
    #expect(interval.low < 0.45 && interval.high > 0.45)
  }

  @Test func theExtremes() throws {
    let best = try engine.report(logs([String?](repeating: "better", count: 5), of: 20, signsWithout: 3))
    #expect(best.effects.first?.value == 1)
    let worst = try engine.report(logs([String?](repeating: "same", count: 5), of: 20, signsWith: 3, signsWithout: 0))
    #expect(worst.effects.first?.value == -1)
    #expect(worst.effects.first?.verdict == "not_ideal")
  }

  @Test(arguments: [
    ("nobody said anything", [nil, nil, nil, nil] as [String?], 20),
    ("not being sure is no answer", ["not_sure", "not_sure", "not_sure"], 20),
    ("four words", ["better", "better", "better", "better", nil], 20),
    ("no days without it", ["better", "better", "better", "better", "better"], 5),
    ("four records", ["better", "better", "better"], 4),
  ])
  func tooLittleIsSaidToBe(_: String, words: [String?], days: Int) throws {
    let report = try engine.report(logs(words, of: days))
    #expect(report.effects.isEmpty)
    let effect = try #require(report.unknownEffects.first)
    #expect(effect.verdict == "insufficient" && effect.value == nil && effect.interval == nil)
    #expect(effect.note?.message.string.hasPrefix("effect.") == true)
  }

  /// Signs that vary from day to day make the interval wider than words alone do.
  @Test func signsCarryTheirOwnUncertainty() throws {
    func interval(_ signs: (Int) -> Int) throws -> Effect.Interval? {
      let all = ["\"cold\"", "\"tired\"", "\"stiff\"", "\"cramps\""]
      let report = try engine.report(
        TrendFixture.request(
          (0..<20).map { day in
            var fields = "\"quick_symptoms\": [\(all.prefix(signs(day)).joined(separator: ", "))]"
            if day < 8 {
              let word = day < 6 ? "better" : "same"
              fields +=
                ", \"completed_routine_ids\": [\"\(Self.item)\"], \"routine_feedback\": "
                + "[{\"routine_or_movement_id\": \"\(Self.item)\", \"feedback\": \"\(word)\"}]"
            }
            return (day, fields)
          }))
      return report.effects.first?.interval
    }
    let even = try #require(try interval { _ in 2 })
    let varied = try #require(try interval { $0 % 2 * 4 })
    #expect(varied.low < even.low && varied.high > even.high)
  }

  @Test func ofSeveralWordsOfADayTheBest() throws {
    let entry = { (word: String) in "{\"routine_or_movement_id\": \"x\", \"feedback\": \"\(word)\"}" }
    let report = try engine.report(
      TrendFixture.request([(0, "\"routine_feedback\": [\(entry("same")), \(entry("better")), \(entry("not_sure"))]")]))
    #expect(report.unknownEffects.first?.share == 1)
    #expect(report.unknownEffects.first?.toldDays == 1)
  }

  @Test func daysAfterTheDayAskedForDoNotCount() throws {
    let report = try engine.report(TrendFixture.request([(-1, "\"completed_routine_ids\": [\"x\"]")]))
    #expect(report.effects.isEmpty && report.unknownEffects.isEmpty)
  }

  /// Experience adds or costs points when something is suggested.
  @Test func suggestionsTakeItIn() throws {
    let report = try engine.report(logs([String?](repeating: "better", count: 5), of: 20))
    let value = try #require(report.effects.first?.value)
    let day = try InsightEngine(
      LoadedSystem.load(
        packAt: TerrainFixture.pack, rulesAt: TerrainFixture.rules, documents: SourceReader.read,
        contracts: InsightEngine.contracts(pages: [], rankings: ["suggest"]), kinds: []), pages: [],
      rankings: ["suggest"])
    func score(_ effectiveness: String) throws -> Int64? {
      let ranking = try day.ranking(
        """
        {"now": "2026-02-14T07:30", "facts": {"profile": "cold_deficient_low_flame", "modifier": "none"\(effectiveness), "need": "warmth"}}
        """, limit: 1000)
      return ranking.items.first { $0.id.string == Self.item }?.score
    }
    let without = try #require(try score(""))
    #expect(try #require(try score(", \"effectiveness\": {\"\(Self.item)\": \(value)}")) > without)
    #expect(try score(", \"effectiveness\": {\"\(Self.item)\": 0.1}") == without)
    // More than everything that speaks for it: last, or not offered at all.
    #expect(try score(", \"effectiveness\": {\"\(Self.item)\": -0.5}") ?? -1 < 0)
  }
}
