import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Counts the days with each item and without it, and evaluates the rules about the numbers.
struct EffectivenessRun {
  private typealias Names = EffectivenessRules.FactNames

  /// The counts of one item.
  private struct Count {
    var days = 0
    var toldDays = 0
    var worth = 0.0
    var signDays = 0
    var signs = 0.0
    var squares = 0.0

    mutating func count(_ number: Double) {
      signDays += 1
      signs += number
      squares += number * number
    }

    /// The variance of the mean of the signs; nil for fewer than two days.
    var variance: Double? {
      guard signDays > 1 else { return nil }
      let days = Double(signDays)
      return max(0, squares - signs * signs / days) / (days - 1) / days
    }
  }

  /// The measurements of one item before the rules are evaluated.
  private struct Measured {
    let id: Text
    let entry: RecordValues.Known.Entry?
    let loggedDays: Int
    let days: Int
    let toldDays: Int
    let share: Double?
    let with: Effect.Signs
    let without: Effect.Signs
    /// The standard error of the difference of the signs' means; nil if one side has fewer than two days.
    let error: Double?
    var interval: Effect.Interval?
  }

  private let rules: EffectivenessRules
  private let log: LogShape
  private let session: EngineSession
  private let renderer: MessageRenderer

  /// A run of `rules` over logs of the shape `log`; the request has begun in `session`.
  init(_ rules: EffectivenessRules, _ log: LogShape, _ session: EngineSession, _ renderer: MessageRenderer) {
    self.rules = rules
    self.log = log
    self.session = session
    self.renderer = renderer
  }

  /// The effects of all items that were done up to `date`: the strongest effects first, equal effects by id; then the effects of which too
  /// little is known.
  func effects(_ logs: LogDays, upTo date: CalendarDate) throws(DiagnosticError) -> [Effect] {
    try measured(logs, upTo: date).map { item throws(DiagnosticError) in try effect(item) }.ordered(by: Self.precedes)
  }

  /// The effects with the traces of their decisions, in a session that records; `begin` starts the request again.
  func explained(
    _ logs: LogDays, upTo date: CalendarDate, begin: () throws(DiagnosticError) -> Void
  ) throws(DiagnosticError) -> [Effect.Explanation] {
    try begin()
    var items: [Effect.Explanation] = []
    for item in try measured(logs, upTo: date) {
      let effect = try effect(item)
      try begin()
      _ = try verdict(of: item)
      if effect.value != nil { _ = try session.rules.decided(rules.value) }
      if let note = rules.note { _ = try session.rules.decided(note) }
      items.append(Effect.Explanation(effect: effect, traces: try session.rules.traces()))
    }
    return items.ordered { Self.precedes($0.effect, $1.effect) }
  }

  /// The effect of each item up to `date`, from −1 to 1, sorted by id; items without a known effect are left out.
  func values(_ logs: LogDays, upTo date: CalendarDate) throws(DiagnosticError) -> [(item: Text, value: Double)] {
    var values: [(item: Text, value: Double)] = []
    for item in try measured(logs, upTo: date) where try verdict(of: item) != EffectivenessRules.insufficient {
      if let value = try value(of: item, share: item.share) { values.append((item.id, value)) }
    }
    return values.ordered { $0.item < $1.item }
  }

  private static func precedes(_ a: Effect, _ b: Effect) -> Bool {
    let x = a.value.map { abs($0) } ?? -1
    let y = b.value.map { abs($0) } ?? -1
    return x == y ? a.item < b.item : x > y
  }

  // MARK: Counting

  /// The measurements of every item that was done up to `date`.
  private func measured(_ logs: LogDays, upTo date: CalendarDate) throws(DiagnosticError) -> [Measured] {
    let days = logs.count(upTo: date)
    let worths = try worths()
    var counts = [Count](repeating: Count(), count: logs.items.count)
    var all = Count()
    let (decision, fields, session, shape) = (rules.signs, rules.signFields, session.rules, log)
    // Equal days are evaluated once.
    var found = [Double??](repeating: nil, count: logs.dates.count)
    for day in 0..<days {
      let number = logs.alike[day]
      if found[number] == nil {
        found[number] = .some(try signs(decision, fields, logs, day, session, shape))
      }
      let signs = found[number] ?? nil
      if let signs {
        all.count(signs)
      }
      for item in logs.done[day] {
        counts[item].days += 1
        if let signs { counts[item].count(signs) }
      }
      count(logs.entries[day], worths, into: &counts)
    }
    let kinds = kinds()
    var items: [Measured] = []
    for (item, count) in counts.enumerated() where count.days > 0 {
      var rest = Count()
      rest.signDays = all.signDays - count.signDays
      rest.signs = all.signs - count.signs
      rest.squares = all.squares - count.squares
      let others = rest.signDays
      var measured = Measured(
        id: logs.items[item], entry: kinds?.entry(logs.items[item]), loggedDays: days, days: count.days,
        toldDays: count.toldDays, share: count.toldDays > 0 ? count.worth / Double(count.toldDays) : nil,
        with: Effect.Signs(
          days: count.signDays, mean: count.signDays > 0 ? count.signs / Double(count.signDays) : nil),
        without: Effect.Signs(days: others, mean: others > 0 ? rest.signs / Double(others) : nil),
        error: count.variance.flatMap { one in rest.variance.map { ($0 + one).squareRoot() } })
      measured.interval = try interval(of: measured)
      items.append(measured)
    }
    return items
  }

