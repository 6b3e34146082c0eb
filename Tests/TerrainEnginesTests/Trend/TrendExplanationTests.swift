import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TestSupport
import Testing

/// An explanation says what a report says, and what it rests on.
@Suite struct TrendExplanationTests {
  /// Sixty days of the person in the documentation.
  private static func explanation() throws -> TrendExplanation {
    let url = TerrainFixture.checkout.appending(path: "Documentation/Examples/sixty-days.json")
    let engine = try TrendFixture.engine()
    let document = try TerrainFixture.document(try String(contentsOf: url, encoding: .utf8), name: "sixty-days.json")
    return try TrendSession(engine).explanation(for: engine.request(document.root).request)
  }

  @Test func daysMakeTheHalves() throws {
    let explanation = try Self.explanation()
    #expect(explanation.series.map(\.trend.priority) == Array(1...11))
    for series in explanation.series {
      let trend = series.trend
      #expect(series.days.count == 14 && series.days.last?.date == explanation.report.last)
      #expect(series.days.map(\.value) == trend.values, "\(trend.series)")
      for (half, days) in [(trend.earlier, series.days.prefix(7)), (trend.later, series.days.suffix(7))] {
        let counted = days.filter { $0.value != nil }
        #expect(counted.count == half.days)
        let weight = counted.reduce(0) { $0 + ($1.weight ?? 1) }
        let mean = counted.reduce(0) { $0 + ($1.value ?? 0) * ($1.weight ?? 1) } / weight
        #expect(abs(mean - (half.mean ?? .infinity)) < 1e-12 || counted.isEmpty)
      }
      // A day that counts says which row made it so, and one without a record cannot count.
      for day in series.days {
        #expect(day.value == nil || day.origin != nil)
        #expect(day.isLogged || (day.value == nil && day.origin == nil))
      }
    }
  }

  @Test func rowsAreThoseOfTheReport() throws {
    let explanation = try Self.explanation()
    let report = explanation.report
    let told = Dictionary(uniqueKeysWithValues: (report.trends + report.insufficient).map { ($0.series, $0) })
    #expect(told.count == explanation.series.count && !report.trends.isEmpty)
    for series in explanation.series {
      let known = try #require(told[series.trend.series])
      #expect(
        known.grade == series.trend.grade && known.direction == series.trend.direction
          && known.isWatchedFor == series.trend.isWatchedFor)
      for name in ["grade", "watch_for", "zone", "note", "pulse_rank"] {
        let trace = try #require(series.traces.first { $0.decision == Text("terrain.trend.\(name)") }, "\(name)")
        let fired = trace.rows.filter { $0.outcome == .fired }
        // What a row looked at is said with its value, also where it is a part of a fact.
        let looked = trace.rows.flatMap(\.conditions).filter { $0.holds != nil }
        #expect(looked.allSatisfy { !$0.seen.isEmpty }, "\(name)")
        #expect(fired.count == (trace.otherwise == nil ? 1 : 0), "\(series.trend.series) \(name)")
        // A row may say nothing: the comparison is enough.
        if name == "note" {
          let isSilent = if case .optional(nil)? = trace.value { true } else { false }
          #expect(known.note.map { $0.origin?.row == fired.first?.id } ?? isSilent)
        }
        if name == "grade" { #expect(trace.value?.isEqual(to: .string(known.grade)) == true) }
      }
    }
    #expect(explanation.traces.contains { $0.decision == "terrain.trend.order" })
    #expect(explanation.traces.contains { $0.decision == "terrain.trend.pulse" })
    #expect(explanation.traces.contains { $0.decision == "terrain.drift.headline" })
  }

  @Test func whatWasDoneIsExplainedInItsOrder() throws {
    let explanation = try Self.explanation()
    let report = explanation.report
    #expect(explanation.items.map(\.effect.item) == (report.effects + report.unknownEffects).map(\.item))
    #expect(!report.effects.isEmpty)
    for item in explanation.items {
      let verdict = try #require(item.traces.first { $0.decision == "terrain.effectiveness.verdict" })
      #expect(verdict.value?.isEqual(to: .string(item.effect.verdict)) == true)
    }
  }
}
