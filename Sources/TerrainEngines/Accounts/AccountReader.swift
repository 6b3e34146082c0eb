import TerrainContent
import TerrainDocuments
import TerrainRules
import TerrainValues

extension AccountEngine {
  /// The account at `node`, as it was handed back the last time; `id` for one that says none.
  ///
  /// - Throws: everything that is wrong with it: `account/balance` where sums do not agree.
  public func account(_ node: Node) throws(DiagnosticError) -> Account {
    var reader = AccountReader(engine: self)
    let account = reader.account(node)
    guard let account, !reader.diagnostics.hasErrors else { throw DiagnosticError(reader.diagnostics) }
    let units = account.unitsThatDisagree()
    if !units.isEmpty {
      throw DiagnosticError(.doesNotAdd(units, at: (node["balances"] ?? node).place))
    }
    return account
  }
}

/// Reads accounts that were handed back, and says everything that is wrong with one at once.
struct AccountReader {
  let engine: AccountEngine
  var diagnostics: [Diagnostic] = []
  private var state: AccountState
  private var records: [Text: EventRecord] = [:]

  init(engine: AccountEngine) {
    self.engine = engine
    state = AccountState(unit: engine.settings.unit)
  }

  mutating func account(_ node: Node) -> Account? {
    var fields = FieldReader(node, what: "an account")
    let id = fields.text("account")
    let asOf = fields.optional("as_of").flatMap { instant($0) }
    let changed = fields.optional("changed").flatMap { instant($0) }
    let level = fields.optional("level")
    let earns = fields.optional("earns")
    let balances = fields.map("balances")
    let lots = fields.list("lots")
    let holds = fields.list("holds")
    let entries = fields.list("entries")
    let events = fields.list("events")
    diagnostics += fields.finish(alsoKnown: ["$schema", "rules", "pack"])
    guard let id, !diagnostics.hasErrors else { return nil }
    state.changed = changed
    state.earns = earns.flatMap { amount($0, least: 0, most: Int64(AccountLimits.mostEvents)) } ?? 0
    for (key, value) in balances { balance(key, value) }
    state.level = level.flatMap { self.level($0) }
    let kept = events.compactMap { event($0, of: id.text) }.sorted { $0.key < $1.key }
    let lines = entries.compactMap { entry($0) }
    for (of, money) in refunds {
      guard var record = records[of], let sum = try? record.refunded.adding(money) else { continue }
      record.refunded = sum
      records[of] = record
    }
    for lot in lots { self.lot(lot) }
    for hold in holds { self.hold(hold) }
    if kept.count > AccountLimits.mostEvents { diagnostics.append(.tooManyEvents) }
    for event in kept where records[event.id]?.outcome != .later {
      state.last = event.key
      if records[event.id]?.outcome == .waits, let of = event.of { state.waiting[of, default: []].append(event) }
    }
    return Account(id: id.text, state: state, entries: lines, events: kept, records: records, asOf: asOf)
  }

  // MARK: Events

  private mutating func event(_ node: Node, of account: Text) -> AccountEvent? {
    var reader = AccountEventReader(engine: engine, isKept: true)
    let event = reader.event(node, kind: nil, of: account)
    diagnostics += reader.diagnostics
    guard let event else { return nil }
    if let other = records[event.id] {
      diagnostics.append(
        other.hash == event.hash
          ? .wrongAccountField("an event that is there twice", at: node) : .eventConflict)
      return nil
    }
    let outcome: EventOutcome
    switch node["outcome"]?.text {
    case "applied": outcome = .applied
    case "refused": outcome = .refused(node["refused"]?.text ?? "")
    case "waits": outcome = .waits
    case "later": outcome = .later
    default:
      diagnostics.append(.wrongAccountField("what became of this event (`outcome`)", at: node["outcome"] ?? node))
      return nil
    }
    records[event.id] = EventRecord(event, outcome)
    records[event.id]?.counts = node["counts"]?.bool ?? true
    if event.kind == .refund, outcome == .applied, let of = event.of, let money = event.amount?.decimal {
      refunds.append((of, money))
    }
    return event
  }

  private var refunds: [(of: Text, money: ExactDecimal)] = []

  // MARK: Entries

  private mutating func entry(_ node: Node) -> AccountEntry? {
    var fields = FieldReader(node, what: "an entry")
    let id = fields.text("id")?.text
    let time = fields.required("time").flatMap { instant($0) }
    let kind = fields.text("kind").flatMap { AccountEntry.Kind(rawValue: $0.text.string) }
    let unit = fields.text("unit")?.text
    let amount = fields.required("amount").flatMap { self.amount($0, least: -AccountLimits.largestAmount) }
    let event = fields.text("event")
    let cause = fields.text("cause", required: false)?.text
    let rule = fields.optional("rule")
    diagnostics += fields.finish()
    guard let id, let time, let kind, let unit, let amount, let event else {
      diagnostics.append(.wrongAccountField("this entry", at: node))
      return nil
    }
    guard var record = records[event.text] else {
      diagnostics.append(.wrongAccountField("the event of this entry", at: event.node))
      return nil
    }
    let place = state.position(of: unit)
    guard let number = number(in: id, of: event.text, at: node) else { return nil }
    record.entries = max(record.entries, number)
    switch kind {
    case .earn: record[place].earned += amount
    case .expire: record[place].expired -= amount
    default: break
    }
    records[event.text] = record
    if kind == .refund, let cause, var about = records[cause] {
      about[place].taken -= amount
      records[cause] = about
    }
    return AccountEntry(
      kind, amount, of: unit, at: time, event: event.text, number: number, cause: cause, origin: nil,
      kept: rule.map { ($0["decision"]?.text, $0["row"]?.text) })
  }

