import TerrainContent
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

/// Counts the days with each thing and without it, and asks the rules what that means.
struct EffectivenessRun {
  private typealias Names = EffectivenessRules.FactNames

  /// What was counted of one item.
  private struct Count {
    var days = 0
    var toldDays = 0
    var worth = 0.0
    var signDays = 0
    var signs = 0.0
  }

  private let rules: EffectivenessRules
  private let engine: TrendEngine
  private let session: DaySession
  private let speaker: Speaker

  /// nil where the rules say nothing of effectiveness. The request has begun.
  init?(engine: TrendEngine, session: DaySession, speaker: Speaker) {
    guard let rules = engine.effectiveness else { return nil }
    self.rules = rules
    self.engine = engine
    self.session = session
    self.speaker = speaker
  }

  /// Everything that was done up to `date`: the strongest effects first, of equals by id; then those of which too little is
  /// known.
  func effects(_ logs: LogDays, upTo date: CalendarDate) throws(DiagnosticError) -> [Effect] {
    let days = logs.count(upTo: date)
    let worths = try worths()
    var counts = [Count](repeating: Count(), count: logs.items.count)
    var all = Count()
    let (rules, session, shape) = (rules, session.rules, engine.log)
    let (decision, fields) = (rules.signs, rules.signFields)
    // The answer for days that are alike is found once.
    var found = [Double??](repeating: nil, count: logs.dates.count)
    for day in 0..<days {
      let number = logs.alike[day]
      if found[number] == nil {
        found[number] = .some(try signs(decision, fields, logs, day, session, shape))
      }
      let signs = found[number] ?? nil
      if let signs {
        all.signDays += 1
        all.signs += signs
      }
      for item in logs.done[day] {
        counts[item].days += 1
        if let signs {
          counts[item].signDays += 1
          counts[item].signs += signs
        }
      }
      count(logs.entries[day], worths, into: &counts)
    }
    let kinds = kinds()
    var effects: [Effect] = []
    for (item, count) in counts.enumerated() where count.days > 0 {
      effects.append(try effect(logs.items[item], count, all, days, kinds))
    }
    return effects.sorted { a, b in
      let x = a.value.map { abs($0) } ?? -1
      let y = b.value.map { abs($0) } ?? -1
      return x == y ? a.item < b.item : x > y
    }
  }

  // MARK: Counting

  /// What each word of feedback is worth, by its code.
  private func worths() throws(DiagnosticError) -> [Double?] {
    guard let words = engine.log.entries?.words else { return [] }
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

  /// Counts the words of one day: of several about one thing the best.
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
    // Nothing was told that the rules could look at.
    guard fields.contains(where: { logs.columns[$0][day] != nil }) else { return nil }
    try session.look(at: day, of: logs, fields, shape)
    guard case .double(let number)? = try session.decided(decision).present else { return nil }
    guard number.isFinite else { throw DiagnosticError(.notFinite(decision)) }
    return number
  }

  // MARK: Rules

  private func effect(
    _ item: Text, _ count: Count, _ all: Count, _ days: Int, _ kinds: RecordValues.Known?
  ) throws(DiagnosticError) -> Effect {
    let share = count.toldDays > 0 ? count.worth / Double(count.toldDays) : nil
    let with = Effect.Signs(
      days: count.signDays, mean: count.signDays > 0 ? count.signs / Double(count.signDays) : nil)
    let others = all.signDays - count.signDays
    let without = Effect.Signs(days: others, mean: others > 0 ? (all.signs - count.signs) / Double(others) : nil)
    let entry = kinds?.entry(item)
    func give(share: Double?) throws(DiagnosticError) {
      session.rules.nextCandidate()
      func give(_ name: Text, _ value: Value?) throws(DiagnosticError) {
        if let fact = rules.facts[name], let value { try session.rules.give(fact, value) }
      }
      try give(Names.tried, entry?.value)
      try give(Names.loggedDays, .int(Int64(days)))
      try give(Names.daysWith, .int(Int64(count.days)))
      try give(Names.toldDays, .int(Int64(count.toldDays)))
      try give(Names.betterShare, share.map { .double($0) })
      try give(Names.signsWith, with.mean.map { .double($0) })
      try give(Names.signsWithout, without.mean.map { .double($0) })
      try give(Names.signDaysWith, .int(Int64(with.days)))
      try give(Names.signDaysWithout, .int(Int64(without.days)))
    }
    func value(_ share: Double?) throws(DiagnosticError) -> Double? {
      try give(share: share)
      guard case .double(let number) = try session.rules.decided(rules.value) else { return nil }
      guard number.isFinite else { throw DiagnosticError(.notFinite(rules.value)) }
      return number
    }
    let interval = share.flatMap { WilsonInterval(share: $0, of: count.toldDays, z: rules.z) }
    try give(share: share)
    var verdict: Text = ""
    if case .string(let word) = try session.rules.decided(rules.verdict) { verdict = word }
    let note = try rules.note.flatMap { note throws(DiagnosticError) in try session.said(note, speaker) }
    var number: Double?
    var ends: Effect.Interval?
    if verdict != EffectivenessRules.insufficient {
      number = try value(share)
      if let interval, let one = try value(interval.low), let other = try value(interval.high) {
        ends = Effect.Interval(low: min(one, other), high: max(one, other))
      }
    }
    return Effect(
      item: item, kind: entry?.kind,
      label: entry.flatMap { entry in
        engine.day.pack.label(of: entry.record, kind: entry.kind).flatMap { speaker.served($0) }
      },
      verdict: verdict, verdictLabel: rules.verdict.type.enumeration.flatMap { speaker.label($0.name, verdict) },
      value: number, interval: ends, level: rules.level, days: count.days, toldDays: count.toldDays, share: share,
      shareInterval: interval.map { Effect.Interval(low: $0.low, high: $0.high) }, with: with, without: without,
      note: note)
  }

  /// The records that items are, as far as the rules want to know.
  private func kinds() -> RecordValues.Known? {
    guard case .record(let type)? = rules.facts[Names.tried]?.declaration.type else { return nil }
    return engine.day.records[type.name]
  }
}
