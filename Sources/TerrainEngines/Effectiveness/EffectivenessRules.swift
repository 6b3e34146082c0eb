import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The module that declares effectiveness: its decisions and settings.
///
/// A class for the same reason as ``LogShape``.
final class EffectivenessRules: Sendable {
  static let module: Text = "effectiveness"
  static let insufficient: Text = "insufficient"

  /// Facts that the engine gives.
  enum FactNames {
    static let word: Text = "feedback_word"
    static let tried: Text = "tried"
    static let loggedDays: Text = "logged_days_in_all"
    static let daysWith: Text = "days_with"
    static let toldDays: Text = "told_days"
    static let betterShare: Text = "better_share"
    static let signsWith: Text = "signs_with"
    static let signsWithout: Text = "signs_without"
    static let signDaysWith: Text = "sign_days_with"
    static let signDaysWithout: Text = "sign_days_without"
    static let valueLow: Text = "value_low"
    static let valueHigh: Text = "value_high"
    static let all: [Text] = [
      word, tried, loggedDays, daysWith, toldDays, betterShare, signsWith, signsWithout, signDaysWith, signDaysWithout,
      valueLow, valueHigh,
    ]
  }

  let signs: Decision
  let signFields: [Int]
  let worth: Decision?
  let verdict: Decision
  let value: Decision
  let note: Decision?
  /// The number of standard deviations to each side, and the confidence level of such an interval.
  let z: Double
  let level: Double
  let facts: [Text: Fact]

  static let contract = Contract(
    "terrain trend",
    decisions: [
      .init("\(module).signs", .optional(.double), isOptional: true),
      .init("\(module).verdict", .string, isOptional: true), .init("\(module).value", .double, isOptional: true),
      .init("\(module).worth", .optional(.double), isOptional: true), .init("\(module).note", .dyn, isOptional: true),
      .init("\(module).settings", .dyn, isOptional: true),
    ],
    facts: [
      .init(FactNames.loggedDays, .int), .init(FactNames.daysWith, .int), .init(FactNames.toldDays, .int),
      .init(FactNames.betterShare, .optional(.double)), .init(FactNames.signsWith, .optional(.double)),
      .init(FactNames.signsWithout, .optional(.double)), .init(FactNames.signDaysWith, .int),
      .init(FactNames.signDaysWithout, .int), .init(FactNames.valueLow, .optional(.double)),
      .init(FactNames.valueHigh, .optional(.double)),
    ], otherFacts: .dyn)

  /// The declarations of `rules`; nil if they have none.
  ///
  /// - Throws: all errors in it.
  init?(_ rules: RuleSet, log: LogShape) throws(DiagnosticError) {
    let module = try ModuleDecisions(Self.module, of: rules, keeping: Self.contract)
    guard let signs = module["signs"], let verdict = module["verdict"], let value = module["value"] else { return nil }
    self.signs = signs
    signFields = log.positions(neededBy: signs, in: rules)
    self.verdict = verdict
    self.value = value
    worth = module["worth"]
    note = module["note"]
    facts = rules.facts(named: FactNames.all)
    var z = 1.96
    var level = 0.95
    if let settings = module["settings"] {
      var fields = try RuleLists(rules).fields(of: settings)
      z = fields.double("z") ?? z
      level = fields.double("level") ?? level
      if !(0...10).contains(z) { fields.wrong("z", "a number of standard deviations, 0 to 10") }
      if !(0...1).contains(level) { fields.wrong("level", "a share, 0 to 1") }
      let diagnostics = fields.finish()
      if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    }
    self.z = z
    self.level = level
  }
}
