import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The decisions of the module `loyalty`.
struct AccountDecisions: Sendable {
  /// The module that declares a program.
  static let module: Text = "loyalty"

  /// The decisions and facts that a rule set for accounts must have.
  static let contract = Contract("terrain loyalty", decisions: wanted, otherFacts: .dyn, spansVersions: true)

  let settings: Decision
  let budgets: Decision?
  let refused: Decision
  let refusedAt: Decision?
  let declined: Decision?
  let earned: Decision
  let lineEarned: Decision?
  let mostEarned: Decision?
  let lot: Decision?
  let cost: Decision
  let costs: Decision?
  let claims: Decision?
  let issued: Decision?
  let sent: Decision?
  let hold: Decision?
  let takenBack: Decision
  let lineTakenBack: Decision?
  let givenBack: Decision?
  let renews: Decision?
  let reached: Decision?
  let level: Decision
  let keep: Decision?
  let standing: Decision?
  let notices: Decision?

  /// The decisions that yield steps.
  var steps: [Decision] { [earned] + [lineEarned].compactMap { $0 } }

  /// The decisions that yield amounts for an account.
  var amounts: [Decision] { steps + [reached].compactMap { $0 } }

  /// The decisions that are not about one line.
  var ofEvents: [Decision] {
    let required = [settings, refused, earned, cost, takenBack, level]
    return required
      + [
        refusedAt, declined, mostEarned, lot, costs, claims, issued, sent, hold, givenBack, renews, reached, keep,
        standing, notices,
      ].compactMap { $0 }
  }

  /// The decision about an account's level.
  static let level: Text = name("level")

  private static func name(_ name: String) -> Text { Text("\(module).\(name)") }

  private static let wanted: [Contract.Wanted] = [
    .init(name("settings"), .dyn),
    .init(name("budgets"), .dyn, isOptional: true),
    .init(name("refused"), .string),
    .init(name("refused_at"), .string, isOptional: true),
    .init(name("declined"), .string, isOptional: true),
    .init(name("earned"), .dyn),
    .init(name("line_earned"), .dyn, isOptional: true),
    .init(name("most_earned"), .int, isOptional: true),
    .init(name("lot"), .dyn, isOptional: true),
    .init(name("cost"), .int),
    .init(name("costs"), .dyn, isOptional: true),
    .init(name("claims"), .dyn, isOptional: true),
    .init(name("issued"), .dyn, isOptional: true),
    .init(name("sent"), .dyn, isOptional: true),
    .init(name("hold"), .dyn, isOptional: true),
    .init(name("taken_back"), .int),
    .init(name("line_taken_back"), .int, isOptional: true),
    .init(name("given_back"), .int, isOptional: true),
    .init(name("renews"), .dyn, isOptional: true),
    .init(name("reached"), .dyn, isOptional: true),
    .init(level, .string),
    .init(name("keep"), .dyn, isOptional: true),
    .init(name("standing"), .dyn, isOptional: true),
    .init(name("notices"), .dyn, isOptional: true),
  ]

  init(_ rules: RuleSet) throws(DiagnosticError) {
    let module = try ModuleDecisions(Self.module, of: rules, keeping: Self.contract)
    settings = try module.required("settings")
    budgets = module["budgets"]
    refused = try module.required("refused")
    refusedAt = module["refused_at"]
    declined = module["declined"]
    earned = try module.required("earned")
    lineEarned = module["line_earned"]
    mostEarned = module["most_earned"]
    lot = module["lot"]
    cost = try module.required("cost")
    costs = module["costs"]
    claims = module["claims"]
    issued = module["issued"]
    sent = module["sent"]
    hold = module["hold"]
    takenBack = try module.required("taken_back")
    lineTakenBack = module["line_taken_back"]
    givenBack = module["given_back"]
    renews = module["renews"]
    reached = module["reached"]
    level = try module.required("level")
    keep = module["keep"]
    standing = module["standing"]
    notices = module["notices"]
    guard case .list = earned.type else { throw DiagnosticError(.notSteps(earned)) }
  }
}

extension Diagnostic {
  static func rule(_ code: String, _ message: String, _ decision: Decision, fix: String? = nil) -> Diagnostic {
    Diagnostic(code: code, message: message, place: decision.place, fix: fix)
  }
}

