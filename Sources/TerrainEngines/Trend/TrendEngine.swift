import TerrainDocuments
import TerrainRules
import TerrainBase

/// Reports the trends of a person's weeks: series, the effectiveness of items, drift.
///
/// Immutable; threads share one engine, each with a ``TrendSession`` of its own.
package struct TrendEngine: Engine {
  /// The pack, the rules and what is prepared of both.
  package var context: EngineContext { insight.context }
  /// Makes the page of a report.
  package let insight: InsightEngine
  let log: LogShape
  let trendRules: TrendRules
  let effectiveness: EffectivenessRules?
  /// Decisions over a day of the window, each once, and the fields of a log that they may read.
  let daily: [Decision]
  let dailyFields: [Int]

  /// What reports require of a rule set.
  package static var contracts: [Contract] {
    [TrendRules.contract, EffectivenessRules.contract]
      + InsightEngine.contracts(pages: [TrendRules.module], logs: false)
  }

  /// The module that declares trends.
  package static let module: Text = TrendRules.module

  /// An engine over `system`, which was loaded for ``contracts``.
  ///
  /// - Throws: what keeps rules and pack from working together, with places in both.
  package init(_ system: LoadedSystem) throws(DiagnosticError) {
    insight = try InsightEngine(system, pages: [TrendRules.module])
    let rules = insight.rules
    let log = try LogShape(rules)
    self.log = log
    trendRules = try TrendRules(rules, log: log)
    effectiveness = try EffectivenessRules(rules, log: log)
    var daily: [Decision] = []
    func add(_ decision: Decision?) {
      guard let decision, !daily.contains(where: { $0.id == decision.id }) else { return }
      daily.append(decision)
    }
    for series in trendRules.series {
      add(series.value)
      add(series.weight)
    }
    for summary in trendRules.summaries {
      switch summary.content {
      case .mean(let decision), .count(let decision): add(decision)
      case .tally, .minutes: break
      }
    }
    self.daily = daily
    dailyFields = Set(daily.flatMap { log.positions(neededBy: $0, in: rules) }).ordered()
  }

  /// The request at `node`: that of a day, and `logs`.
  ///
  /// - Returns: the request, and warnings about it. What is wrong with single records is among its findings.
  /// - Throws: everything that is wrong with it.
  package func request(_ node: Node) throws(DiagnosticError) -> (request: LogRequest, warnings: [Diagnostic]) {
    try LogRequest.read(
      node, context: context, shape: log,
      supplied: TrendRules.FactNames.all + EffectivenessRules.FactNames.all
        + trendRules.summaries.map({ $0.fact.name }),
      comparing: effectiveness?.signFields ?? [])
  }
}
