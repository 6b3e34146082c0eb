import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Tests each series over a window, and evaluates the rules about the result for one person.
struct SeriesRun {
  private typealias Names = TrendRules.FactNames

  /// A series over the window, before the rules are evaluated.
  private struct Measured {
    let rule: SeriesRule
    let values: [Double?]
    let earlier: Trend.Half
    let later: Trend.Half
    let worseningDays: Int
    let comparisons: [WindowComparison]
    /// The number of further days with a value after which a comparison is possible; 0 if one is.
    let missingDays: Int
    var test: Trend.Test?

    /// A factor that makes greater values better.
    var sign: Double { rule.better == .more ? 1 : -1 }
  }

  private let engine: TrendEngine
  private let session: EngineSession
  private let renderer: MessageRenderer
  /// Every series, as declared.
  private let measured: [Measured]
  private var rules: TrendRules { engine.trendRules }

  /// The series that the pulse is about, as far as known.
  private var told: (rank: Int64, priority: Int, measured: Measured)?

  /// A run over `columns`; the request has begun and has all facts of the window.
  init(
    engine: TrendEngine, session: EngineSession, columns: DayColumns, renderer: MessageRenderer
  ) throws(DiagnosticError) {
    self.engine = engine
    self.session = session
    self.renderer = renderer
    let rules = engine.trendRules
    var measured = try rules.series.map { rule throws(DiagnosticError) in try Self.measured(rule, columns, rules) }
    // The series of a person share one error budget, because the tests are multiple; each has one test for worse and one for better.
    let tested = measured.indices.filter { !measured[$0].comparisons.isEmpty }
    let sides = [(sign: -1.0, share: rules.chance.worse), (sign: 1.0, share: 1 - rules.chance.worse)]
    let tests = tested.flatMap { index in
      let series = measured[index]
      return sides.map { side in
        let ps = series.comparisons.map { $0.p(side.sign * series.sign) }
        return (p: ErrorBudget.together(ps), weight: series.rule.share * side.share)
      }
    }
    let adjusted = ErrorBudget.adjusted(tests)
    for (number, index) in tested.enumerated() {
      let series = measured[index]
      let (worse, better) = (2 * number, 2 * number + 1)
      let side = (adjusted[worse], tests[worse].p) <= (adjusted[better], tests[better].p) ? 0 : 1
      let sign = sides[side].sign * series.sign
      let comparisons = series.comparisons
      measured[index].test = Trend.Test(
        comparisons: comparisons,
        decisive: comparisons.indices.min { comparisons[$0].p(sign) < comparisons[$1].p(sign) } ?? 0,
        p: tests[2 * number + side].p, adjusted: adjusted[2 * number + side], family: tested.count)
    }
    self.measured = measured
  }

  /// Every series, in the person's order.
  mutating func trends() throws(DiagnosticError) -> [Trend] {
    var trends: [Trend] = []
    for (position, series) in try ordered().enumerated() {
      if let trend = try trend(series, priority: position + 1) { trends.append(trend) }
    }
    return trends
  }

  /// The declared series in the person's order.
  func ordered() throws(DiagnosticError) -> [SeriesRule] {
    var order: [Text] = []
    if let decision = rules.order, case .list(let words) = try session.rules.decided(decision) {
      order = words.compactMap { if case .string(let word)? = $0.present { word } else { nil } }
    }
    return rules.series.enumerated().ordered { a, b in
      let x = order.firstIndex(of: a.element.name) ?? .max
      let y = order.firstIndex(of: b.element.name) ?? .max
      return x == y ? a.offset < b.offset : x < y
    }.map { $0.element }
  }

  /// The trend of one series, with its position from 1 in the person's order.
  mutating func trend(_ rule: SeriesRule, priority: Int) throws(DiagnosticError) -> Trend? {
    guard let measured = measured.first(where: { $0.rule.name == rule.name }) else { return nil }
    return try trend(measured, priority: priority)
  }

  /// The sentence about the most important series; requires ``trends()``.
  mutating func pulse() throws(DiagnosticError) -> TrendReport.Pulse? {
    if let told, let decision = rules.pulse {
      try give(told.measured)
      if let rendered = try session.rendered(decision, renderer) {
        return TrendReport.Pulse(
          series: told.measured.rule.name, grade: try word(rules.grade), direction: try optionalWord(rules.direction),
          isUrgent: try flag(rules.urgent), rendered: rendered)
      }
    }
    guard let decision = rules.quiet else { return nil }
    return try session.rendered(decision, renderer).map {
      TrendReport.Pulse(series: nil, grade: nil, direction: nil, isUrgent: false, rendered: $0)
    }
  }

  // MARK: Measuring

