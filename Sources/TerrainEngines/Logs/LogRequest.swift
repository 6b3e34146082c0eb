import TerrainRules
import TerrainDocuments
import TerrainBase

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

  /// Whether the request at `node` has logs: an engine for it is loaded with what they require.
  package static func hasLogs(_ node: Node) -> Bool {
    node.kind == .map && node[field].map { $0.kind != .null } ?? false
  }

  /// The request at `node`, for rules whose logs have `shape`.
  ///
  /// - Parameters:
  ///   - supplied: facts that the engine derives from the logs, so that requests cannot give them.
  ///   - comparing: fields that decisions need on every day.
  /// - Throws: everything that is wrong with the request itself.
  static func read(
    _ node: Node, context: EngineContext, shape: LogShape, supplied: [Text], comparing: [Int] = []
  ) throws(DiagnosticError) -> (request: LogRequest, warnings: [Diagnostic]) {
    let diagnostics = DiagnosticCollector(.request)
    let request = context.dayRequest(node, alsoKnown: [field], into: diagnostics)
    let logs = node.kind == .map ? node[field] : nil
    if let logs, logs.kind != .list, logs.kind != .null { diagnostics.report(.logNotAList(at: logs)) }
    for part in ["person", "day"] as [Text] {
      guard node.kind == .map, let map = node[part], map.kind == .map else { continue }
      for (key, _) in map.members {
        // What belongs to a candidate is refused already.
        guard let name = key.text, supplied.contains(name),
          context.system.rules.ruleSet.fact(name)?.declaration.isPerCandidate == false
        else { continue }
        diagnostics.report(.suppliedByLogs(name, at: key))
      }
    }
    guard let request, !diagnostics.hasErrors else { throw diagnostics.error }
    let findings = DiagnosticCollector(.request)
    let days = LogReader.read(logs, shape: shape, zone: request.zone, comparing: comparing, into: findings)
    if findings.hasErrors { throw findings.error }
    return (LogRequest(day: request, logs: days, findings: findings.diagnostics), diagnostics.diagnostics)
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
