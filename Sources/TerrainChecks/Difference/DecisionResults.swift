import TerrainDocuments
import TerrainRules
import TerrainBase

/// A way to a result of a decision in one version of a rule set.
struct DecisionResult {
  /// What the result is.
  enum Kind: Equatable {
    /// This value.
    case value(String)
    /// What an expression evaluates to, with what identifies it: two with the same definition are equal.
    case computed(definition: String)
    /// No row holds, and that is an error.
    case error
  }

  let kind: Kind
  /// Where it is written; nil where no row holds.
  let place: Place?
  /// Its row's id; nil of `otherwise`, `value` and no row.
  let row: String?
  /// What takes the place of a row: `otherwise` or `value`.
  var part = ""
  /// All of them hold.
  var conditions: [TableView.Formula] = []
  /// None of them holds.
  var not: [TableView.Formula] = []

  /// The result for people.
  var words: String {
    switch kind {
    case .value(let value): value
    case .computed: "what \(source == "`value`" ? "it" : source ?? "it") computes"
    case .error: "an error, because no row holds"
    }
  }

  /// Which row it is of, or what takes its place.
  var source: String? {
    if let row { return "row `\(row)`" }
    return place == nil ? nil : "`\(part)`"
  }

  /// Whether it is known without running.
  var isKnown: Bool {
    if case .computed = kind { return false }
    return true
  }
}

/// The ways to a result of one decision in one version.
struct DecisionResults {
  let table: TableView.Table
  private let typed: TypedDecision
  private let rules: RuleSet
  private let isNew: Bool
  private let difference: RuleSetDifference

  /// Those of the decision at `index` of `rules`, whose table is `table`.
  init(_ table: TableView.Table, _ rules: RuleSet, index: Int, isNew: Bool, _ difference: RuleSetDifference) {
    self.table = table
    self.rules = rules
    self.isNew = isNew
    self.difference = difference
    typed = rules.linkedDecisions[index].typed
  }

  /// Each way to a result of a decision that is of one row at most.
  var single: [DecisionResult] {
    guard case .rows(let written) = typed.body else {
      guard case .value(let value) = typed.body, let outcome = table.value else { return [] }
      return results(value, outcome, row: nil, part: "value")
    }
    var all: [DecisionResult] = []
    for (index, row) in written.rows.enumerated() {
      guard let then = row.then else { continue }
      let when = table.rows[index].when
      for var result in results(then, table.rows[index].outcome, row: row.id.string) {
        result.conditions.append(when)
        if table.hit == .first {
          result.not += table.rows[..<index].map(\.when).filter { !$0.excludes(when) }
        }
        all.append(result)
      }
    }
    let noRow = table.rows.map(\.when)
    if let otherwise = written.otherwise, let outcome = table.otherwise {
      for var result in results(otherwise, outcome, row: nil, part: "otherwise") {
        result.not += noRow
        all.append(result)
      }
    } else {
      all.append(DecisionResult(kind: .error, place: nil, row: nil, not: noRow))
    }
    return all
  }

  /// For each row that counts by itself: what it contributes, and when it holds.
  package var rows: [(result: DecisionResult, when: TableView.Formula)] {
    guard case .rows(let written) = typed.body else { return [] }
    return written.rows.enumerated().map { index, row in
      let parts = [row.then, row.score].compactMap { $0 }
      let definition = parts.map { RuleSetDifference.definition(of: $0, in: rules) }.joined(separator: "\u{0}")
      let reads = parts.contains { difference.readsChanges($0, isNew: isNew) }
      return (
        DecisionResult(
          kind: .computed(definition: reads ? "\(isNew) \(definition)" : definition), place: row.place,
          row: row.id.string),
        table.rows[index].when
      )
    }
  }

  /// `result`, which is `outcome` of the table; of a condition, that it holds and that it does not.
  private func results(
    _ result: TypedResult, _ outcome: TableView.Outcome, row: String?, part: String = ""
  ) -> [DecisionResult] {
    switch outcome {
    case .constant(let value, _):
      return [DecisionResult(kind: .value(value.asBrieflyWritten), place: result.place, row: row, part: part)]
    case .condition(let condition):
      return [
        DecisionResult(kind: .value("true"), place: result.place, row: row, part: part, conditions: [condition]),
        DecisionResult(kind: .value("false"), place: result.place, row: row, part: part, not: [condition]),
      ]
    case .computed:
      let definition = RuleSetDifference.definition(of: result, in: rules)
      let reads = difference.readsChanges(result, isNew: isNew)
      return [
        DecisionResult(
          kind: .computed(definition: reads ? "\(isNew) \(definition)" : definition), place: result.place, row: row,
          part: part)
      ]
    }
  }
}
