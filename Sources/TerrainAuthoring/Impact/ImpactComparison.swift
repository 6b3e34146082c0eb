import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

/// Two rule sets, deciding about one member after another on one thread: a session of each serves all of them.
struct ImpactComparison {
  private let before: ImpactSession
  private let after: ImpactSession
  private let names: [Text]
  private(set) var tally: ImpactTally

  init(_ old: RuleSet, _ new: RuleSet, _ decisions: [Text]) {
    before = ImpactSession(old, decisions)
    after = ImpactSession(new, decisions)
    names = decisions
    tally = ImpactTally(decisions)
  }

  mutating func add(_ member: Population.Member) {
    before.begin(member.facts, mistyped: member.mistypedInOld)
    after.begin(member.factsOfNew ?? member.facts, mistyped: member.mistypedInNew)
    tally.begin()
    for index in names.indices {
      let (from, to) = (before.result(index), after.result(index))
      if from.isSame(as: to) {
        if case .failure(let code) = from { tally.fail(index, code, missing: before.missing(index)) }
        continue
      }
      let (old, new) = (from.outcome, to.outcome)
      guard old != new else { continue }
      let (cause, effect) = responsible(for: index)
      tally.add(ImpactTally.Key(decision: index, from: old, to: new, before: cause, after: effect), member)
    }
  }

  /// Of the decisions that lead to a change, the innermost with another result: all its inputs have the same results.
  private func responsible(for index: Int) -> (RuleImpact.Responsible?, RuleImpact.Responsible?) {
    let (old, new) = (before.reasons(names[index]), after.reasons(names[index]))
    var origins = (old.first, new.first)
    for reason in old.dropFirst() {
      guard let other = new.first(where: { $0.decision == reason.decision }),
        before.result(named: reason.decision).outcome != after.result(named: reason.decision).outcome
      else { continue }
      origins = (reason, other)
    }
    return (origins.0.map(RuleImpact.Responsible.init), origins.1.map(RuleImpact.Responsible.init))
  }
}

/// One rule set, deciding about one member after another.
private final class ImpactSession {
  /// What a decision evaluated to, before anybody needs to read it.
  enum Result {
    case value(Value)
    case failure(String)

    func isSame(as other: Result) -> Bool {
      switch (self, other) {
      case (.value(let a), .value(let b)): a.isIdentical(to: b)
      case (.failure(let a), .failure(let b)): a == b
      default: false
      }
    }

    var outcome: RuleImpact.Outcome {
      switch self {
      case .value(let value): .value(value.asWritten)
      case .failure(let code): .failure(code)
      }
    }
  }

  /// A decision, and what it needs.
  private struct ComparedDecision {
    let decision: Decision?
    let required: [Fact]
    let facts: Set<Text>
  }

  private let ruleSet: RuleSet
  private let session: RuleSession
  private let decisions: [ComparedDecision]
  /// The facts that some compared decision may read, by name.
  private let facts: [Text: Fact]
  private var given: Set<Text> = []
  /// Facts of this member that the rules refuse, and why.
  private var refused: [(name: Text, code: String)] = []

  init(_ ruleSet: RuleSet, _ names: [Text]) {
    self.ruleSet = ruleSet
    session = RuleSession(ruleSet)
    var factsByName: [Text: Fact] = [:]
    self.decisions = names.map { name in
      guard let decision = ruleSet.decision(name) else {
        return ComparedDecision(decision: nil, required: [], facts: [])
      }
      let needed = ruleSet.facts(neededBy: decision)
      for fact in needed { factsByName[fact.name] = fact }
      return ComparedDecision(
        decision: decision, required: needed.filter { !$0.declaration.isOptional }, facts: Set(needed.map(\.name)))
    }
    facts = factsByName
  }

  /// Takes a member's facts, those that a compared decision may read.
  func begin(_ values: [(name: Text, value: Value)], mistyped: [Text]) {
    session.begin()
    given.removeAll(keepingCapacity: true)
    refused = mistyped.map { ($0, FunctionFailure.Code.factType.name) }
    for (name, value) in values {
      guard let fact = facts[name] else { continue }
      do throws(EvaluationError) {
        try session.set(fact, value)
        given.insert(name)
      } catch {
        refused.append((name, error.code.name))
      }
    }
  }

  /// What the decision at `index` evaluates to. A fact that the rules refuse is a failure of those decisions that need it.
  func result(_ index: Int) -> Result {
    let compared = decisions[index]
    guard let decision = compared.decision else { return .failure("no-decision") }
    if let refused = refused.first(where: { compared.facts.contains($0.name) }) { return .failure(refused.code) }
    // Known without a run, and without the words of its error.
    if !compared.required.allSatisfy({ given.contains($0.name) }) {
      return .failure(FunctionFailure.Code.missingFact.name)
    }
    return value(decision)
  }

  /// The facts that the decision at `index` lacks.
  func missing(_ index: Int) -> [Text] { decisions[index].required.map(\.name).filter { !given.contains($0) } }

  /// What a decision evaluates to that another one uses.
  func result(named name: Text) -> Result {
    ruleSet.decision(name).map(value) ?? .failure("no-decision")
  }

  private func value(_ decision: Decision) -> Result {
    do throws(EvaluationError) {
      return .value(try session.value(decision))
    } catch {
      return .failure(error.code.name)
    }
  }

  /// Why a decision has its result: it first, then those it uses.
  func reasons(_ name: Text) -> [Reason] {
    guard refused.isEmpty, let decision = ruleSet.decision(name) else { return [] }
    return session.reasons(for: decision)
  }
}

extension RuleImpact.Responsible {
  fileprivate init(_ reason: Reason) {
    self.init(decision: reason.decision, row: reason.row, part: reason.part, place: reason.place)
  }
}
