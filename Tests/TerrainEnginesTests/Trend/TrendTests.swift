import TerrainBase
import TerrainDocuments
import TestSupport
import Testing

@testable import TerrainEngines

/// Trends of the shipped rules: what is said, and above all what is not.
@Suite struct TrendTests {
  private let engine: TrendEngine

  init() throws { engine = try TrendFixture.engine() }

  /// The direction of `series`, or the grade if it does not justify one.
  private func outcome(_ name: String, _ values: [String?], _ series: Text) throws -> Text? {
    try engine.report(TrendFixture.request(TrendFixture.field(name, values)))[series].map { $0.direction ?? $0.grade }
  }

  // MARK: Nothing is made up

  @Test func nothingToldSaysWhatWouldFillIt() throws {
    let report = try engine.report(TrendFixture.request([]))
    #expect(report.trends.isEmpty)
    #expect(report.insufficient.count == engine.trendRules.series.count)
    #expect(report.insufficient.allSatisfy { $0.values == [Double?](repeating: nil, count: 14) })
    #expect(report.insufficient.allSatisfy { $0.earlier.mean == nil && $0.later.mean == nil && $0.change == nil })
    #expect(
      report.insufficient.allSatisfy { $0.note?.message.string.hasPrefix("trend.fill.") == true },
      "each says what would fill it")
    #expect(report.pulse?.rendered.message == "trend.quiet.empty")
    #expect(report.pulse?.series == nil)
    #expect(report.heatMap?.known == [Bool](repeating: false, count: 14))
    #expect(report.heatMap?.rows.allSatisfy { $0.values.allSatisfy { $0 == nil } } == true)
    #expect(report.activities.allSatisfy { $0.total == 0 && $0.values.count == 14 })
    #expect(report.effects.isEmpty && report.unknownEffects.isEmpty)
    #expect(report.page.messages("drift").isEmpty && report.page.messages("activity").isEmpty)
  }

  @Test func threeDaysWithOneBadOneAreTooFew() throws {
    let report = try engine.report(
      TrendFixture.request(
        TrendFixture.field("quick_symptoms", ["[]", "[\"stressed\"]", "[]"])
          + TrendFixture.field("mood_rating", ["8", "2", "8"])))
    for series in ["stress", "mood", "sleep", "energy"] as [Text] {
      #expect(report[series]?.grade == "insufficient", "\(series)")
    }
    #expect(report.trends.isEmpty)
    #expect(report.pulse?.rendered.message == "trend.quiet.few")
  }

  /// Records that say nothing of symptoms are no days without them.
  @Test func daysWithoutACheckInAreMissing() throws {
    let report = try engine.report(
      TrendFixture.request(TrendFixture.field("completed_routine_ids", [String?](repeating: "[\"x\"]", count: 14))))
    #expect(report.loggedDays == 14)
    #expect(report["headache"]?.count == 0)
    #expect(report["headache"]?.grade == "insufficient")
    #expect(report.heatMap?.known.contains(true) == false)
  }

  /// Whatever is told of a few days, nothing is said before both sides have their days; and what is missing is said exactly.
  @Test func noGradeBeforeBothSidesHaveTheirDays() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<200 {
      let values = (0..<14).map { _ in
        Int.random(in: 0..<2, using: &random) == 0 ? nil : "\(Int.random(in: 1...10, using: &random))"
      }
      let report = try engine.report(TrendFixture.request(TrendFixture.field("mood_rating", values)))
      let mood = try #require(report["mood"])
      let enough = values.prefix(7).count { $0 != nil } >= 4 && values.suffix(7).count { $0 != nil } >= 4
      #expect((mood.grade == "insufficient") == !enough)
      #expect((mood.missingDays > 0) == !enough)
      if !enough {
        func grade(after days: Int) throws -> Text? {
          let logged = values + [String?](repeating: "5", count: days)
          return try engine.report(TrendFixture.request(TrendFixture.field("mood_rating", logged)))["mood"]?.grade
        }
        #expect(try grade(after: mood.missingDays - 1) == "insufficient")
        #expect(try grade(after: mood.missingDays) != "insufficient")
      }
      #expect(mood.values == values.map { $0.flatMap { Double($0) } })
      if let direction = mood.direction {
        let test = try #require(mood.test)
        #expect(test.adjusted <= 0.075 && abs(mood.change ?? 0) > mood.effect)
        #expect((direction == "improving") == ((mood.change ?? 0) > 0))
      }
    }
  }

  // MARK: Directions

  @Test(arguments: [
    ("390 to 480 minutes", 390, 480, "improving"), ("480 to 360", 480, 360, "declining"),
    ("450 throughout", 450, 450, "none"),
    ("half an hour is not enough", 420, 450, "none"),
  ])
  func hoursOfSleep(_: String, earlier: Int, later: Int, direction: Text) throws {
    let values = (0..<14).map { "\($0 < 7 ? earlier : later)" }
    #expect(try outcome("sleep_duration_minutes", values, "sleep_duration") == direction)
  }

  @Test(arguments: [(75, 62, "improving"), (60, 78, "declining"), (60, 63, "none")])
  func heartRate(earlier: Int, later: Int, direction: Text) throws {
    #expect(
      try outcome("resting_heart_rate", (0..<14).map { "\($0 < 7 ? earlier : later)" }, "resting_heart_rate")
        == direction)
  }

  /// A sign on so many days of the later week and none of the earlier: what is believed, and what may be chance.
  /// Seven days fewer are a hint only: little of the budget is for signs that get better.
  @Test(
    arguments: [
      ([7, 8, 9, 10, 11, 12, 13], "declining"), ([8, 10, 11, 12, 13], "hint"), ([7, 9, 11, 13], "hint"),
      ([13], "none"), ([12, 13], "none"),
      ([0, 1, 2, 3, 4, 5, 6], "hint"), ([6, 7], "none"),
    ] as [([Int], Text)])
  func aSignOnSomeDays(there: [Int], direction: Text) throws {
    let values: [String?] = (0..<14).map { there.contains($0) ? "[\"headache\"]" : "[]" }
    let report = try engine.report(TrendFixture.request(TrendFixture.field("quick_symptoms", values)))
    let headache = try #require(report["headache"])
    #expect((headache.direction ?? headache.grade) == direction)
    #expect(headache.count == 14)
  }

  /// What two weeks cannot show, three months before them can.
  @Test func earlierMonthsAreABaseline() throws {
    let lower = (0..<7).map { _ in "4" }
    let before = (0..<97).map { "\(6 + [0, 1, -1, 1, 0, -1, 2][$0 % 7])" }
    let long = try #require(
      try engine.report(TrendFixture.request(TrendFixture.field("mood_rating", before + lower)))["mood"])
    #expect(long.direction == "declining")
    let compared = try #require(long.test?.decided)
    #expect(compared.days == 7 && compared.recent.days == 7 && compared.before.days == 90)
    #expect(abs(compared.change - (4 - (compared.before.mean ?? 0))) < 1e-12)
    #expect(long.test?.comparisons.map(\.days) == [7, 14])
    #expect(long.values.count == 14, "the window stays two weeks")
    // Older days than those do not count.
    let older = try engine.report(TrendFixture.request(TrendFixture.field("mood_rating", ["1", "1"] + before + lower)))
    #expect(older["mood"]?.test?.decided.p == compared.p)
    // One bad day after months is no direction.
    let day = before + (0..<6).map { _ in "6" } + ["2"]
    #expect(
      try engine.report(TrendFixture.request(TrendFixture.field("mood_rating", day)))["mood"]?.grade == "none")
  }

  @Test func exactlyFourteenDaysWithTodayInThem() throws {
    let report = try engine.report(
      TrendFixture.request([
        (14, "\"mood_rating\": 1"), (13, "\"mood_rating\": 2"), (0, "\"mood_rating\": 3"), (-1, "\"mood_rating\": 4"),
      ]))
    #expect(report["mood"]?.values == [2] + [Double?](repeating: nil, count: 12) + [3])
    #expect(report.first.description == "2026-02-01" && report.last.description == "2026-02-14")
    #expect(report["mood"]?.earlier.days == 1 && report["mood"]?.later.days == 1)
  }

  /// Days that are known from a tap only weigh less than those with a word.
  @Test func aPoorerFieldCountsForLess() throws {
    let report = try engine.report(
      TrendFixture.request([
        (1, "\"sleep_quality\": \"fell_asleep_easily\""), (0, "\"quick_symptoms\": [\"poor_sleep\"]"),
      ]))
    let mean = try #require(report["sleep"]?.later.mean)
    #expect(abs(mean - (10 + 0.5 * 3.25) / 1.5) < 1e-12)
    #expect(report["sleep"]?.values.suffix(2) == [10, 3.25])
  }

  @Test func zonesSayWhereTheLaterWeekLies() throws {
    func place(_ minutes: Int) throws -> Trend.Zone.Place? {
      try engine.report(
        TrendFixture.request(
          TrendFixture.field("sleep_duration_minutes", [String?](repeating: "\(minutes)", count: 14))))[
          "sleep_duration"]?.zonePlace
    }
    #expect(try place(400) == .below)
    #expect(try place(420) == .inside, "seven hours are inside")
    #expect(try place(510) == .inside)
    #expect(try place(560) == .above, "more than nine hours are seen")
  }

  // MARK: Order and the one sentence

  @Test func theOrderIsTheTypes() throws {
    func order(_ profile: String) throws -> [Text] {
      try engine.report(TrendFixture.request([], profile: profile)).insufficient.map(\.series)
    }
    #expect(try order("cold_deficient_low_flame").prefix(3) == ["energy", "digestion", "stiffness"])
    #expect(try order("neutral_excess_busy_mind").prefix(2) == ["stress", "stiffness"])
    for profile in engine.pack.records(of: "profile") {
      let all = try order(profile.id.string)
      #expect(Set(all).count == engine.trendRules.series.count)
      #expect(all.suffix(3) == ["sleep_duration", "resting_heart_rate", "warmth"])
    }
  }

  @Test func whatIsWatchedForIsSpokenOfFirst() throws {
    let falling = (0..<14).map { $0 < 7 ? "8" : "3" }
    let tense = (0..<14).map { $0 < 7 ? "[]" : "[\"stressed\", \"stiff\"]" }
    let logs = zip(TrendFixture.field("mood_rating", falling), TrendFixture.field("quick_symptoms", tense)).map {
      (daysAgo: $0.daysAgo, fields: "\($0.fields), \($1.fields)")
    }
    // Steady Core's first is mood, and nothing is watched for; with stagnation on top stress is.
    let plain = try engine.report(TrendFixture.request(logs))
    #expect(plain.pulse?.series == "mood")
    #expect(plain.pulse?.isUrgent == false)
    let stuck = try engine.report(TrendFixture.request(logs, modifier: "stagnation"))
    #expect(stuck.pulse?.series == "stress")
    #expect(stuck.pulse?.rendered.message == "trend.pulse.stress.stagnation")
    #expect(stuck.pulse?.isUrgent == true)
    let better = try engine.report(TrendFixture.request(TrendFixture.field("mood_rating", falling.reversed())))
    #expect(better.pulse?.rendered.message == "trend.pulse.better")
    #expect(better.pulse?.rendered[part: "text"]?.string.hasPrefix("Mood") == true)
    let steady = try engine.report(
      TrendFixture.request(TrendFixture.field("mood_rating", [String?](repeating: "7", count: 14))))
    #expect(steady.pulse?.rendered.message == "trend.quiet.steady-core")
  }

  @Test func daysThatGetWorseAreCountedUpToAGap() throws {
    func count(_ values: [String?]) throws -> Int? {
      try engine.report(TrendFixture.request(TrendFixture.field("mood_rating", values)))["mood"]?.worseningDays
    }
    #expect(try count(["9", "8", "7", "6"]) == 3)
    #expect(try count(["9", nil, "7", "6"]) == 1, "a gap is no decline")
    #expect(try count(["9", "8", "7", "6", nil]) == 3, "today may still come")
    #expect(try count(["5", "6", "7"]) == 0)
    #expect(try count(["3", "3"]) == 0)
    #expect(try count((0..<10).map { "\(10 - $0)" }) == 6, "the last week only")
  }

  // MARK: Signs, minutes, drift

  @Test func theHeatMapKnowsDaysAndGaps() throws {
    let report = try engine.report(
      TrendFixture.request([
        (2, "\"quick_symptoms\": [\"cold\", \"tired\"]"), (1, "\"mood_rating\": 5"), (0, "\"quick_symptoms\": []"),
      ]))
    let map = try #require(report.heatMap)
    #expect(map.known == [Bool](repeating: false, count: 11) + [true, false, true])
    let cold = try #require(map.rows.first { $0.sign == "cold" })
    #expect(cold.values.suffix(3) == [true, nil, false])
    #expect(cold.days == 1)
    #expect(map.rows.count == 8)
  }

  @Test func minutesCountTodayAndHaveACap() throws {
    func entry(_ seconds: Int, _ kind: String = "routine") -> String {
      "{\"routine_or_movement_id\": \"x\", \"activity_type\": \"\(kind)\", \"actual_duration_seconds\": \(seconds)}"
    }
    let request = TrendFixture.request([
      (0, "\"routine_feedback\": [\(entry(600)), \(entry(90, "movement")), {\"routine_or_movement_id\": \"x\"}]"),
      (1, "\"routine_feedback\": [\(entry(7200))]"), (13, "\"routine_feedback\": [\(entry(20000)), \(entry(-5))]"),
      (14, "\"routine_feedback\": [\(entry(600))]"),
    ])
    let report = try engine.report(request)
    let routine = try #require(report.activities.first { $0.kind == "routine" })
    #expect(routine.values.suffix(2) == [60, 10], "two hours count as one, and today is there")
    #expect(routine.total == 70)
    #expect(report.activities.first { $0.kind == "movement" }?.total == 1.5)
    #expect(
      try engine.read(request).findings.map { "\($0.path ?? "-") \($0.code)" } == [
        "logs[2].routine_feedback[0].actual_duration_seconds log/seconds",
        "logs[2].routine_feedback[1].actual_duration_seconds log/seconds",
      ])
  }

  @Test(arguments: [
    ("cold_deficient_low_flame", "hot", "warmer"), ("cold_deficient_low_flame", "cold", "as_expected"),
    ("warm_excess_overclocked", "cold", "cooler"), ("neutral_balanced_steady_core", "comfortable", "as_expected"),
  ])
  func warmthBesideTheType(profile: String, feeling: String, drift: Text) throws {
    let logs = TrendFixture.field("thermal_feeling", [String?](repeating: "\"\(feeling)\"", count: 7))
    let report = try engine.report(TrendFixture.request(logs, profile: profile))
    guard case .value(.string(let found), _, _, _)? = report.page["drift.thermal"] else {
      Issue.record("no drift")
      return
    }
    #expect(found == drift)
    let few = try engine.report(TrendFixture.request(Array(logs.dropFirst()), profile: profile))
    #expect(few.page.messages("drift").isEmpty, "six days say nothing")
  }

  @Test func anEmotionStandsOutUnlessTheModifierAccountsForIt() throws {
    let logs = TrendFixture.field("dominant_emotion", (0..<14).map { $0 < 10 ? "\"irritable\"" : "\"calm\"" })
    #expect(try engine.report(TrendFixture.request(logs)).page.messages("drift.why") == ["drift.irritable"])
    #expect(try engine.report(TrendFixture.request(logs, modifier: "stagnation")).page.messages("drift.why").isEmpty)
  }

  @Test func theSameRequestGivesTheSameReport() throws {
    let text = TrendFixture.request(TrendFixture.field("mood_rating", (0..<14).map { "\(3 + $0 % 5)" }))
    let session = TrendSession(engine)
    let first = try session.report(for: engine.read(text))
    _ = try session.report(for: engine.read(TrendFixture.request([], modifier: "shen")))
    let second = try session.report(for: engine.read(text))
    #expect(first["mood"]?.values == second["mood"]?.values)
    #expect(first["mood"]?.test?.adjusted == second["mood"]?.test?.adjusted)
    #expect(first.pulse?.rendered.message == second.pulse?.rendered.message)
  }
}
