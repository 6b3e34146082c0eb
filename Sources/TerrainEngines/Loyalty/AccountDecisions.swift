import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// The decisions of the module `loyalty`.
struct AccountDecisions: Sendable {
  /// The module that declares a program.
  static let module: Text = "loyalty"

  /// What keeping accounts requires of a rule set.
  static let contract = Contract("terrain loyalty", decisions: wanted, otherFacts: .dyn, spansVersions: true)

  let settings: Decision
  let budgets: Decision?
  let refused: Decision
  let refusedAt: Decision?
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
  let level: Decision
  let keep: Decision?
  let standing: Decision?
  let notices: Decision?

  /// Those that yield steps.
  var steps: [Decision] { [earned] + [lineEarned].compactMap { $0 } }

  /// Those that are not about one line.
  var ofEvents: [Decision] {
    let required = [settings, refused, earned, cost, takenBack, level]
    return required
      + [refusedAt, mostEarned, lot, costs, claims, issued, sent, hold, keep, standing, notices].compactMap { $0 }
  }

  /// The decision about an account's level.
  static let level: Text = name("level")

  private static func name(_ name: String) -> Text { Text("\(module).\(name)") }

  private static let wanted: [Contract.Wanted] = [
    .init(name("settings"), .dyn),
    .init(name("budgets"), .dyn, isOptional: true),
    .init(name("refused"), .string),
    .init(name("refused_at"), .string, isOptional: true),
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
