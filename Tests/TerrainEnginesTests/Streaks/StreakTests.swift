import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

/// Days in a row, one rest in seven free.
@Suite struct StreakTests {
  private static let week = Streak.Rest(free: 1, of: 7)

  /// The streak of days written from the oldest to today: `x` kept, `.` not, `n` passed over.
  private func streak(_ days: String, rest: Streak.Rest = week) throws -> (streak: Streak, states: String) {
    let today = try #require(CalendarDate(year: 2026, month: 3, day: 2))
    let letters = Array(days)
    let dates = try letters.indices.map { try today.adding(days: $0 - letters.count + 1) }
    func marked(_ letter: Character) -> [CalendarDate] { zip(letters, dates).filter { $0.0 == letter }.map(\.1) }
    let streak = Streak(kept: marked("x"), neutral: marked("n"), today: today, rest: rest)
    let states = dates.map { date in
      switch streak.state(of: date) {
      case .kept: "x"
      case .rest: "r"
      case .missed: "."
      case .neutral: "n"
      case .open: "o"
      case .ahead: "?"
      case .before: "b"
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
    ("xnnnnnnnnx", 2, 2, 2, "xnnnnnnnnx"), ("xnnn", 1, 1, 1, "xnnn"), ("x.nnx", 2, 2, 2, "xrnnx"),
    ("x.n.x", 1, 1, 2, "x.n.x"), ("n", 0, 0, 0, "n"), ("xn.", 1, 1, 1, "xno"),
    ("...", 0, 0, 0, "bbo"), ("...x", 1, 1, 1, "bbbx"), (".nx..x", 1, 1, 2, "bnx..x"),
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

  /// A day of a streak that is passed over never shortens it, and counts for nothing.
  @Test func neutralDaysTakeNothing() throws {
    let today = try #require(CalendarDate(year: 2026, month: 3, day: 2))
    var random = SplitMix64(seed: 36)
    for _ in 0..<TestExtent.count(300, long: 20_000, of: "streaks with a neutral day") {
      var letters = (0..<40).map { _ in Int.random(in: 0..<10, using: &random) < 6 ? "x" : "." as Character }
      let rest = Streak.Rest(free: Int.random(in: 0...2, using: &random), of: 7)
      let before = try streak(String(letters), rest: rest).streak
      for _ in 0...Int.random(in: 0..<5, using: &random) {
        let days = letters.indices.suffix(before.since.map { today.days(since: $0) + 1 } ?? 0)
        if let day = days.filter({ letters[$0] == "." }).randomElement(using: &random) { letters[day] = "n" }
      }
      let after = try streak(String(letters), rest: rest).streak
      #expect(after.current >= before.current && after.longest >= before.longest, "\(String(letters))")
      #expect(after.total == before.total)
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

  // MARK: Travel

  /// A report at `now` in `zone` about records made at `instants`.
  private func report(_ engine: StreakEngine, _ instants: [String], now: String, zone: String) throws -> StreakReport {
    let records = instants.map { "{\"at\": \"\($0)\", \"completed_routine_ids\": [\"a\"]}" }.joined(separator: ", ")
    let text = """
      {"person_id": "anna", "now": "\(now)", "zone": "\(zone)", "logs": [\(records)],
       "facts": {"profile": "neutral_balanced_steady_core", "modifier": "none"}}
      """
    return try StreakSession(engine).report(for: engine.request(TerrainFixture.document(text).root).request)
  }

  @Test func aFlightEndsNoStreak() throws {
    let engine = try TrendFixture.streakEngine()
    let london = ["01", "02", "04", "05"].map { "2026-03-\($0)T00:30:00Z" }
    let there = try report(
      engine, london + ["2026-03-06T21:00:00-08:00"], now: "2026-03-06T22:00:00-08:00", zone: "America/Los_Angeles")
    #expect(there.streak.current == 5 && there.streak.isKeptToday)
    // The other way: evenings in Los Angeles are the next day in London.
    let angeles = ["01", "02", "04", "05"].map { "2026-03-\($0)T23:30:00-08:00" }
    let here = try report(
      engine, angeles + ["2026-03-06T08:00:00Z"], now: "2026-03-06T09:00:00Z", zone: "Europe/London")
    #expect(here.streak.current == 5 && here.streak.isKeptToday)
  }

  /// People who travel in both directions, through clock changes, and over the date line, so that days are skipped and lived twice. Records
  /// belong to the days that their clocks showed, whatever the zone of a later request is; the zone decides only which day is today.
  @Test func laterZonesMoveNoRecord() throws {
    let engine = try TrendFixture.streakEngine()
    let names = [
      "Europe/London", "America/Los_Angeles", "Pacific/Auckland", "Pacific/Honolulu", "Pacific/Kiritimati",
      "Asia/Kathmandu",
      "Pacific/Apia", "America/St_Johns", "Australia/Lord_Howe", "UTC",
    ]
    let zones = try names.map { try Zone(named: Text($0)) }
    var random = SplitMix64(seed: 364)
    for _ in 0..<TestExtent.count(60, long: 7_000, of: "journeys, three requests each") {
      // Around both clock changes of a year; in 2011 Apia skipped a day.
      let first = try #require(
        CalendarDate(
          year: [2011, 2026].randomElement(using: &random) ?? 2026,
          month: [2, 10, 12].randomElement(using: &random) ?? 2, day: 20))
      var instant = try Timestamp(seconds: Int64(first.days) * 86_400 + Int64.random(in: 0..<86_400, using: &random))
      var place = zones.indices.randomElement(using: &random) ?? 0
      var instants: [String] = []
      var days: Set<CalendarDate> = []
      for _ in 0..<20 {
        if Int.random(in: 0..<4, using: &random) == 0 { place = zones.indices.randomElement(using: &random) ?? 0 }
        let local = zones[place].local(at: instant)
        let offset = zones[place].offset(at: instant)
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = abs(offset) / 60
        instants.append(
          "\(local.date)T\([local.time.hour, local.time.minute, local.time.second].map(padded).joined(separator: ":"))"
            + (offset < 0 ? "-" : "+") + padded(minutes / 60) + ":" + padded(minutes % 60))
        days.insert(local.date)
        instant = try Timestamp(seconds: instant.seconds + Int64.random(in: 3600..<170_000, using: &random))
      }
      for zone in zones.indices.shuffled(using: &random).prefix(3) {
        let found = try report(engine, instants.shuffled(using: &random), now: "\(instant)", zone: names[zone]).streak
        let today = zones[zone].local(at: instant).date
        #expect(
          found == Streak(kept: Array(days), today: today, rest: Streak.Rest(free: 1, of: 7)),
          "\(instants) \(names[zone])")
      }
    }
  }

  /// A small pack whose days end at 03:00, and whose records may say that a day was off.
  private func nightEngine() throws -> StreakEngine {
    try withTemporaryDirectory { folder in
      try folder.write(
        "id: night\nversion: 1.0.0\ndefault_locale: en\nday_ends: \"03:00\"\nrules: { id: night, version: \"^1.0.0\" }\nkinds: {}\n",
        to: "pack/pack.yaml")
      try folder.write(
        "rules: 1\nid: night\nversion: 1.0.0\nmodules: { night.log: log.yaml, night.streak: streak.yaml }\n",
        to: "rules/ruleset.yaml")
      try folder.write(
        """
        rules: 1
        module: night.log
        facts:
          done: { type: bool, optional: true, per: candidate }
          off: { type: bool, optional: true, per: candidate }
        decisions:
          merging: { value: { done: latest, off: latest } }

        """, to: "rules/log.yaml")
      try folder.write(
        """
        rules: 1
        module: night.streak
        uses: [night.log]
        decisions:
          kept: { value: "= done.orValue(false)" }
          neutral: { value: "= off.orValue(false)" }
          settings: { value: { free: 1, of: 7 } }

        """, to: "rules/streak.yaml")
      return try StreakEngine(
        LoadedSystem.load(
          packAt: folder.appending(path: "pack").path, rulesAt: folder.appending(path: "rules").path,
          documents: SourceReader.read, contracts: StreakEngine.contracts, kinds: []))
    }
  }

  private func night(_ engine: StreakEngine, _ now: String, _ records: [String] = []) throws -> (LogRequest, Streak) {
    let text = "{\"now\": \"\(now)\", \"logs\": [\(records.joined(separator: ", "))]}"
    let request = try engine.request(TerrainFixture.document(text).root).request
    return (request, try StreakSession(engine).report(for: request).streak)
  }

  /// Until the pack's day ends, it is the day before: for the request, however it writes its moment, and for records.
  @Test func daysEndWhenThePackSays() throws {
    let engine = try nightEngine()
    for (now, day) in [
      ("2026-02-06T02:59", "2026-02-05"), ("2026-02-06T03:00", "2026-02-06"), ("2026-02-06", "2026-02-06"),
      ("2026-02-06T01:30:00+08:00", "2026-02-05"), ("2026-02-06T23:30:00+08:00", "2026-02-06"),
      ("2026-03-01T00:00:00Z", "2026-02-28"), ("0001-01-01T01:00", "0001-01-01"),
    ] {
      #expect(try night(engine, now).0.day.moment.date.description == day, "\(now)")
    }
    // The clock goes on to show the time.
    #expect(try night(engine, "2026-02-06T01:30").0.day.moment.time?.hour == 1)
    // Late on the 5th, and on the 6th; a `date` is the day that it says.
    let records = [
      #"{"at": "2026-02-06T01:00:00+01:00", "done": true}"#, #"{"at": "2026-02-06T12:00:00+01:00", "done": true}"#,
      #"{"date": "2026-02-04", "done": true}"#,
    ]
    let (_, streak) = try night(engine, "2026-02-06T23:00", records)
    #expect(streak.current == 3 && streak.since?.description == "2026-02-04")
  }

  @Test func aDayOffIsPassedOver() throws {
    let engine = try nightEngine()
    let off = (2...7).map { #"{"date": "2026-02-0\#($0)", "off": true}"# }
    let done = ["2026-02-01", "2026-02-08"].map { #"{"date": "\#($0)", "done": true, "off": true}"# }
    let (request, streak) = try night(engine, "2026-02-08T12:00", off + done)
    #expect(streak.current == 2 && streak.longest == 2 && streak.total == 2)
    let explanation = try StreakSession(engine).explanation(for: request)
    #expect(explanation.days.count { $0.state == .neutral } == 6)
    #expect(try night(engine, "2026-02-08T12:00", done).1.current == 1)
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
    // The calendar begins with the month of the first kept day.
    #expect(all.months.count == 1 && all.months.last?.kept == 4)
    #expect(all.months.last?.days[8].state == .before)
    let earlier = #"{"date": "2025-12-31", "completed_routine_ids": ["a"]}"#
    #expect(try report([earlier]).months.count == 3 && report([]).months.count == 1)
    #expect(all.months.last?.days.count == 28)
    #expect(all.months.last?.days[13].state == .open && all.months.last?.days[14].state == .ahead)
    #expect(try report([]).rendered?.message == "streak.never")
    #expect(try report([]).streak.current == 0)
    let given = try TerrainFixture.document(#"{"now": "2026-02-14", "facts": {"kept_today": true}, "logs": []}"#)
    #expect(throws: DiagnosticError.self) { try engine.request(given.root) }
  }
}