  private static func measured(
    _ rule: SeriesRule, _ columns: DayColumns, _ rules: TrendRules
  ) throws(DiagnosticError) -> Measured {
    let all = try columns.numbers(rule.value)
    let weights = try rule.weight.map { weight throws(DiagnosticError) in try columns.numbers(weight) }
    let first = all.count - rules.days
    let half = first + rules.days / 2
    let values = Array(all[first...])
    let comparisons = rules.chance.windows.compactMap {
      WindowComparison($0, all, weights: weights, assuming: rules.chance.assumption)
    }
    return Measured(
      rule: rule, values: values, earlier: Trend.Half(all, weights, in: first..<half),
      later: Trend.Half(all, weights, in: half..<all.count),
      worseningDays: worsening(values, rule.better, last: rules.last),
      comparisons: comparisons, missingDays: comparisons.isEmpty ? rules.chance.missingDays(after: all) : 0)
  }

  /// The number of consecutive worsenings from one day to the next, ending with the last known value, among the `last` values.
  private static func worsening(_ values: [Double?], _ better: SeriesRule.Better, last: Int) -> Int {
    let start = max(0, values.count - last)
    guard var day = values.indices.last(where: { values[$0] != nil }) else { return 0 }
    var count = 0
    while day > start, let value = values[day], let before = values[day - 1] {
      guard better == .more ? value < before : value > before else { break }
      count += 1
      day -= 1
    }
    return count
  }

  // MARK: Rules

  private func give(_ measured: Measured) throws(DiagnosticError) {
    session.rules.nextCandidate()
    let rule = measured.rule
    try give(Names.series, .string(rule.name))
    try give(Names.earlierDays, .int(Int64(measured.earlier.days)))
    try give(Names.laterDays, .int(Int64(measured.later.days)))
    try give(Names.missingDays, .int(Int64(measured.missingDays)))
    try give(Names.effectSize, .double(rule.effect))
    try give(Names.comparedDays, .int(Int64(measured.test?.decided.days ?? 0)))
    try give(Names.daysBefore, .int(Int64(measured.test?.decided.before.days ?? 0)))
    if let test = measured.test {
      try give(Names.change, .double(test.decided.change))
      try give(Names.gain, .double(test.decided.change * measured.sign))
      try give(Names.pValue, .double(test.p))
      try give(Names.adjusted, .double(test.adjusted))
      if let mean = test.decided.recent.mean { try give(Names.recentMean, .double(mean)) }
    }
    try give(Names.worseningDays, .int(Int64(measured.worseningDays)))
  }

  private func give(_ name: Text, _ value: Value) throws(DiagnosticError) {
    if let fact = rules.facts[name] { try session.rules.give(fact, value) }
  }

  private mutating func trend(_ measured: Measured, priority: Int) throws(DiagnosticError) -> Trend {
    try give(measured)
    let rule = measured.rule
    let (grade, direction) = (try word(rules.grade), try optionalWord(rules.direction))
    if let decision = rules.pulseRank, case .int(let rank)? = try session.rules.decided(decision).present,
      told.map({ (rank, priority) < ($0.rank, $0.priority) }) ?? true
    {
      told = (rank, priority, measured)
    }
    func label(_ decision: Decision?, _ word: Text?) -> LocalizedText.Served? {
      guard let word, let vocabulary = decision?.type.enumeration else { return nil }
      return renderer.label(vocabulary.name, word)
    }
    return Trend(
      series: rule.name, label: renderer.label(rules.seriesVocabulary.name, rule.name), unit: rule.unit,
      unitLabel: rule.unit.flatMap { renderer.label(TrendRules.unitVocabulary, $0) },
      moreIsBetter: rule.better == .more, grade: grade, gradeLabel: label(rules.grade, grade), direction: direction,
      directionLabel: label(rules.direction, direction), isInsufficient: grade == TrendRules.insufficient,
      isWatchedFor: try flag(rules.watchFor), priority: priority, values: measured.values, earlier: measured.earlier,
      later: measured.later, missingDays: measured.missingDays, effect: rule.effect,
      test: measured.test, low: rule.low, high: rule.high, zone: try zone(),
      worseningDays: measured.worseningDays,
      note: try rules.note.flatMap { note throws(DiagnosticError) in
        try session.rendered(note, renderer)
      })
  }

  private func word(_ decision: Decision) throws(DiagnosticError) -> Text {
    guard case .string(let word) = try session.rules.decided(decision) else { return "" }
    return word
  }

  private func optionalWord(_ decision: Decision?) throws(DiagnosticError) -> Text? {
    guard let decision, case .string(let word)? = try session.rules.decided(decision).present else { return nil }
    return word
  }

  private func flag(_ decision: Decision?) throws(DiagnosticError) -> Bool {
    guard let decision, case .bool(let flag) = try session.rules.decided(decision) else { return false }
    return flag
  }

