import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The shares of people with each result of a decision in two versions of its rule set.
struct DecisionShares {
  /// The result of a decision for a person.
  struct Result: Hashable {
    /// The row; nil for `otherwise`, for a `value`, and if no row holds.
    let row: String?
    /// The value in words; nil for an error.
    let value: String?
  }

  private struct Change: Hashable {
    let old: Result
    let new: Result
  }

  private let total: UInt128
  private var weights: [Change: UInt128] = [:]

  /// The results of the decision called `name` in `old` and `new` for all of `people`; nil if one version lacks it.
  init?(_ name: Text, _ old: RuleSet, _ new: RuleSet, _ people: WeightedFacts) {
    guard let before = Evaluator(name, old, people.facts), let after = Evaluator(name, new, people.facts) else {
      return nil
    }
    total = people.total
    for (values, weight) in people.combinations {
      weights[Change(old: before.result(values), new: after.result(values)), default: 0] += weight
    }
  }

  /// The share of people for whom the value differs.
  var changed: Share {
    Share(weights.reduce(0) { $1.key.old.value == $1.key.new.value ? $0 : $0 + $1.value }, of: total)
  }

  /// The share of people for whom the value changes from `old` to `new`.
  func share(from old: DecisionResult, to new: DecisionResult) -> Share {
    let weight = weights.reduce(0 as UInt128) { sum, entry in
      let change = entry.key
      let isMeant = change.old.value != change.new.value && old.matches(change.old) && new.matches(change.new)
      return isMeant ? sum + entry.value : sum
    }
    return Share(weight, of: total)
  }

  /// The evaluation of one version.
  private struct Evaluator {
    private let session: RuleSession
    private let decision: Decision
    private let facts: [Fact?]

    init?(_ name: Text, _ rules: RuleSet, _ facts: [Text]) {
      guard let decision = rules.decision(name) else { return nil }
      self.decision = decision
      session = RuleSession(rules)
      self.facts = facts.map { rules.fact($0) }
    }

    func result(_ values: [Value]) -> Result {
      session.begin()
      do throws(EvaluationError) {
        for (fact, value) in zip(facts, values) { if let fact { try session.set(fact, value) } }
        let value = try session.value(decision)
        return Result(row: session.reasons(for: decision).first?.row?.string, value: value.asBrieflyWritten)
      } catch {
        return Result(row: nil, value: nil)
      }
    }
  }
}

extension DecisionResult {
  /// Returns true if it is the origin of `result`.
  fileprivate func matches(_ result: DecisionShares.Result) -> Bool {
    switch kind {
    case .error: result.value == nil
    case .value(let value): result.row == row && result.value == value
    case .computed: result.row == row
    }
  }
}

/// The share of people for whom each row of a decision fires.
package struct RowShares: Sendable {
  /// A row and its share.
  package struct Row: Sendable {
    /// The location of its declaration.
    package let place: Place
    /// The share of people for whom it fires.
    package let share: Share
  }

  /// The rows, in the order of the file.
  package let rows: [Row]

  /// The exact shares of the rows of `decision`; nil if it has no rows, or if `people` does not know its facts.
  ///
  /// - Parameter people: returns all combinations of the named facts with their weights, or nil if they are unknown.
  package init?(_ decision: Decision, of rules: RuleSet, people: (_ facts: [Text]) -> WeightedFacts?) {
    guard let table = decision.typed.table, table.hit != .collect, !table.rows.isEmpty else { return nil }
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
        // An error fires no row; these people are missing from every share.
        continue
      }
    }
    rows = table.rows.map { Row(place: $0.place, share: Share(weights[$0.id] ?? 0, of: people.total)) }
  }
}

/// All combinations of the values of some facts, with the number of people for each.
package struct WeightedFacts: Sendable {
  /// The facts, by name.
  package let facts: [Text]
  /// The sum of the weights of all combinations.
  package let total: UInt128
  /// The combinations of the facts' values.
  package let combinations: [(values: [Value], weight: UInt128)]

  /// People with these combinations of `facts`.
  package init(facts: [Text], total: UInt128, combinations: [(values: [Value], weight: UInt128)]) {
    self.facts = facts
    self.total = total
    self.combinations = combinations
  }
}

/// A part of all people, exactly.
package struct Share: Hashable, Sendable {
  /// The part.
  package let weight: UInt128
  /// The whole, at least 1 and below 2^127.
  package let total: UInt128

  /// `weight` of `total`.
  package init(_ weight: UInt128, of total: UInt128) {
    self.weight = weight
    self.total = total
  }

  /// The share as a fraction of 1.
  package var fraction: Double { Double(weight) / Double(total) }

  /// The share as a percentage with three decimals, rounded half up: `12.345`.
  package var percent: String {
    // Totals are below 2^127. Larger values are divided first, which does not affect the displayed digits.
    let (part, whole) = total.leadingZeroBitCount < 20 ? (weight >> 20, total >> 20) : (weight, total)
    let thousandths = (part * 200_000 + whole) / (whole * 2)
    let fraction = String(thousandths % 1000)
    return "\(thousandths / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
  }
}
