import TerrainDocuments
import TerrainRules
import TerrainValues

/// Answers where somebody's weeks go: trends, what went well, drift.
///
/// Immutable; threads share one engine, each with a ``TrendSession`` of its own.
public struct TrendEngine: Sendable {
  /// Pages and words.
  public let day: DayEngine
  let log: LogShape
  let rules: TrendRules
  let effectiveness: EffectivenessRules?
  /// Decisions over a day of the window, each once, and the fields of a log that they may read.
  let daily: [Decision]
  let dailyFields: [Int]

  /// What is asked of a rule set.
  public static var contracts: [Contract] {
    [TrendRules.contract, EffectivenessRules.contract] + DayEngine.contracts(pages: [TrendRules.module], rankings: [])
  }

  /// The module that is asked.
  public static let module: Text = TrendRules.module

  /// An engine over `system`, which was loaded for ``contracts``.
  ///
  /// - Throws: what keeps rules and pack from working together, with places in both.
  public init(_ system: LoadedSystem) throws(DiagnosticError) {
    day = try DayEngine(system, pages: [TrendRules.module], rankings: [])
    log = try LogShape(day.rules)
    rules = try TrendRules(day.rules, log: log)
    effectiveness = try EffectivenessRules(day.rules, log: log)
    var daily: [Decision] = []
    func add(_ decision: Decision?) {
      guard let decision, !daily.contains(where: { $0.id == decision.id }) else { return }
      daily.append(decision)
    }
    for series in rules.series {
      add(series.value)
      add(series.weight)
    }
    for summary in rules.summaries {
      switch summary.content {
      case .mean(let decision), .count(let decision): add(decision)
      case .tally, .minutes: break
      }
    }
    self.daily = daily
    dailyFields = Set(daily.flatMap { [log, day] in log.positions(neededBy: $0, in: day.rules) }).sorted()
  }

  /// The request at `node`: that of a day, and `logs`.
  ///
  /// - Returns: the request, and what was odd about it without being wrong. What is wrong with single records is among its
  ///   findings.
  /// - Throws: everything that is wrong with it.
  public func request(_ node: Node) throws(DiagnosticError) -> (request: LogRequest, warnings: [Diagnostic]) {
    try LogRequest.read(
      node, engine: day, shape: log,
      supplied: TrendRules.FactNames.all + EffectivenessRules.FactNames.all + rules.summaries.map(\.fact.name),
      comparing: effectiveness?.signFields ?? [])
  }
}
