import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The module that declares trends: its decisions and settings.
///
/// A class for the same reason as ``LogShape``.
final class TrendRules: Sendable {
  static let module: Text = "trend"
  /// The word for a series without sufficient data.
  static let insufficient: Text = "insufficient"

  /// Facts that the engine gives about a series.
  enum FactNames {
    static let series: Text = "series"
    static let earlierDays: Text = "earlier_days"
    static let laterDays: Text = "later_days"
    static let missingDays: Text = "missing_days"
    static let effectSize: Text = "effect_size"
    static let change: Text = "change"
    static let gain: Text = "gain"
    static let pValue: Text = "p_value"
    static let adjusted: Text = "adjusted_p"
    static let comparedDays: Text = "compared_days"
    static let daysBefore: Text = "days_before"
    static let recentMean: Text = "recent_mean"
    static let worseningDays: Text = "worsening_days"
    static let all: [Text] = [
      series, earlierDays, laterDays, missingDays, effectSize, change, gain, pValue, adjusted, comparedDays, daysBefore,
      recentMean, worseningDays,
    ]
  }

  let series: [SeriesRule]
  let seriesVocabulary: EnumerationType
  let summaries: [SummaryRule]
  let chance: ChanceRules
  let days: Int
  /// The number of days in which consecutive worsenings are counted.
  let last: Int
  /// The field whose words make the heat map.
  let signs: Int?
  let grade: Decision
  let direction: Decision?
  let order: Decision?
  let watchFor: Decision?
  let urgent: Decision?
  let zone: Decision?
  let note: Decision?
  let pulseRank: Decision?
  let pulse: Decision?
  let quiet: Decision?
  /// Facts about a series that the rules declare, by name.
  let facts: [Text: Fact]
  /// The vocabulary of units.
  static let unitVocabulary: Text = "unit"

  static let contract = Contract(
    "terrain trend",
    decisions: LogShape.contractDecisions + [
      .init("\(module).followed", .dyn), .init("\(module).grade", .string), .init("\(module).page", .dyn),
      .init("\(module).compared", .dyn), .init("\(module).chance", .dyn),
    ]
      + [
        "settings", "summaries", "direction", "order", "watch_for", "urgent", "zone", "note", "pulse_rank", "pulse",
        "quiet",
      ].map {
        .init("\(module).\($0)", .dyn, isOptional: true)
      },
    facts: [
      .init(FactNames.earlierDays, .int), .init(FactNames.laterDays, .int), .init(FactNames.missingDays, .int),
      .init(FactNames.effectSize, .double), .init(FactNames.adjusted, .optional(.double)),
      .init(FactNames.change, .optional(.double)), .init(FactNames.gain, .optional(.double)),
      .init(FactNames.pValue, .optional(.double)), .init(FactNames.recentMean, .optional(.double)),
      .init(FactNames.comparedDays, .int), .init(FactNames.daysBefore, .int), .init(FactNames.worseningDays, .int),
    ], otherFacts: .dyn)

