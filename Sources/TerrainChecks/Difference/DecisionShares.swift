import TerrainExpressions
import TerrainRules
import TerrainBase

/// Of how many people a decision has which results in two versions of its rule set.
struct DecisionShares {
  /// The result of a decision for somebody.
  struct Result: Hashable {
    /// The row; nil of `otherwise`, of a `value` and where no row holds.
    let row: String?
    /// The value in words; nil where there is none, which is an error.
    let value: String?
  }

  private struct Change: Hashable {
    let old: Result
    let new: Result
  }

  private let total: UInt128
  private var weights: [Change: UInt128] = [:]

  /// The results of the decision called `name` in `old` and `new` for all of `people`; nil where one version lacks it.
  init?(_ name: Text, _ old: RuleSet, _ new: RuleSet, _ people: WeightedFacts) {
    guard let before = Evaluator(name, old, people.facts), let after = Evaluator(name, new, people.facts) else {
      return nil
    }
    total = people.total
    for (values, weight) in people.combinations {
      weights[Change(old: before.result(values), new: after.result(values)), default: 0] += weight
    }
  }

  /// Of whom it has another value.
  var changed: Share {
    Share(weights.reduce(0) { $1.key.old.value == $1.key.new.value ? $0 : $0 + $1.value }, of: total)
  }

  /// Of whom it has another value, which was `old` and is `new`.
  func share(from old: DecisionResult, to new: DecisionResult) -> Share {
    let weight = weights.reduce(0 as UInt128) { sum, entry in
      let change = entry.key
      let isMeant = change.old.value != change.new.value && old.matches(change.old) && new.matches(change.new)
      return isMeant ? sum + entry.value : sum
    }
    return Share(weight, of: total)
  }

  /// One version.
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
  /// Whether it is what `result` came from.
  fileprivate func matches(_ result: DecisionShares.Result) -> Bool {
    switch kind {
    case .error: result.value == nil
    case .value(let value): result.row == row && result.value == value
    case .computed: result.row == row
    }
  }
}