  /// The number in `id`, an entry of `event`.
  private mutating func number(in id: Text, of event: Text, at node: Node) -> Int? {
    let start = event.string + "/"
    if id.string.hasPrefix(start), let number = Int(id.string.dropFirst(start.count)),
      1...AccountLimits.mostEvents ~= number, AccountEntry.id(event, number) == id
    {
      return number
    }
    diagnostics.append(.wrongAccountField("the id of an entry", at: node["id"] ?? node))
    return nil
  }

  // MARK: Balances, lots and holds

  private mutating func balance(_ key: Node, _ node: Node) {
    guard let unit = key.text else { return }
    let place = state.position(of: unit)
    var fields = FieldReader(node, what: "a balance")
    // So that a sum of all of them stays within 64 bits.
    let limit = Int64.max / 16
    func number(_ name: Text) -> Int64 {
      guard let node = fields.required(name) else { return 0 }
      return amount(node, least: -limit, most: limit) ?? 0
    }
    state.units[place].active = number("active")
    state.units[place].pending = number("pending")
    state.units[place].held = number("held")
    state.units[place].lifetime = number("lifetime")
    state.units[place].earned = number("earned")
    state.units[place].spent = number("spent")
    state.units[place].expired = number("expired")
    state.units[place].takenBack = number("taken_back")
    state.units[place].adjusted = number("adjusted")
    diagnostics += fields.finish(alsoKnown: ["balance"])
  }

  private mutating func lot(_ node: Node) {
    guard let (lot, unit) = self.part(node) else { return }
    if node["waits"] != nil || node["begins"] != nil {
      let waits = node["waits"].flatMap { PeriodReader.period($0.value) } ?? CalendarPeriod()
      let lasts = node["lasts"].flatMap { PeriodReader.period($0.value) }
      let begins = node["begins"].flatMap { instant($0) }
      records[lot.event]?.standing = .waits(since: lot.since, begins: begins)
      state.units[unit].waiting.insert(WaitingLot(lot: lot, begins: begins, waits: waits, lasts: lasts))
    } else {
      records[lot.event]?.standing = .counts(since: lot.since, expires: lot.expires)
      state.units[unit].lots.insert(lot)
    }
  }

  private mutating func hold(_ node: Node) {
    var fields = FieldReader(node, what: "a hold")
    let event = fields.text("event")?.text
    let unit = fields.text("unit")?.text
    let amount = fields.required("amount").flatMap { self.amount($0, least: 0) }
    let lapses = fields.optional("lapses").flatMap { instant($0) }
    let parts = fields.list("parts").compactMap { part($0)?.lot }
    diagnostics += fields.finish()
    guard let event, let unit, let amount else { return }
    if records[event] == nil { diagnostics.append(.wrongAccountField("the event of this hold", at: node)) }
    if parts.reduce(0, { $0 &+ $1.left }) != amount { diagnostics.append(.wrongAccountField("this hold", at: node)) }
    records[event]?.standing = .held(lapses: lapses)
    state.holds.insert(
      Hold(event: event, unit: state.position(of: unit), amount: amount, lapses: lapses, parts: parts))
  }

  private mutating func part(_ node: Node) -> (lot: Lot, unit: Int)? {
    guard let id = node["id"]?.text, let event = node["event"]?.text,
      let left = node["left"].flatMap({ amount($0, least: 1) }), let since = node["since"].flatMap({ instant($0) })
    else {
      diagnostics.append(.wrongAccountField("this lot", at: node))
      return nil
    }
    guard let entry = number(in: id, of: event, at: node) else { return nil }
    if records[event] == nil { diagnostics.append(.wrongAccountField("the event of this lot", at: node)) }
    let unit = state.position(of: node["unit"]?.text ?? engine.settings.unit)
    let expires = node["expires"].flatMap { $0.kind == .null ? nil : instant($0) }
    return (Lot(event: event, entry: entry, left: left, since: since, expires: expires), unit)
  }

  private mutating func level(_ node: Node) -> AccountState.Level? {
    var fields = FieldReader(node, what: "a level")
    let word = fields.text("id")?.text
    let since = fields.required("since").flatMap { instant($0) }
    let lost = fields.optional("lost").flatMap { instant($0) }
    let qualified = fields.text("qualified", required: false)?.text
    diagnostics += fields.finish()
    guard let word, let since else { return nil }
    return AccountState.Level(word: word, since: since, lost: lost, qualified: qualified ?? word)
  }

  // MARK: Values

  private mutating func instant(_ node: Node) -> Timestamp? {
    if let text = node.text, let instant = try? Timestamp(rfc3339: text) { return instant }
    diagnostics.append(.wrongTime(at: node))
    return nil
  }

  private mutating func amount(
    _ node: Node, least: Int64, most: Int64 = AccountLimits.largestAmount
  ) -> Int64? {
    if let number = node.int, least...most ~= number { return number }
    diagnostics.append(.wrongAccountField("this amount", at: node))
    return nil
  }
}
