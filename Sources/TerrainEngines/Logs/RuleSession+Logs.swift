import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

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
