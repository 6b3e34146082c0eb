import TerrainBase
import TerrainEngines
import Testing

/// Requests: facts by name, the clock, and everything that is wrong with them at once.
@Suite struct DayRequestTests {
  private static let wrongNow = "write it as `2026-02-05T07:30:00+08:00` (RFC 3339), or as `2026-02-05`"

  @Test(arguments: [
    ("now: \"2026-02-05T07:30:00+08:00\"", "2026-02-05", "07:30:00"),
    ("now: \"2026-02-05T23:30:00Z\"\nzone: Asia/Singapore", "2026-02-06", "07:30:00"),
    ("now: \"2026-02-05T03:30:00Z\"\nzone: America/Los_Angeles", "2026-02-04", "19:30:00"),
    ("now: \"2026-02-05T03:30:00Z\"", "2026-02-05", "03:30:00"),
    ("now: \"2026-02-05T07:30\"", "2026-02-05", "07:30:00"),
    ("now: 2026-02-05T23:30\nzone: Asia/Singapore", "2026-02-05", "23:30:00"),
    ("now: 2026-02-05", "2026-02-05", "-"),
  ])
  func knowsWhenItIs(_ text: String, date: String, time: String) throws {
    let moment = try DayFixture().load().request(text).moment
    #expect("\(moment.date)" == date)
    #expect(moment.time.map { "\($0)" } ?? "-" == time)
  }

  @Test(arguments: [
    ("now: 2026-02-05\nfacts: { nead: calm }", ["facts.nead request/unknown-fact — did you mean `need`?"]),
    ("now: 2026-02-05\nfacts: { need: calms }", ["facts.need request/wrong-fact — did you mean `calm`?"]),
    (
      "now: 2026-02-05\nfacts: { signs: [cold, tired, xyz] }",
      ["facts.signs[2] request/wrong-fact — one of `cold`, `tense`, `tired`"]
    ),
    (
      "now: 2026-02-05\nfacts: { person_type: colt }",
      ["facts.person_type request/unknown-record — did you mean `cold`?"]
    ),
    ("now: 2026-02-05\nfacts: { month: 3 }", ["facts.month request/supplied-fact — give `now`"]),
    ("now: 2026-02-05\nfacts: { item: ginger }", ["facts.item request/supplied-fact — give `now`"]),
    (
      "now: 2026-02-05\nfacts: { need: calm }\nperson: {}", ["person content/unknown-field — did you mean `person_id`?"]
    ),
    (
      "facts: {}",
      [" request/no-moment — add `now: \"2026-02-05T07:30:00+08:00\"`, or `now: 2026-02-05` if only the day is known"]
    ),
    ("now: 2026-02-30", ["now request/moment — \(Self.wrongNow)"]),
    ("now: \"2026-02-05T7:30\"", ["now request/moment — \(Self.wrongNow)"]),
    ("now: \"2026-02-05T24:00\"", ["now request/moment — \(Self.wrongNow)"]),
    ("now: \"2026-02-05 07:30\"", ["now request/moment — \(Self.wrongNow)"]),
    (
      "now: \"2026-02-05T07:30:00Z\"\nzone: Asia/Singapur",
      ["zone request/moment — a name such as `Asia/Singapore`, or an offset"]
    ),
    (
      "now: 2026-02-05\nzone: Asia/Singapur", ["zone request/moment — a name such as `Asia/Singapore`, or an offset"]
    ),
    (
      "now: \"7:30\"\nzone: Asia/Singapur",
      [
        "zone request/moment — a name such as `Asia/Singapore`, or an offset",
        "now request/moment — \(Self.wrongNow)",
      ]
    ),
    ("now: 2026-02-05\nshown: { yesterday: [a] }", ["shown.yesterday request/moment — write it as `2026-02-05`"]),
    ("now: 2026-02-05\nfcts: {}", ["fcts content/unknown-field — did you mean `facts`?"]),
  ])
  func complains(_ text: String, expected: [String]) throws {
    #expect(try DayFixture().load().complaints(text) == expected)
  }

  @Test func listsThatAreNotGivenAreEmpty() throws {
    let engine = try DayFixture().load()
    #expect(throws: (any Error).self) { try engine.ranking("{ now: 2026-02-05, facts: { person_type: cold } }") }
    #expect(
      try engine.ranking("{ now: 2026-02-05, facts: { person_type: cold, need: calm } }").items.count == 2)
  }

  @Test func aFactOfOtherRulesIsNoMistake() throws {
    let engine = try DayFixture().load(pages: [], rankings: ["signs"])
    #expect(try engine.complaints("now: 2026-02-05\nfacts: { need: calm }").isEmpty)
    #expect(
      try engine.complaints("now: 2026-02-05\nfacts: { quite_other: 1 }") == [
        "facts.quite_other request/unknown-fact — facts are `done`, `hemisphere`, `need`, `person_type`, `safety`, `signs`, `weather`"
      ])
  }

  @Test func sameRequestSameAnswer() throws {
    let text = "{ person_id: anna, now: 2026-02-05, facts: { person_type: cold, need: calm, signs: [tense] } }"
    let engine = try DayFixture().load()
    let session = InsightSession(engine)
    let first = try session.page("insight", for: engine.request(text))
    _ = try session.page(
      "insight", for: engine.request("{ now: 2026-07-01, facts: { person_type: warm, need: warmth } }"))
    let again = try session.page("insight", for: engine.request(text))
    #expect("\(first)" == "\(again)")
  }
}