/// The facts that a group of decisions needs; no other facts have to be given.
final class DecisionInputs: Sendable {
  private let ids: [Fact.ID?]
  /// True for each fact that is needed, by the index of the fact.
  private let isNeeded: [Bool]
  /// The facts of calendar and clock.
  let clock: [Fact]
  /// The windows whose values are needed.
  let windows: [Int]
  /// Lists that are empty unless an event gives a value.
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

  /// The id of the fact `name` if it is needed.
  subscript(_ name: AccountFacts.Name) -> Fact.ID? { ids[name.rawValue] }

  /// True if only the type of the event and its own facts are needed, so that events with equal facts have equal results.
  let isAboutEventOnly: Bool

  /// Returns true if `fact`, which events give, is needed.
  func needs(_ fact: Fact.ID) -> Bool { isNeeded.indices.contains(fact.index) && isNeeded[fact.index] }
}

/// The inputs of a program's decisions, by the kind of decision.
struct LoyaltyInputs: Sendable {
  private let earn: DecisionInputs
  private let reserve: DecisionInputs
  private let refund: DecisionInputs
  private let adjust: DecisionInputs
  private let step: DecisionInputs
  private let others: DecisionInputs
  /// The inputs of the claims of an event.
  let claims: DecisionInputs
  /// The inputs of the benefits that an event issues.
  let issued: DecisionInputs
  /// The inputs of the events that an event causes in other accounts.
  let sent: DecisionInputs
  /// The level.
  let level: DecisionInputs
  /// The inputs of the period for which an account keeps a level that it no longer qualifies for.
  let keep: DecisionInputs
  /// The inputs of the decisions on qualifying for a level and on keeping it.
  let levels: DecisionInputs
  /// The inputs of the amounts for reaching a level.
  let reached: DecisionInputs
  /// The inputs of the decision on the beginning and the end of lots.
  let lot: DecisionInputs
  let standing: DecisionInputs
  let notices: DecisionInputs
  /// True if the most that an event earns is the same for all.
  let mostIsConstant: Bool

  init(_ decisions: AccountDecisions, _ facts: AccountFacts, _ windows: [HistoryWindow], _ rules: RuleSet) {
    /// The inputs of the decisions `named`, and of the windows to which events of `kinds` contribute.
    func inputs(_ named: Decision?..., kinds: [AccountEvent.Kind] = []) -> DecisionInputs {
      let ofWindows = kinds.flatMap { LoyaltyWindows.decisions(of: windows, for: $0) }
      return DecisionInputs(named + ofWindows, facts, windows, rules)
    }
    let (refused, at, claims) = (decisions.refused, decisions.refusedAt, decisions.claims)
    let renews = decisions.renews
    earn = inputs(
      refused, at, claims, decisions.declined, decisions.earned, decisions.lineEarned, decisions.mostEarned,
      decisions.lot, decisions.issued, renews, kinds: [.earn])
    reserve = inputs(refused, at, claims, renews, decisions.cost, decisions.costs, decisions.hold, kinds: [.reserve])
    refund = inputs(
      refused, at, claims, renews, decisions.takenBack, decisions.lineTakenBack, decisions.givenBack, kinds: [.refund])
    adjust = inputs(refused, at, claims, renews, decisions.lot, kinds: [.adjust])
    step = inputs(refused, at, claims, renews, decisions.issued, kinds: [.commit, .cancel, .use])
    others = inputs(refused, at, claims, renews, decisions.lot, kinds: [.send, .receive, .member, .level])
    self.claims = inputs(claims)
    issued = inputs(decisions.issued)
    sent = inputs(decisions.sent)
    level = inputs(decisions.level)
    keep = inputs(decisions.keep)
    levels = inputs(decisions.level, decisions.keep)
    reached = inputs(decisions.reached)
    lot = inputs(decisions.lot)
    standing = inputs(decisions.standing)
    notices = inputs(decisions.notices)
    mostIsConstant = decisions.mostEarned.map { rules.facts(neededBy: $0).isEmpty } ?? false
  }

