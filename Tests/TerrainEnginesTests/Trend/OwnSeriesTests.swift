import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// An author adds a field, a series over it and words for it, as data only; and what is wrong with such data is said.
@Suite struct OwnSeriesTests {
  /// The shipped pack and rules, with `changes` in their files.
  private func engine(_ changes: [(file: String, text: String, with: String)]) throws -> TrendEngine {
    try withTemporaryDirectory { folder in
      for name in ["ContentPacks/Schemas", "ContentPacks/terrain", "Rules/terrain"] {
        let copy = folder.appending(path: name)
        try FileManager.default.createDirectory(at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: TerrainFixture.checkout.appending(path: name), to: copy)
      }
      for change in changes {
        let file = folder.appending(path: change.file)
        let old = try String(contentsOf: file, encoding: .utf8)
        let new = old.replacing(change.text, with: change.with, maxReplacements: 1)
        #expect(new != old, "\(change.file) has changed")
        try new.write(to: file, atomically: true, encoding: .utf8)
      }
      return try TrendFixture.engine(
        pack: folder.appending(path: "ContentPacks/terrain").path, rules: folder.appending(path: "Rules/terrain").path)
    }
  }

  private static let log = "Rules/terrain/trend/log.yaml"
  private static let days = "Rules/terrain/trend/days.yaml"
  private static let trend = "Rules/terrain/trend/trend.yaml"
  private static let pack = "ContentPacks/terrain/pack.yaml"

  private static let glasses: [(file: String, text: String, with: String)] = [
    (log, "facts:\n", "facts:\n  glasses_of_water: { type: int, min: 0, max: 40, optional: true, per: candidate }\n"),
    (
      log, "    value:\n      quick_symptoms: union\n",
      "    value:\n      glasses_of_water: most\n      quick_symptoms: union\n"
    ),
    (
      days, "decisions:\n",
      """
      decisions:
        water:
          type: optional<double>
          hit: first
          rows: [{ id: told, when: "glasses_of_water.hasValue()", then: "= double(glasses_of_water.value())" }]
          otherwise: null

      """
    ),
    (
      pack, "      - resting_heart_rate\n      - warmth\n",
      "      - resting_heart_rate\n      - warmth\n      - water\n"
    ),
    (
      pack, "      warmth:             {", "      water:              { en-US: \"Water\" }\n      warmth:             {"
    ),
    (
      trend, "\n  summaries:\n",
      """

            - { series: water, value: days.water, better: more, share: 0.0125, effect: 1, unit: points, low: 0, high: 12 }

        summaries:

      """
    ),
  ]

  @Test func aSeriesOfOnesOwn() throws {
    let engine = try engine(Self.glasses)
    let report = try engine.report(
      TrendFixture.request(
        TrendFixture.field("glasses_of_water", (0..<14).map { $0 == 3 ? nil : $0 < 7 ? "3" : "7" })
          + [(0, "\"glasses_of_water\": 2")]))
    let water = try #require(report.trends.first { $0.series == "water" })
    #expect(water.label?.text == "Water")
    #expect(water.direction == "improving")
    #expect(water.values[3] == nil && water.values[13] == 7, "of two records of a day the most")
    #expect(water.priority == 12, "what no type orders comes last")
    #expect(water.note?.message == "trend.note.improving")
    #expect(report.pulse?.rendered[part: "text"]?.string.hasPrefix("Water") == true)
    #expect(
      try engine.read(TrendFixture.request([(0, "\"glasses_of_water\": 41")])).findings.map(\.code) == [
        "log/out-of-range"
      ])
  }

  @Test(arguments: [
    (trend, "better: more, share:", "better: best, share:", "engine/wrong-field"),
    (trend, "value: days.mood,", "value: days.moood,", "engine/wrong-field"),
    (trend, "value: days.mood,", "value: days.sleep_weight,", "engine/wrong-field"),
    (trend, "{ days: 7,  before:", "{ days: 32, before:", "engine/wrong-field"),
    (trend, "before: \"= days_before\"", "before: 0", "engine/wrong-field"),
    (trend, "worse: \"= worse_share\"", "worse: 2.0", "engine/wrong-field"),
    (trend, "share: \"= first_share\"", "share: 0.0", "engine/wrong-field"),
    (trend, "autocorrelation: \"= assumed_autocorrelation\"", "autocorrelation: 1.0", "engine/wrong-field"),
    (trend, "      counts_for: \"= assumed_for\"\n", "", "engine/wrong-field"),
    (trend, "{ series: sleep, value: days.sleep,", "{ series: mood, value: days.sleep,", "trend/series-twice"),
    (trend, "days: 14, last", "days: 13, last", "engine/wrong-field"),
    (trend, "signs: quick_symptoms", "signs: mood_rating", "log/no-such-field"),
    (
      trend, "{ fact: logged_days, count: days.logged }", "{ fact: logged_days, count: days.logged, mean: days.mood }",
      "trend/summary"
    ),
    (log, "quick_symptoms: union", "quick_symptoms: most", "log/merging"),
    (log, "mood_rating: latest", "mood_rating: sometimes", "engine/wrong-field"),
    (log, "[completed_routine_ids, completed", "[completed_rutine_ids, completed", "log/no-such-field"),
    (log, "field: routine_feedback", "field: mood_rating", "log/no-such-field"),
    (log, "facts:\n", "facts:\n  extra: { type: int, min: 0, max: 5, per: candidate }\n", "log/field-not-optional"),
  ])
  func whatIsWrongWithADeclarationIsSaid(file: String, text: String, with: String, code: String) throws {
    do {
      _ = try engine([(file, text, with)])
      Issue.record("nothing was complained of")
    } catch let error as DiagnosticError {
      #expect(error.diagnostics.map(\.code).contains(code), "\(error.diagnostics.map(\.code))")
      #expect(error.diagnostics.allSatisfy { $0.place != nil })
    }
  }

  /// A parameter is enough to be stricter.
  @Test func strictnessIsAParameter() throws {
    let text = TrendFixture.request(
      TrendFixture.field("mood_rating", (0..<14).map { $0 < 7 ? "7" : $0 == 9 ? "7" : "4" }))
    #expect(try TrendFixture.engine().report(text)["mood"]?.direction == "declining")
    #expect(try TrendFixture.engine().report(text)["mood"]?.grade == "clear")
    let strict = try TrendFixture.engine(set: ["terrain.trend.error_budget=0.005", "terrain.trend.clear_budget=0.0001"])
    #expect(try strict.report(text)["mood"]?.grade == "hint")
    #expect(try strict.report(text)["mood"]?.direction == nil)
    let hopeful = try TrendFixture.engine(set: ["terrain.trend.worse_share=0"])
    #expect(try hopeful.report(text)["mood"]?.direction == nil, "nothing of the budget is for declines")
    let sparing = try TrendFixture.engine(set: ["terrain.trend.days_at_least=7"])
    #expect(try sparing.report(text)["mood"]?.direction == "declining")
  }
}
