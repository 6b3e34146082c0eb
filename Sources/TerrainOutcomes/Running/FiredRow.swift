import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainBase

/// A row that made a result, or a part of it.
package struct FiredRow: Sendable, Hashable {
  /// The decision's full name.
  package let decision: Text
  /// The row's id.
  package let row: Text
  /// The row's location.
  package let place: Place

  package static func == (a: FiredRow, b: FiredRow) -> Bool { a.decision == b.decision && a.row == b.row }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(decision)
    hasher.combine(row)
  }
}

extension FiredRow {
  /// The row at `origin`; nil of `otherwise`.
  init?(_ origin: Origin) {
    guard let row = origin.row else { return nil }
    self.init(decision: origin.decision, row: row, place: origin.place)
  }
}

extension Explanation {
  /// The rows that fired: of a ranking, those that count for what is offered.
  package var firedRows: [FiredRow] {
    switch content {
    case .decisions(let traces): Self.rows(of: traces)
    case .candidates(let candidates):
      candidates.flatMap { candidate -> [FiredRow] in
        guard case .offered = candidate.standing else { return [] }
        return Self.rows(of: candidate.criteria)
      }
    case .weeks(let weeks): Self.rows(of: weeks.traces)
    case .streak(let streak, _): Self.rows(of: streak.traces)
    case .steps: []
    }
  }

  private static func rows(of traces: [DecisionTrace]) -> [FiredRow] {
    traces.flatMap { $0.firedRows }.compactMap { FiredRow($0.origin) }
  }

  // Criteria nest as deep as decisions name decisions.
  private static func rows(of criteria: [Ranking.Criterion]) -> [FiredRow] {
    criteria.flatMap { criterion in
      criterion.rows.compactMap { FiredRow($0) } + rows(of: criterion.parts)
    }
  }
}
