import TerrainRules
import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Keeps accounts: folds events into lots, entries and balances, as the module `loyalty` of a rule set decides.
///
/// Immutable; threads share one engine, each with a ``LoyaltySession`` of its own.
package final class LoyaltyEngine: Engine {
  /// The pack, the rules and what is prepared of both.
  package let context: EngineContext
  /// What the rules declare for every event.
  package let settings: LoyaltySettings
  let decisions: AccountDecisions
  let facts: AccountFacts
  /// Identifies this pack and these rules.
  let fingerprint: UInt64
  /// Identifies these rules with all versions before them.
  let lineage: UInt64
  let inputs: LoyaltyInputs
  let windows: LoyaltyWindows
  let budgets: BudgetLimits
  /// Nil where nothing is decided line by line.
  let lines: LoyaltyLines?
  /// The levels, lowest first.
  let levels: [Text]
  /// The types of events that the rules take, in order.
  let kinds: [AccountEvent.Kind]
  /// When its rules come into force.
  let begins: Timestamp
  /// The engines of the versions of the rules that were in force before, oldest first.
  let earlier: [LoyaltyEngine]

  /// The module that declares a program.
  package static var module: Text { AccountDecisions.module }

  /// What keeping accounts requires of a rule set.
  package static var contract: Contract { AccountDecisions.contract }

  /// An engine over `system`, which was loaded for ``contract``.
  ///
  /// - Throws: what keeps rules and pack from working together.
  package init(_ system: LoadedSystem) throws(DiagnosticError) {
    context = try EngineContext(system)
    let (pack, rules) = (system.pack, system.rules.ruleSet)
    decisions = try AccountDecisions(rules)
    facts = AccountFacts(rules)
    budgets = try BudgetLimits(decisions.budgets, rules)
    lines = try LoyaltyLines(rules, decisions, facts)
    let windows = try HistoryWindowReader(rules, decisions, facts).windows()
    inputs = LoyaltyInputs(decisions, facts, windows, rules)
    let overrides = system.rules.overrides.map { $0.string }.joined(separator: " ")
    fingerprint = StableHash.xxHash64(Array("\(pack.hash) \(system.rules.hash) \(overrides)".utf8))
    settings = try LoyaltySettings(decisions.settings, rules)
    self.windows = LoyaltyWindows(windows, zone: settings.zone, levels: inputs.levels)
    guard case .enumeration(let words) = decisions.level.type else {
      throw DiagnosticError(.levelsAreNoWords(decisions.level))
    }
    levels = words.cases
    let types = rules.fact(AccountFacts.Name.eventType.word)?.declaration.type.enumeration
    kinds = AccountEvent.Kind.allCases.filter { types?.cases.contains(Text($0.rawValue)) ?? true }
    try Self.checkShared(decisions, facts, rules)
    begins = system.rules.validFrom.map { [zone = settings.zone] in WindowClock.start(of: $0, in: zone) } ?? .earliest
    var earlier: [LoyaltyEngine] = []
    for rules in system.rules.earlier { earlier.append(try LoyaltyEngine(LoadedSystem(pack: pack, rules: rules))) }
    self.earlier = earlier
    let fingerprints = earlier.map { $0.fingerprint } + [fingerprint]
    lineage = StableHash.xxHash64(Array(fingerprints.map { "\($0)" }.joined(separator: " ").utf8))
    var diagnostics = WrittenResults(rules, decisions, budgets).diagnostics
    for fact in rules.facts {
      if let diagnostic = facts.diagnostic(about: fact) { diagnostics.append(diagnostic) }
    }
    for version in earlier
    where version.settings.unit != settings.unit || version.settings.zone.name != settings.zone.name {
      diagnostics.append(.otherProgram(version.decisions.settings, version: version.rules.version))
    }
    if !diagnostics.isEmpty { throw DiagnosticError(diagnostics) }
  }

  /// What an event asks for does not depend on what it was granted, and what it brings others depends on it alone.
  private static func checkShared(
    _ decisions: AccountDecisions, _ facts: AccountFacts, _ rules: RuleSet
  ) throws(DiagnosticError) {
    if let claims = decisions.claims, rules.facts(neededBy: claims).contains(where: { $0.id == facts[.grantedClaims] })
    {
      throw DiagnosticError(.claimsReadGrants(claims))
    }
    guard let sent = decisions.sent else { return }
    let others = rules.facts(neededBy: sent).filter { !facts.isOfEvent($0) && $0.id != facts[.account] }
    if let other = others.first { throw DiagnosticError(.notOfEvent(other.name, sent)) }
  }

  /// Whether events of `kind` are granted something when they are accepted, even without budgets, by the rules of any version: one
  /// may wait for an event of a later version.
  func grants(_ kind: AccountEvent.Kind) -> Bool {
    kind == .send || decisions.claims != nil || earlier.contains { $0.decisions.claims != nil }
  }

  /// Whether what is set aside by these rules may ask for something, or issue something, when it is spent.
  var keepsReserved: Bool { decisions.claims != nil || decisions.issued != nil }

  /// Whether what is set aside at `time` may do so by the rules that are in force then, or by later ones.
  func keepsReserved(from time: Timestamp) -> Bool {
    if keepsReserved || inForce(at: time).keepsReserved { return true }
    return earlier.contains { $0.begins > time && $0.keepsReserved }
  }

  /// The engine of the rules that are in force at `time`. The oldest have been in force since ever.
  func inForce(at time: Timestamp) -> LoyaltyEngine {
    if earlier.isEmpty || time >= begins { return self }
    return earlier.last { $0.begins <= time } ?? earlier[0]
  }

  /// The levels of accounts that `rules` decide about, lowest first; nil where they keep no accounts.
  package static func levels(of rules: RuleSet) -> EnumerationType? {
    guard case .enumeration(let levels)? = rules.decision(AccountDecisions.level)?.type else { return nil }
    return levels
  }

  /// No account has had more levels, one after another, of all versions.
  var mostLevels: Int { earlier.reduce(levels.count) { $0 + $1.levels.count } }

  /// What people call the level `word`, in the language of `locale`; nil where its vocabulary has no label.
  package func label(ofLevel word: Text, locale: LanguageTag?) -> Text? {
    for engine in [self] + earlier.reversed() where engine.levels.contains(word) {
      guard case .enumeration(let words) = engine.decisions.level.type else { continue }
      return MessageRenderer(pack, context.messages, locale: locale).label(words.name, word)?.text
    }
    return nil
  }

  /// The standing of an account at `time`, with words as people read them.
  package func worded(standing: Value, at time: Timestamp?, locale: LanguageTag?) -> Value {
    guard let decision = inForce(at: time ?? .latest).decisions.standing else { return standing }
    return MessageRenderer(pack, context.messages, locale: locale).worded(standing, decision.type)
  }

  /// An account in which nothing has happened.
  package func account(_ id: Text) -> Account {
    var state = AccountState(unit: settings.unit, windows)
    state.account = id
    return Account(
      id: id, state: state, entries: [], events: [], records: [:], windowsOf: fingerprint, asOf: nil)
  }
}

extension LoyaltyEngine {
  /// Whether an account itself gives `fact`, so that no event can.
  package static func gives(_ fact: Fact) -> Bool {
    suppliedFacts.contains(fact.name) || fact.declaration.window != nil
  }

  private static let suppliedFacts = Set(AccountFacts.Name.allCases.map { $0.word })
}

extension Diagnostic {
  static func otherProgram(_ decision: Decision, version: Text) -> Diagnostic {
    rule(
      "ruleset/versions",
      "version \(version) has another `unit` or `zone`: all versions of a program add up the same amounts, in one calendar",
      decision, fix: "give all versions the same `unit` and `zone`")
  }

  static func levelsAreNoWords(_ decision: Decision) -> Diagnostic {
    rule(
      "account/levels", "the levels that `\(decision.name)` yields have to be a list of words, lowest first", decision,
      fix: "give it a vocabulary as its type, or write words as its results")
  }
}