  /// Reads the declarations of the rules.
  ///
  /// - Throws: all errors in it.
  init(_ rules: RuleSet, log: LogShape) throws(DiagnosticError) {
    let module = try ModuleDecisions(Self.module, of: rules, keeping: Self.contract)
    let declared = try module.required("followed")
    grade = try module.required("grade")
    direction = module["direction"]
    order = module["order"]
    watchFor = module["watch_for"]
    urgent = module["urgent"]
    zone = module["zone"]
    note = module["note"]
    pulseRank = module["pulse_rank"]
    pulse = module["pulse"]
    quiet = module["quiet"]
    guard case .enumeration(let words) = grade.type, words.code(of: Self.insufficient) != nil else {
      throw DiagnosticError(.gradeWithoutInsufficient(grade))
    }
    facts = rules.facts(named: FactNames.all)
    guard let vocabulary = facts[FactNames.series]?.declaration.type.enumeration else {
      throw DiagnosticError(.noSeriesFact(at: declared.place))
    }
    seriesVocabulary = vocabulary
    let lists = RuleLists(rules)
    var diagnostics: [Diagnostic] = []
    var days = 14
    var last = 7
    var signs: Int?
    if let settings = module["settings"] {
      var fields = try lists.fields(of: settings)
      days = fields.int("days", atLeast: 2) ?? days
      last = fields.int("last", atLeast: 1) ?? last
      if !days.isMultiple(of: 2) || days > Self.mostDays {
        fields.wrong("days", "an even number up to \(Self.mostDays)")
      }
      if let name = fields.text("signs") {
        signs = log.position(of: name)
        if signs == nil || log.fields[signs ?? 0].fact.declaration.type.listedWords == nil {
          fields.report(
            .noSuchLogField(name, at: rules.place(ofResult: settings), among: log.fields.map { $0.name }))
        }
      }
      diagnostics += fields.finish()
    }
    self.days = days
    self.last = last
    self.signs = signs
    chance = try ChanceRules(
      try module.required("compared"), try module.required("chance"), lists, into: &diagnostics)
    series = try Self.series(declared, vocabulary, lists, into: &diagnostics)
    summaries =
      try module["summaries"].map { decision throws(DiagnosticError) in
        try Self.summaries(decision, log, lists, into: &diagnostics)
      } ?? []
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
  }

  /// A window is not longer than a leap year and a day.
  private static let mostDays = 366

  // MARK: Series

  private static func series(
    _ declared: Decision, _ vocabulary: EnumerationType, _ lists: RuleLists,
    into diagnostics: inout [Diagnostic]
  ) throws(DiagnosticError) -> [SeriesRule] {
    var found: [SeriesRule] = []
    let place = lists.rules.place(ofResult: declared)
    for var fields in try lists.elements(of: declared) {
      let name = fields.text("series")
      let value = fields.text("value")
      let weight = fields.text("weight")
      let better = fields.text("better").flatMap { SeriesRule.Better(rawValue: $0.string) }
      let share = fields.double("share") ?? 0
      let effect = fields.double("effect") ?? 0
      let unit = fields.text("unit")
      let low = fields.double("low")
      let high = fields.double("high")
      if better == nil { fields.wrong("better", "`more` or `fewer`") }
      if !(share > 0 && share <= 1) { fields.wrong("share", "a share of the error budget, more than 0 and up to 1") }
      if let name, vocabulary.code(of: name) == nil {
        fields.wrong("series", "a value of `\(vocabulary.name)`")
      }
      func decision(_ key: Text, _ name: Text?, _ type: CELType) -> Decision? {
        guard let name else { return nil }
        if let known = lists.decision(name, in: module), known.type == type { return known }
        fields.wrong(key, "a decision of type `\(type)`")
        return nil
      }
      let valueDecision = decision("value", value, .optional(.double))
      let weightDecision = decision("weight", weight, .double)
      diagnostics += fields.finish()
      if name == nil || value == nil { diagnostics.append(.seriesWithoutValue(declared, at: place)) }
      guard let name, let better, let valueDecision else { continue }
      if found.contains(where: { $0.name == name }) { diagnostics.append(.seriesTwice(name, at: place)) }
      found.append(
        SeriesRule(
          name: name, value: valueDecision, weight: weightDecision, better: better, share: share, effect: effect,
          unit: unit, low: low, high: high))
    }
    return found
  }

  // MARK: Summaries

