import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The facts of a day that logs fill in, as the module `recent` declares them: of today's record, the effectiveness of items,
/// days in a row, and means and counts over weeks.
///
/// Sources are evaluated in two steps. First everything that is found in logs. Then decisions over these facts (`from`) are evaluated, in a
/// request with the facts: a rule can thus name the trouble of four weeks once, and every page reads it as a fact.
final class RecentFacts: Sendable {
  static let module: Text = "recent"
  /// A window is not longer than a leap year and a day.
  private static let mostDays: Int64 = 366

  /// The source of a fact.
  private enum Source {
    /// A decision over today's record.
    case today(Decision)
    /// The effectiveness of each item, from −1 to 1, by its id.
    case effectiveness(EffectivenessRules)
    /// Days in a row.
    case streak(StreakRules)
    /// The mean of a decision over the days of a window on which it has a value, or the number of days on which it holds or has a value.
    case window(Decision, isMean: Bool, days: Int, endingBefore: Int)
    /// A decision over facts that the other sources found.
    case derived(Decision)
  }

  private let log: LogShape
  private let sources: [(fact: Fact, source: Source)]
  private let todayFields: [Int]
  /// The decisions of windows without duplicates, the fields of a log that they may read, and the number of days of the longest window.
  private let daily: [Decision]
  private let dailyFields: [Int]
  private let span: Int
  /// Fields that decisions need on every day.
  private let comparing: [Int]

  /// The further requirements on a rule set of requests that have logs, if `logs`.
  static func contracts(logs: Bool) -> [Contract] { logs ? [contract] : [] }

  static let contract = Contract(
    "terrain logs", decisions: LogShape.contractDecisions + [.init("\(module).facts", .dyn, isOptional: true)],
    otherFacts: .dyn)

  /// The declaration in `rules`; nil if they have none.
  ///
  /// - Throws: all errors in it.
  init?(_ rules: RuleSet) throws(DiagnosticError) {
    guard let declared = rules.decision("\(Self.module).facts") else { return nil }
    let log = try LogShape(rules)
    let effectiveness = try EffectivenessRules(rules, log: log)
    let streak = try rules.decision("\(StreakRules.module).kept").map { kept throws(DiagnosticError) in
      try StreakRules(rules, log: log, kept: kept)
    }
    let lists = RuleLists(rules)
    var sources: [(fact: Fact, source: Source)] = []
    var diagnostics: [Diagnostic] = []
    for var fields in try lists.elements(of: declared) {
      let name = fields.text("fact")
      let today = fields.text("today")
      let values = fields.text("effectiveness")
      let days = fields.text("streak")
      let mean = fields.text("mean")
      let count = fields.text("count")
      let derived = fields.text("from")
      if name == nil { fields.wrong("fact", "a fact") }
      if [today, values, days, mean, count, derived].compactMap({ $0 }).count != 1 {
        fields.report(.recentSource(declared, at: rules.place(ofResult: declared)))
      }
      // A fact that no rule needs is not computed: its module was not loaded.
      let fact = name.flatMap { rules.fact($0) }
      var source: Source?
      if let today {
        source = Self.decision(today, "today", lists, fact, &fields).map { .today($0) }
      }
      if let values {
        source = effectiveness.map { .effectiveness($0) }
        if values != "values" || source == nil {
          fields.wrong("effectiveness", "`values`, with the module it is about")
        }
        if let fact, fact.declaration.type != .map(key: .string, value: .double) {
          fields.wrong("fact", "a fact of type `map<string, double>`")
        }
      }
      if let days {
        source = streak.map { .streak($0) }
        if days != "days" || source == nil { fields.wrong("streak", "`days`, with the module it is about") }
        if let fact, fact.declaration.type != .int { fields.wrong("fact", "a fact of type `int`") }
      }
      if let window = mean ?? count {
        let length = fields.int("days", atLeast: 1)
        let endingBefore = fields.int("ending_days_ago", atLeast: 0) ?? 0
        if !(length.map { Int64($0) + Int64(endingBefore) <= Self.mostDays } ?? false) {
          fields.wrong("days", "a number of days that is, with `ending_days_ago`, at most \(Self.mostDays)")
        }
        let wanted: CELType = mean == nil ? .int : .double
        if let decision = lists.decision(window, in: Self.module), mean == nil || decision.type == .optional(.double) {
          source = .window(decision, isMean: mean != nil, days: length ?? 1, endingBefore: endingBefore)
        } else if mean == nil {
          fields.wrong("count", "a decision")
        } else {
          fields.wrong("mean", "a decision of type `optional<double>`")
        }
        if let fact, fact.declaration.type != wanted { fields.wrong("fact", "a fact of type `\(wanted)`") }
      }
      if let derived {
        source = Self.decision(derived, "from", lists, fact, &fields).map { .derived($0) }
      }
      diagnostics += fields.finish()
      if let fact, let source { sources.append((fact, source)) }
    }
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    self.log = log
    self.sources = sources
    todayFields = Set(
      sources.flatMap { source -> [Int] in
        guard case .today(let decision) = source.source else { return [] }
        return log.positions(neededBy: decision, in: rules)
      }
    ).ordered()
    comparing = effectiveness?.signFields ?? []
    var daily: [Decision] = []
    var span = 0
    for (_, source) in sources {
      guard case .window(let decision, _, let days, let endingBefore) = source else { continue }
      span = max(span, days + endingBefore)
      if !daily.contains(where: { $0.id == decision.id }) { daily.append(decision) }
    }
    self.daily = daily
    self.span = span
    dailyFields = Set(daily.flatMap { log.positions(neededBy: $0, in: rules) }).ordered()
  }

