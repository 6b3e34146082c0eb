import Foundation
import TerrainPages
import TestSupport
import Testing

/// What the charts of the report show, and that each is there in words too.
@Suite struct ReportDrawingTests {
  private func chart(_ values: String) throws -> String {
    try ReportFixture.page(
      trend: """
        {"window": {"from": "2026-02-01", "days": 14}, "trends": [
          {"series": "a", "n": 1, "values": [\(values)], "scale": {"low": 0, "high": 10}, "zone": {"low": 6}}]}
        """, streak: nil)
  }

  private func count(_ text: String, of page: String) -> Int { page.components(separatedBy: text).count - 1 }

  // MARK: Days

  @Test(arguments: [
    (values: "1, 2, 3, 4", lines: 1, dots: 4), ("1, 2, null, 4, 5", 2, 4), ("1, null, 3, null, 5", 0, 3),
    ("null, null, 3, null", 0, 1), ("null, null", 0, 0),
  ]) func aMissingDayLeavesNoMark(_ values: String, _ lines: Int, _ dots: Int) throws {
    let page = try chart(values)
    #expect(count("<polyline", of: page) == lines)
    #expect(count("<path class=\"dot", of: page) == dots)
    #expect(count("<circle", of: page) == 0)
    // The latest value is beside the chart where there is one today.
    #expect(count("last-value\"", of: page) == (values.hasSuffix("null") ? 0 : 1))
  }

  /// Many days are a line; only a day between two gaps is a dot.
  @Test func manyDaysAreALine() throws {
    let days = (0..<90).map { $0 == 40 || $0 == 42 ? "null" : "\($0 % 10)" }.joined(separator: ", ")
    let page = try chart(days)
    #expect(count("<polyline", of: page) == 2 && count("<path class=\"dot", of: page) == 1)
  }

  @Test func aChartHasAScaleAndValues() throws {
    let page = try chart("1, 7, null, 4")
    for label in ["bottom:0%\">0<", "bottom:60%\">6<", "bottom:100%\">10<", "bottom:40%\">4<"] {
      #expect(page.contains(label), "\(label)")
    }
    #expect(page.contains("<desc>2026-02-01: 1, 2026-02-02: 7, 2026-02-03: gap, 2026-02-04: 4</desc>"))
    #expect(page.contains("<title>2026-02-02: 7</title>"))
    // And in a table.
    #expect(page.contains("<td class=\"right\"><data value=\"7.0\">7</data></td>"))
  }

  /// What was there or was not is a dot for each day, filled or hollow, with no line between them.
  @Test func yesAndNoAreDots() throws {
    let page = try ReportFixture.page(
      trend: """
        {"window": {"from": "2026-02-01", "days": 14}, "trends": [
          {"series": "a", "n": 1, "values": [1, 0, null, 1], "scale": {"low": 0, "high": 1}}]}
        """, streak: nil)
    #expect(count("<circle class=\"day\"", of: page) == 2 && count("<circle class=\"day off\"", of: page) == 1)
    #expect(count("<line class=\"no-day\"", of: page) == 1 && count("<polyline", of: page) == 0)
    #expect(page.contains("<desc>2026-02-01: yes, 2026-02-02: no, 2026-02-03: unknown, 2026-02-04: yes</desc>"))
  }

  /// How often a day with an item was better is shown only where it makes a difference.
  @Test(arguments: [(low: 0.1, isShown: true), (-0.1, false)]) func aShareIsShownWithADifference(
    _ low: Double, _ isShown: Bool
  ) throws {
    let page = try ReportFixture.page(
      trend: """
        {"effectiveness": {"items": [
          {"item": "a", "value": 0.5, "interval": {"low": \(low), "high": 0.9}, "days": 8, "share": 1}]}}
        """, streak: nil)
    #expect(page.contains("better: <data value=\"1.0\">100 %</data>") == isShown)
  }

  /// What is beyond the scale of the series is inside the chart, at its value.
  @Test func aValueBeyondTheScaleIsShownWhereItIs() throws {
    let page = try chart("5, 20")
    #expect(page.contains("bottom:100%\">20<") && page.contains("points=\"25 75 75 0\""))
  }

  @Test(arguments: ["en-US", "zh-Hans"]) func everyChartIsThereInWords(_ locale: String) throws {
    let page = try ReportPageTests.page(locale)
    let charts = page.matches(of: /<svg [^>]*role="img" aria-label="([^"]+)"[^>]*><desc>([^<]+)<\/desc>/)
    #expect(charts.count > 10)
    #expect(charts.count == count("<svg ", of: page))
    // What is no drawing but looks like one is beside the same words.
    for drawing in page.matches(of: /<(span class="picture|div class="rail)[^>]*>/) {
      #expect(drawing.0.contains("aria-hidden=\"true\""))
    }
  }

  // MARK: Axes

  private func page(_ answers: String) throws -> String {
    try ReportFixture.page(
      trend: "{}", streak: nil, words: ReportFixture.words(),
      person: ReportFixture.person(answers: "{\"answers\": {\(answers)}}"))
  }

  /// The center of the drawing is balance: what is balanced has no mark, and what is furthest from balance is furthest out.
  @Test func whatIsBalancedIsNotMarked() throws {
    let calm = try page("")
    #expect(count("class=\"corner", of: calm) == 0 && count("class=\"shape\"", of: calm) == 0)
    #expect(count("class=\"knob none\"", of: calm) == 5)
    #expect(count(">balanced</text>", of: calm) == 3)
    let page = try ReportPageTests.page()
    // Values -8, -6, 0 of two sides; 1 and 4 of one.
    #expect(count("class=\"corner two\"", of: page) == 2 && count("class=\"corner one\"", of: page) == 2)
    let box = try #require(page.firstMatch(of: /viewBox="0 0 ([0-9.]+) ([0-9.]+)" role="img" aria-label="Where/))
    let (width, height) = (try #require(Double(box.1)), try #require(Double(box.2)))
    let shape = try #require(page.firstMatch(of: /class="shape" points="([^"]+)"/)).1
    let points = shape.split(separator: " ").compactMap { Double($0) }
    let distances = (0..<points.count / 2).map { hypot(points[2 * $0] - width / 2, points[2 * $0 + 1] - height / 2) }
    for (distance, value) in zip(distances, [8, 6, 0, 1, 4]) {
      #expect(abs(distance - 9.2 * Double(value)) < 0.1, "\(distances)")
    }
  }

  @Test func oneAndTwoSidedAxesAreToldApart() throws {
    let page = try ReportPageTests.page()
    #expect(count("class=\"rail two\"", of: page) == 3 && count("class=\"rail one\"", of: page) == 2)
    #expect(count("class=\"zero\"", of: page) == 3)
    // From the middle to -8 of -10 … 10, and from the beginning to 4 of 0 … 10.
    #expect(page.contains("class=\"fill\" style=\"left:10%;width:40%\""))
    #expect(page.contains("class=\"fill\" style=\"left:0%;width:40%\""))
    for words in ["two sides", "one side", "cold <data value=\"-10\">\u{2212}10</data>"] {
      #expect(page.contains(words), "\(words)")
    }
  }

  @Test func theTypeHasItsSign() throws {
    #expect(try count("class=\"picture sign\"", of: ReportPageTests.page()) == 1)
  }
}
