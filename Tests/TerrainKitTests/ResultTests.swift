import Foundation
import TerrainBase
import TerrainChecks
import TerrainEngines
import TerrainKit
import Testing

/// The types of results, compared with the responses that they are types of.
@Suite struct ResultTests {
  private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func terrain(_ pack: String) throws -> Terrain {
    try Terrain(
      Data(
        PackBuilder(
          pack: checkout.appending(path: "ContentPacks/\(pack)").path,
          rules: checkout.appending(path: "Rules/\(pack)").path
        ).build().bytes))
  }

  /// The example of a request for `method` in `pack`; nil where it has none.
  private static func example(_ method: Terrain.Method, of pack: String) -> Request? {
    let file = checkout.appending(path: "ContentPacks/\(pack)/examples/requests/\(method.rawValue).json")
    return (try? String(contentsOf: file, encoding: .utf8)).map { Request(json: $0) }
  }

  /// The type of the result of `method`: a new method does not compile without one.
  private static func type(of method: Terrain.Method) -> any (Codable & Sendable).Type {
    switch method {
    case .score: Results.Score.self
    case .nextQuestion: Results.NextQuestion.self
    case .page: Results.Pages.self
    case .suggest: Results.Suggestions.self
    case .trend: Results.Trends.self
    case .streak: Results.Streak.self
    case .program: Results.Program.self
    case .merge: Results.MergedReplica.self
    case .timeline: Results.Timeline.self
    case .check: Results.Validation.self
    case .decide: Results.Decision.self
    case .records: Results.Records.self
    case .media: Results.Media.self
    case .quote: Results.Quote.self
    case .apply: Results.AccountChange.self
    case .status: Results.AccountStatus.self
    case .replay: Results.AccountReplay.self
    case .verify: Results.AccountVerification.self
    }
  }

  /// What `type` keeps of `json`: the value that it decodes to, encoded again.
  private static func kept<Content: Codable>(of json: Data, by type: Content.Type) throws -> Value {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(date.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true)) + "Z")
    }
    let content = try JSONDecoder.ofReplies.decode(type, from: json)
    return try JSONDecoder().decode(Value.self, from: encoder.encode(content))
  }

  private static func names(of map: ValueMap) -> [Text] {
    map.keys.compactMap { if case .string(let name) = $0 { name } else { nil } }
  }

  /// The first path at which `kept` is other than `response`; nil where there is none. Null and absent are one to Swift, and an instant is
  /// one in any zone.
  private static func difference(_ response: Value, _ kept: Value, at path: String = "") -> String? {
    switch (response, kept) {
    case (.map(let response), .map(let kept)):
      let names = Set(names(of: response) + names(of: kept))
      return names.sorted().lazy.compactMap { name in
        difference(response[string: name] ?? .null, kept[string: name] ?? .null, at: "\(path).\(name)")
      }.first
    case (.list(let response), .list(let kept)) where response.count == kept.count:
      return zip(response, kept).enumerated().lazy.compactMap { index, pair in
        difference(pair.0, pair.1, at: "\(path)[\(index)]")
      }.first
    case (.string(let response), .string(let kept)) where response != kept:
      guard let instant = try? Timestamp(rfc3339: response), let other = try? Timestamp(rfc3339: kept) else {
        return path
      }
      return instant == other ? nil : path
    default: return response.isEqual(to: kept) ? nil : "\(path): \(response), \(kept)"
    }
  }

  @Test(arguments: ["diamond-desk", "embera", "quicksip", "terrain", "yeetcard"])
  func typesKeepTheExamplesOf(pack: String) throws {
    let terrain = try Self.terrain(pack)
    var compared = 0
    for method in Terrain.Method.allCases {
      guard let request = Self.example(method, of: pack) else { continue }
      let json = try terrain.call(method, request).json
      let response = try JSONDecoder().decode(Value.self, from: json)
      #expect(Self.difference(response, try Self.kept(of: json, by: Self.type(of: method))) == nil, "\(method)")
      compared += 1
    }
    #expect(compared >= 3)
  }

  /// Every member that a response can have, in every alternative: the type keeps it, or it is not complete.
  @Test func typesKeepEveryMember() throws {
    for operation in AnyOperation.evaluating {
      let method = try #require(Terrain.Method(rawValue: operation.name))
      var members = Set<Text>()
      for variant in 0..<12 {
        let sample = ShapeSample(variant: variant).value(of: operation.result)
        let json = try JSONEncoder().encode(sample)
        let difference = try Self.difference(sample, Self.kept(of: json, by: Self.type(of: method)))
        #expect(difference == nil, "\(method), variant \(variant)")
        if case .map(let map) = sample { members.formUnion(Self.names(of: map)) }
      }
      // The samples are of whole results, or nothing would be compared.
      #expect(
        members.isSuperset(of: operation.result.fields.filter { $0.keys == nil }.map { Text($0.name) }), "\(method)")
    }
  }

  @Test func typedRepliesHaveTheMembersOfTheResult() throws {
    let terrain = try Self.terrain("terrain")
    let trends = try terrain.trend(#require(Self.example(.trend, of: "terrain")))
    #expect(trends.window.days == 14 && trends.trends.first?.label != nil)
    #expect(trends.window.firstDay < trends.window.lastDay)
    #expect(try terrain.streak(#require(Self.example(.streak, of: "terrain"))).streak.longest > 0)
    #expect(try terrain.program(#require(Self.example(.program, of: "terrain"))).enrollments.isEmpty == false)
    let records = try terrain.records("routine", locale: Locale(identifier: "zh-Hans"))
    #expect(records.count == records.records.count && records.locale == "zh-Hans")
  }

  @Test func aQuizIsAskedStepByStep() throws {
    let terrain = try Self.terrain("terrain")
    var answers: [String: String] = [:]
    while let question = try terrain.nextQuestion(after: answers).question {
      #expect(question.text != nil && answers[question.id] == nil)
      answers[question.id] = try #require(question.options.first).id
      try #require(answers.count < 100)
    }
    let last = try terrain.nextQuestion(after: answers)
    #expect(last.isDone && last.answered == answers.count && last.total == answers.count)
    #expect(try terrain.score(answers).outcome("type") != nil)
    let back = try terrain.nextQuestion(after: answers, back: true)
    #expect(back.question?.chosen != nil)
  }

  @Test func reportsArePages() throws {
    let terrain = try Self.terrain("terrain")
    let report = try terrain.report(#require(Self.example(.trend, of: "terrain")))
    #expect(report.html.hasPrefix("<!doctype html>") && report.html.contains("<svg"))
    #expect(throws: DiagnosticError.self) { try terrain.report(Request(json: #"{"now":"never"}"#)) }
  }

  @Test func localDaysAreDaysOfTheCalendar() throws {
    let zone = try #require(TimeZone(identifier: "Asia/Singapore"))
    let day = try #require(LocalDay("2026-02-05"))
    #expect((day.year, day.month, day.day) == (2026, 2, 5))
    #expect(day.start(in: zone) == Date(timeIntervalSince1970: 1_770_220_800))
    #expect(LocalDay(Date(timeIntervalSince1970: 1_770_220_799), in: zone)?.description == "2026-02-04")
    #expect(LocalDay("2026-02-30") == nil && LocalDay("tomorrow") == nil)
    // Samoa had no 30 December 2011.
    let apia = try #require(TimeZone(identifier: "Pacific/Apia"))
    #expect(LocalDay("2011-12-30")?.start(in: apia) == nil && LocalDay("2011-12-31")?.start(in: apia) != nil)
  }
}
