import TerrainRules

/// When results of a rule set come about, as formulas over its facts.
struct RowFiring {
  let rules: RuleSet
  let view: TableView
  private let mentions: MessageMentions
  /// Decisions inside decisions are followed this far; beyond, a result may come about whatever the facts are.
  private static let mostSteps = 8

  init(_ rules: RuleSet, _ view: TableView, _ mentions: MessageMentions) {
    self.rules = rules
    self.view = view
    self.mentions = mentions
  }

  /// True wherever the result at `position` can come about.
  func may(_ position: ResultPosition) -> TableView.Formula { formula(position, surely: false) }

  /// True only where the result at `position` comes about whatever else there is to decide: which of several rows has the
  /// highest score, which elements are cut off or left out as doubles.
  func must(_ position: ResultPosition) -> TableView.Formula { formula(position, surely: true) }

  /// True wherever the result of `decision` can become part of what a decision yields that nothing else is made of.
  func reach(_ decision: Int, steps: Int = 0) -> TableView.Formula {
    guard let users = mentions.users[decision], !users.isEmpty, steps < Self.mostSteps else { return .constant(true) }
    return .any(users.map { .all([may($0), reach($0.decision, steps: steps + 1)]) })
  }

  private func formula(_ position: ResultPosition, surely: Bool) -> TableView.Formula {
    let table = view.tables[position.decision]
    guard case .row(let index) = position.part, table.rows.indices.contains(index) else {
      return table.rows.isEmpty ? .constant(true) : .all(table.rows.map { .not($0.when) })
    }
    let row = table.rows[index]
    let others = table.rows.enumerated().filter { $0.offset != index && !$0.element.when.excludes(row.when) }
    switch table.hit.selection {
    case .earliest: return .all([row.when] + others.filter { $0.offset < index }.map { .not($0.element.when) })
    case .highestScore: return surely ? .all([row.when] + others.map { .not($0.element.when) }) : row.when
    case .only: return row.when
    case .all: return surely && isCut(position.decision) ? .constant(false) : row.when
    }
  }

  /// Whether what rows yield may be left out of the list that `decision` is; false where it is not a list.
  private func isCut(_ decision: Int) -> Bool {
    guard case .rows(let table) = rules.linkedDecisions[decision].typed.body else { return false }
    return table.limit != nil || table.isDistinct
  }
}
