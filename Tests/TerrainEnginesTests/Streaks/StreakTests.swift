import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TestSupport
import Testing

/// Days in a row, one rest in seven free.
@Suite struct StreakTests {
  private static let week = Streak.Rest(free: 1, of: 7)

  /// The streak of days written from the oldest to today: `x` kept, `.` not.
  private func streak(_ days: String, rest: Streak.Rest = week) throws -> (streak: Streak, states: String) {
    let today = try #require(CalendarDate(year: 2026, month: 3, day: 2))
    let letters = Array(days)
    let dates = try letters.indices.map { try today.adding(days: $0 - letters.count + 1) }
    let streak = Streak(kept: zip(letters, dates).filter { $0.0 == "x" }.map(\.1), today: today, rest: rest)
    let states = dates.map { date in
      switch streak.state(of: date) {
      case .kept: "x"
      case .rest: "r"
      case .missed: "."
      case .open: "o"
      case .ahead: "?"
      }
    }
    return (streak, states.joined())
  }

  @Test(arguments: [
    ("", 0, 0, 0, ""), (".", 0, 0, 0, "o"), ("x", 1, 1, 1, "x"), ("x.", 1, 1, 1, "xo"), ("xx", 2, 2, 2, "xx"),
    ("x.x", 2, 2, 2, "xrx"), ("x..", 1, 1, 1, "xro"), ("x...", 0, 1, 1, "x..o"), ("x..x", 1, 1, 2, "x..x"),
    ("xxx.xx", 5, 5, 5, "xxxrxx"), ("xxx.x.x", 1, 4, 5, "xxxrx.x"),
    ("x.xxxxxx.x", 8, 8, 8, "xrxxxxxxrx"), ("x.xxxxx.x", 1, 6, 7, "xrxxxxx.x"),
    ("xxxxxxx...xx", 2, 7, 9, "xxxxxxx...xx"), ("xxx.xx.", 5, 5, 5, "xxxrxxo"), ("xxx.xx..", 0, 5, 5, "xxxrxx.o"),
  ])
  func rows(days: String, current: Int, longest: Int, total: Int, states: String) throws {
    let (streak, found) = try streak(days)
    #expect(streak.current == current)
    #expect(streak.longest == longest)
    #expect(streak.total == total)
    #expect(found == states)
  }

  @Test func restsThatAreLeft() throws {
    #expect(try streak("xxx").streak.restLeft == 1)
    #expect(try streak("xx.x").streak.restLeft == 0)
    #expect(try streak("x.xxxxxx").streak.restLeft == 0)
    #expect(try streak("x.xxxxxxx").streak.restLeft == 1)
    #expect(try streak("x.x", rest: Streak.Rest(free: 0, of: 7)).streak.current == 1)
    #expect(try streak("x..x", rest: Streak.Rest(free: 2, of: 7)).streak.current == 2)
  }

  /// Rests are never more than the rules allow, and a streak has no day that is missed.
  @Test func randomDays() throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<500 {
      let days = String((0..<60).map { _ in Int.random(in: 0..<10, using: &random) < 8 ? "x" : "." as Character })
      let (streak, states) = try streak(days)
      let letters = Array(states)
      for start in 0...(letters.count - 7) {
        let week = letters[start..<start + 7]
        // A streak that begins anew has its rests anew.
        #expect(week.contains(".") || week.count { $0 == "r" } <= 1)
      }
      #expect(streak.longest >= streak.current && streak.total >= streak.longest)
      #expect(streak.total == days.count { $0 == "x" })
      let run = states.reversed().drop { $0 == "o" }.prefix { $0 == "x" || $0 == "r" }
      #expect(run.count { $0 == "x" } >= streak.current)
      if streak.current > 0 { #expect(streak.since != nil) }
    }
  }