  private static func summaries(
    _ decision: Decision, _ log: LogShape, _ lists: RuleLists, into diagnostics: inout [Diagnostic]
  ) throws(DiagnosticError) -> [SummaryRule] {
    var found: [SummaryRule] = []
    for var fields in try lists.elements(of: decision) {
      let name = fields.text("fact")
      let (contents, wanted) = contents(of: &fields, log, lists)
      guard let name else {
        fields.wrong("fact", "a fact")
        diagnostics += fields.finish()
        continue
      }
      // A summary whose fact no rule needs is not computed: its module was not loaded, or does not exist yet.
      let fact = lists.rules.fact(name)
      if let fact, fact.declaration.type != wanted || fact.declaration.isPerCandidate {
        fields.wrong("fact", "a fact of type `\(wanted)`, the same for all candidates")
      }
      diagnostics += fields.finish()
      if let fact, contents.count == 1, let content = contents.first {
        found.append(SummaryRule(fact: fact, content: content))
      } else if contents.count > 1 {
        diagnostics.append(.summaryTwice(name, at: lists.rules.place(ofResult: decision)))
      }
    }
    return found
  }

  /// The content of a summary, and the type of the fact that it becomes.
  private static func contents(
    of fields: inout ValueFields, _ log: LogShape, _ lists: RuleLists
  ) -> (contents: [SummaryRule.Content], wanted: CELType) {
    let mean = fields.text("mean")
    let count = fields.text("count")
    let tally = fields.text("tally")
    let minutes = fields.text("minutes")
    var contents: [SummaryRule.Content] = []
    var wanted: CELType = .int
    if let mean {
      wanted = .double
      if let known = lists.decision(mean, in: module), known.type == .optional(.double) {
        contents.append(.mean(known))
      } else {
        fields.wrong("mean", "a decision of type `optional<double>`")
      }
    }
    if let count {
      if let known = lists.decision(count, in: module) {
        contents.append(.count(known))
      } else {
        fields.wrong("count", "a decision")
      }
    }
    if let tally {
      wanted = .map(key: .string, value: .int)
      if let field = log.position(of: tally) {
        contents.append(.tally(field))
      } else {
        fields.wrong("tally", "a field of a log")
      }
    }
    if let minutes {
      wanted = .double
      if let code = log.entries?.kinds?.code(of: minutes) {
        contents.append(.minutes(code))
      } else {
        fields.wrong("minutes", "a kind of entry")
      }
    }
    return (contents, wanted)
  }
}

extension CELType {
  /// The vocabulary of a list of words.
  var listedWords: EnumerationType? {
    if case .list(.enumeration(let words)) = self { return words }
    return nil
  }
}

extension Diagnostic {
  static func gradeWithoutInsufficient(_ decision: Decision) -> Diagnostic {
    Diagnostic(
      code: "trend/grade", message: "`\(decision.name)` has to be able to say `\(TrendRules.insufficient)`",
      place: decision.place, fix: "add a row that yields it where too little is known")
  }

  static func noSeriesFact(at place: Place) -> Diagnostic {
    Diagnostic(
      code: "trend/no-series-fact", message: "rules about trends need a fact `series` whose type is an enum",
      place: place, fix: "declare `series: { type: series, per: candidate }`")
  }

  static func seriesWithoutValue(_ decision: Decision, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "trend/series", message: "each element of `\(decision.name)` needs a `series` and a `value`", place: place)
  }

  static func seriesTwice(_ name: Text, at place: Place) -> Diagnostic {
    Diagnostic(code: "trend/series-twice", message: "the series `\(name)` is declared twice", place: place)
  }

  static func summaryTwice(_ fact: Text, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "trend/summary", message: "the summary `\(fact)` is one thing only", place: place,
      fix: "keep one of `mean`, `count`, `tally` and `minutes`")
  }
}

/// A series as the rules declare it.
struct SeriesRule: Sendable {
  /// The direction that is an improvement.
  enum Better: String, Sendable, CaseIterable {
    case more
    case fewer
  }

  /// Its word in the vocabulary of series.
  let name: Text
  /// The value on a day: `optional<double>`.
  let value: Decision
  /// The weight of a day in the means of halves; nil if all days weigh the same.
  let weight: Decision?
  let better: Better
  /// Its share of the error budget, relative to those of the person's other series.
  let share: Double
  /// The difference that matters.
  let effect: Double
  let unit: Text?
  /// The scale for charts.
  let low: Double?
  let high: Double?
}

