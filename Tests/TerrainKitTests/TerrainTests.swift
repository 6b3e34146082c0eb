import Foundation
import Synchronization
import TerrainChecks
import TerrainKit
import Testing

/// The surface that apps use, over the shipped pack as it is built for them.
@Suite struct TerrainTests {
  private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let built = Result {
    try PackBuilder(
      pack: checkout.appending(path: "ContentPacks/terrain").path, rules: checkout.appending(path: "Rules/terrain").path
    ).build()
  }

  private func terrain(_ parameters: [String: Value] = [:], locale: Locale? = nil) throws -> Terrain {
    try Terrain(Data(Self.built.get().bytes), settings: .init(parameters: parameters, locale: locale))
  }

  private static let answers = [
    "q1_run_temp": "always_cold", "q2_drinks_feel_best": "hot_tea", "q3_sweat_night": "not_sure",
    "q4_energy_pattern": "low_all_day", "q5_after_meals": "light_normal", "q6_environmental": "cold_weather",
    "q7_stress_response": "shuts_down", "q8_stools_usually": "normal", "q9_cravings": "sweet",
    "q10_body_tends": "normal", "q11_thirst_mouth": "sip_often_habit", "q12_mood_flow": "overthinking",
    "q13_sleep": "wake_at_night",
  ]

  private static let day = Request(
    personID: "anna", date: "2026-02-05", time: "07:30",
    facts: [
      "profile": "cold_deficient_low_flame", "modifier": "shen", "goals": .list(["sleep"]), "cold_heat": -8,
      "def_excess": -6, "damp_dry": 0, "qi_stagnation": 1, "shen_unsettled": 4, "symptoms": .list(["stressed"]),
      "weather": "cold", "need": "calm",
    ], shown: ["2026-02-04": ["ginger"]])

  @Test func itSaysWhatItIs() throws {
    let (terrain, built) = (try terrain(), try Self.built.get())
    #expect(terrain.pack.id == "terrain" && terrain.pack.hash == built.packHash)
    #expect(terrain.rules.id == "terrain" && terrain.rules.hash == built.rulesHash)
  }

  @Test func scores() throws {
    let terrain = try terrain()
    let score = try terrain.score(Self.answers, goals: ["sleep"])
    #expect(score["type"] == "cold_deficient_low_flame" && score["modifier"] == "shen")
    #expect(score.axes.map(\.value) == [-8, -6, 0, 1, 4])
    #expect(terrain.text("nickname", of: "type", score.outcome("type") ?? "") == "Low Flame")
    #expect(terrain.text("label", of: "type", score.outcome("type") ?? "", locale: "zh-Hans") != nil)
    #expect(terrain.text("nothing", of: "type", score.outcome("type") ?? "") == nil)
    #expect(try terrain.score(["q1_run_temp": "always_cold"], partial: true).certainty != nil)
    #expect(terrain.quiz?.questions.count == 16)
  }

