import TerrainContent
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

/// Keeps accounts: folds events into lots, entries and balances, as the module `loyalty` of a rule set decides.
///
/// Immutable; threads share one engine, each with an ``LoyaltySession`` of its own.
public final class LoyaltyEngine: Sendable {
  /// The pack and the rules.
  public let system: LoadedSystem
  /// The pack.
  public var pack: Pack { system.pack }
  /// The rules that say what events are worth.
  public var rules: RuleSet { system.rules.ruleSet }
  /// What the rules say once and for all.
  public let settings: LoyaltySettings
  let decisions: AccountDecisions
  let facts: AccountFacts
  let messages: Messages
  let reader: FactReader
  /// Tells this pack and these rules from others.
  let fingerprint: UInt64
  let questions: AccountQuestions
  /// The levels, lowest first.
  let levels: [Text]

  /// The module that is asked.
  public static let module: Text = "loyalty"

  /// What keeping accounts asks of a rule set.
  public static let contract = Contract(
    "terrain loyalty", decisions: AccountDecisions.wanted, otherFacts: .dyn)

  /// An engine over `system`, which was loaded for ``contract``.
  ///
  /// - Throws: what keeps rules and pack from working together.
  public init(_ system: LoadedSystem) throws(DiagnosticError) {
    self.system = system
    let (pack, rules) = (system.pack, system.rules.ruleSet)
    messages = try Messages(pack)
    reader = FactReader(pack: pack, records: try RecordValues(rules.facts, pack: pack))
    decisions = try AccountDecisions(rules)
    facts = AccountFacts(rules)
    questions = AccountQuestions(decisions, facts, rules)
    let overrides = system.rules.overrides.map(\.string).joined(separator: " ")
    fingerprint = StableHash.xxHash64(Array("\(pack.hash) \(system.rules.hash) \(overrides)".utf8))
    settings = try LoyaltySettings(decisions.settings, rules)
    guard case .enumeration(let words) = decisions.level.type else {
      throw DiagnosticError(.levelsAreNoWords(decisions.level))
    }
    levels = words.cases
    var diagnostics: [Diagnostic] = []
    for fact in rules.facts {
      if let complaint = facts.complaint(about: fact) { diagnostics.append(complaint) }
    }
    if !diagnostics.isEmpty { throw DiagnosticError(diagnostics) }
  }

  /// What people call the level `word`, in the language of `locale`; nil where its vocabulary does not say.
  public func label(ofLevel word: Text, locale: LanguageTag?) -> Text? {
    guard case .enumeration(let words) = decisions.level.type else { return nil }
    return MessageRenderer(pack, messages, locale: locale).label(words.name, word)?.text
  }

  /// What the rules say of where an account stands, with words as people read them.
  public func worded(standing: Value, locale: LanguageTag?) -> Value {
    guard let decision = decisions.standing else { return standing }
    return MessageRenderer(pack, messages, locale: locale).worded(standing, decision.type)
  }

  /// An account in which nothing has happened.
  public func account(_ id: Text) -> Account {
    Account(id: id, state: AccountState(unit: settings.unit), entries: [], events: [], records: [:], asOf: nil)
  }
}

/// The decisions that are asked for.
struct AccountDecisions: Sendable {
  let settings: Decision
  let refused: Decision
  let refusedAt: Decision?
  let earned: Decision
  let mostEarned: Decision?
  let lot: Decision?
  let cost: Decision
  let hold: Decision?
  let takenBack: Decision
  let level: Decision
  let keep: Decision?
  let standing: Decision?
  let notices: Decision?

  private static func name(_ name: String) -> Text { Text("\(LoyaltyEngine.module).\(name)") }

  static let wanted: [Contract.Wanted] = [
    .init(name("settings"), .dyn),
    .init(name("refused"), .string),
    .init(name("refused_at"), .string, isOptional: true),
    .init(name("earned"), .dyn),
    .init(name("most_earned"), .int, isOptional: true),
    .init(name("lot"), .dyn, isOptional: true),
    .init(name("cost"), .int),
    .init(name("hold"), .dyn, isOptional: true),
    .init(name("taken_back"), .int),
    .init(name("level"), .string),
    .init(name("keep"), .dyn, isOptional: true),
    .init(name("standing"), .dyn, isOptional: true),
    .init(name("notices"), .dyn, isOptional: true),
  ]

  init(_ rules: RuleSet) throws(DiagnosticError) {
    let module = try ModuleDecisions(LoyaltyEngine.module, of: rules, keeping: LoyaltyEngine.contract)
    settings = try module.required("settings")
    refused = try module.required("refused")
    refusedAt = module["refused_at"]
    earned = try module.required("earned")
    mostEarned = module["most_earned"]
    lot = module["lot"]
    cost = try module.required("cost")
    hold = module["hold"]
    takenBack = try module.required("taken_back")
    level = try module.required("level")
    keep = module["keep"]
    standing = module["standing"]
    notices = module["notices"]
    guard case .list = earned.type else { throw DiagnosticError(.notSteps(earned)) }
  }
}

/// What the rules of a programme say once and for all.
public struct LoyaltySettings: Sendable {
  /// The programme's own unit.
  public let unit: Text
  /// Its calendar.
  public let zone: Zone
  /// The only currency that it takes; nil: any, as long as nobody mixes them.
  public let currency: Text?
  /// How what a multiplication comes to is made whole.
  public let rounding: RoundingRule

  init(_ decision: Decision, _ rules: RuleSet) throws(DiagnosticError) {
    let session = RuleSession(rules)
    session.begin()
    var fields = ValueFields(try session.decided(decision), of: decision, in: rules)
    let unit = fields.text("unit")
    if unit == nil { fields.wrong("unit", "the name of a unit") }
    let zone = fields.text("zone").map { name in try? Zone(named: name) } ?? .utc
    if zone == nil { fields.wrong("zone", "the name of a time zone") }
    let currency = fields.text("currency")
    if let currency, Currency.minorDigits(currency) == nil { fields.wrong("currency", "a currency of ISO 4217") }
    let mode = fields.text("rounding")
    let rounding = DecimalFunctions.roundingRules.first { $0.name == mode }?.rule
    if mode != nil, rounding == nil { fields.wrong("rounding", "a way to round") }
    let diagnostics = fields.finish()
    guard !diagnostics.hasErrors, let unit, let zone else { throw DiagnosticError(diagnostics) }
    self.unit = unit
    self.zone = zone
    self.currency = currency
    self.rounding = rounding ?? .floor
  }
}