  /// The decision `name`, whose value `fact` gets, from the field `key`; nil if the rules have none. Reports that, and another type.
  private static func decision(
    _ name: Text, _ key: Text, _ lists: RuleLists, _ fact: Fact?, _ fields: inout ValueFields
  ) -> Decision? {
    guard let decision = lists.decision(name, in: module) else {
      fields.wrong(key, "a decision")
      return nil
    }
    if let type = fact?.declaration.type, decision.type != type, decision.type != .optional(type) {
      fields.wrong(key, "a decision of the type of `\(fact?.name ?? "")`, `\(type)`")
    }
    return decision
  }

  /// `request` with facts from `logs`, except for facts that it gives itself. `warnings` collects the errors in single records.
  ///
  /// - Throws: errors in the logs as a whole, and evaluation errors of the rules.
  func filled(
    _ request: DayRequest, from logs: Node, _ session: EngineSession, into warnings: DiagnosticCollector
  ) throws(DiagnosticError) -> DayRequest {
    guard logs.kind == .list || logs.kind == .null else { throw DiagnosticError(.logNotAList(at: logs)) }
    let findings = warnings.part()
    let days = LogReader.read(
      logs, shape: log, session.context.system.pack.calendar, comparing: comparing, into: findings)
    if findings.hasErrors { throw findings.error }
    warnings.take(findings)
    return try filled(request, from: days, session)
  }

  /// `request` with facts from the logs of `days`, except for facts that it gives itself.
  ///
  /// - Throws: evaluation errors of the rules.
  func filled(
    _ request: DayRequest, from days: LogDays, _ session: EngineSession
  ) throws(DiagnosticError) -> DayRequest {
    let today = request.moment.date
    let last = days.count(upTo: today) - 1
    let record = last >= 0 && days.dates[last] == today ? last : nil
    try session.begin(request)
    var found: [(fact: Fact, value: Value)] = []
    let columns = try columns(of: days, upTo: today, session)
    for (fact, source) in sources where !request.facts.contains(where: { $0.fact.id == fact.id }) {
      switch source {
      case .today(let decision):
        guard let record else { continue }
        try session.rules.look(at: record, of: days, todayFields, log)
        if let value = try session.rules.decided(decision).present { found.append((fact, value)) }
      case .effectiveness(let rules):
        let renderer = session.renderer(in: request.locale)
        var map = ValueMap()
        for (item, value) in try EffectivenessRun(rules, log, session, renderer).values(days, upTo: today) {
          map.insert(.string(item), .double(value))
        }
        found.append((fact, .map(map)))
      case .streak(let rules):
        let streak = try rules.streak(of: days, shape: log, today: today, session.rules)
        found.append((fact, .int(Int64(streak.current))))
      case .window(let decision, let isMean, let length, let endingBefore):
        guard let value = try value(of: decision, isMean: isMean, columns, length, endingBefore) else { continue }
        found.append((fact, value))
      case .derived: continue
      }
    }
    let filled = request.adding(found)
    found = []
    try session.begin(filled)
    for (fact, source) in sources where !request.facts.contains(where: { $0.fact.id == fact.id }) {
      guard case .derived(let decision) = source else { continue }
      if let value = try session.rules.decided(decision).present { found.append((fact, value)) }
    }
    return filled.adding(found)
  }

  // MARK: Windows

  /// The results of the decisions of windows, for each of the last ``span`` days.
  private func columns(
    of logs: LogDays, upTo today: CalendarDate, _ session: EngineSession
  ) throws(DiagnosticError) -> DayColumns {
    let first = (try? today.adding(days: 1 - span)) ?? today
    return try DayColumns(
      daily, fields: dailyFields, days: TrendSession.window(of: logs, from: first, days: span), logs: logs, shape: log,
      session.rules)
  }

  /// The mean or count of `decision` over a window; nil for the mean of no days.
  private func value(
    of decision: Decision, isMean: Bool, _ columns: DayColumns, _ days: Int, _ endingBefore: Int
  ) throws(DiagnosticError) -> Value? {
    guard isMean else {
      let count = columns[decision].dropLast(endingBefore).suffix(days).count { value in
        guard let value = value?.present else { return false }
        if case .bool(false) = value { return false }
        return true
      }
      return .int(Int64(count))
    }
    let numbers = try columns.numbers(decision).dropLast(endingBefore).suffix(days).compactMap { $0 }
    return numbers.isEmpty ? nil : .double(numbers.reduce(0, +) / Double(numbers.count))
  }
}

extension EngineContext {
  /// The request about a day at `node`, with the facts that `recent` computes from its logs in the session that `session` makes.
  ///
  /// - Parameter alsoKnown: fields of the document that are read elsewhere.
  /// - Returns: the request, and warnings about it.
  /// - Throws: all errors in it.
  func dayRequest(
    _ node: Node, alsoKnown: [Text], _ recent: RecentFacts?, _ session: () -> EngineSession
  ) throws(DiagnosticError) -> (request: DayRequest, warnings: [Diagnostic]) {
    let diagnostics = DiagnosticCollector(.request)
    let fields = recent == nil && LogRequest.hasLogs(node) ? alsoKnown : alsoKnown + [LogRequest.field]
    guard let request = dayRequest(node, alsoKnown: fields, into: diagnostics) else { throw diagnostics.error }
    guard let recent, LogRequest.hasLogs(node), let logs = node[LogRequest.field] else {
      return (request, diagnostics.diagnostics)
    }
    let filled = try recent.filled(request, from: logs, session(), into: diagnostics)
    return (filled, diagnostics.diagnostics)
  }
}

extension Diagnostic {
  static func recentSource(_ decision: Decision, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "log/source", message: "each element of `\(decision.name)` declares one source of its fact",
      place: place,
      fix: "give one of `today`, `effectiveness`, `streak`, `mean`, `count` and `from`")
  }
}
