import TerrainBase
import TerrainEngines
import Testing

/// Requests: facts by name, the clock, and everything that is wrong with them at once.
@Suite struct DayRequestTests {
  @Test(arguments: [
    ("now: \"2026-02-05T07:30:00+08:00\"", "2026-02-05", "07:30:00"),
    ("now: \"2026-02-05T23:30:00Z\"\nzone: Asia/Singapore", "2026-02-06", "07:30:00"),
    ("now: \"2026-02-05T03:30:00Z\"\nzone: America/Los_Angeles", "2026-02-04", "19:30:00"),
    ("now: \"2026-02-05T03:30:00Z\"", "2026-02-05", "03:30:00"),
    ("date: 2026-02-05\ntime: \"07:30\"", "2026-02-05", "07:30:00"),
    ("date: 2026-02-05", "2026-02-05", "-"),
  ])
  func knowsWhenItIs(_ text: String, date: String, time: String) throws {
    let moment = try DayFixture().load().request(text).moment
    #expect("\(moment.date)" == date)
    #expect(moment.time.map { "\($0)" } ?? "-" == time)
  }

  @Test(arguments: [
    ("date: 2026-02-05\nday: { nead: calm }", ["day.nead request/unknown-fact — did you mean `need`?"]),
    ("date: 2026-02-05\nday: { need: calms }", ["day.need request/wrong-fact — did you mean `calm`?"]),
    (
      "date: 2026-02-05\nday: { signs: [cold, tired, xyz] }",
      ["day.signs[2] request/wrong-fact — one of `cold`, `tense`, `tired`"]
    ),
    (
      "date: 2026-02-05\nperson: { person_type: colt }",
      ["person.person_type request/unknown-record — did you mean `cold`?"]
    ),
    ("date: 2026-02-05\nday: { month: 3 }", ["day.month request/supplied-fact — give `now`, or `date` and `time`"]),
    ("date: 2026-02-05\nday: { item: ginger }", ["day.item request/supplied-fact — give `now`, or `date` and `time`"]),
    (
      "date: 2026-02-05\nday: { need: calm }\nperson: { need: warmth }",
      ["day.need request/fact-twice"]
    ),
    ("day: {}", [" request/no-moment — add `now: \"2026-02-05T07:30:00+08:00\"`, or `date` and `time`"]),
    ("date: 2026-02-30", ["date request/moment — write it as `2026-02-05`"]),
    ("date: 2026-02-05\ntime: \"7:30\"", ["time request/moment — write it as `\"07:30\"`"]),
    (
      "now: \"2026-02-05T07:30:00+08:00\"\ndate: 2026-02-05",
      ["now request/two-moments — give either `now`, or `date` and `time`"]
    ),
    (
      "now: \"2026-02-05T07:30:00Z\"\nzone: Asia/Singapur",
      ["zone request/moment — a name such as `Asia/Singapore`, or an offset"]
    ),
    (
      "date: 2026-02-05\nzone: Asia/Singapur", ["zone request/moment — a name such as `Asia/Singapore`, or an offset"]
    ),
    (
      "now: \"7:30\"\nzone: Asia/Singapur",
      [
        "zone request/moment — a name such as `Asia/Singapore`, or an offset",
        "now request/moment — write it as `2026-02-05T07:30:00+08:00` (RFC 3339), in quotes",
      ]
    ),
    (
      "zone: Asia/Singapur\ntime: 25",
      [
        "time content/wrong-kind",
        "zone request/moment — a name such as `Asia/Singapore`, or an offset",
      ]
    ),
    (
      "date: 2026-02-30\ntime: \"24:61\"",
      ["date request/moment — write it as `2026-02-05`", "time request/moment — write it as `\"07:30\"`"]
    ),
    ("date: 2026-02-05\nshown: { yesterday: [a] }", ["shown.yesterday request/moment — write it as `2026-02-05`"]),
    ("date: 2026-02-05\ndaj: {}", ["daj content/unknown-field — did you mean `day`?"]),
  ])
  func complains(_ text: String, expected: [String]) throws {
    #expect(try DayFixture().load().complaints(text) == expected)
  }

  @Test func listsThatAreNotGivenAreEmpty() throws {
    let engine = try DayFixture().load()
    #expect(throws: (any Error).self) { try engine.ranking("{ date: 2026-02-05, person: { person_type: cold } }") }
    #expect(
      try engine.ranking("{ date: 2026-02-05, person: { person_type: cold }, day: { need: calm } }").items.count == 2)
  }

  @Test func aFactOfOtherRulesIsNoMistake() throws {
    let engine = try DayFixture().load(pages: [], rankings: ["signs"])
    #expect(try engine.complaints("date: 2026-02-05\nday: { need: calm }").isEmpty)
    #expect(
      try engine.complaints("date: 2026-02-05\nday: { quite_other: 1 }") == [
        "day.quite_other request/unknown-fact — facts are `done`, `hemisphere`, `need`, `person_type`, `safety`, `signs`, `weather`"
      ])
  }

  @Test func sameRequestSameAnswer() throws {
    let text = "{ id: anna, date: 2026-02-05, person: { person_type: cold }, day: { need: calm, signs: [tense] } }"
    let engine = try DayFixture().load()
    let session = InsightSession(engine)
    let first = try session.page("insight", for: engine.request(text))
    _ = try session.page(
      "insight", for: engine.request("{ date: 2026-07-01, person: { person_type: warm }, day: { need: warmth } }"))
    let again = try session.page("insight", for: engine.request(text))
    #expect("\(first)" == "\(again)")
  }
}