/// A summary of a window, which the rules have as a fact.
struct SummaryRule: Sendable {
  enum Content: Sendable {
    /// The mean of a decision over the days that have it.
    case mean(Decision)
    /// The days on which a decision holds, or has a value.
    case count(Decision)
    /// The frequency of each value of a field, by the field's position.
    case tally(Int)
    /// Minutes of entries of a kind, by its code.
    case minutes(Int)
  }

  let fact: Fact
  let content: Content
}

/// The declarations about chance: the compared days, and the division of the error budget between worse and better.
struct ChanceRules: Sendable {
  /// The last days, and the earlier days with which they are compared.
  struct Window: Sendable {
    let days: Int
    /// The most days before them that count.
    let before: Int
    /// The values that each side needs.
    let least: Int
  }

  let windows: [Window]
  /// The part of each series' share of the error budget that is for changes to the worse.
  let worse: Double
  let assumption: Autocorrelation.Assumption

  /// The most days of each side, and of comparisons: a test takes time in proportion to their product and more.
  private static let mostDays = 31
  private static let mostBefore = 183
  private static let mostWindows = 4

  /// The declarations in `compared` and `chance`.
  init(_ compared: Decision, _ chance: Decision, _ lists: RuleLists, into diagnostics: inout [Diagnostic])
    throws(DiagnosticError)
  {
    var windows: [Window] = []
    for (number, var fields) in try lists.elements(of: compared).enumerated() {
      let days = fields.int("days", atLeast: 1)
      let before = fields.int("before", atLeast: 1)
      let least = fields.int("least", atLeast: 1)
      if !(days.map { $0 <= Self.mostDays } ?? false) {
        fields.wrong("days", "a number of days, 1 to \(Self.mostDays)")
      }
      if !(before.map { $0 <= Self.mostBefore } ?? false) {
        fields.wrong("before", "a number of days, 1 to \(Self.mostBefore)")
      }
      if least == nil { fields.wrong("least", "a number of days, at least 1") }
      if number == Self.mostWindows { fields.wrong("days", "one of at most \(Self.mostWindows) comparisons") }
      diagnostics += fields.finish()
      if let days, let before, let least { windows.append(Window(days: days, before: before, least: least)) }
    }
    var fields = try lists.fields(of: chance)
    let worse = fields.double("worse")
    let assumed = fields.double("autocorrelation")
    let pairs = fields.double("counts_for")
    if !(worse.map { (0...1).contains($0) } ?? false) { fields.wrong("worse", "a part of the error budget, 0 to 1") }
    if !(assumed.map { (0...Autocorrelation.most).contains($0) } ?? false) {
      fields.wrong("autocorrelation", "a number from 0 to \(Autocorrelation.most)")
    }
    if !(pairs.map { $0 >= 0 } ?? false) { fields.wrong("counts_for", "a number of days, 0 or more") }
    diagnostics += fields.finish()
    self.windows = windows
    self.worse = worse ?? 0
    assumption = Autocorrelation.Assumption(value: assumed ?? 0, pairs: pairs ?? 0)
  }

  /// The number of days, up to the requested day, that comparisons need.
  var span: Int { windows.map { $0.days + $0.before }.max() ?? 0 }

  /// The smallest number of further days after which some comparison is possible, if each of them has a value; `values` are the days so far.
  func missingDays(after values: [Double?]) -> Int {
    (1...span).first { further in
      windows.contains { window in
        let before = values.suffix(max(0, window.days + window.before - further)).dropLast(
          max(0, window.days - further))
        let recent = values.suffix(max(0, window.days - further))
        return recent.count { $0 != nil } + min(further, window.days) >= window.least
          && before.count { $0 != nil } + max(0, further - window.days) >= window.least
      }
    } ?? span
  }
}
