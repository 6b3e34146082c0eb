import TerrainExpressions
import TerrainRules
import TerrainValues

/// Decisions that are asked for together, and the facts that those look at: no others need be given.
final class AccountQuestion: Sendable {
  private let ids: [Fact.ID?]
  /// By place of a fact, whether it is looked at.
  private let needed: [Bool]
  /// Those of calendar and clock.
  let clock: [Fact]
  /// Those that are empty where nobody gives them.
  let emptyLists: [Fact.ID]

  init(_ decisions: [Decision?], _ facts: AccountFacts, _ rules: RuleSet) {
    let asked = Set(decisions.compactMap(\.self).flatMap { rules.facts(neededBy: $0) }.map(\.id))
    needed = rules.facts.map { asked.contains($0.id) }
    ids = AccountFacts.Name.allCases.map { name in facts[name].flatMap { asked.contains($0) ? $0 : nil } }
    let ofEvents = Set(facts.given.values.map(\.id)).union([facts[.eventType]].compactMap(\.self))
    isAboutEventOnly = asked.isSubset(of: ofEvents)
    let those = rules.facts.filter { asked.contains($0.id) }
    clock = those.filter { Moment.factNames.contains($0.name) }
    emptyLists = those.filter { fact in
      guard case .list = fact.declaration.type else { return false }
      return !fact.declaration.isOptional
    }.map(\.id)
  }

  /// The fact of that name, where it is looked at.
  subscript(_ name: AccountFacts.Name) -> Fact.ID? { ids[name.rawValue] }

  /// Whether nothing is looked at but the type of the event and what it gives: two events that are alike in that get the same
  /// answer.
  let isAboutEventOnly: Bool

  /// Whether `fact`, which events give, is looked at.
  func needs(_ fact: Fact.ID) -> Bool { needed.indices.contains(fact.index) && needed[fact.index] }
}

/// What rules are asked.
struct AccountQuestions: Sendable {
  private let earn: AccountQuestion
  private let reserve: AccountQuestion
  private let refund: AccountQuestion
  private let adjust: AccountQuestion
  private let step: AccountQuestion
  /// The level, and how long one is kept.
  let level: AccountQuestion
  /// How lots begin and end, by itself.
  let lot: AccountQuestion
  let standing: AccountQuestion
  let notices: AccountQuestion

  init(_ decisions: AccountDecisions, _ facts: AccountFacts, _ rules: RuleSet) {
    func question(_ asked: Decision?...) -> AccountQuestion { AccountQuestion(asked, facts, rules) }
    let (refused, at) = (decisions.refused, decisions.refusedAt)
    earn = question(refused, at, decisions.earned, decisions.mostEarned, decisions.lot)
    reserve = question(refused, at, decisions.cost, decisions.hold)
    refund = question(refused, at, decisions.takenBack)
    adjust = question(refused, at, decisions.lot)
    step = question(refused, at)
    level = question(decisions.level, decisions.keep)
    lot = question(decisions.lot)
    standing = question(decisions.standing)
    notices = question(decisions.notices)
  }

  /// Everything that is asked about events of `kind`.
  func about(_ kind: AccountEvent.Kind) -> AccountQuestion {
    switch kind {
    case .earn: earn
    case .reserve: reserve
    case .refund: refund
    case .adjust: adjust
    case .commit, .cancel: step
    }
  }
}
