import Foundation
import TerrainDocuments
import TerrainPages
import TestSupport
import Testing

/// The report as a file: what is on it, and that nothing from data is anything but text.
@Suite struct ReportPageTests {
  static func page(_ locale: String = "en-US") throws -> String {
    try ReportFixture.page(
      trend: ReportFixture.text("trend-answer.json"), streak: ReportFixture.text("streak-answer.json"),
      words: ReportFixture.words(locale), person: ReportFixture.person(locale))
  }

  @Test func everyAxisIsThere() throws {
    let page = try Self.page()
    for axis in ["-8", "-6", "0", "1", "4", "-10", "10"] { #expect(page.contains("value=\"\(axis)\"")) }
  }

  @Test(arguments: ["en-US", "zh-Hans"]) func everyWordIsInThePack(_ locale: String) throws {
    #expect(try ReportFixture.words(locale).missing == [])
    let page = try Self.page(locale)
    #expect(page.contains("<html lang=\"\(locale)\">"))
  }

  @Test func hasOneTitleAndNamedSections() throws {
    let page = try Self.page()
    #expect(page.matches(of: /<h1>/).count == 1)
    #expect(page.matches(of: /<main>/).count == 1)
    let named = Set(page.matches(of: /aria-labelledby="([a-z]+)"/).map { String($0.1) })
    let headings = Set(page.matches(of: /<h2 id="([a-z]+)"/).map { String($0.1) })
    #expect(named == headings && named.count == 7, "\(named) \(headings)")
  }

  /// A heading is at most one level below the one before it, and the first is the title.
  @Test(arguments: ["{}", nil]) func headingsAreInOrder(_ trend: String?) throws {
    let page =
      if let trend { try ReportFixture.page(trend: trend, streak: nil, words: ReportFixture.words()) } else {
        try Self.page()
      }
    let levels = page.matches(of: /<h([1-6])[ >]/).compactMap { Int($0.1) }
    #expect(levels.first == 1 && levels.count > 5)
    for (level, next) in zip(levels, levels.dropFirst()) { #expect(next > 1 && next <= level + 1, "\(levels)") }
  }

  /// The language of the page is the one that it is in, and what is in another says so.
  @Test func theLanguageIsTheOneThatIsShown() throws {
    // The pack has no French: the page is in its own language.
    #expect(try Self.page("fr").contains("<html lang=\"en-US\">"))
    // The results of the fixture are in English.
    let chinese = try Self.page("zh-Hans")
    #expect(chinese.contains("<span lang=\"en-US\">Energy</span>"))
    #expect(!chinese.contains("<span lang=\"zh-Hans\">"))
    #expect(try !Self.page().contains("lang=\"en-US\">Energy"))
    // Without words, headings are their own names.
    #expect(try ReportFixture.page(trend: "{}", streak: nil).contains("<html lang=\"en\">"))
  }

  @Test func nothingIsFetched() throws {
    let page = try Self.page()
    #expect(page.contains("default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; img-src data:"))
    for word in [
      "<script", "<link", "<img", "<iframe", "@import", "src=", "href=", "http:", "https:", "onload",
    ] {
      #expect(!page.contains(word), "\(word)")
    }
    // Drawings are part of the file.
    let drawings = page.matches(of: /url\(([^)]{0,30})/).map { String($0.1) }
    #expect(!drawings.isEmpty && drawings.allSatisfy { $0.hasPrefix("data:image/svg+xml,") }, "\(drawings)")
  }

  /// What an author, or a person, could write to do harm.
  static let hostile = [
    "<script>alert(1)</script>", "\"onload=\"alert(1)", "'><img src=x onerror=alert(1)>", "\u{202E}reversed",
    "\u{1B}[31mred",
    "</style></title><h1>", "&amp;lt;", "a\u{2028}b\u{0}c",
  ]

  /// `text` with `hostile` where words stand.
  static func poisoned(_ text: String, with hostile: String) throws -> String {
    var writer = JSONWriter()
    writer.string(hostile)
    let words = try Regex(
      #"("(?:label|text|title|unit_label|direction_label|verdict_label|message|path|file|row|id|version|hash)"): ?"[^"]*""#
    )
    return text.replacing(words) { match in "\(match.output[1].substring ?? ""): \(writer.string)" }
  }

  @Test(arguments: hostile) func whatIsHostileIsShownAsText(_ hostile: String) throws {
    let trend = try Self.poisoned(ReportFixture.text("trend-answer.json"), with: hostile)
    let streak = try Self.poisoned(ReportFixture.text("streak-answer.json"), with: hostile)
    let page = try ReportFixture.page(trend: trend, streak: streak)
    let calm = try ReportFixture.page(
      trend: Self.poisoned(ReportFixture.text("trend-answer.json"), with: "calm"),
      streak: Self.poisoned(ReportFixture.text("streak-answer.json"), with: "calm"))
    // The same elements and attributes, whatever the words are.
    func shape(_ page: String) -> [Substring] { page.matches(of: /<\/?[a-z0-9]+/).map(\.0) }
    #expect(shape(page) == shape(calm))
    #expect(page.matches(of: /[a-z-]+="/).count == calm.matches(of: /[a-z-]+="/).count)
    let controls = page.unicodeScalars.filter {
      ($0.value < 0x20 && $0 != "\n") || $0.properties.generalCategory == .format || $0.value == 0x2028
    }
    #expect(controls.isEmpty, "\(controls)")
    // And in a terminal.
    let words = try ReportFixture.words()
    for width in [40, 88] {
      let pages = [
        try ReportFixture.trendPage(trend, words: words).text(width: width, color: false),
        try ReportFixture.streakPage(streak, words: words).text(width: width, color: false),
      ]
      for page in pages {
        #expect(
          !page.unicodeScalars.contains {
            ($0.value < 0x20 && $0 != "\n") || $0.properties.generalCategory == .format || $0.value == 0x2028
          })
      }
    }
  }

  @Test func anEmptyHistorySaysWhatWouldFillIt() throws {
    let page = try ReportFixture.page(trend: "{}", streak: nil, words: ReportFixture.words())
    for text in [
      "Nothing here yet", "After four days", "Answer the quiz", "the first day counts", "goes well with you",
    ] {
      #expect(page.contains(text), "\(text)")
    }
    #expect(!page.contains("<svg") && !page.contains("id=\"numbers\""))
    // What would fill the page is listed in one place; no card is empty.
    #expect(page.matches(of: /class="card/).isEmpty)
    #expect(page.matches(of: /<ul class="hints">(<li>.*?<\/li>)+<\/ul>/).count == 1)
    let terminal = try ReportFixture.trendPage("{}", words: ReportFixture.words()).text(width: 60, color: false)
    #expect(terminal.contains("Nothing here yet"))
  }

  /// What asks for care is before everything else, on paper, on screens and in terminals.
  @Test func careComesFirst() throws {
    let trend = """
      {"parts": {"care": [{"message": "c", "text": "Please tell somebody."}], "drift": [{"message": "d", "text": "Something changed."}]},
       "pulse": {"urgent": true, "said": {"message": "p", "text": "One sentence."}}}
      """
    let page = try ReportFixture.page(trend: trend, streak: nil)
    let order = ["Please tell somebody.", "One sentence.", "Something changed."].map { page.range(of: $0)?.lowerBound }
    #expect(order[0] != nil && (order as [String.Index?]).compactMap { $0 } == order.compactMap { $0 }.sorted())
    #expect(
      page.matches(of: /class="pulse care/).count == 1 && page.contains("class=\"pulse care notice\" role=\"note\""))
    let terminal = try ReportFixture.trendPage(trend, words: ReportFixture.words()).text(width: 60, color: false)
    let lines = terminal.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let first = try #require(lines.firstIndex(of: "Please tell somebody."))
    #expect(try first < #require(lines.firstIndex(of: "One sentence.")))
  }

