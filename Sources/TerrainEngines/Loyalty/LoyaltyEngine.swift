import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Keeps accounts: folds events into lots, entries, and balances, by the rules of the module `loyalty`.
///
/// Immutable; threads share one engine, each with a ``LoyaltySession`` of its own.
package final class LoyaltyEngine: Engine {
  /// The pack, the rules, and the values prepared from both.
  package let context: EngineContext
  /// The settings that the rules declare for every event.
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
  /// Nil if nothing is decided line by line.
  let lines: LoyaltyLines?
  /// The levels, lowest first.
  let levels: [Text]
  /// The types of events that the rules take, in order.
  let kinds: [AccountEvent.Kind]
  /// The time at which the rules of this engine come into force.
  let begins: Timestamp
  /// The engines of the versions of the rules that were in force before, oldest first.
  let earlier: [LoyaltyEngine]

  /// The module that declares a program.
  package static var module: Text { AccountDecisions.module }

  /// The decisions and facts that a rule set for accounts must have.
  package static var contract: Contract { AccountDecisions.contract }

  /// An engine over `system`, which was loaded for ``contract``.
  ///
  /// - Throws: the errors that keep rules and pack from working together.
  package init(_ system: LoadedSystem) throws(DiagnosticError) {
    context = try EngineContext(system)
    let (pack, rules) = (system.pack, system.rules.ruleSet)
    decisions = try AccountDecisions(rules)
    facts = AccountFacts(rules)
    budgets = try BudgetLimits(decisions.budgets, rules)
    lines = try LoyaltyLines(rules, decisions, facts)
    let windows = try HistoryWindowReader(rules, decisions, facts, weekBegins: pack.calendar.weekBegins).windows()
    inputs = LoyaltyInputs(decisions, facts, windows, rules)
    let overrides = system.rules.overrides.map { $0.string }.joined(separator: " ")
    fingerprint = StableHash.xxHash64(Array("\(pack.hash) \(system.rules.hash) \(overrides)".utf8))
    settings = try LoyaltySettings(decisions.settings, rules, pack.calendar)
    self.windows = LoyaltyWindows(windows, days: settings.days, levels: inputs.levels)
    guard case .enumeration(let words) = decisions.level.type else {
      throw DiagnosticError(.levelsAreNoWords(decisions.level))
    }
    levels = words.cases
    let types = rules.fact(AccountFacts.Name.eventType.word)?.declaration.type.enumeration
    let takesLevels = inputs.level[.setLevel] != nil
    kinds = AccountEvent.Kind.allCases.filter { kind in
      types?.cases.contains(Text(kind.rawValue)) ?? true && (kind != .level || takesLevels)
    }
    try Self.checkShared(decisions, facts, rules)
    begins = system.rules.validFrom.map { [days = settings.days] in WindowClock.start(of: $0, in: days) } ?? .earliest
    var earlier: [LoyaltyEngine] = []
    for rules in system.rules.earlier {
      var past = LoadedSystem(pack: pack, rules: rules)
      past.unfilled = system.unfilled
      earlier.append(try LoyaltyEngine(past))
    }
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
    for word in types?.cases ?? [] where AccountEvent.Kind(rawValue: word.string) == nil {
      if let fact = rules.fact(AccountFacts.Name.eventType.word) { diagnostics.append(.unknownEventType(word, fact)) }
    }
    if !diagnostics.isEmpty { throw DiagnosticError(diagnostics) }
  }

  /// Checks that claims do not depend on grants, and that the events for other accounts depend only on their event.
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

  /// Returns true if events of `kind` are granted something when they are accepted, even without budgets, by the rules of any version: one
  /// may wait for an event of a later version.
  func grants(_ kind: AccountEvent.Kind) -> Bool {
    kind == .send || decisions.claims != nil || earlier.contains { $0.decisions.claims != nil }
  }

  /// True if a spent amount may come back.
  var keepsSpent: Bool { decisions.givenBack != nil }

  /// True if an amount reserved under these rules may have claims or issue benefits when it is spent.
  var keepsReserved: Bool { decisions.claims != nil || decisions.issued != nil }

  /// Returns true if ``keepsReserved`` holds for the rules in force at `time`, or for later rules.
  func keepsReserved(from time: Timestamp) -> Bool {
    if keepsReserved || inForce(at: time).keepsReserved { return true }
    return earlier.contains { $0.begins > time && $0.keepsReserved }
  }

  /// The engine of the rules that are in force at `time`. The oldest have been in force since ever.
  func inForce(at time: Timestamp) -> LoyaltyEngine {
    if earlier.isEmpty || time >= begins { return self }
    return earlier.last { $0.begins <= time } ?? earlier[0]
  }

  /// The levels of accounts that `rules` decide about, lowest first; nil if they keep no accounts.
  package static func levels(of rules: RuleSet) -> EnumerationType? {
    guard case .enumeration(let levels)? = rules.decision(AccountDecisions.level)?.type else { return nil }
    return levels
  }

  /// Returns true if an entry that follows from `decision` is one that a level brought, by these rules or earlier ones.
  func isGift(_ decision: Text?) -> Bool {
    guard let decision else { return false }
    return decisions.reached?.name == decision || earlier.contains { $0.decisions.reached?.name == decision }
  }

  /// No account has had more levels, one after another, of all versions.
  var mostLevels: Int { earlier.reduce(levels.count) { $0 + $1.levels.count } }

  /// The label of the level `word` in the language of `locale`; nil if its vocabulary has no label.
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
  /// Returns true if an account itself gives `fact`, so that no event can.
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

/// The rules of a program, version after version, on one thread.
struct LoyaltyVersions {
  /// Oldest first; never empty.
  private let all: [LoyaltyRules]
  /// The rules of the newest version.
  let newest: LoyaltyRules

  /// The versions of `engine`.
  init(_ engine: LoyaltyEngine) {
    self.init(
      engine.earlier.map { LoyaltyRules($0, EngineSession($0.context)) },
      LoyaltyRules(engine, EngineSession(engine.context)))
  }

  private init(_ earlier: [LoyaltyRules], _ newest: LoyaltyRules) {
    all = earlier + [newest]
    self.newest = newest
  }

  /// The first version.
  var oldest: LoyaltyRules { all.first ?? newest }

  /// The version that is in force at `time`.
  func inForce(at time: Timestamp) -> LoyaltyRules {
    if all.count == 1 || time >= newest.engine.begins { return newest }
    return all.last { $0.engine.begins <= time } ?? oldest
  }

  /// The version with `fingerprint`, and the later versions; without a match, the newest version.
  func from(_ fingerprint: UInt64?) -> (rules: LoyaltyRules, later: ArraySlice<LoyaltyRules>) {
    guard all.count > 1, let index = all.firstIndex(where: { $0.engine.fingerprint == fingerprint }) else {
      return (newest, [])
    }
    return (all[index], all[(index + 1)...])
  }

  /// Gives `account` the windows of the version in force at the time that the account has reached, or at `instant` if that is earlier.
  func recall(_ account: inout Account, until instant: Timestamp) throws(DiagnosticError) {
    guard all.count > 1 else { return try newest.recall(&account) }
    var time = min(max(account.state.changed ?? .earliest, account.asOf ?? .earliest), instant)
    let next = account.firstUnfolded
    if next < account.events.count { time = min(time, account.events[next].time) }
    try inForce(at: time).recall(&account)
  }

  /// Calls `body` with versions that record; returns its result, and every decision that was evaluated, with its version if there are
  /// several.
  ///
  /// - Throws: errors of `body`, and the reason if the rules cannot record.
  func recorded<R>(
    _ body: (LoyaltyVersions) throws(DiagnosticError) -> R
  ) throws(DiagnosticError) -> (result: R, traces: [DecisionTrace]) {
    var recording: [LoyaltyRules] = []
    for rules in all {
      recording.append(LoyaltyRules(rules.engine, try rules.session.recording(), isRecording: true))
    }
    let versions = LoyaltyVersions(recording.dropLast(), recording.last ?? newest)
    return try versions.collecting(recording[...]) { () throws(DiagnosticError) in try body(versions) }
  }

  /// Calls `body` while `some` record: the traces of one version after another.
  private func collecting<R>(
    _ some: ArraySlice<LoyaltyRules>, _ body: () throws(DiagnosticError) -> R
  ) throws(DiagnosticError) -> (result: R, traces: [DecisionTrace]) {
    guard let first = some.first else { return (try body(), []) }
    let (inner, traces) = try first.rules.collectingTraces { () throws(DiagnosticError) in
      try collecting(some.dropFirst(), body)
    }
    if all.count == 1 { return (inner.result, traces) }
    let named = traces.map { trace in
      var trace = trace
      trace.version = first.engine.rules.version
      return trace
    }
    return (inner.result, named + inner.traces)
  }
}

extension LoyaltyEngine {
  /// The account at `node`, as the last response had it.
  ///
  /// - Throws: all errors in the account, such as `account/balance` if sums do not agree.
  package func account(_ node: Node) throws(DiagnosticError) -> Account {
    let diagnostics = DiagnosticCollector(.request)
    guard let account = account(node, into: diagnostics) else { throw diagnostics.error }
    return account
  }

  /// The account at `node`; nil, with diagnostics, if it has errors.
  ///
  /// - Parameter checksSums: false if the account is going to be compared with its events, so that its sums need not agree.
  package func account(_ node: Node, checksSums: Bool = true, into diagnostics: DiagnosticCollector) -> Account? {
    let before = diagnostics.errorCount
    var reader = AccountReader(engine: self, checksSums: checksSums, diagnostics: diagnostics)
    guard let account = reader.account(node), diagnostics.errorCount == before else { return nil }
    for unit in checksSums ? account.unitsThatDisagree() : [] {
      diagnostics.report(.doesNotAdd(at: node["balances"]?[unit] ?? node["balances"] ?? node))
    }
    return diagnostics.errorCount == before ? account : nil
  }
}

extension Diagnostic {
  static func doesNotAdd(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/balance",
      message: "this balance of the account is not the sum of its entries, or of its lots",
      at: node, fix: "`terrain loyalty replay` folds its events again")
  }

  static func wrongAccountField(_ what: String, at node: Node) -> Diagnostic {
    Diagnostic(code: "account/document", message: "\(what) is not what an account has there", at: node)
  }
}

