import TerrainDocuments
import TerrainService

extension Option {
  /// The file of records.
  static let logDecisions = Option(
    name: "log-decisions", kind: .path("FILE"),
    help: "Write a record of each request to this file, before its response: parameters, outcome, versions")
  /// The size at which that file is closed and numbered.
  static let logDecisionsSize = Option(
    name: "log-decisions-size", kind: .number(1...1_048_576),
    help: "The mebibytes after which the file of records gets a number and a new one begins. Without it: 64")
  /// The period for which records are kept.
  static let keep = Option(
    name: "keep", kind: .number(1...36_500),
    help: "Begin a file of records each day (UTC), and remove those whose day is more than this many days ago")
}

extension Arguments {
  /// The log of decisions that they name; nil if they name none.
  func decisionLog() throws(DiagnosticError) -> DecisionLog? {
    guard let path = value(of: .logDecisions) else { return nil }
    let mebibytes = value(of: .logDecisionsSize).flatMap { Int($0) } ?? 64
    return try DecisionLog(path, limit: mebibytes << 20, keptDays: value(of: .keep).flatMap { Int($0) })
  }
}