  /// The inputs of the decisions about events of `kind`.
  func about(_ kind: AccountEvent.Kind) -> DecisionInputs {
    switch kind {
    case .earn: earn
    case .reserve: reserve
    case .refund: refund
    case .adjust: adjust
    case .commit, .cancel, .use: step
    case .send, .receive, .member, .level: others
    }
  }
}

/// An entry of an account: an amount that came or went, with its time and reason.
package struct AccountEntry: Sendable {
  /// The reasons for entries.
  package enum Kind: String, Sendable, CaseIterable {
    /// Came with an event.
    case earn
    /// Was spent.
    case redeem
    /// Was taken back.
    case refund
    /// Has expired.
    case expire
    /// Was corrected.
    case adjust
    /// Went to another account.
    case send
    /// Came from another account.
    case receive
  }

  /// The time of the entry.
  package let time: Timestamp
  /// The reason for the entry.
  package let kind: Kind
  /// The unit of the amount.
  package let unit: Text
  /// The amount, which is negative if it leaves the account.
  package let amount: Int64
  /// The event that caused the entry; for an expiry, the event that had brought the amount.
  package let event: Text
  /// Its number among the entries of its event.
  let number: Int
  /// The cause that the rule gives.
  package let cause: Text?
  /// The id of the line of the event that earned the amount, or from which it was taken back; nil if the entry is about the whole event.
  package let line: Text?
  /// The rule that it follows from; nil if no decision was evaluated.
  package let reason: AccountReason?

  init(
    _ kind: Kind, _ amount: Int64, of unit: Text, at time: Timestamp, event: Text, number: Int, cause: Text?,
    line: Text? = nil, reason: AccountReason?
  ) {
    self.kind = kind
    self.amount = amount
    self.unit = unit
    self.time = time
    self.event = event
    self.number = number
    self.cause = cause
    self.line = line
    self.reason = reason
  }

  /// The event's id, a slash, and a number.
  package var id: Text { Self.id(event, number) }

  /// The row that the entry follows from; nil if the entry was read from a document, or if no decision was evaluated.
  package var origin: Origin? { reason?.origin }

  /// The decision that it follows from; nil if none was evaluated.
  package var decision: Text? { reason?.decision }

  /// The id of the row.
  package var row: Text? { reason?.row }

  /// The id of the entry `number` of `event`.
  static func id(_ event: Text, _ number: Int) -> Text { Text(event.string + "/" + String(number)) }

  /// Its identity.
  struct Key: Hashable {
    let event: Text
    let number: Int
  }

  var key: Key { Key(event: event, number: number) }
}

/// The rule that led to an entry, a lot, or a hold. A class, so that keeping one costs one reference.
package final class AccountReason: Sendable {
  /// The decision's full name.
  package let decision: Text?
  /// The id of the row; nil if the decision has no rows.
  package let row: Text?
  /// The location of the row; nil if the entry was read from a document.
  package let origin: Origin?

  init(_ origin: Origin) {
    decision = origin.decision
    row = origin.row
    self.origin = origin
  }

  init(decision: Text?, row: Text?) {
    self.decision = decision
    self.row = row
    origin = nil
  }
}

extension AccountEntry {
  /// Returns true if `other` is the same entry with the same amount.
  func isSame(as other: AccountEntry) -> Bool {
    key == other.key && amount == other.amount && time == other.time && kind == other.kind && unit == other.unit
  }
}

/// Limits of accounts. Together they keep every sum within 64 bits.
package enum AccountLimits {
  /// The largest amount of one unit that one event may add or take.
  package static let largestAmount: Int64 = 1_000_000_000_000
  /// The maximum number of events of one account.
  package static let mostEvents = 4_000_000
  /// The maximum number of units of one account.
  package static let mostUnits = 100
  /// The maximum number of benefits that one event may issue.
  package static let mostBenefits = 1000
  /// The number of events between two checkpoints of an account in memory.
  package static let checkpointInterval = 64
}

extension Diagnostic {
  static var tooManyEvents: Diagnostic {
    Diagnostic(
      code: "account/event-limit",
      message: "the account would have more than \(AccountLimits.mostEvents) events (`mostEvents`)",
      place: nil)
  }

  static func tooManyUnits(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/unit-limit",
      message: "the account would have more than \(AccountLimits.mostUnits) units (`mostUnits`)", at: node)
  }
}