// Checks of new events. Events that are replayed, or are in an account, happened before and are kept as they are.

extension LoyaltyEngine {
  /// Reports grants in a new event, an adjustment without a signature, a transfer without a receiver or to the account itself, an unknown
  /// unit, and money in another currency than the account's.
  func check(_ event: AccountEvent, at node: Node, for account: Account, into diagnostics: DiagnosticCollector) {
    if !event.grants.isEmpty, account.outcome(of: event.id) == nil {
      diagnostics.report(.grantsItself(at: node["grants"] ?? node))
    }
    if !account.takesCurrency(of: event) {
      diagnostics.report(.mixedCurrencies(at: node["amount"] ?? node["facts"] ?? node))
    }
    switch event.kind {
    case .adjust, .level:
      let fields: [(name: Text, text: Text?)] = [
        ("actor", event.signature?.actor), ("reason", event.signature?.reason),
      ]
      for field in fields where field.text?.isBlank ?? true {
        diagnostics.report(.unsigned(event.kind, field.name, at: node[field.name] ?? node))
      }
    case .send:
      let peer = event.details?.peer
      if peer?.isBlank ?? true || peer == account.id { diagnostics.report(.sentToNobody(at: node["to"] ?? node)) }
    case .earn, .reserve, .commit, .cancel, .refund, .use, .receive, .member: return
    }
    guard let unit = event.unit, let known = units, !account.balances.contains(where: { $0.unit == unit }) else {
      return
    }
    if !known.contains(unit) {
      diagnostics.report(.noSuchUnit(at: node["unit"] ?? node, among: known, diagnostics.suggestions))
    }
  }