  @Test func mergesWhatDevicesKnow() throws {
    func replica(_ id: String, _ field: String, _ second: Int) -> String {
      """
      {"replica": "\(id)", "tables": {"daily_logs": [{"user_id": "anna", "date": "2026-02-05", \(field), \
      "updated_at": "2026-02-05T08:00:0\(second)Z"}]}}
      """
    }
    let terrain = try terrain()
    let (phone, laptop) = (replica("phone", #""mood_rating": 7"#, 1), replica("laptop", #""notes": "quiet""#, 2))
    let known = try terrain.merge(phone, laptop)
    #expect(known == (try terrain.merge(laptop, phone)))
    #expect(known == (try terrain.merge(known, phone)))
    #expect(known.contains(#""mood_rating":7,"#) && known.contains(#""notes":"quiet""#))
    let error = #expect(throws: DiagnosticError.self) { try terrain.merge("{\"tables\": {\"dayly_logs\": []}}", "{}") }
    #expect(error?.diagnostics.first?.code == "merge/unknown-table")
  }

  @Test func settingsCount() throws {
    let score = try terrain(["terrain.types.cold_at_most": -9]).score(Self.answers)
    #expect(score["type"] == "neutral_deficient_low_battery")
    let error = #expect(throws: DiagnosticError.self) { try terrain(["terrain.types.cold": -9]) }
    #expect(error?.diagnostics.isEmpty == false)
  }

  @Test func tellsADay() throws {
    let terrain = try terrain()
    let page = try terrain.page("today", for: Self.day)
    #expect(!page.shownIDs.isEmpty)
    #expect(try terrain.page("today", for: Self.day).shownIDs == page.shownIDs)
    #expect(try !terrain.page("insight", for: Self.day).parts.isEmpty)
    let ranking = try terrain.suggest(Self.day, limit: 2)
    #expect(ranking.items.count == 2 && ranking.items[0].score >= ranking.items[1].score)
    let json = Request(
      json:
        #"{"now":"2026-02-05T07:30","facts":{"profile":"cold_deficient_low_flame","modifier":"none","need":"calm"}}"#
    )
    #expect(try !terrain.suggest(json).items.isEmpty)
  }

  @Test func decides() throws {
    let terrain = try terrain()
    let decided = try terrain.decide("types.thermal", facts: ["cold_heat": -4])
    #expect(decided.value.isIdentical(to: "cold") && decided.why.count == 1)
  }

  /// Whatever is wrong is a diagnostic, and never the end of the app.
  @Test func mistakesAreThrown() throws {
    let terrain = try terrain()
    func codes(_ body: () throws -> Void, _ location: SourceLocation = #_sourceLocation) -> [String] {
      #expect(throws: DiagnosticError.self, sourceLocation: location) { try body() }?.diagnostics.map(\.code) ?? []
    }
    #expect(codes { _ = try terrain.score(["q1_run_temp": "no"]) } == ["answers/unknown-option"])
    #expect(codes { _ = try terrain.score(["q1_run_temp": "always_cold"]) } == ["answers/missing"])
    #expect(codes { _ = try terrain.page("today", for: Request(date: "yesterday")) }.isEmpty == false)
    #expect(codes { _ = try terrain.page("today", for: Request(json: "{")) } == ["json/unclosed-bracket"])
    #expect(codes { _ = try terrain.page("nothing", for: Self.day) }.isEmpty == false)
    #expect(codes { _ = try terrain.suggest(Self.day, ranking: "nothing") }.isEmpty == false)
    #expect(codes { _ = try terrain.decide("types.nothing", facts: [:]) } == ["decide/unknown-decision"])
    // What no request can hold is a diagnostic that names the fact, and never a value of it.
    let facts: [String: Value] = ["cold_heat": .double(.infinity), "other": .list([.double(.nan)]), "third": 1]
    let expected = ["request/fact-value", "request/fact-value"]
    #expect(codes { _ = try terrain.decide("types.thermal", facts: facts) } == expected)
    #expect(codes { _ = try terrain.page("today", for: Request(date: "2026-02-05", facts: facts)) } == expected)
    #expect(codes { _ = try Terrain(Data("{}".utf8)) } == ["pack/not-built"])
    #expect(codes { _ = try Terrain.load("/nowhere") } == ["file/not-found"])
  }

  /// Work that grows with the rules is done for the first request of an operation, and not for those after it.
  @Test func requestsPrepareNothing() throws {
    let terrain = try terrain()
    func request() throws {
      _ = try terrain.decide("types.thermal", facts: ["cold_heat": -4])
      _ = try terrain.score(Self.answers, goals: ["sleep"])
      _ = try terrain.page("today", for: Self.day)
      _ = try terrain.suggest(Self.day, limit: 2)
    }
    let loaded = terrain.preparations
    try request()
    let prepared = terrain.preparations
    #expect(prepared > loaded && loaded > 0)
    for _ in 0..<3 { try request() }
    #expect(terrain.preparations == prepared)
  }

  /// The parameters of a method count more than the members of its request.
  @Test func parametersReplaceMembers() throws {
    let terrain = try terrain()
    func request(_ members: String) -> Request {
      Request(
        json:
          #"{\#(members)"now":"2026-02-05T07:30","facts":{"profile":"cold_deficient_low_flame","modifier":"none","need":"calm"} }"#
      )
    }
    #expect(try terrain.suggest(request(#""limit":1,"#)).items.count == 1)
    #expect(try terrain.suggest(request(#""limit":1,"#), limit: 3).items.count == 3)
    #expect(try terrain.suggest(request(""), limit: 2).items.count == 2)
    #expect(try terrain.page("today", for: request("")).module == "today")
    #expect(try terrain.page("insight", for: request(#""page":"today","#)).module == "insight")
    let error = #expect(throws: DiagnosticError.self) {
      try terrain.suggest(Request(json: "{}"), ranking: "nothing", limit: 0)
    }
    #expect(error?.diagnostics.map(\.code) == ["request/number-range"])
  }

  /// One is shared by all threads, and gives each the same.
  @Test func threadsShareOne() async throws {
    let terrain = try terrain()
    let expected = try terrain.page("today", for: Self.day).shownIDs
    let all = try await withThrowingTaskGroup(of: [Text].self) { group in
      for _ in 0..<16 { group.addTask { try terrain.page("today", for: Self.day).shownIDs } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(all.count == 16 && all.allSatisfy { $0 == expected })
  }

  // MARK: Dates, settings, versions

  /// Answers, an instant and a zone are enough for a page: it is the page of the facts that the answers score to.
  @Test func aDayFromAnswersIsOneCall() throws {
    let terrain = try terrain()
    let zone = try #require(TimeZone(identifier: "Asia/Singapore"))
    // 2026-02-05, 07:30 in Singapore; still the day before in UTC.
    let now = Date(timeIntervalSince1970: 1_770_247_800)
    #expect(Request.day(of: now, in: zone) == "2026-02-05" && Request.day(of: now, in: .gmt) == "2026-02-04")
    let facts: [String: Value] = [
      "goals": Value(["sleep"]), "symptoms": Value(["stressed"]), "weather": "cold", "need": "calm",
    ]
    let page = try terrain.page(
      "today", for: Request(personID: "anna", now: now, timeZone: zone, facts: facts, answers: Self.answers))
    let score = try terrain.score(Self.answers, goals: ["sleep"])
    var known = facts
    for name in ["modifier"] { known[name] = Value(score.outcome(name) ?? "") }
    known["profile"] = Value(score.outcome("type") ?? "")
    for axis in score.axes { known[axis.axis.id.string] = .int(axis.value) }
    let expected = try terrain.page(
      "today", for: Request(personID: "anna", date: "2026-02-05", time: "07:30", facts: known))
    #expect(!page.shownIDs.isEmpty && page.shownIDs == expected.shownIDs)
  }

  @Test func settingsHaveTheLanguageAndLimits() throws {
    let chinese = try terrain(locale: Locale(identifier: "zh-Hans"))
    #expect(try chinese.page("today", for: Self.day).locale.description == "zh-Hans")
    let english = Request(
      personID: "anna", date: "2026-02-05", time: "07:30", locale: "en-US",
      facts: ["profile": "cold_deficient_low_flame", "modifier": "shen", "need": "calm"])
    #expect(try chinese.page("today", for: english).locale.description == "en-US")
    var settings = Terrain.Settings()
    settings.limits.days = 3
    let limited = try Terrain(Data(Self.built.get().bytes), settings: settings)
    let request = Request(json: #"{"page":"today","now":"2026-02-05","days":4}"#)
    let error = #expect(throws: DiagnosticError.self) { try limited.call(.page, request) }
    #expect(error?.diagnostics.first?.message.contains("days") == true)
    settings.limits.values = 1
    let small = try Terrain(Data(Self.built.get().bytes), settings: settings)
    let refused = #expect(throws: DiagnosticError.self) {
      try small.merge(#"{"replica":"a","tables":{"daily_logs":[]}}"#, #"{"replica":"b","tables":{}}"#)
    }
    #expect(refused?.diagnostics.map(\.code) == error?.diagnostics.map(\.code))
  }

  /// A reply is read into a type of the app.
  @Test func repliesAreDecoded() throws {
    struct Decided: Decodable { let value: String }
    struct Records: Decodable { let count: Int }
    let terrain = try terrain()
    let request = Request(json: #"{"decision":"types.thermal","facts":{"cold_heat":-4}}"#)
    #expect(try terrain.call(.decide, request).decode(Decided.self).value == "cold")
    #expect(try terrain.records("modifier").decode(Records.self).count > 0)
    #expect(try !terrain.nextQuestion(after: [:]).json.isEmpty)
  }

  /// A file that records name is the file of the pack's folder.
  @Test func mediaAreTheFilesOfThePack() throws {
    let terrain = try terrain()
    let media = try terrain.media("media/nature-even.svg")
    let file = Self.checkout.appending(path: "ContentPacks/terrain/media/nature-even.svg")
    #expect(try media.type == "image/svg+xml" && media.data == Data(contentsOf: file))
    for (path, code) in [("media/none.svg", "media/not-found"), ("pack.yaml", "media/unknown-type")] {
      let error = #expect(throws: DiagnosticError.self) { try terrain.media(path) }
      #expect(error?.diagnostics.map(\.code) == [code])
    }
  }

  /// Requests of members that no initializer has are encoded.
  @Test func requestsAreEncoded() throws {
    struct Log: Encodable { let date: String; let completedRoutineIds: [String] }
    struct Asked: Encodable { let personId = "anna", now = "2026-02-02"; let logs: [Log] }
    struct Streaks: Decodable { struct Numbers: Decodable { let current: Int }; let streak: Numbers }
    let logs = ["2026-01-31", "2026-02-01", "2026-02-02"].map {
      Log(date: $0, completedRoutineIds: ["ginger-honey-tea-lite"])
    }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let request = try Request(encoding: Asked(logs: logs), with: encoder)
    let streaks: Streaks = try terrain().call(.streak, request).decode()
    #expect(streaks.streak.current == 3)
  }

  /// Observers get the version that there is and those that follow; what cannot be loaded replaces nothing.
  @Test func versionsAreReplacedAndObserved() async throws {
    let (first, second) = (try terrain(), try terrain(["terrain.types.cold_at_most": -9]))
    let store = TerrainStore(first)
    var versions = store.versions.makeAsyncIterator()
    #expect(await versions.next() === first)
    store.replace(with: second)
    #expect(await versions.next() === second)
    #expect(throws: DiagnosticError.self) { try store.replace(with: Data("{}".utf8)) }
    #expect(store.current === second)
  }

  /// A file that is not there, and an address that is not a file.
  @Test func urlsAreLoaded() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "kit-\(UUID().uuidString).json")
    try Data(Self.built.get().bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try Terrain.load(file).pack == terrain().pack)
    for address in ["file:///nowhere", "https://example.org\(file.path)"] {
      let url = try #require(URL(string: address))
      let error = #expect(throws: DiagnosticError.self) { try Terrain.load(url) }
      #expect(error?.diagnostics.map(\.code) == ["file/not-found"])
    }
  }
}
