import TerrainBase
import TerrainDocuments
import TerrainEngines
import Testing

/// Timelines that rules declare: by the clock, by moves, and who is told what.
@Suite struct TimelineTests {
  static let facts = "facts: { placed_at: '2026-11-21T09:00:00Z', promised_at: '2026-11-21T11:00:00Z', parcel: P7 }"

  private func answer(_ now: String, _ more: String = "") throws -> Timeline {
    try TimelineFixture().load().answer("{ now: '2026-11-21T\(now):00Z', \(Self.facts)\(more) }")
  }

  @Test func theClockLeadsOn() throws {
    let timeline = try answer("09:45")
    #expect(timeline.state == "on_the_way")
    #expect(timeline.status?.message == "status.moving")
    let course = try #require(timeline.course)
    #expect(course.fraction.description == "0.375")
    #expect(course.begins.description == "2026-11-21T09:00:00Z")
    #expect(course.ends.description == "2026-11-21T11:00:00Z")
    #expect(course.changesAt?.description == "2026-11-21T11:00:00Z")
    #expect(course.phases.map { "\($0.id) \($0.standing)" } == ["packing done", "on_the_way now", "arrived ahead"])
    #expect(course.phases.map(\.notices.count) == [0, 0, 1])
    let notice = try #require(course.phases.last?.notices.first)
    #expect(notice.to == "customer")
    #expect(notice.rendered[part: "text"] == "Parcel P7 is here.")
    #expect(notice.rendered.origin?.row == "arrived")
    #expect(timeline.notes.isEmpty)
    #expect(try answer("12:00").course?.changesAt == nil)
    #expect(try answer("09:00", ", locale: zh-Hans").label?.text == "打包中")
  }

  @Test func clocksThatGoBackAreSaid() throws {
    let before = try answer("08:00")
    #expect(before.state == "packing" && before.course?.fraction == .zero)
    #expect(before.notes.map(\.code) == ["timeline/clock-before"])
    let back = try answer("09:10", ", state: on_the_way")
    #expect(back.state == "on_the_way")
    #expect(back.course?.fraction.description == "0.25", "no less than when that phase begins")
    #expect(back.notes.map(\.code) == ["timeline/clock-back"])
    #expect(try answer("09:40", ", state: packing").state == "on_the_way")
    #expect(try answer("09:40", ", state: packing").notes.isEmpty)
  }

  @Test(arguments: [
    ("2026-11-21T09:20:00Z", "timeline/short-window"), ("2026-11-21T08:00:00Z", "timeline/empty-window"),
  ])
  func oddWindowsAreSaid(_ end: String, _ code: String) throws {
    let timeline = try TimelineFixture().load().answer(
      "{ now: '2026-11-21T09:30:00Z', facts: { placed_at: '2026-11-21T09:00:00Z', promised_at: '\(end)' } }")
    #expect(timeline.state == "arrived")
    #expect(timeline.notes.map(\.code) == [code])
    #expect(timeline.course?.phases.contains { $0.id == "on_the_way" } == false, "it has no time")
  }

  @Test func movesAreMadeAndTold() throws {
    let timeline = try answer("09:45", ", move: lost, locales: { staff: zh-Hans }")
    #expect(timeline.state == "lost")
    #expect(timeline.course == nil, "it has left the phases")
    guard case .moved(let from, let notices)? = timeline.outcome else {
      Issue.record("not moved")
      return
    }
    #expect(from == "on_the_way")
    #expect(
      notices.map { "\($0.to ?? "-"): \($0.rendered[part: "text"] ?? "")" } == [
        "customer: We have lost it.", "staff: 找一找。",
      ])
    #expect(timeline.allowed?.map(\.to) == ["on_the_way"])
    #expect(!timeline.isRefused)
  }

  @Test func otherMovesAreRefused() throws {
    let timeline = try answer("09:45", ", move: packing")
    #expect(timeline.isRefused && timeline.state == "on_the_way")
    guard case .refused(let why)? = timeline.outcome else {
      Issue.record("not refused")
      return
    }
    #expect(why.code == "timeline/refused" && why.path == "move")
    #expect(why.fix == "it can become `lost`")
    let early = try answer("09:05", ", move: lost")
    guard case .refused(let nothing)? = early.outcome else {
      Issue.record("not refused")
      return
    }
    #expect(nothing.fix == "no move leaves the current state")
    #expect(early.allowed?.isEmpty == true)
  }

  @Test(arguments: [
    ("\(facts)", [" timeline/no-instant — add `now: \"2026-02-05T07:30:00Z\"`"]),
    (
      "now: '2026-11-21T09:00:00Z', \(facts), move: arive, state: gone",
      [
        "state request/wrong-fact — one of `packing`, `on_the_way`, `arrived`, `lost`",
        "move request/wrong-fact — one of `packing`, `on_the_way`, `arrived`, `lost`",
      ]
    ),
    (
      "now: '2026-11-21T09:00:00Z', facts: { state: packing, placed: 1 }",
      [
        "facts.state request/supplied-fact — give `now`",
        "facts.placed request/unknown-fact — did you mean `placed_at`?",
      ]
    ),
  ])
  func wrongRequestsAreComplainedOf(_ request: String, _ expected: [String]) throws {
    let found = try TimelineFixture().complaints("{ \(request) }")
    #expect(found == expected)
  }

  @Test(arguments: [
    ("phases: { value: [{ id: packing, lasts: 30m }] }", "timeline/last-phase"),
    ("phases: { value: [{ id: packing }, { id: arrived }] }", "timeline/last-phase"),
    ("phases: { value: [{ id: a, rest: true }, { id: b, rest: true }, { id: c }] }", "timeline/several-rests"),
    ("phases: { value: [{ id: a, lasts: -1m }, { id: c }] }", "engine/wrong-field"),
    ("phases: { value: [{ id: a, lasts: 1m, rest: true }, { id: c }] }", "engine/wrong-field"),
    ("phases: { value: [{ id: a, last: 1m }, { id: c }] }", "engine/unknown-field"),
    ("phases: { value: [{ id: a, lasts: 80000000h }, { id: c }] }", "timeline/calendar"),
    ("nothing: { value: 1 }", "timeline/nothing"),
  ])
  func modulesThatMakeNoTimeline(_ phases: String, _ code: String) throws {
    let module = """
      rules: 1
      module: parcels.timeline
      facts: { placed_at: { type: timestamp }, promised_at: { type: timestamp, optional: true } }
      decisions:
        begins: { value: "= placed_at" }
        \(phases)
      """
    let complaints = try TimelineFixture(module: module).complaints(
      "{ now: '2026-11-21T09:00:00Z', facts: { placed_at: '2026-11-21T09:00:00Z' } }")
    #expect(complaints.map { $0.split(separator: " ")[1] } == [Substring(code)])
  }

  @Test func theRestNeedsAnEnd() throws {
    let request = "{ now: '2026-11-21T09:00:00Z', facts: { placed_at: '2026-11-21T09:00:00Z' } }"
    #expect(try TimelineFixture().complaints(request).first?.contains("timeline/no-end") == true)
  }
}