  /// The units that the rules earn, cost or name as the program's own; nil if they can be any text.
  private var units: [Text]? {
    let versions = earlier + [self]
    guard var units = EarningSteps.units(of: versions.flatMap { $0.decisions.amounts }) else { return nil }
    for costs in versions.compactMap({ $0.decisions.costs }) {
      guard case .record(let record) = costs.type else { return nil }
      units += record.fields.map { $0.name }
    }
    return [settings.unit] + units
  }
}

extension Text {
  /// True if it is empty or consists of white space.
  fileprivate var isBlank: Bool { string.unicodeScalars.allSatisfy { $0.properties.isWhitespace } }
}

extension Diagnostic {
  fileprivate static func unknownEventType(_ word: Text, _ fact: Fact) -> Diagnostic {
    let known = AccountEvent.Kind.allCases.map { $0.rawValue }
    return Diagnostic(
      code: "account/unknown-event-type", message: "`\(word)` is not a type of event, so no event has it",
      place: fact.declaration.place,
      fix: Suggestion.fix(word, among: known) ?? "the types are \(known.quoted)")
  }

  /// The sender of an event does not decide its grants.
  fileprivate static func grantsItself(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/grants",
      message: "an event that is new to the account is granted what there is, and brings no `grants`",
      at: node,
      fix: "leave `grants` out, and pass `budgets`; `terrain loyalty replay` folds events with what they were granted")
  }

  fileprivate static func sentToNobody(at node: Node) -> Diagnostic {
    Diagnostic(code: "account/event-field", message: "a `send` goes to another account", at: node)
  }

  fileprivate static func noSuchUnit(at node: Node, among known: [Text], _ suggestions: Suggestions) -> Diagnostic {
    Diagnostic(
      code: "account/unknown-unit", message: "neither the rules nor the account have this unit", at: node,
      fix: suggestions.fix(node.text, among: known, kind: "units", listing: "units are"))
  }
}

