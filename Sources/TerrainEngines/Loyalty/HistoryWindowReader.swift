import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Reads the windows that facts declare, and reports all errors in them at once.
struct HistoryWindowReader {
  /// The maximum number of windows of a rule set.
  static let mostWindows = 64
  /// The maximum number of calendar parts that a window may look back.
  static let mostAgo = 100

  let rules: RuleSet
  let decisions: AccountDecisions
  let facts: AccountFacts
  /// The day on which a week begins: 1 for Monday to 7 for Sunday.
  let weekBegins: Int
  private let found = DiagnosticCollector(.file)

  init(_ rules: RuleSet, _ decisions: AccountDecisions, _ facts: AccountFacts, weekBegins: Int) {
    self.rules = rules
    self.decisions = decisions
    self.facts = facts
    self.weekBegins = weekBegins
  }

  /// The windows of all facts.
  ///
  /// - Throws: all errors in them.
  func windows() throws(DiagnosticError) -> [HistoryWindow] {
    var windows: [HistoryWindow] = []
    for fact in rules.facts {
      guard let node = fact.declaration.window, node.kind == .map else { continue }
      if windows.count == Self.mostWindows {
        found.report(.tooManyWindows(at: node))
        break
      }
      if let window = window(fact, node) { windows.append(window) }
    }
    if found.hasErrors { throw found.error }
    return windows
  }

  private func window(_ fact: Fact, _ node: Node) -> HistoryWindow? {
    let before = found.errorCount
    var fields = FieldReader(node, what: "a window", into: found)
    let aggregate = fields.text("aggregate").flatMap { word(HistoryWindow.Aggregate.self, $0, "an aggregate") }
    let value = fields.text("value", required: false)
    let events = fields.optional("events")
    let condition = fields.text("where", required: false)
    let cause = fields.text("cause", required: false)
    let unit = fields.text("unit", required: false)
    let over = fields.optional("over")
    let ago = fields.optional("ago")
    let isGross = fields.bool("gross") ?? false
    fields.finish()
    guard let aggregate else { return nil }
    if aggregate == .sum, value == nil { found.report(.window("a `sum` needs a `value`", at: node, fix: Self.values)) }
    if aggregate != .sum, let value {
      found.report(.window("`value` goes with `aggregate: sum` only", at: value.node))
    }
    let sums: HistoryWindow.Measure? = value.flatMap { measure($0, of: fact) }
    let holds: Decision? = condition.flatMap { decision($0, of: fact, types: [.bool], "a condition") }
    let step: Text? = cause.flatMap { known(cause: $0) }
    let lasts: HistoryWindow.Period? = over.flatMap { period($0, ago: ago) }
    let window = HistoryWindow(
      fact: fact, aggregate: aggregate, measure: aggregate == .sum ? sums : nil,
      kinds: kinds(events, ofLifetime: value?.text == "lifetime"), condition: holds, cause: step, unit: unit?.text,
      period: lasts ?? .all, isGross: isGross)
    if let ago, over?.text == nil {
      found.report(.window("`ago` goes with a part of the calendar in `over` only", at: ago, fix: Self.rolling))
    }
    check(window, node, unit: unit?.node, cause: cause?.node)
    guard found.errorCount == before else { return nil }
    checkType(window)
    return window
  }

  // MARK: Parts

  private func word<Word: RawRepresentable & CaseIterable>(
    _ type: Word.Type, _ field: (text: Text, node: Node), _ what: String
  ) -> Word? where Word.RawValue == String {
    if let word = Word(rawValue: field.text.string) { return word }
    found.report(.unknownInWindow(field.text, what, among: Word.allCases.map { Text($0.rawValue) }, at: field.node))
    return nil
  }

  private func kinds(_ node: Node?, ofLifetime: Bool) -> [Bool] {
    let words = AccountEvent.Kind.allCases
    guard let node else { return words.map { $0 == .earn || (ofLifetime && ($0 == .adjust || $0 == .receive)) } }
    let elements = node.kind == .list ? Array(node.elements) : [node]
    if elements.isEmpty { found.report(.window("`events` lists no type of event", at: node)) }
    var kinds = words.map { _ in false }
    for element in elements {
      guard let text = element.text else {
        found.report(.window("`events` is a type of event, or a list of them", at: element))
        continue
      }
      if let kind = word(AccountEvent.Kind.self, (text, element), "a type of event") { kinds[kind.position] = true }
    }
    return kinds
  }

  private func measure(_ field: (text: Text, node: Node), of fact: Fact) -> HistoryWindow.Measure? {
    switch field.text.string {
    case "amount": return .amount
    case "earned": return .earned
    case "lifetime": return .lifetime
    default:
      let names: [Text] = ["amount", "earned", "lifetime"]
      let found = decision(field, of: fact, types: [.int, .decimal], "a value", others: names)
      return found.map { HistoryWindow.Measure.decision($0) }
    }
  }

