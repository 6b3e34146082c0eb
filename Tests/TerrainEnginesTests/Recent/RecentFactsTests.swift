import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

/// What logs fill in where a request about a day hands them in.
@Suite struct RecentFactsTests {
  private static let item = "ginger-honey-tea-lite"

  private static func engine(
    pages: [Text] = [], rankings: [Text] = [], rules: String = TerrainFixture.rules
  ) throws -> InsightEngine {
    try InsightEngine(
      LoadedSystem.load(
        packAt: TerrainFixture.pack, rulesAt: rules, documents: SourceReader.read,
        contracts: InsightEngine.contracts(pages: pages, rankings: rankings, logs: true), kinds: []),
      pages: pages, rankings: rankings)
  }

  /// Twenty days: on the first ones, with a word each, the item was done and nothing bothered.
  private static func logs(_ words: [String], today: String = "") -> String {
    let records = (0..<20).map { day -> String in
      var fields = #""date": "\#(TrendFixture.date(20 - day))""#
      guard words.indices.contains(day) else { return "{\(fields), \"quick_symptoms\": [\"cold\"]}" }
      let entry = #"{"routine_or_movement_id": "\#(item)", "feedback": "\#(words[day])"}"#
      fields += #", "quick_symptoms": [], "completed_routine_ids": ["\#(item)"], "routine_feedback": [\#(entry)]"#
      return "{\(fields)}"
    }
    let last = today.isEmpty ? [] : [#"{"date": "\#(TrendFixture.today)", \#(today)}"#]
    return "[" + (records + last).joined(separator: ",\n") + "]"
  }

  private static func request(
    person: String = "", day: String = "", logs: String?
  ) -> String {
    """
    {"now": "\(TrendFixture.today)T07:30", "zone": "Asia/Singapore",
     "facts": {"profile": "cold_deficient_low_flame", "modifier": "none"\(person), "need": "warmth"\(day)}
     \(logs.map { ", \"logs\": \($0)" } ?? "")}
    """
  }

  private static func scores(_ engine: InsightEngine, _ request: String) throws -> [String: Int64] {
    let ranking = try engine.ranking(request, limit: 1000)
    return Dictionary(uniqueKeysWithValues: ranking.items.map { ($0.id.string, $0.score) })
  }

  /// The same numbers as `trend` says, by the same rules: what it hands on gives the same ranking as the logs themselves.
  @Test(arguments: [
    ["better", "better", "better", "better", "better"], ["same", "same", "same", "same", "same"],
    ["better", "better", "same", "not_sure", "better", "better"],
    ["better", "better"],
  ])
  func logsCountAsWhatTrendHandsOn(_ words: [String]) throws {
    let report = try TrendFixture.engine().report(Self.request(logs: Self.logs(words)))
    let handed = report.effects.compactMap { effect in effect.value.map { "\"\(effect.item)\": \($0)" } }
    let engine = try Self.engine(rankings: ["suggest"])
    let told = try Self.scores(engine, Self.request(logs: Self.logs(words)))
    let given = try Self.scores(
      engine, Self.request(person: ", \"effectiveness\": {\(handed.joined(separator: ", "))}", logs: nil))
    #expect(told == given && !told.isEmpty)
    let without = try Self.scores(engine, Self.request(logs: nil))
    #expect((told == without) == (words.count < 3), "\(words)")
  }

  /// What a request says itself counts, whatever the logs say.
  @Test func whatIsGivenCounts() throws {
    let engine = try Self.engine(rankings: ["suggest"])
    let logs = Self.logs(["better", "better", "better", "better"])
    let given = ", \"effectiveness\": {\"\(Self.item)\": -0.5}"
    let both = try Self.scores(engine, Self.request(person: given, logs: logs))
    #expect(both == (try Self.scores(engine, Self.request(person: given, logs: nil))))
    #expect(both != (try Self.scores(engine, Self.request(logs: logs))))
  }

  /// Today's record says what bothers, how the night was, and what was done already.
  @Test func todaysRecordTellsOfTheDay() throws {
    let engine = try Self.engine(pages: ["today"], rankings: ["suggest"])
    let today = #"""
      "quick_symptoms": ["stressed", "tired"], "sleep_quality": "woke_early", "dominant_emotion": "anxious",
      "thermal_feeling": "cold", "digestive_state": {"appetite_level": "low", "stool_quality": "loose"},
      "sleep_duration_minutes": 300, "completed_routine_ids": ["warm-start-congee-full"],
      "completed_quick_fix_ids": ["scallion"]
      """#
    let told = Self.request(logs: "[{\"date\": \"\(TrendFixture.today)\", \(today)}]")
    let given = Self.request(
      day: #"""
        , "symptoms": ["stressed", "tired"], "sleep": "woke_early", "emotion": "anxious", "thermal": "cold",
        "appetite": "low", "stool": "loose", "sleep_minutes": 300, "done": ["warm-start-congee-full", "scallion"]
        """#, logs: nil)
    #expect(try Self.scores(engine, told) == (try Self.scores(engine, given)))
    #expect(try Self.scores(engine, told)["scallion"] == nil)
    // Another day's record says nothing of today, and neither does a day after.
    let plain = try Self.scores(engine, Self.request(logs: nil))
    #expect(plain["scallion"] != nil)
    for other in ["2026-02-13", "2026-02-15"] {
      let logs = Self.request(logs: "[{\"date\": \"\(other)\", \(today)}]")
      #expect(try Self.scores(engine, logs) == plain)
    }
    // Nothing is made up of a record that does not say it.
    let silent = Self.request(logs: "[{\"date\": \"\(TrendFixture.today)\", \"mood_rating\": 3}]")
    #expect(try Self.scores(engine, silent) == plain)
    #expect(try Self.scores(engine, Self.request(logs: "[]")) == plain)
    #expect(try Self.scores(engine, Self.request(logs: "null")) == plain)
  }

  @Test func daysInARowAreNamed() throws {
    let engine = try Self.engine(pages: ["insight"])
    let records = (0..<5).map { #"{"date": "\#(TrendFixture.date($0))", "completed_routine_ids": ["a"]}"# }
    let request = { (logs: String?, person: String) in Self.request(person: person, logs: logs) }
    let session = InsightSession(engine)
    func title(_ text: String) throws -> String {
      let document = try TerrainFixture.document(text, name: "request.json")
      let page = try session.page("insight", for: engine.request(document.root).request)
      guard case .messages(let said)? = page.parts.first(where: { $0.id == "reminder.morning.title" })?.content else {
        return ""
      }
      return said.first?.message.string ?? ""
    }
    #expect(try title(request("[\(records.joined(separator: ","))]", "")) == "remind.morning.streak")
    #expect(try title(request("[\(records.prefix(3).joined(separator: ","))]", "")) != "remind.morning.streak")
    #expect(try title(request(nil, ", \"streak\": 9")) == "remind.morning.streak")
  }

  /// What is wrong with a record is found and counts as not told; what is no list of records is refused.
  @Test func whatIsWrongIsSaid() throws {
    let engine = try Self.engine(rankings: ["suggest"])
    let wrong = Self.request(logs: "[{\"date\": \"\(TrendFixture.today)\", \"sleep_quality\": \"badly\"}]")
    let (_, warnings) = try engine.request(TerrainFixture.document(wrong, name: "request.json").root)
    #expect(warnings.map(\.code) == ["log/wrong-value"])
    let none = try TerrainFixture.document(Self.request(logs: "{}"), name: "request.json")
    let complaints = #expect(throws: DiagnosticError.self) { try engine.request(none.root) }
    #expect(complaints?.diagnostics.map(\.code) == ["log/not-a-list"])
  }

  /// An author's slips are said where they are.
  @Test(arguments: [
    ("today: recent.sleep_told }", "today: recent.slep_told }", "engine/wrong-field", "a decision"),
    (
      "today: recent.sleep_told }", "today: recent.emotion_told }", "engine/wrong-field",
      "`sleep`"
    ),
    ("today: recent.appetite_told }", "}", "log/source", "one source"),
    ("effectiveness: values", "effectiveness: value", "engine/wrong-field", "`values`"),
    ("streak: days }", "streak: day }", "engine/wrong-field", "`days`"),
    ("{ fact: streak, streak: days }", "{ fact: effectiveness, streak: days }", "engine/wrong-field", "type `int`"),
    ("{ fact: streak, streak", "{ fact: streak, strek: days, streak", "engine/unknown-field", "strek"),
    ("mean: days.heart_rate, days: 28", "mean: days.heart_rate, days: 367", "engine/wrong-field", "at most 366"),
    ("mean: days.heart_rate, days: 28", "mean: lasting.low_mood, days: 28", "engine/wrong-field", "`optional<double>`"),
    ("count: days.heart_rate, days: 28", "count: days.heart_beat, days: 28", "engine/wrong-field", "a decision"),
    ("from: lasting.list", "from: lasting.answered", "engine/wrong-field", "`troubles`"),
  ])
  func slips(_ slip: (from: String, to: String, code: String, says: String)) throws {
    try withTemporaryDirectory { folder in
      let rules = try TerrainFixture.rules(in: folder, replacing: slip.from, with: slip.to, in: "trend/recent.yaml")
      let error = #expect(throws: DiagnosticError.self) {
        try Self.engine(pages: ["insight"], rankings: ["suggest"], rules: rules)
      }
      let complaint = try #require(error?.diagnostics.first)
      #expect(complaint.code == slip.code && complaint.message.contains(slip.says), "\(complaint.message)")
      #expect(complaint.place?.source.name.hasSuffix("recent.yaml") == true)
    }
  }

  /// Every fact that logs fill in is one that some rule asks for, whatever is loaded.
  @Test func everyFactIsAskedFor() throws {
    let system = try LoadedSystem.load(
      packAt: TerrainFixture.pack, rulesAt: TerrainFixture.rules, documents: SourceReader.read, contracts: [],
      kinds: [])
    let session = RuleSession(system.rules.ruleSet)
    session.begin()
    let decision = try #require(system.rules.ruleSet.decision("recent.facts"))
    guard case .list(let elements) = try session.value(decision) else { return #expect(Bool(false)) }
    #expect(elements.count >= 10)
    for case .map(let map) in elements {
      guard case .string(let name)? = map[string: "fact"] else { continue }
      #expect(system.rules.ruleSet.fact(name) != nil, "\(name)")
    }
  }
}