  /// The interval of an item's value, combined from the interval of its share of good words and the interval of its signs.
  ///
  /// The distances from the value are added as squares: G. Y. Zou, A. Donner, “Construction of confidence limits about effect
  /// measures: a general approach”, Statistics in Medicine 27 (2008) 1693–1702. The share's ends are Wilson's; the signs' are `z`
  /// standard errors of the difference away.
  private func interval(of item: Measured) throws(DiagnosticError) -> Effect.Interval? {
    guard let share = item.share, let ends = WilsonInterval(share: share, of: item.toldDays, z: rules.z),
      let value = try value(of: item, share: share)
    else { return nil }
    var below = 0.0
    var above = 0.0
    func widen(_ one: Double?, _ other: Double?) {
      let (one, other) = (one ?? value, other ?? value)
      let (low, high) = (min(one, other, value), max(one, other, value))
      below += (value - low) * (value - low)
      above += (high - value) * (high - value)
    }
    widen(try self.value(of: item, share: ends.low), try self.value(of: item, share: ends.high))
    if let error = item.error, let mean = item.with.mean {
      let reach = rules.z * error
      widen(
        try self.value(of: item, share: share, signs: max(0, mean - reach)),
        try self.value(of: item, share: share, signs: mean + reach))
    }
    return Effect.Interval(low: value - below.squareRoot(), high: value + above.squareRoot())
  }

  /// The worth of each word of feedback, by its code.
  private func worths() throws(DiagnosticError) -> [Double?] {
    guard let words = log.entries?.words else { return [] }
    guard let decision = rules.worth, let fact = rules.facts[Names.word] else {
      return words.cases.map { _ in nil }
    }
    var worths: [Double?] = []
    for word in words.cases {
      session.rules.nextCandidate()
      try session.rules.give(fact, .string(word))
      if case .double(let worth)? = try session.rules.decided(decision).present, worth.isFinite {
        worths.append(min(1, max(0, worth)))
      } else {
        worths.append(nil)
      }
    }
    return worths
  }

  /// Counts the words of one day; of several words about one item, the best counts.
  private func count(_ entries: [LogDays.Entry], _ worths: [Double?], into counts: inout [Count]) {
    for (position, entry) in entries.enumerated() {
      guard var best = entry.word.flatMap({ worths[$0] }) else { continue }
      var isFirst = true
      for (other, candidate) in entries.enumerated() where candidate.item == entry.item && other != position {
        guard let worth = candidate.word.flatMap({ worths[$0] }) else { continue }
        if other < position { isFirst = false }
        best = max(best, worth)
      }
      guard isFirst else { continue }
      counts[entry.item].toldDays += 1
      counts[entry.item].worth += best
    }
  }

  private func signs(
    _ decision: Decision, _ fields: [Int], _ logs: LogDays, _ day: Int, _ session: RuleSession, _ shape: LogShape
  ) throws(DiagnosticError) -> Double? {
    // The record has none of the fields that the decision needs.
    guard fields.contains(where: { logs.columns[$0][day] != nil }) else { return nil }
    try session.look(at: day, of: logs, fields, shape)
    guard case .double(let number)? = try session.decided(decision).present else { return nil }
    guard number.isFinite else { throw DiagnosticError(.notFinite(decision)) }
    return number
  }

  // MARK: Rules

  /// Gives the rules the facts of `item`, with `share` for its share of good feedback and `signs` for the days with it.
  private func give(_ item: Measured, share: Double?, signs: Double?) throws(DiagnosticError) {
    session.rules.nextCandidate()
    func give(_ name: Text, _ value: Value?) throws(DiagnosticError) {
      if let fact = rules.facts[name], let value { try session.rules.give(fact, value) }
    }
    try give(Names.tried, item.entry?.value)
    try give(Names.loggedDays, .int(Int64(item.loggedDays)))
    try give(Names.daysWith, .int(Int64(item.days)))
    try give(Names.toldDays, .int(Int64(item.toldDays)))
    try give(Names.betterShare, share.map { .double($0) })
    try give(Names.signsWith, signs.map { .double($0) })
    try give(Names.signsWithout, item.without.mean.map { .double($0) })
    try give(Names.signDaysWith, .int(Int64(item.with.days)))
    try give(Names.signDaysWithout, .int(Int64(item.without.days)))
    try give(Names.valueLow, item.interval.map { .double($0.low) })
    try give(Names.valueHigh, item.interval.map { .double($0.high) })
  }

