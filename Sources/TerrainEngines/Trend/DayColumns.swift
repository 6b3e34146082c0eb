import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// The results of decisions over a day on each day of a window.
struct DayColumns {
  private let ids: [Decision.ID]
  /// For each decision one value per day; nil where the day has no record.
  private let values: [[Value?]]

  /// Asks `session`, whose request has begun, for `decisions` on the `days` of `logs`; nil is a day without a record.
  init(
    _ decisions: [Decision], fields: [Int], days: [Int?], logs: LogDays, shape: LogShape, _ session: RuleSession
  ) throws(DiagnosticError) {
    ids = decisions.map { $0.id }
    var values = [[Value?]](repeating: [Value?](repeating: nil, count: days.count), count: decisions.count)
    for (position, day) in days.enumerated() {
      guard let day else { continue }
      try session.look(at: day, of: logs, fields, shape)
      for index in decisions.indices { values[index][position] = try session.decided(decisions[index]) }
    }
    self.values = values
  }

  /// The values of `decision`, a day each.
  subscript(decision: Decision) -> [Value?] {
    ids.firstIndex(of: decision.id).map { values[$0] } ?? []
  }

  /// The numbers of `decision`; nil where it has none.
  ///
  /// - Throws: where one of them is not finite.
  func numbers(_ decision: Decision) throws(DiagnosticError) -> [Double?] {
    var numbers: [Double?] = []
    for value in self[decision] {
      guard case .double(let number)? = value?.present else {
        numbers.append(nil)
        continue
      }
      guard number.isFinite else { throw DiagnosticError(.notFinite(decision)) }
      numbers.append(number)
    }
    return numbers
  }
}