  /// Extreme numbers give a page with less on it.
  @Test(arguments: [
    "{\"trends\": [{}, {\"values\": []}]}",
    "{\"trends\": [{\"values\": [1e300, -1e300, null], \"scale\": {\"low\": -1e308, \"high\": 1e308}, \"change\": 1e300}]}",
    "{\"window\": {\"days\": 2}, \"activity\": {\"kinds\": [{\"values\": [1e300, 1]}]}}",
    "{\"effectiveness\": {\"items\": [{\"value\": 1e99, \"interval\": {\"low\": -5, \"high\": 5}}]}}",
  ]) func extremeNumbersAreShown(_ text: String) throws {
    let page = try ReportFixture.page(trend: text, streak: nil)
    #expect(page.hasSuffix("</html>\n"))
    #expect(!page.contains("nan") && !page.contains("inf"))
    #expect(try !ReportFixture.trendPage(text, words: ReportFixture.words()).text(width: 80, color: true).isEmpty)
  }

  // MARK: Contrast

  /// Relative luminance, as WCAG 2.2 defines it.
  private static func luminance(_ color: Substring) -> Double {
    let value = Int(color.prefix(6), radix: 16) ?? 0
    func channel(_ shift: Int) -> Double {
      let part = Double(value >> shift & 0xFF) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0)
  }

