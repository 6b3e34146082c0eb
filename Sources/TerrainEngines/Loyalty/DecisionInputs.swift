import TerrainExpressions
import TerrainRules
import TerrainBase

/// The facts that decisions which are evaluated together need: no others have to be given.
final class DecisionInputs: Sendable {
  private let ids: [Fact.ID?]
  /// By index of a fact, whether it is needed.
  private let isNeeded: [Bool]
  /// The facts of calendar and clock.
  let clock: [Fact]
  /// The windows whose values are needed.
  let windows: [Int]
  /// The lists that are empty unless an event gives them.
  let emptyLists: [Fact.ID]

  init(_ decisions: [Decision?], _ facts: AccountFacts, _ windows: [HistoryWindow], _ rules: RuleSet) {
    let needed = Set(decisions.compactMap { $0 }.flatMap { rules.facts(neededBy: $0) }.map { $0.id })
    isNeeded = rules.facts.map { needed.contains($0.id) }
    ids = AccountFacts.Name.allCases.map { name in facts[name].flatMap { needed.contains($0) ? $0 : nil } }
    let ofEvents = Set(facts.given.values.map { $0.id }).union([facts[.eventType]].compactMap { $0 })
    self.windows = windows.indices.filter { needed.contains(windows[$0].fact.id) }
    isAboutEventOnly = needed.isSubset(of: ofEvents)
    let those = rules.facts.filter { needed.contains($0.id) }
    clock = those.filter { Moment.factNames.contains($0.name) }
    emptyLists = those.filter { $0.declaration.isEmptyUnlessGiven && !facts.gives($0.name) }.map { $0.id }
  }

  /// The fact of that name, where it is needed.
  subscript(_ name: AccountFacts.Name) -> Fact.ID? { ids[name.rawValue] }

  /// Whether only the type of the event and its own facts are needed: two events with the same ones get the same results.
  let isAboutEventOnly: Bool

  /// Whether `fact`, which events give, is needed.
  func needs(_ fact: Fact.ID) -> Bool { isNeeded.indices.contains(fact.index) && isNeeded[fact.index] }
}

/// The inputs of the decisions of a program, by what is decided.
struct LoyaltyInputs: Sendable {
  private let earn: DecisionInputs
  private let reserve: DecisionInputs
  private let refund: DecisionInputs
  private let adjust: DecisionInputs
  private let step: DecisionInputs
  private let others: DecisionInputs
  /// What an event asks for.
  let claims: DecisionInputs
  /// What an event issues.
  let issued: DecisionInputs
  /// What an event brings other accounts.
  let sent: DecisionInputs
  /// The level.
  let level: DecisionInputs
  /// How long a level is kept that an account does not qualify for any more.
  let keep: DecisionInputs
  /// Both.
  let levels: DecisionInputs
  /// How lots begin and end, by itself.
  let lot: DecisionInputs
  let standing: DecisionInputs
  let notices: DecisionInputs
  /// Whether the most that an event earns is the same for all.
  let mostIsConstant: Bool

  init(_ decisions: AccountDecisions, _ facts: AccountFacts, _ windows: [HistoryWindow], _ rules: RuleSet) {
    /// What `named` need, and the windows when an event of one of `kinds` is applied.
    func inputs(_ named: Decision?..., kinds: [AccountEvent.Kind] = []) -> DecisionInputs {
      let ofWindows = kinds.flatMap { LoyaltyWindows.decisions(of: windows, for: $0) }
      return DecisionInputs(named + ofWindows, facts, windows, rules)
    }
    let (refused, at, claims) = (decisions.refused, decisions.refusedAt, decisions.claims)
    earn = inputs(
      refused, at, claims, decisions.earned, decisions.lineEarned, decisions.mostEarned, decisions.lot,
      decisions.issued, kinds: [.earn])
    reserve = inputs(refused, at, claims, decisions.cost, decisions.costs, decisions.hold, kinds: [.reserve])
    refund = inputs(refused, at, claims, decisions.takenBack, decisions.lineTakenBack, kinds: [.refund])
    adjust = inputs(refused, at, claims, decisions.lot, kinds: [.adjust])
    step = inputs(refused, at, claims, decisions.issued, kinds: [.commit, .cancel, .use])
    others = inputs(refused, at, claims, decisions.lot, kinds: [.send, .receive, .member])
    self.claims = inputs(claims)
    issued = inputs(decisions.issued)
    sent = inputs(decisions.sent)
    level = inputs(decisions.level)
    keep = inputs(decisions.keep)
    levels = inputs(decisions.level, decisions.keep)
    lot = inputs(decisions.lot)
    standing = inputs(decisions.standing)
    notices = inputs(decisions.notices)
    mostIsConstant = decisions.mostEarned.map { rules.facts(neededBy: $0).isEmpty } ?? false
  }

  /// The inputs of what is decided about events of `kind`.
  func about(_ kind: AccountEvent.Kind) -> DecisionInputs {
    switch kind {
    case .earn: earn
    case .reserve: reserve
    case .refund: refund
    case .adjust: adjust
    case .commit, .cancel, .use: step
    case .send, .receive, .member: others
    }
  }
}