/// Reads the results that are written in the rows of a program's decisions. A misspelled key is thus found when rules are loaded, not by
/// the first event for which its row fires.
struct WrittenResults {
  private let rules: RuleSet
  private(set) var diagnostics: [Diagnostic] = []

  /// Reads the results of `decisions`, whose steps draw on `budgets`.
  init(_ rules: RuleSet, _ decisions: AccountDecisions, _ budgets: BudgetLimits) {
    self.rules = rules
    for decision in decisions.steps {
      let reader = EarningStepReader(decision)
      check(decision) { value throws(DiagnosticError) in
        for step in try reader.read(.list([value]), isOpen: { _ in true }) {
          if let budget = step.budget, budgets.all[budget] == nil {
            throw DiagnosticError(.unknownBudget(budget, decision))
          }
        }
        if let key = EarningStepReader.misspelledKey(of: value) { throw DiagnosticError(.wrongStep(key, decision)) }
      }
    }
    check(decisions.claims) { value, decision throws(DiagnosticError) in
      _ = try Claim.read(.list([value]), of: decision, [], besides: budgets)
    }
    check(decisions.issued) { value, decision throws(DiagnosticError) in
      _ = try BenefitTerms.read(.list([value]), of: decision, [])
    }
    check(decisions.sent) { value, decision throws(DiagnosticError) in
      _ = try Counterpart.Terms.read(.list([value]), of: decision)
    }
    check(decisions.reached) { value, decision throws(DiagnosticError) in
      _ = try Counterpart.Terms.read(.list([value]), of: decision, isOwn: true)
    }
    check(decisions.lot) { value, decision throws(DiagnosticError) in _ = try LotTerms(value, of: decision) }
    for decision in [decisions.hold, decisions.keep, decisions.renews] {
      check(decision) { value, decision throws(DiagnosticError) in
        if value.present != nil, PeriodReader.period(value) == nil { throw DiagnosticError(.notAPeriod(decision)) }
      }
    }
  }

  private mutating func check(
    _ decision: Decision?, _ read: (Value, Decision) throws(DiagnosticError) -> Void
  ) {
    guard let decision else { return }
    check(decision) { value throws(DiagnosticError) in try read(value, decision) }
  }

  private mutating func check(_ decision: Decision, _ read: (Value) throws(DiagnosticError) -> Void) {
    diagnostics += Self.diagnostics(of: decision, read)
  }

  /// The errors that `read` throws for the results written in `decision`, each reported at its location.
  static func diagnostics(
    of decision: Decision, _ read: (Value) throws(DiagnosticError) -> Void
  ) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for result in results(of: decision) {
      guard let value = example(of: result) else { continue }
      do throws(DiagnosticError) {
        try read(value)
      } catch {
        diagnostics += error.diagnostics.map { diagnostic in
          var diagnostic = diagnostic
          diagnostic.place = result.place
          return diagnostic
        }
      }
    }
    return diagnostics
  }

  /// The results of the rows of `decision`, and of `otherwise`; the elements of lists.
  private static func results(of decision: Decision) -> [TypedResult] {
    let all: [TypedResult?]
    switch decision.typed.body {
    case .value(let value): all = [value]
    case .rows(let table): all = table.rows.map { $0.then } + [table.otherwise]
    }
    return all.compactMap { $0 }.flatMap { result in
      switch result {
      case .list(let elements, _): elements
      case .constant(.list, _): [TypedResult]()
      default: [result]
      }
    }
  }

  // MARK: Examples

  /// Keys whose texts are words of the engine or declared names, so that no text is an example of them.
  private static let words: [Text] = ["on", "through", "budget"]

  /// A possible value of `result`: the written constant, or for an expression any value of its type; nil if the type does not determine a
  /// value.
  private static func example(of result: TypedResult, key: Text? = nil) -> Value? {
    switch result {
    case .constant(let value, _): return value
    case .expression(let typed): return example(of: typed.type, key)
    case .list(let elements, _):
      let examples = elements.compactMap { example(of: $0) }
      return examples.count == elements.count ? .list(examples) : nil
    case .object(let fields, _):
      var map = ValueMap()
      for field in fields {
        if let value = example(of: field.value, key: field.name) {
          map.insert(.string(field.name), value)
        } else if !words.contains(field.name) {
          return nil
        }
      }
      return .map(map)
    }
  }

  private static func example(of type: CELType, _ key: Text?) -> Value? {
    switch type {
    case .int: .int(1)
    case .bool: .bool(true)
    case .decimal: .decimal(ExactDecimal(1))
    case .string: key.map { words.contains($0) } == true ? nil : .string("example")
    case .enumeration(let words): words.cases.first.map { .string($0) }
    case .optional(let wrapped): example(of: wrapped, key)
    default: nil
    }
  }
}