  /// The decision `field` of the module of `fact`, or of another by its full name.
  private func decision(
    _ field: (text: Text, node: Node), of fact: Fact, types: [CELType], _ what: String, others: [Text] = []
  ) -> Decision? {
    guard let decision = rules.decision(Text("\(fact.module).\(field.text)")) ?? rules.decision(field.text) else {
      let prefix = "\(fact.module)."
      let names = rules.decisions.filter { types.contains($0.type) }.map { decision in
        decision.name.string.hasPrefix(prefix)
          ? Text(String(decision.name.string.dropFirst(prefix.count))) : decision.name
      }
      found.report(.unknownInWindow(field.text, what, among: others + names, at: field.node))
      return nil
    }
    guard types.contains(decision.type) else {
      let wanted = types.map { "`\($0)`" }.joined(separator: " or ")
      found.report(
        .window("`\(field.text)` is of type `\(decision.type)`, and \(what) is of type \(wanted)", at: field.node))
      return nil
    }
    if let other = rules.facts(neededBy: decision).first(where: { !facts.isOfEvent($0) }) {
      found.report(
        .window(
          "`\(field.text)` uses `\(other.name)`, which is not a fact of the event alone", at: field.node,
          fix: "use what the event gives, its type, money and time; other conditions belong where the window is used"))
      return nil
    }
    return decision
  }

  private func known(cause field: (text: Text, node: Node)) -> Text? {
    guard let causes = EarningSteps.causes(of: decisions.steps), !causes.contains(field.text) else {
      return field.text
    }
    found.report(.unknownInWindow(field.text, "a cause of a step", among: causes, at: field.node))
    return nil
  }

  private func period(_ node: Node, ago: Node?) -> HistoryWindow.Period? {
    if let text = node.text {
      if let ago, !(ago.int.map { 0...Int64(Self.mostAgo) ~= $0 } ?? false) {
        found.report(.window("`ago` is a whole number from 0 to \(Self.mostAgo) (`mostAgo`)", at: ago))
      }
      return word(WindowPart.self, (text, node), "a part of the calendar").map {
        .calendar($0, weekBegins: weekBegins, ago: ago?.int.flatMap { Int(exactly: $0) } ?? 0)
      }
    }
    guard node.kind == .map, let period = PeriodReader.period(node.value), period.through == nil, !period.isEmpty else {
      found.report(
        .window(
          "`over` is a part of the calendar, or a period", at: node,
          fix: "such as `month`, `{ days: 30 }` or `{ hours: 24 }`"))
      return nil
    }
    if period.seconds == 0 { return .days(months: period.months, days: period.days) }
    if period.months == 0, period.days == 0 { return .seconds(Int64(period.seconds)) }
    found.report(.window("a period of whole days has no hours or minutes", at: node))
    return nil
  }

  // MARK: Checks

  private func check(_ window: HistoryWindow, _ node: Node, unit: Node?, cause: Node?) {
    var takesUnit = window.isOfLifetime
    if case .earned? = window.measure { takesUnit = true }
    if let unit, !takesUnit { found.report(.window("`unit` goes with `earned` and `lifetime` only", at: unit)) }
    if window.isOfLifetime {
      if window.isGross, let gross = node["gross"] {
        found.report(.window("what counts towards the lifetime is always less what was taken back", at: gross))
      }
      if let cause { found.report(.window("what counts towards the lifetime has no `cause`", at: cause)) }
      if let condition = node["where"] {
        found.report(.window("what counts towards the lifetime has no `where`", at: condition))
      }
    }
    var earning = cause
    if case .earned? = window.measure { earning = earning ?? node["value"] }
    let allowed: [AccountEvent.Kind] = window.isOfLifetime ? [.earn, .adjust, .receive] : [.earn]
    let others = AccountEvent.Kind.allCases.filter { window.takes($0) && !allowed.contains($0) }
    if earning != nil || window.isOfLifetime, let other = others.first {
      found.report(.window("a `\(other.rawValue)` earns nothing", at: node["events"] ?? node))
    }
  }

  private func checkType(_ window: HistoryWindow) {
    let type: CELType
    switch window.aggregate {
    case .count: type = .int
    case .sum: type = window.isExact ? .decimal : .int
    case .first, .last: type = .timestamp
    }
    let declaration = window.fact.declaration
    if declaration.type != type {
      if declaration.type != .error { found.report(.suppliedFactType(window.fact, wanted: type)) }
    } else if type == .timestamp, !declaration.isOptional {
      found.report(.suppliedFactOptional(window.fact))
    }
  }

  private static let rolling = "for days or hours take the difference of two windows, of 14 and of 7 days"
  private static let values = "add `value: amount`, `earned`, `lifetime`, or a decision"
}

extension Diagnostic {
  static func window(_ message: String, at node: Node, fix: String? = nil) -> Diagnostic {
    Diagnostic(code: "account/window", message: message, place: node.place, fix: fix)
  }

  static func unknownInWindow(_ word: Text, _ what: String, among known: [Text], at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/window-name", message: "`\(word)` is not \(what)", place: node.place,
      fix: Suggestion.fix(word, among: known)
        ?? (known.isEmpty ? nil : "expected one of \(known.quoted(near: word.string))"))
  }

  static func tooManyWindows(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/window",
      message: "a rule set may have at most \(HistoryWindowReader.mostWindows) windows (`mostWindows`)",
      place: node.place)
  }
}
