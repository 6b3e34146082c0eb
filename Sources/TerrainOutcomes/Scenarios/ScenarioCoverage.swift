import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

/// What scenarios reach of a pack and its rules: rows that fire, messages and other records that requests and results name.
package struct ScenarioCoverage {
  /// The rows that there are.
  private let rows: Set<FiredRow>
  private var fired: Set<FiredRow> = []
  private let pack: Pack
  /// The records that were named, by kind.
  var records: [Text: Set<Text>] = [:]

  init(_ system: LoadedSystem) {
    pack = system.pack
    var rows: Set<FiredRow> = []
    for linked in system.rules.ruleSet.linkedDecisions {
      guard case .rows(let table) = linked.typed.body else { continue }
      for row in table.rows { rows.insert(FiredRow(decision: linked.typed.fullName, row: row.id, place: row.place)) }
    }
    self.rows = rows
  }

  /// Adds the rows that `operation` makes fire for `request`.
  mutating func add(_ operation: AnyOperation, _ request: Node, _ session: OutcomeSession) {
    guard let explanation = try? session.explanation(of: operation, request) else { return }
    fired.formUnion(explanation.firedRows)
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
