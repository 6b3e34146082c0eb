import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainRules
import TerrainValues

/// What scenarios reach of a pack and its rules: rows that fire, messages and other records that requests and results name.
package struct ScenarioCoverage {
  private struct RowName: Hashable {
    let decision: Text
    let row: Text
  }

  /// The rows that there are.
  private let rows: Set<RowName>
  private var fired: Set<RowName> = []
  private let pack: Pack
  /// The records that were named, by kind.
  var records: [Text: Set<Text>] = [:]

  init(_ system: LoadedSystem) {
    pack = system.pack
    var rows: Set<RowName> = []
    for linked in system.rules.ruleSet.linkedDecisions {
      guard case .rows(let table) = linked.typed.body else { continue }
      for row in table.rows { rows.insert(RowName(decision: linked.typed.fullName, row: row.id)) }
    }
    self.rows = rows
  }

  /// Adds the rows that `operation` makes fire for `request`.
  mutating func add(_ operation: AnyOperation, _ request: Node, _ session: OutcomeSession) {
    guard let explanation = try? session.explanation(of: operation, request) else { return }
    switch explanation.content {
    case .decisions(let traces): add(traces)
    case .weeks(let weeks): add(weeks.traces)
    case .streak(let streak, _): add(streak.traces)
    case .candidates(let candidates):
      for candidate in candidates {
        add(candidate.criteria)
        if case .excluded(_, let origin) = candidate.standing, let origin { add([origin]) }
      }
    }
  }

  private mutating func add(_ traces: [DecisionTrace]) {
    for trace in traces {
      for row in trace.rows where row.outcome == .fired { fired.insert(RowName(decision: trace.decision, row: row.id)) }
    }
  }

  private mutating func add(_ criteria: [Ranking.Criterion]) {
    var waiting = criteria
    while let criterion = waiting.popLast() {
      add(criterion.rows)
      waiting += criterion.parts
    }
  }

  private mutating func add(_ origins: [Origin]) {
    for origin in origins {
      if let row = origin.row { fired.insert(RowName(decision: origin.decision, row: row)) }
    }
  }

  /// One sentence for people.
  package var text: String {
    let messages = pack.records(of: Messages.kind).count
    let others = pack.kinds.map(\.name).filter { $0 != Messages.kind }
    let all = others.reduce(0) { $0 + pack.records(of: $1).count }
    let named = others.reduce(0) { $0 + (records[$1]?.count ?? 0) }
    return """
      scenarios of \(pack.id): \(fired.intersection(rows).count) of \(rows.count) rows fired, \
      \(records[Messages.kind]?.count ?? 0) of \(messages) messages and \(named) of \(all) other records named
      """
  }
}