  /// Streaks tell every kept day once, their rests are the days between, and what ended one is the day after all of that.
  @Test func streaksTellWhatEndedThem() throws {
    var random = SplitMix64(seed: 12)
    for _ in 0..<500 {
      let free = Int.random(in: 0...2, using: &random)
      let days = String((0..<60).map { _ in Int.random(in: 0..<10, using: &random) < 7 ? "x" : "." as Character })
      let streak = try streak(days, rest: Streak.Rest(free: free, of: 7)).streak
      #expect(streak.runs.reduce(0) { $0 + $1.kept } == streak.total)
      #expect(streak.runs.map(\.kept).max() ?? 0 == streak.longest)
      for run in streak.runs {
        let days = try (0...run.last.days(since: run.first)).map { streak.state(of: try run.first.adding(days: $0)) }
        #expect(days.allSatisfy { $0 == .kept || $0 == .rest })
        #expect(days.count { $0 == .kept } == run.kept)
        guard let end = run.end else {
          #expect(run == streak.runs.last && run.kept == streak.current && run.first == streak.since)
          continue
        }
        #expect(streak.state(of: end.day) == .missed && end.rests.count == free)
        #expect(end.rests.allSatisfy { (1..<7).contains(end.day.days(since: $0)) })
        #expect((1...3).contains(end.day.days(since: run.last)))
      }
    }
  }

  @Test func explainsWhatKeptEachDay() throws {
    let engine = try TrendFixture.streakEngine()
    let records = [
      #"{"date": "2026-02-02", "completed_movement_ids": ["b"]}"#, #"{"date": "2026-02-05"}"#,
      #"{"date": "2026-02-11", "completed_routine_ids": ["a"]}"#, #"{"date": "2026-02-12", "quick_symptoms": []}"#,
      #"{"date": "2026-02-13", "routine_feedback": [{"routine_or_movement_id": "d"}]}"#,
      #"{"date": "2026-02-20", "completed_routine_ids": ["a"]}"#,
    ]
    let document = try TerrainFixture.document(TrendFixture.request(records: records), name: "request.json")
    let explanation = try StreakSession(engine).explanation(for: engine.request(document.root).request)
    #expect(
      explanation.days.map { "\($0.date) \($0.state) \($0.origin?.row?.string ?? "-")" } == [
        "2026-02-02 kept movement", "2026-02-05 missed -", "2026-02-11 kept routine", "2026-02-12 rest -",
        "2026-02-13 kept told",
      ])
    let runs = explanation.report.streak.runs
    #expect(runs.map(\.kept) == [1, 2])
    #expect(runs.first?.end?.day.description == "2026-02-04")
    #expect(runs.first?.end?.rests.map(\.description) == ["2026-02-03"])
    #expect(runs.last?.rests.map(\.description) == ["2026-02-12"] && runs.last?.end == nil)
    #expect(explanation.traces.contains { $0.rows.contains { $0.id == "open" && $0.outcome == .fired } })
  }

  @Test func anythingThatWasDoneKeepsADay() throws {
    let engine = try TrendFixture.streakEngine()
    func report(_ records: [String]) throws -> StreakReport {
      let document = try TerrainFixture.document(TrendFixture.request(records: records), name: "request.json")
      return try StreakSession(engine).report(for: engine.request(document.root).request)
    }
    let all = try report([
      #"{"date": "2026-02-10", "completed_routine_ids": ["a"]}"#,
      #"{"date": "2026-02-11", "completed_movement_ids": ["b"]}"#,
      #"{"date": "2026-02-12", "completed_quick_fix_ids": ["c"]}"#,
      #"{"date": "2026-02-13", "routine_feedback": [{"routine_or_movement_id": "d"}]}"#,
      #"{"date": "2026-02-14", "mood_rating": 7}"#, #"{"date": "2026-02-15", "completed_routine_ids": ["a"]}"#,
    ])
    #expect(all.streak.current == 4 && all.streak.total == 4)
    #expect(!all.streak.isKeptToday)
    #expect(all.rendered?.message == "streak.rest")
    #expect(all.months.count == 3 && all.months.last?.kept == 4)
    #expect(all.months.last?.days.count == 28)
    #expect(all.months.last?.days[13].state == .open && all.months.last?.days[14].state == .ahead)
    #expect(try report([]).rendered?.message == "streak.never")
    #expect(try report([]).streak.current == 0)
    let given = try TerrainFixture.document(#"{"now": "2026-02-14", "facts": {"kept_today": true}, "logs": []}"#)
    #expect(throws: DiagnosticError.self) { try engine.request(given.root) }
  }
}
