import TerrainBase
import TerrainEngines
import TestSupport
import Testing

/// Texts with places for values: what a reader sees, and what an author wrote wrong.
@Suite struct MessagePatternTests {
  private func filled(_ text: Text, _ locale: Text = "en-US", _ values: [Text: Value] = [:]) throws -> String {
    let format = LocaleFormat(try LanguageTag(parsing: locale))
    return try MessagePattern(text).text(
      format, value: { values[$0] },
      words: {
        switch values[$0] {
        case .int(let number)?: "\(number)"
        case .string(let text)?: text.string
        default: nil
        }
      })
  }

  @Test(arguments: [
    (0, "none", "0 Tage", "0 дней"), (1, "1 day", "1 Tag", "1 день"), (2, "2 days", "2 Tage", "2 дня"),
    (5, "5 days", "5 Tage", "5 дней"), (21, "21 days", "21 Tage", "21 день"),
    (1234, "1,234 days", "1.234 Tage", "1\u{a0}234 дня"), (-1, "-1 day", "-1 Tag", "-1 день"),
  ])
  func plurals(days: Int64, english: String, german: String, russian: String) throws {
    let values: [Text: Value] = ["days": .int(days)]
    #expect(try filled("{days, plural, =0 {none} one {# day} other {# days}}", "en-US", values) == english)
    #expect(try filled("{days, plural, one {# Tag} other {# Tage}}", "de", values) == german)
    #expect(
      try filled("{days, plural, one {# день} few {# дня} many {# дней} other {# дня}}", "ru", values) == russian)
  }

  @Test func numbersDatesAndMoney() throws {
    let text: Text = "{n, number} · {d, date} · {m, money} · {n}"
    let values: [Text: Value] = ["n": .int(1234), "d": .string("2026-03-05"), "m": .string("2250.5 USD")]
    #expect(try filled(text, "en-US", values) == "1,234 · Mar 5, 2026 · $2,250.50 · 1234")
    #expect(try filled(text, "de", values) == "1.234 · 05.03.2026 · 2.250,50\u{a0}$ · 1234")
    #expect(try filled(text, "zh-Hans", values) == "1,234 · 2026年3月5日 · US$2,250.50 · 1234")
    let half = try ExactDecimal(parsing: "0.5")
    #expect(try filled("{n, number}{m, money}", "en", ["n": .decimal(half), "m": .string("5 JPY")]) == "0.5¥5")
    #expect(try filled("{n, plural, one {# hour} other {# hours}}", "en", ["n": .decimal(half)]) == "0.5 hours")
    #expect(try filled("{n, plural, one {# heure} other {# heures}}", "fr", ["n": .decimal(half)]) == "0,5 heure")
    // A value without that form is written as without a format.
    #expect(
      try filled("{m, money} {n, number}", "en", ["m": .string("5.00 XYZ"), "n": .string("ten")]) == "5.00 XYZ ten")
  }

  /// Nobody reads braces: the first name without a value is an error.
  @Test(arguments: ["{d, date}", "{n} of {d}", "{n, plural, one {a day} other {{d}}}"] as [Text])
  func aNameWithoutAValue(_ text: Text) {
    let error = #expect(throws: MessagePattern.Unfilled.self) { try filled(text, "en", ["n": .int(7)]) }
    #expect(error?.name == "d")
  }

  @Test func branchesHavePlacesToo() throws {
    let text: Text =
      "{n, plural, =0 {no one} one {{name} and # more {m, plural, one {day} other {days}}} other {{name}, # #}}"
    let values: [Text: Value] = ["name": .string("Ann"), "m": .int(2)]
    #expect(try filled(text, "en", values.merging(["n": .int(0)]) { $1 }) == "no one")
    #expect(try filled(text, "en", values.merging(["n": .int(1)]) { $1 }) == "Ann and 1 more days")
    #expect(try filled(text, "en", values.merging(["n": .int(7)]) { $1 }) == "Ann, 7 7")
  }

  /// A text without formats keeps its bytes, apostrophes and signs of numbers included.
  @Test func textsWithoutFormatsKeepTheirBytes() throws {
    var random = SplitMix64(seed: 363)
    let parts = [
      "it's ", "''", "'{name}'", "#", "{name}", " 中文 ", "é", "=1", ", plural", "% ", "\u{a0}",
    ]
    for _ in 0..<TestExtent.count(300, long: 20_000, of: "texts") {
      let written = (0..<8).compactMap { _ in parts.randomElement(using: &random) }.joined()
      let text = try filled(Text(written), "en", ["name": .string("Ann")])
      #expect(text == written.split(separator: "{name}", omittingEmptySubsequences: false).joined(separator: "Ann"))
    }
  }

  /// Any bytes: nothing is lost, each mistake has a place in the text, and a text without mistakes is filled.
  @Test func anyTextIsRead() throws {
    var random = SplitMix64(seed: 3631)
    let parts = [
      "{", "}", ",", "plural", "number", "n", " ", "one", "other", "=0", "{n, plural, other {", "#", "'", "é", "}}",
    ]
    for _ in 0..<TestExtent.count(500, long: 30_000, of: "texts") {
      let written = (0..<Int.random(in: 1..<20, using: &random)).compactMap { _ in parts.randomElement(using: &random) }
        .joined()
      let pattern = MessagePattern(Text(written))
      for range in pattern.problems.map(\.range) + pattern.arguments.map(\.range) {
        #expect(!range.isEmpty && range.upperBound <= written.utf8.count, "\(written)")
      }
      #expect(pattern.problems.allSatisfy { !$0.isBrace } || written.contains("{") || written.contains("}"))
      if pattern.arguments.isEmpty { #expect(try filled(Text(written)) == written, "\(written)") }
    }
    // Time is linear, and depth is bounded.
    #expect(MessagePattern(Text(String(repeating: "{a,", count: 100_000))).arguments.isEmpty)
    let deep = String(repeating: "{n, plural, other {", count: 50_000) + String(repeating: "}}", count: 50_000)
    #expect(!MessagePattern(Text(deep)).problems.isEmpty)
  }
}