  @Test func everyWordStandsOut() throws {
    let page = try Self.page()
    let schemes = page.matches(of: /:root \{([^}]*)\}/).map(\.1)
    #expect(schemes.count == 3, "light, dark, print")
    for scheme in schemes {
      let colors = scheme.matches(of: /--([a-z-]+): #([0-9A-F]{6})/).map {
        (name: $0.1, luminance: Self.luminance($0.2))
      }
      let inks = colors.filter { $0.name.hasSuffix("ink") }
      let grounds = colors.filter { $0.name == "ground" || $0.name == "card" || $0.name.hasPrefix("tint-") }
      #expect(inks.count == 5 && grounds.count == 5)
      for ink in inks {
        for ground in grounds {
          let (lighter, darker) = (max(ink.luminance, ground.luminance), min(ink.luminance, ground.luminance))
          let contrast = (lighter + 0.05) / (darker + 0.05)
          #expect(contrast >= 4.5, "\(ink.name) on \(ground.name): \(contrast)")
        }
      }
      // Shapes that carry something, on what they are drawn on.
      let shapes = colors.filter { ["mark-accent", "mark-second", "mark-third", "mark-edge"].contains($0.name) }
      #expect(shapes.count == 4)
      for shape in shapes {
        for ground in grounds where !ground.name.hasPrefix("tint-") {
          let (lighter, darker) = (max(shape.luminance, ground.luminance), min(shape.luminance, ground.luminance))
          #expect((lighter + 0.05) / (darker + 0.05) >= 3, "\(shape.name) on \(ground.name)")
        }
      }
    }
    // No word has another colour, and no word stands on a mark.
    let style = try #require(page.firstMatch(of: /<style>([^<]*)<\/style>/)).1
    for use in style.matches(of: /[ {;]color: ([^;]+);/) {
      #expect(use.1.wholeMatch(of: /var\(--([a-z]+-)?ink\)/) != nil, "\(use.0)")
    }
    for rule in style.matches(of: /\.(name|reading) \{ fill: ([^;]+);/) {
      #expect(rule.2.wholeMatch(of: /var\(--([a-z]+-)?ink\)/) != nil, "\(rule.0)")
    }
    for color in ["#FAFAF8", "#1A1A1A", "#8B7355", "#7A9E7E", "#C9A96E"] { #expect(style.contains(color)) }
  }

  // MARK: Terminals

  @Test func thePagesForTerminals() throws {
    let words = try ReportFixture.words()
    let trend = try ReportFixture.trendPage(ReportFixture.text("trend-answer.json"), words: words)
    let text = trend.text(width: 80, color: false)
    #expect(text.contains("    Sleep               █▇·█▇█▆▅▄▃▄·▃▃  ↘ Likely · Declining  !"), "\(text)")
    // More of what one would rather have less of is worse, and no arrow says the opposite of the line.
    #expect(text.contains("█▁██▁█·██    Likely · Declining"), "\(text)")
    #expect(text.contains("Now 8.8 · before 2.7 points · Days compared 6, before 6 · Good range 4–10"))
    #expect(!text.contains("\u{1B}"))
    #expect(trend.text(width: 80, color: true).contains("\u{1B}[1m"))
    for (series, isOutside) in [("Mood", true), ("Digestion", false)] {
      let line = text.split(separator: "\n").first { $0.contains("    \(series)  ") && $0.contains("No clear change") }
      #expect(line?.hasSuffix("!") == isOutside, "\(text)")
    }
    for width in [40, 60, 80] {
      let text = trend.text(width: width, color: false)
      for line in text.split(separator: "\n") where !line.contains("■") { #expect(line.count <= width, "\(line)") }
    }
    let calendar = try ReportFixture.streakPage(ReportFixture.text("streak-answer.json"), words: words)
      .text(width: 80, color: false)
    #expect(calendar.contains("  days in a row: 16\n"))
    #expect(calendar.contains("  9○ 10● 11● 12● 13● 14? 15"), "\(calendar)")
  }

  private static let previewFolder = ProcessInfo.processInfo.environment["TERRAIN_PREVIEW"]

  /// Pages to look at: `TERRAIN_PREVIEW=FOLDER`, with `trend.json` and `streak.json` there or those of the tests.
  @Test(.enabled(if: previewFolder != nil, "set TERRAIN_PREVIEW to a folder")) func preview() throws {
    let folder = try #require(Self.previewFolder)
    let trend = try? String(contentsOfFile: "\(folder)/trend.json", encoding: .utf8)
    let streak = try? String(contentsOfFile: "\(folder)/streak.json", encoding: .utf8)
    for locale in ["en-US", "zh-Hans"] {
      let page = try ReportFixture.page(
        trend: trend ?? ReportFixture.text("trend-answer.json"),
        streak: streak ?? ReportFixture.text("streak-answer.json"),
        words: ReportFixture.words(locale), person: ReportFixture.person(locale))
      try page.write(toFile: "\(folder)/report-\(locale).html", atomically: true, encoding: .utf8)
    }
    try ReportFixture.page(trend: "{}", streak: nil, words: ReportFixture.words()).write(
      toFile: "\(folder)/report-empty.html", atomically: true, encoding: .utf8)
  }
}
