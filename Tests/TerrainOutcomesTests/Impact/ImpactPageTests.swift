import Foundation
import TerrainBase
import TerrainDocuments
import TestSupport
import Testing

@testable import TerrainOutcomes
@testable import TerrainRules

/// The page of an impact: what is on it, and that nothing from data is anything but text.
@Suite(.serialized) struct ImpactPageTests {
  private static let golden = Conformance.packageRoot.appending(path: "Tests/TerrainOutcomesTests/Fixtures/impact.html")
  private static let browser = Browser()

  /// An impact with everything that a page shows; all its values are `word`, where there is one.
  private static func impact(_ word: String? = nil) -> Impact {
    func named(_ name: String) -> String { word ?? name }
    let place = Place(
      source: SourceText(name: named("Rules/tea/m.yaml"), text: "rules: 1\n"), range: SourceRange(start: 0, end: 5))
    let example = Impact.Example(index: 0, name: named("everyday-1-7"), size: 3)
    let parameter = RuleSetDifference.Parameter(
      name: Text(named("m.most")), old: .int(2), new: .string(Text(named("three"))))
    var type = Impact.Difference(path: named("type.id"))
    type.count = 30
    type.changes = [
      Impact.Change(
        from: named("cold"), to: named("even"), count: 20, example: example,
        cause: Impact.Cause(
          old: [Impact.Origin(decision: Text(named("m.thermal")), row: Text(named("low")), part: .row, place: place)],
          new: [Impact.Origin(decision: Text(named("m.thermal")), row: nil, part: .otherwise, place: place)],
          parameters: [parameter], request: #"{"answers":{"q":"\#(named("a"))"}}"#)),
      Impact.Change(from: nil, to: named("damp"), count: 9, example: example),
      Impact.Change(from: named("dry"), to: nil, count: 1, example: example),
    ]
    var score = Impact.Difference(path: named("items[].score"))
    (score.count, score.greater, score.less) = (12, 12, 3)
    score.totals.add(10, changedBy: 25)
    score.totals.add(4, changedBy: -2.5)
    score.totals.add(named("everyday-1-8"), by: 25)
    score.totals.add(named("everyday-1-9"), by: -2.5)
    score.changes = (0..<11).map {
      Impact.Change(from: "\($0)", to: "\($0 + 1)", count: 1, example: example)
    }
    return Impact(
      operation: named("today"), sample: named("40 people of `everyday`, seed 1"), people: 40, changed: 30,
      differences: [type, score],
      groups: [
        Impact.Group(name: named("runs_cold"), people: 25, changed: 22),
        Impact.Group(name: named("(none)"), people: 15, changed: 8),
      ], parameters: [parameter],
      decisions: Impact.Decisions(
        unchanged: 3,
        undecided: [Impact.Undecided(decision: Text(named("m.d")), code: "missing-fact", lacking: ["n"], count: 4)],
        onlyOld: [Text(named("m.old"))], onlyNew: []))
  }

  private static func page(_ word: String? = nil) -> String {
    impact(word).html(word ?? "main", word ?? ". with m.most=3")
  }

  /// What is on the page. `TERRAIN_RECORD=1` writes what it is now.
  @Test func isAsRecorded() throws {
    let page = Self.page()
    let main = try #require(page.firstRange(of: "<main>"))
    let shown = String(page[main.lowerBound...])
    if ProcessInfo.processInfo.environment["TERRAIN_RECORD"] != nil {
      try shown.write(to: Self.golden, atomically: true, encoding: .utf8)
    }
    #expect(shown == (try String(contentsOf: Self.golden, encoding: .utf8)))
  }

  @Test func nothingIsFetched() {
    let page = Self.page()
    #expect(page.contains("default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; img-src data:"))
    #expect(page.contains("prefers-color-scheme: dark"))
    for word in [
      "<script", "<link", "<img", "<iframe", "@import", "url(", "src=", "href=", "http:", "https:", "onload",
    ] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  private static let hostile = [
    "<script>alert(1)</script>", "\"onload=\"alert(1)", "'><img src=x onerror=alert(1)>", "\u{202E}reversed",
    "\u{1B}[31mred", "</style></title><h1>", "&amp;lt;", "a\u{2028}b\u{0}c",
  ]

  @Test(arguments: hostile) func whatIsHostileIsShownAsText(_ hostile: String) {
    let (page, calm) = (Self.page(hostile), Self.page("calm"))
    // The same elements and attributes, whatever the words are.
    func shape(_ page: String) -> [Substring] { page.matches(of: /<\/?[a-z0-9]+/).map(\.0) }
    #expect(shape(page) == shape(calm))
    #expect(page.matches(of: /[a-z-]+="/).count == calm.matches(of: /[a-z-]+="/).count)
    let controls = page.unicodeScalars.filter {
      ($0.value < 0x20 && $0 != "\n") || $0.properties.generalCategory == .format || $0.value == 0x2028
    }
    #expect(controls.isEmpty, "\(controls)")
  }

  @Test func nobodyIsNobody() {
    let impact = Impact(
      operation: nil, sample: "0 people", people: 0, changed: 0, differences: [], groups: [], parameters: [])
    let page = impact.html("a", "b")
    #expect(page.contains("<p>Nothing differs for anybody.</p>") && !page.contains("%</p>"))
  }

  /// Nothing reaches over the edge of a small phone, however long words are, and a browser neither asks for anything nor reports anything.
  @Test(.enabled(if: browser != nil, "Chromium is missing"), arguments: [320, 1280])
  func fitsTheWindow(_ width: Int) throws {
    let browser = try #require(Self.browser)
    try withTemporaryDirectory { folder in
      try folder.write(Self.page(String(repeating: "long_word.", count: 20)), to: "page.html")
      // A frame of the width: a window without a screen may be wider than what was asked for.
      let frame = """
        <!doctype html><iframe id="f" src="page.html" style="width:\(width)px;height:800px;border:0"></iframe>
        <script>
          document.getElementById('f').onload = () => {
            const page = document.getElementById('f').contentDocument.documentElement
            document.title = 'wide ' + page.scrollWidth
          }
        </script>
        """
      let outer = try folder.write(frame, to: "frame.html")
      let seen = try browser.open(outer, ["--allow-file-access-from-files", "--dump-dom"])
      #expect(seen.output.contains("<title>wide \(width)</title>"), "\(seen.output.prefix(400))")
      #expect(seen.console == [] && seen.requests == [])
    }
  }
}