  /// The verdict about `item`; decisions that follow are about the same item.
  private func verdict(of item: Measured) throws(DiagnosticError) -> Text {
    try give(item, share: item.share, signs: item.with.mean)
    guard case .string(let word) = try session.rules.decided(rules.verdict) else { return "" }
    return word
  }

  private func value(
    of item: Measured, share: Double?, signs: Double? = nil
  ) throws(DiagnosticError) -> Double? {
    try give(item, share: share, signs: signs ?? item.with.mean)
    guard case .double(let number) = try session.rules.decided(rules.value) else { return nil }
    guard number.isFinite else { throw DiagnosticError(.notFinite(rules.value)) }
    return number
  }

  private func effect(_ item: Measured) throws(DiagnosticError) -> Effect {
    let interval = item.share.flatMap { WilsonInterval(share: $0, of: item.toldDays, z: rules.z) }
    let verdict = try verdict(of: item)
    let note = try rules.note.flatMap { note throws(DiagnosticError) in try session.rendered(note, renderer) }
    var number: Double?
    if verdict != EffectivenessRules.insufficient { number = try value(of: item, share: item.share) }
    return Effect(
      item: item.id, kind: item.entry?.kind,
      label: item.entry.flatMap { entry in
        session.context.system.pack.label(of: entry.record, kind: entry.kind).flatMap { renderer.served($0) }
      },
      verdict: verdict, verdictLabel: rules.verdict.type.enumeration.flatMap { renderer.label($0.name, verdict) },
      value: number, interval: number == nil ? nil : item.interval, level: rules.level, days: item.days,
      toldDays: item.toldDays, share: item.share,
      shareInterval: interval.map { Effect.Interval(low: $0.low, high: $0.high) }, with: item.with,
      without: item.without, note: note)
  }

  /// The records of the items, if the rules use them.
  private func kinds() -> RecordValues.Known? {
    guard case .record(let type)? = rules.facts[Names.tried]?.declaration.type else { return nil }
    return session.context.reader.records[type.name]
  }
}

extension Diagnostic {
  static func notFinite(_ decision: Decision) -> Diagnostic {
    Diagnostic(
      code: "trend/not-a-number", message: "`\(decision.name)` came to something that is no number of a day",
      place: decision.place, fix: "divide by nothing that can be 0")
  }
}

/// The comparison of days with an item with all other days.
package struct Effect: Sendable {
  /// Two ends.
  package struct Interval: Sendable {
    /// The lower one.
    package let low: Double
    /// The upper one.
    package let high: Double
  }

  /// Signs on some days.
  package struct Signs: Sendable {
    /// The days that record signs.
    package let days: Int
    /// The mean of their signs.
    package let mean: Double?
  }

  /// The item's id.
  package let item: Text
  /// The kind of record it is; nil if the pack does not know it.
  package let kind: Text?
  /// Its name for people.
  package let label: LocalizedText.Served?
  /// The verdict, a value of the rules' vocabulary.
  package let verdict: Text
  /// The label of the verdict.
  package let verdictLabel: LocalizedText.Served?
  /// From −1 to 1; nil if too little is known.
  package let value: Double?
  /// The confidence interval, which is wide if few days are known.
  package let interval: Interval?
  /// The confidence level of the intervals, from 0 to 1.
  package let level: Double
  /// The days with it.
  package let days: Int
  /// The number of those days with feedback that counts.
  package let toldDays: Int
  /// The share of good feedback among those days; nil without feedback.
  package let share: Double?
  /// Wilson's interval of that share.
  package let shareInterval: Interval?
  /// Signs on days with it.
  package let with: Signs
  /// Signs on the other days that record them.
  package let without: Signs
  /// The message about the effect.
  package let note: RenderedMessage?
}

extension Effect {
  /// An effect, and every decision that was evaluated for it.
  package struct Explanation: Sendable {
    /// The effect.
    package let effect: Effect
    /// The decisions, in the order in which they were evaluated.
    package let traces: [DecisionTrace]
  }
}

/// Wilson's score interval for a share that was observed in a number of trials.
///
/// E. B. Wilson, “Probable inference, the law of succession, and statistical inference”, JASA 22 (1927) 209–212. Unlike the
/// textbook's interval it stays within 0 and 1, and is useful for few days.
package struct WilsonInterval: Sendable, Hashable {
  /// The lower end.
  package let low: Double
  /// The upper end.
  package let high: Double

  /// The interval of `share` among `count`, `z` standard deviations wide to each side; nil if nothing was seen.
  package init?(share: Double, of count: Int, z: Double) {
    guard count > 0, share >= 0, share <= 1, z >= 0 else { return nil }
    let n = Double(count)
    let square = z * z
    let scale = 1 + square / n
    let middle = (share + square / (2 * n)) / scale
    let reach = z / scale * (share * (1 - share) / n + square / (4 * n * n)).squareRoot()
    low = max(0, middle - reach)
    high = min(1, middle + reach)
  }
}