  private func zone() throws(DiagnosticError) -> Trend.Zone? {
    guard let decision = rules.zone, case .map(let map)? = try session.rules.decided(decision).present else {
      return nil
    }
    func end(_ key: Text) -> Double? {
      if case .double(let number)? = map[string: key]?.present { number } else { nil }
    }
    return Trend.Zone(low: end("low"), high: end("high"))
  }
}

/// The comparison of the last days of a series with the days before.
package struct WindowComparison: Sendable {
  /// The number of later days.
  package let days: Int
  /// The last days.
  package let recent: Trend.Half
  /// The days before them.
  package let before: Trend.Half
  /// The mean of the last days minus the mean of the days before.
  package let change: Double
  /// One-sided p-values, corrected for autocorrelation: of last days that are lower, and of last days that are higher.
  package let lower: Double
  package let higher: Double
  /// The correlation of a day with the day before.
  package let autocorrelation: Double
  /// The factor between the variance of the difference and its variance for independent days.
  package let inflation: Double
}

extension WindowComparison {
  /// The two-sided p-value.
  package var p: Double { 2 * min(lower, higher) }

  /// The one-sided p-value of a change with this sign.
  func p(_ sign: Double) -> Double { sign < 0 ? lower : higher }

  /// Compares the last `window.days` of `values`, one per day, with the days before; nil if one side has too few, or no weight.
  init?(_ window: ChanceRules.Window, _ values: [Double?], weights: [Double?]?, assuming: Autocorrelation.Assumption) {
    let end = values.count
    let split = end - window.days
    guard split > 0 else { return nil }
    let start = max(0, split - window.before)
    let recent = Trend.Half(values, weights, in: split..<end)
    let before = Trend.Half(values, weights, in: start..<split)
    guard recent.days >= window.least, before.days >= window.least, let later = recent.mean, let earlier = before.mean
    else { return nil }
    let days = (start..<end).filter { values[$0] != nil }
    let numbers = days.compactMap { values[$0] }
    let likeness = Autocorrelation(numbers, on: days, recent: recent.days, assuming: assuming)
    let inflation = likeness.inflation(on: days, recent: recent.days)
    let root = inflation.squareRoot()
    // Values that are all the same go nowhere. Neither does a change of weighted means that contradicts the order of the values.
    var (lower, higher) = (0.5, 0.5)
    if let test = WindowPermutation(numbers, recent: recent.days), (test.lower < test.higher) == (later < earlier) {
      let smaller = NormalTail.share(above: NormalTail.z(above: min(test.lower, test.higher)) / root)
      (lower, higher) = later < earlier ? (smaller, 1 - smaller) : (1 - smaller, smaller)
    }
    self.init(
      days: window.days, recent: recent, before: before, change: later - earlier, lower: lower, higher: higher,
      autocorrelation: likeness.value, inflation: inflation)
  }
}

extension Trend.Half {
  /// The days of `range` that have a value, and their mean, weighted.
  init(_ values: [Double?], _ weights: [Double?]?, in range: Range<Int>) {
    var count = 0
    var sum = 0.0
    var total = 0.0
    for day in range {
      guard let value = values[day] else { continue }
      let weight = max(0, weights?[day] ?? 1)
      count += 1
      sum += value * weight
      total += weight
    }
    self.init(days: count, mean: total > 0 ? sum / total : nil)
  }
}

/// The results of decisions over a day on each day of a window.
struct DayColumns {
  private let ids: [Decision.ID]
  /// For each decision one value per day; nil if the day has no record.
  private let values: [[Value?]]

  /// Asks `session`, whose request has begun, for `decisions` on the `days` of `logs`; nil is a day without a record.
  init(
    _ decisions: [Decision], fields: [Int], days: [Int?], logs: LogDays, shape: LogShape, _ session: RuleSession
  ) throws(DiagnosticError) {
    ids = decisions.map { $0.id }
    var values = [[Value?]](repeating: [Value?](repeating: nil, count: days.count), count: decisions.count)
    for (position, day) in days.enumerated() {
      guard let day else { continue }
      try session.look(at: day, of: logs, fields, shape)
      for index in decisions.indices { values[index][position] = try session.decided(decisions[index]) }
    }
    self.values = values
  }

  /// The values of `decision`, a day each.
  subscript(decision: Decision) -> [Value?] {
    ids.firstIndex(of: decision.id).map { values[$0] } ?? []
  }

  /// The numbers of `decision`; nil if it has none.
  ///
  /// - Throws: an error if a number is not finite.
  func numbers(_ decision: Decision) throws(DiagnosticError) -> [Double?] {
    var numbers: [Double?] = []
    for value in self[decision] {
      guard case .double(let number)? = value?.present else {
        numbers.append(nil)
        continue
      }
      guard number.isFinite else { throw DiagnosticError(.notFinite(decision)) }
      numbers.append(number)
    }
    return numbers
  }
}
