import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// Of how many people each row of a decision decides.
package struct RowShares: Sendable {
  /// A row and its share.
  package struct Row: Sendable {
    /// Where it is declared.
    package let place: Place
    /// Of whom it decides.
    package let share: Share
  }

  /// The rows, in the order of the file.
  package let rows: [Row]

  /// The shares of the rows of `decision`, exactly; nil where it has no rows, or where its facts are not what `people` differ in.
  ///
  /// - Parameter people: all people there can be, as far as the facts of these names distinguish them; nil where that is not known.
  package init?(_ decision: Decision, of rules: RuleSet, people: (_ facts: [Text]) -> WeightedFacts?) {
    let typed = rules.linkedDecisions[rules.number(of: decision)].typed
    guard case .rows(let table) = typed.body, table.hit != .collect, !table.rows.isEmpty else { return nil }
    let facts = rules.facts(neededBy: decision)
    guard !facts.isEmpty, let people = people(facts.map(\.declaration.name)) else { return nil }
    let session = RuleSession(rules)
    var weights: [Text: UInt128] = [:]
    for (values, weight) in people.combinations {
      session.begin()
      do throws(EvaluationError) {
        for (fact, value) in zip(facts, values) { try session.set(fact, value) }
        _ = try session.value(decision)
        if let row = session.reasons(for: decision).first?.row { weights[row, default: 0] += weight }
      } catch {
        // Whoever has an error has no row.
        continue
      }
    }
    rows = table.rows.map { Row(place: $0.place, share: Share(weights[$0.id] ?? 0, of: people.total)) }
  }
}
