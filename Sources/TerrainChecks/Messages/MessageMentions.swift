import TerrainExpressions
import TerrainRules
import TerrainBase

/// A place in a rule set where a result is written.
struct ResultPosition: Hashable {
  /// What yields the result.
  enum Part: Hashable {
    case row(Int)
    /// `otherwise`, or the `value` of a decision without rows.
    case rest
  }

  /// The decision, by its number.
  let decision: Int
  let part: Part
}

/// Which results of a rule set name which messages, and which decisions.
///
/// Any text in a result that is a message's id counts as its name: a page's heading, a word inside an expression. So a message
/// that is not named here is named nowhere.
struct MessageMentions {
  /// For each id, the results that name it.
  private(set) var positions: [Text: [ResultPosition]] = [:]
  /// For each decision, the results of others that it goes into.
  private(set) var users: [Int: [ResultPosition]] = [:]
  private let decisionOf: [Slot: Int]

  init(_ rules: RuleSet, ids: Set<Text>) {
    decisionOf = Dictionary(rules.linkedDecisions.enumerated().map { ($1.slot, $0) }) { first, _ in first }
    for (index, linked) in rules.linkedDecisions.enumerated() {
      switch linked.typed.body {
      case .value(let value): read(value, at: ResultPosition(decision: index, part: .rest), ids)
      case .rows(let table):
        for (number, row) in table.rows.enumerated() {
          if let then = row.then { read(then, at: ResultPosition(decision: index, part: .row(number)), ids) }
        }
        if let otherwise = table.otherwise { read(otherwise, at: ResultPosition(decision: index, part: .rest), ids) }
      }
    }
  }

  /// The decision that `slot` holds the result of; nil for a fact's.
  func decision(in slot: Slot) -> Int? { decisionOf[slot] }

  /// The decisions of `roots`, and all that their results are made of.
  func closure(of roots: some Sequence<Int>) -> Set<Int> {
    var parts: [Int: [Int]] = [:]
    for (part, positions) in users { for position in positions { parts[position.decision, default: []].append(part) } }
    var positions: Set<Int> = []
    var waiting = Array(roots)
    while let next = waiting.popLast() {
      if positions.insert(next).inserted { waiting += parts[next] ?? [] }
    }
    return positions
  }

  private mutating func read(_ result: TypedResult, at position: ResultPosition, _ ids: Set<Text>) {
    switch result {
    case .constant(let value, _): note(value, at: position, ids)
    case .list(let results, _): for result in results { read(result, at: position, ids) }
    case .object(let fields, _): for field in fields { read(field.value, at: position, ids) }
    case .expression(let typed):
      for node in typed.expression.nodes {
        if case .literal(let value) = node.kind { note(value, at: position, ids) }
      }
      for reference in typed.references {
        guard case .variable(let variable) = reference else { continue }
        switch variable.binding {
        case .constant(let value): note(value, at: position, ids)
        case .slot(let slot):
          if let decision = decisionOf[slot], users[decision]?.last != position {
            users[decision, default: []].append(position)
          }
        case .unbound: break
        }
      }
    }
  }

  /// Readers bound how deep values nest.
  private mutating func note(_ value: Value, at position: ResultPosition, _ ids: Set<Text>) {
    switch value {
    case .string(let text):
      if ids.contains(text), positions[text]?.last != position { positions[text, default: []].append(position) }
    case .list(let values): for value in values { note(value, at: position, ids) }
    case .map(let map): for (_, value) in map.entries { note(value, at: position, ids) }
    case .optional(let value?): note(value, at: position, ids)
    default: break
    }
  }
}
