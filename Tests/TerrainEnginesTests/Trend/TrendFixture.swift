import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import TestSupport

/// The shipped pack and rules, asked about logs that tests write.
enum TrendFixture {
  static func engine(
    pack: String = TerrainFixture.pack, rules: String = TerrainFixture.rules, set overrides: [String] = []
  ) throws -> TrendEngine {
    try TrendEngine(
      LoadedSystem.load(
        packAt: pack, rulesAt: rules, documents: SourceReader.read, contracts: TrendEngine.contracts, kinds: [],
        overrides: overrides.map { try ParameterOverride($0) }))
  }

  static func streakEngine() throws -> StreakEngine {
    try StreakEngine(
      LoadedSystem.load(
        packAt: TerrainFixture.pack, rulesAt: TerrainFixture.rules, documents: SourceReader.read,
        contracts: StreakEngine.contracts, kinds: []))
  }

  /// The last day of the windows of tests.
  static let today = "2026-02-14"

  static func date(_ daysAgo: Int) -> String {
    let last = CalendarDate(year: 2026, month: 2, day: 14)
    return (last.flatMap { try? $0.adding(days: -daysAgo) })?.description ?? ""
  }

  /// A request with `logs`: the fields of a record, as JSON, by how many days ago it was.
  static func request(
    _ logs: [(daysAgo: Int, fields: String)], profile: String = "neutral_balanced_steady_core",
    modifier: String = "none"
  ) -> String {
    let records = logs.map { "{\"date\": \"\(date($0.daysAgo))\", \($0.fields)}" }
    return request(records: records, profile: profile, modifier: modifier)
  }

  static func request(
    records: [String], profile: String = "neutral_balanced_steady_core", modifier: String = "none"
  ) -> String {
    """
    {"person_id": "anna", "now": "\(today)", "facts": {"profile": "\(profile)", "modifier": "\(modifier)"},
     "logs": [\(records.joined(separator: ",\n"))]}
    """
  }

  /// A value of `field` on each of the last days, the oldest first; nil on days without.
  static func field(_ name: String, _ values: [String?]) -> [(daysAgo: Int, fields: String)] {
    values.enumerated().compactMap { index, value in
      value.map { (values.count - 1 - index, "\"\(name)\": \($0)") }
    }
  }
}

extension TrendEngine {
  func report(_ text: String) throws -> TrendReport { try TrendSession(self).report(for: read(text)) }

  func read(_ text: String) throws -> LogRequest {
    try request(TerrainFixture.document(text, name: "request.json").root).request
  }

  /// Codes and paths of what was found in the logs.
  func findings(_ records: [String]) throws -> [String] {
    try read(TrendFixture.request(records: records)).findings.map { "\($0.path ?? "-") \($0.code)" }
  }
}

extension TrendReport {
  subscript(_ series: Text) -> Trend? { (trends + insufficient).first { $0.series == series } }
}
