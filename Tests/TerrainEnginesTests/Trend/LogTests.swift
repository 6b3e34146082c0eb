import Foundation
import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TestSupport
import Testing

@testable import TerrainEngines

/// What is read of logs: a record a day, nothing that is wrong, and findings that say where but not what.
@Suite struct LogTests {
  private let engine: TrendEngine

  init() throws { engine = try TrendFixture.engine() }

  private func mood(_ records: [String]) throws -> [Double?] {
    try engine.report(TrendFixture.request(records: records))["mood"]?.values ?? []
  }

  // MARK: Several records of a day

  @Test func theLatestWordOfADayCounts() throws {
    let old = #"{"date": "2026-02-14", "mood_rating": 3, "updated_at": "2026-02-14T08:00:00Z"}"#
    let new = #"{"date": "2026-02-14", "mood_rating": 8, "updated_at": "2026-02-14T16:30:00+08:00"}"#
    let plain = #"{"date": "2026-02-14", "mood_rating": 5}"#
    let other = #"{"date": "2026-02-14", "quick_symptoms": []}"#
    #expect(try mood([old, new]).last == 8, "half past eight in UTC")
    #expect(try mood([new, old]).last == 8, "whatever the order")
    #expect(try mood([new, plain]).last == 8, "what has no time is older than what has one")
    #expect(try mood([old, plain, other]).last == 3, "a record without the field says nothing of it")
    #expect(
      try mood([plain, #"{"date": "2026-02-14", "mood_rating": 6}"#]).last == 6, "of two without a time the later one")
    let stored = #"{"date": "2026-02-14", "mood_rating": 9, "updated_at": "2026-02-14 09:00:00.123456+00"}"#
    #expect(try mood([stored, old]).last == 9, "as PostgreSQL prints it")
  }

  @Test func listsOfADayAreOne() throws {
    let report = try engine.report(
      TrendFixture.request(records: [
        #"{"date": "2026-02-14", "quick_symptoms": ["cold"], "completed_routine_ids": ["a"]}"#,
        #"{"date": "2026-02-14", "quick_symptoms": ["cold", "tired"], "completed_routine_ids": ["a", "b"]}"#,
      ]))
    #expect(report.heatMap?.rows.filter { $0.values.last == true }.map(\.sign) == ["cold", "tired"])
    #expect(report.unknownEffects.map(\.item) == ["a", "b"])
    #expect(report.unknownEffects.allSatisfy { $0.days == 1 })
    #expect(report.loggedDays == 1)
  }

  /// In whatever order records come, a day is the same.
  @Test func theOrderOfRecordsWithTimesSaysNothing() throws {
    var random = SplitMix64(seed: 3)
    let records = (0..<40).map { number in
      #"{"date": "\#(TrendFixture.date(number % 6))", "mood_rating": \#(1 + number % 10), "quick_symptoms": ["\#(["cold", "stiff"][number % 2])"], "updated_at": "2026-02-14T00:00:\#(10 + number)Z"}"#
    }
    let first = try engine.report(TrendFixture.request(records: records))
    for _ in 0..<20 {
      let other = try engine.report(TrendFixture.request(records: records.shuffled(using: &random)))
      #expect(other["mood"]?.values == first["mood"]?.values)
      #expect(other.heatMap?.rows.map(\.values) == first.heatMap?.rows.map(\.values))
    }
  }

  // MARK: Days

  @Test func anInstantBelongsToTheDayOfItsOwnOffset() throws {
    func day(_ at: String, zone: String?) throws -> [Int] {
      let text = """
        {"now": "2026-02-14", \(zone.map { "\"zone\": \"\($0)\"," } ?? "")
         "facts": {"profile": "neutral_balanced_steady_core", "modifier": "none"},
         "logs": [{"at": "\(at)", "mood_rating": 5}]}
        """
      let values = try engine.report(text)["mood"]?.values ?? []
      return values.indices.filter { values[$0] != nil }
    }
    for zone in [nil, "America/Los_Angeles", "Asia/Singapore"] {
      #expect(try day("2026-02-14T01:00:00Z", zone: zone) == [13])
      #expect(try day("2026-02-13T23:30:00-08:00", zone: zone) == [12])
      #expect(try day("2026-02-13T00:30:00+13:00", zone: zone) == [12])
    }
  }

  @Test(arguments: [
    (#"{"mood_rating": 5}"#, "logs[0] log/no-date"), (#"{"date": "2026-02-30"}"#, "logs[0].date log/bad-date"),
    (#"{"date": 5}"#, "logs[0].date log/bad-date"), (#"{"at": "yesterday"}"#, "logs[0].at log/bad-instant"),
    (#"{"date": "2026-02-14", "updated_at": "soon"}"#, "logs[0].updated_at log/bad-instant"),
    (#"{"date": "2026-02-14", "mood_rating": 11}"#, "logs[0].mood_rating log/out-of-range"),
    (#"{"date": "2026-02-14", "mood_rating": 0}"#, "logs[0].mood_rating log/out-of-range"),
    (#"{"date": "2026-02-14", "mood_rating": 5.5}"#, "logs[0].mood_rating log/wrong-value"),
    (#"{"date": "2026-02-14", "mood_rating": "good"}"#, "logs[0].mood_rating log/wrong-value"),
    (#"{"date": "2026-02-14", "resting_heart_rate": 900}"#, "logs[0].resting_heart_rate log/out-of-range"),
    (#"{"date": "2026-02-14", "sleep_duration_minutes": -10}"#, "logs[0].sleep_duration_minutes log/out-of-range"),
    (#"{"date": "2026-02-14", "sleep_duration_minutes": 1441}"#, "logs[0].sleep_duration_minutes log/out-of-range"),
    (#"{"date": "2026-02-14", "sleep_quality": "woke_erly"}"#, "logs[0].sleep_quality log/wrong-value"),
    (#"{"date": "2026-02-14", "quick_symptoms": ["cold", "itchy"]}"#, "logs[0].quick_symptoms[1] log/wrong-value"),
    (#"{"date": "2026-02-14", "quick_symptoms": "cold"}"#, "logs[0].quick_symptoms log/wrong-value"),
    (#"{"date": "2026-02-14", "mood": 5}"#, "logs[0].mood log/unknown-field"),
    (
      #"{"date": "2026-02-14", "routine_feedback": [{"feedback": "better"}]}"#,
      "logs[0].routine_feedback[0] log/wrong-value"
    ),
  ])
  func whatIsWrongIsAFindingAndNotANumber(record: String, finding: String) throws {
    let request = try engine.read(TrendFixture.request(records: [record]))
    #expect(request.findings.map { "\($0.path ?? "-") \($0.code)" } == [finding])
    #expect(request.findings.allSatisfy { $0.severity == .warning })
    let report = try TrendSession(engine).report(for: request)
    #expect(report.insufficient.allSatisfy { $0.count == 0 || $0.series != "mood" })
    #expect(
      report["mood"]?.count == 0 && report["resting_heart_rate"]?.count == 0 && report["sleep_duration"]?.count == 0)
  }

  @Test func oneWrongFieldLeavesTheOthers() throws {
    let report = try engine.report(
      TrendFixture.request(records: [
        #"{"date": "2026-02-14", "mood_rating": 99, "resting_heart_rate": 60, "quick_symptoms": ["cold", "itchy"]}"#
      ]))
    #expect(report["mood"]?.count == 0)
    #expect(report["resting_heart_rate"]?.values.last == 60)
    #expect(report.heatMap?.rows.first { $0.sign == "cold" }?.values.last == true)
  }

  /// Health answers are private: findings never repeat them.
  @Test func findingsNeverSayWhatWasTold() throws {
    let secret = "my-very-private-words"
    let request = try engine.read(
      TrendFixture.request(records: [
        #"{"date": "\#(secret)", "at": "\#(secret)", "mood_rating": "\#(secret)", "sleep_quality": "\#(secret)", "quick_symptoms": ["\#(secret)"], "updated_at": "\#(secret)", "notes": "\#(secret)", "resting_heart_rate": 90210}"#
      ]))
    #expect(request.findings.count >= 5)
    for finding in request.findings {
      let text = finding.message + (finding.fix ?? "") + (finding.path ?? "")
      #expect(!text.contains(secret) && !text.contains("90210"))
    }
  }

  @Test func columnsThatNoRuleLooksAtAreFine() throws {
    #expect(
      try engine.findings([
        #"{"date": "2026-02-14", "id": "1", "user_id": "2", "notes": "x", "step_count": 4000, "created_at": "x", "weather_condition": "cold"}"#
      ]).isEmpty)
  }

  /// Records as a merge of replicas leaves them.
  @Test func mergedRecordsAreRead() throws {
    let report = try engine.report(
      TrendFixture.request(records: [
        #"{"date": "2026-02-14", "mood_rating": 6, "_changed": {"mood_rating": "2026-02-14T08:00:00Z phone"}}"#,
        #"{"date": "2026-02-13", "_removed": "2026-02-14T08:00:00Z phone"}"#,
      ]))
    #expect(report["mood"]?.values.last == 6 && report.loggedDays == 1)
  }

  // MARK: Requests

  @Test func whatTheLogsSayCannotBeGiven() throws {
    for fact in ["logged_days", "gain", "warmth_mean", "told_days"] {
      #expect(throws: DiagnosticError.self, "\(fact)") {
        try engine.read("{\"date\": \"2026-02-14\", \"person\": {\"\(fact)\": 3}, \"logs\": []}")
      }
    }
    #expect(throws: DiagnosticError.self) { try engine.read("{\"date\": \"2026-02-14\", \"logs\": {}}") }
    #expect(throws: DiagnosticError.self) { try engine.read("{\"date\": \"2026-02-14\", \"logs\": [7]}") }
    #expect(throws: DiagnosticError.self) { try engine.read("{\"logs\": []}") }
  }

  // MARK: The schema

  private func whole(_ value: Value?) -> Int64? {
    if case .int(let number)? = value { number } else { nil }
  }

  /// The published schema says what the rules say: fields, words, ranges, and what may be there without being read.
  @Test func theSchemaIsThatOfTheRules() throws {
    let file = TerrainFixture.checkout.appending(path: "ContentPacks/Schemas/log.schema.json")
    let root = try TerrainFixture.document(String(contentsOf: file, encoding: .utf8), name: "log.schema.json").root
    let properties = try #require(root["$defs"]?["record"]?["properties"])
    let names = Set(properties.members.compactMap(\.key.text))
    let fields = engine.log.fields
    #expect(names == Set(fields.map(\.name) + engine.log.notRead + ["date", "at", "updated_at"]))
    for field in fields {
      let declaration = field.fact.declaration
      let property = try #require(properties[field.name])
      func words(_ type: CELType) -> [Text]? { type.enumeration?.cases }
      switch declaration.type {
      case .int:
        #expect(property["type"]?.text == "integer")
        #expect(property["minimum"]?.int == whole(declaration.minimum), "\(field.name)")
        #expect(property["maximum"]?.int == whole(declaration.maximum), "\(field.name)")
      case .enumeration(let vocabulary):
        #expect(property["x-enum"]?.text == vocabulary.name, "\(field.name)")
        #expect(property["enum"].map { $0.elements.compactMap(\.text) } == vocabulary.cases, "\(field.name)")
      case .list(let element):
        #expect(property["maxItems"]?.int.map { Int($0) } == declaration.maximumSize, "\(field.name)")
        if let words = words(element) {
          #expect(property["items"]?["enum"].map { $0.elements.compactMap(\.text) } == words, "\(field.name)")
        }
        if case .record(let record) = element {
          let keys = property["items"]?["properties"].map { Set($0.members.compactMap(\.key.text)) }
          #expect(keys == Set(record.fields.map(\.name)))
        }
      case .record(let record):
        #expect(property["properties"].map { Set($0.members.compactMap(\.key.text)) } == Set(record.fields.map(\.name)))
      default: Issue.record("\(field.name) has a type that the schema test does not know")
      }
    }
  }
}
