import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// A request about a day with the logs of the days before it.
package struct LogRequest: Sendable {
  /// The person, the moment and the facts.
  package let day: DayRequest
  /// Their logs.
  package let logs: LogDays
  /// Warnings about values of the logs, which count as missing.
  package let findings: [Diagnostic]

  /// The name of the field that holds records.
  package static let field: Text = "logs"

  /// Returns true if the request at `node` has logs, so that its engine must be loaded with the requirements of logs.
  package static func hasLogs(_ node: Node) -> Bool {
    node.kind == .map && node[field].map { $0.kind != .null } ?? false
  }

  /// The request at `node`, for rules whose logs have `shape`.
  ///
  /// - Parameters:
  ///   - supplied: facts that the engine derives from the logs, so that requests cannot give them.
  ///   - comparing: fields that decisions need on every day.
  ///   - recent: computes facts of the day from logs, evaluated in `session`.
  /// - Throws: all errors in the request itself, and evaluation errors of the rules.
  static func read(
    _ node: Node, context: EngineContext, shape: LogShape, supplied: [Text], comparing: [Int] = [],
    recent: RecentFacts?, _ session: () -> EngineSession
  ) throws(DiagnosticError) -> (request: LogRequest, warnings: [Diagnostic]) {
    let diagnostics = DiagnosticCollector(.request)
    let request = context.dayRequest(node, alsoKnown: [field], into: diagnostics)
    let logs = node.kind == .map ? node[field] : nil
    if let logs, logs.kind != .list, logs.kind != .null { diagnostics.report(.logNotAList(at: logs)) }
    if node.kind == .map, let facts = node["facts"], facts.kind == .map {
      for (key, _) in facts.members {
        // A fact about a candidate has been refused already.
        guard let name = key.text, supplied.contains(name),
          context.system.rules.ruleSet.fact(name)?.declaration.isPerCandidate == false
        else { continue }
        diagnostics.report(.suppliedByLogs(name, at: key))
      }
    }
    guard let request, !diagnostics.hasErrors else { throw diagnostics.error }
    let findings = DiagnosticCollector(.request)
    let days = LogReader.read(logs, shape: shape, context.system.pack.calendar, comparing: comparing, into: findings)
    if findings.hasErrors { throw findings.error }
    let day = try recent?.filled(request, from: days, session()) ?? request
    return (LogRequest(day: day, logs: days, findings: findings.diagnostics), diagnostics.diagnostics)
  }
}

extension Diagnostic {
  static func suppliedByLogs(_ name: Text, at key: Node) -> Diagnostic {
    Diagnostic(
      code: "request/supplied-fact", message: "`\(name)` is found from `logs`, and cannot be given", at: key,
      fix: "leave it out")
  }

  static func logNotAList(at node: Node) -> Diagnostic {
    Diagnostic(code: "log/not-a-list", message: "`logs` has to be a list of records, one or more a day", at: node)
  }
}

/// The logs of a person, one record per local day, in the order of days.
///
/// Each field is a column, so that reading one field of many days touches nothing else.
package struct LogDays: Sendable {
  /// The entry for one item on one day.
  struct Entry: Sendable {
    /// Its position among ``LogDays/items``.
    let item: Int
    /// The code of the feedback; nil without feedback.
    let word: Int?
    /// The duration, limited to the maximum that counts.
    let seconds: Int64?
    /// The code of its kind.
    let kind: Int?
  }

  /// The days that have a record.
  package let dates: [CalendarDate]
  /// For each field, its value on each day; nil if it is missing.
  let columns: [[Value?]]
  /// For each day its entries, and the items that were done: positions among ``items``, each at most once.
  let entries: [[Entry]]
  let done: [[Int]]
  /// The ids of everything that was done.
  package let items: [Text]
  /// For each day a number, which is equal for days with equal values in the fields that decisions need on every day, so that equal days
  /// are evaluated once.
  let alike: [Int]

  /// The value of the field at `position` on the day at `day`.
  func value(_ position: Int, _ day: Int) -> Value? { columns[position][day] }

  /// The number of days up to and including `date`.
  func count(upTo date: CalendarDate) -> Int {
    // Days are sorted.
    var low = 0
    var high = dates.count
    while low < high {
      let middle = (low + high) / 2
      if dates[middle] <= date { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension RuleSession {
  /// Makes the day at `day` of `logs` the candidate, with the values of `fields` on it.
  func look(at day: Int, of logs: LogDays, _ fields: [Int], _ shape: LogShape) throws(DiagnosticError) {
    nextCandidate()
    try diagnosing(try set(fields, of: logs, at: day, shape))
  }

  private func set(_ fields: [Int], of logs: LogDays, at day: Int, _ shape: LogShape) throws(EvaluationError) {
    for field in fields {
      if let value = logs.value(field, day) { try set(shape.facts[field], value) }
    }
  }
}
