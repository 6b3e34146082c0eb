import TerrainBase
import TerrainDocuments
import TerrainRules

/// Reads accounts of earlier responses, and reports all errors in an account at once.
struct AccountReader {
  let engine: LoyaltyEngine
  /// True if sums have to agree.
  let checksSums: Bool
  let diagnostics: DiagnosticCollector
  var state: AccountState
  var records: [Text: EventRecord] = [:]

  init(engine: LoyaltyEngine, checksSums: Bool, diagnostics: DiagnosticCollector) {
    self.engine = engine
    self.checksSums = checksSums
    self.diagnostics = diagnostics
    state = AccountState(unit: engine.settings.unit, engine.windows)
  }

  mutating func account(_ node: Node) -> Account? {
    let before = diagnostics.errorCount
    var fields = FieldReader(node, what: "an account", into: diagnostics)
    let id = fields.text("account")
    let asOf = fields.optional("as_of").flatMap { instant($0) }
    let changed = fields.optional("changed").flatMap { instant($0) }
    let level = fields.optional("level")
    let setLevel = fields.optional("set_level")
    let renewed = fields.optional("renewed").flatMap { instant($0) }
    let earns = fields.optional("earns")
    let balances = fields.map("balances")
    let lots = fields.list("lots")
    let holds = fields.list("holds")
    let spent = fields.list("spent")
    let benefits = fields.list("benefits")
    let members = fields.list("members")
    let entries = fields.list("entries")
    let events = fields.list("events")
    fields.finish(alsoKnown: ["$schema", "rules", "pack"])
    guard let id, diagnostics.errorCount == before else { return nil }
    state.account = id.text
    state.changed = changed
    state.earns = earns.flatMap { amount($0, least: 0, most: Int64(AccountLimits.mostEvents)) } ?? 0
    for (key, value) in balances where !diagnostics.isExhausted { balance(key, value) }
    state.level = level.flatMap { self.level($0) }
    state.setLevel = setLevel.flatMap { self.setLevel($0) }
    state.renewed = renewed
    let kept = events.compactMap { diagnostics.isExhausted ? nil : event($0, of: id.text) }.sorted { $0.key < $1.key }
    let lines = entries.compactMap { diagnostics.isExhausted ? nil : entry($0) }
    for (of, money, lines) in returns { take(money, lines, from: of) }
    for lot in lots where !diagnostics.isExhausted { self.lot(lot) }
    for hold in holds where !diagnostics.isExhausted { self.hold(hold) }
    for hold in spent where !diagnostics.isExhausted { self.hold(hold, isSpent: true) }
    for benefit in benefits where !diagnostics.isExhausted { self.benefit(benefit) }
    for member in members where !diagnostics.isExhausted { self.member(member) }
    if kept.count > AccountLimits.mostEvents { diagnostics.report(.tooManyEvents) }
    for event in kept where records[event.id]?.outcome != .later {
      state.last = event.key
      state.keepGrants(of: event, besides: engine.inForce(at: event.time).budgets)
      if records[event.id]?.outcome == .waits, let of = event.about { state.waiting[of, default: []].append(event) }
    }
    return Account(id: id.text, state: state, entries: lines, events: kept, records: records, asOf: asOf)
  }

  // MARK: Events

  private mutating func event(_ node: Node, of account: Text) -> AccountEvent? {
    let reader = AccountEventReader(engine: engine, isKept: true, diagnostics: diagnostics)
    guard let event = reader.event(node, of: account) else { return nil }
    if let other = records[event.id] {
      diagnostics.report(
        other.hash == event.hash
          ? .wrongAccountField("an event that is there twice", at: node) : .eventConflict)
      return nil
    }
    if !state.keepCurrency(of: event) { diagnostics.report(.mixedCurrencies(at: node["amount"] ?? node)) }
    let outcome: EventOutcome
    switch node["outcome"]?.text {
    case "applied": outcome = .applied
    case "refused": outcome = .refused(node["refused"]?.text ?? "")
    case "waits": outcome = .waits
    case "later": outcome = .later
    default:
      diagnostics.report(.wrongAccountField("what became of this event (`outcome`)", at: node["outcome"] ?? node))
      return nil
    }
    records[event.id] = EventRecord(event, outcome)
    records[event.id]?.counts = node["counts"]?.bool ?? true
    let rules = engine.inForce(at: event.time)
    if event.kind == .reserve, outcome == .applied, engine.keepsReserved(from: event.time) {
      records[event.id]?.reserved = event
    }
    let lines = rules.lines.flatMap { _ in node["facts"]?[LoyaltyLines.name] }.flatMap { $0.kind == .list ? $0 : nil }
    if event.kind == .earn, lines?.count ?? 0 > 0 { records[event.id]?.lines = LineRecords(of: event) }
    if let began = node["began"].flatMap({ instant($0) }) {
      records[event.id]?.began = WindowInstant(time: began, day: CalendarDate(days: .min))
    }
    if event.kind == .refund, outcome == .applied, let of = event.of {
      returns.append((of, event.amount?.decimal, lines))
      if lines?.count ?? 0 == 0 { returnsOfAll.insert(event.id) }
    }
    return event
  }

  /// Returns that were applied, and name no lines.
  private var returnsOfAll: Set<Text> = []
  /// The applied returns: the event that each is about, and the returned money and lines.
  private var returns: [(of: Text, money: ExactDecimal?, lines: Node?)] = []

  private mutating func take(_ money: ExactDecimal?, _ lines: Node?, from of: Text) {
    guard var record = records[of] else { return }
    if let money, let sum = try? record.refunded.adding(money) { record.refunded = sum }
    for line in lines?.elements.map({ EventLine.kept($0) }) ?? [] {
      if let id = line.id { record.lines?[id].takeBack(line.quantity) }
    }
    records[of] = record
  }

  // MARK: Entries

  private mutating func entry(_ node: Node) -> AccountEntry? {
    var fields = FieldReader(node, what: "an entry", into: diagnostics)
    let id = fields.text("id")?.text
    let time = fields.required("time").flatMap { instant($0) }
    let kind = fields.text("kind").flatMap { AccountEntry.Kind(rawValue: $0.text.string) }
    let unit = fields.text("unit")?.text
    let amount = fields.required("amount").flatMap { self.amount($0, least: -AccountLimits.largestAmount) }
    let event = fields.text("event")
    let cause = fields.text("cause", required: false)?.text
    let line = fields.text("line", required: false)?.text
    let rule = fields.optional("rule")
    fields.finish()
    guard let id, let time, let kind, let unit, let amount, let event else {
      diagnostics.report(.wrongAccountField("this entry", at: node))
      return nil
    }
    guard var record = records[event.text] else {
      diagnostics.report(.wrongAccountField("the event of this entry", at: event.node))
      return nil
    }
    guard let place = position(of: unit, at: node), let number = number(in: id, of: event.text, at: node) else {
      return nil
    }
    record.entries = max(record.entries, number)
    let reason = rule.flatMap { self.reason($0) }
    switch kind {
    case .earn:
      record[place].earned += amount
      if engine.isGift(reason?.decision) { record[place].gifts += amount }
      if let line { record.lines?.earn(amount, place, line: line, entry: number) }
    case .expire:
      record[place].expired -= amount
      if let line { record.lines?[line, place].expired -= amount }
    default: break
    }
    records[event.text] = record
    if kind == .refund, let cause, var about = records[cause] {
      about[place].taken -= amount
      if returnsOfAll.contains(event.text) { about[place].takenAsWhole -= amount }
      if let line { about.lines?[line, place].taken -= amount }
      records[cause] = about
    }
    return AccountEntry(
      kind, amount, of: unit, at: time, event: event.text, number: number, cause: cause, line: line,
      reason: reason)
  }

  /// The rule that something follows from.
  func reason(_ node: Node) -> AccountReason? {
    guard node.kind == .map else { return nil }
    guard let decision = node["decision"]?.text else {
      diagnostics.report(.wrongAccountField("the decision of this rule", at: node))
      return nil
    }
    return AccountReason(decision: decision.isEmpty ? nil : decision, row: node["row"]?.text)
  }

  /// The number in `id`, an entry of `event`.
  private mutating func number(in id: Text, of event: Text, at node: Node) -> Int? {
    let start = event.string + "/"
    if id.string.hasPrefix(start), let number = Int(id.string.dropFirst(start.count)),
      1...AccountLimits.mostEvents ~= number, AccountEntry.id(event, number) == id
    {
      return number
    }
    diagnostics.report(.wrongAccountField("the id of an entry", at: node["id"] ?? node))
    return nil
  }

  // MARK: Balances, lots and holds

  private mutating func balance(_ key: Node, _ node: Node) {
    guard let unit = key.text, let place = position(of: unit, at: node) else { return }
    var fields = FieldReader(node, what: "a balance", into: diagnostics)
    // The limit keeps a sum of all amounts within 64 bits.
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
    state.units[place].sent = fields.optional("sent").flatMap { amount($0, least: 0, most: limit) } ?? 0
    state.units[place].received = fields.optional("received").flatMap { amount($0, least: 0, most: limit) } ?? 0
    let balance = fields.optional("balance")
    fields.finish()
    if checksSums, let balance, let sum = amount(balance, least: -limit, most: limit), sum != state.units[place].balance
    {
      diagnostics.report(.doesNotAdd(at: balance))
    }
  }

  private mutating func lot(_ node: Node) {
    guard let (lot, unit) = self.part(node) else { return }
    if node["waits"] != nil || node["begins"] != nil {
      let waits = node["waits"].flatMap { period($0) } ?? CalendarPeriod()
      let lasts = node["lasts"].flatMap { period($0) }
      let begins = node["begins"].flatMap { instant($0) }
      records[lot.event]?.standing = .waits(since: lot.since, begins: begins)
      state.units[unit].waiting.insert(WaitingLot(lot: lot, begins: begins, waits: waits, lasts: lasts))
    } else {
      keepStanding(of: lot)
      state.units[unit].lots.insert(lot)
    }
  }

  /// Sets the standing of an event from the time at which its lot began to count, unless the standing is known.
  private mutating func keepStanding(of lot: Lot) {
    guard var record = records[lot.event], record.standing == nil else { return }
    record.standing = .counts(since: lot.since, expires: lot.expires)
    records[lot.event] = record
  }

  /// Reads a hold, or an amount of a unit that an event spent and of which parts may have come back.
  private mutating func hold(_ node: Node, isSpent: Bool = false) {
    var fields = FieldReader(node, what: "a hold", into: diagnostics)
    let event = fields.text("event")?.text
    let unit = fields.text("unit")?.text
    let amount = fields.required("amount").flatMap { self.amount($0, least: 0) }
    let lapses = fields.optional("lapses").flatMap { instant($0) }
    let rule = fields.optional("rule")
    let read = fields.list("parts").compactMap { diagnostics.isExhausted ? nil : part($0) }
    fields.finish()
    guard let event, let unit, let amount else { return }
    let parts = read.map { $0.lot }
    for part in parts { keepStanding(of: part) }
    if read.contains(where: { state.units[$0.unit].unit != unit }) {
      diagnostics.report(.wrongAccountField("the unit of this hold, or of a part of it,", at: node))
    }
    if records[event] == nil { diagnostics.report(.wrongAccountField("the event of this hold", at: node)) }
    let sum = parts.reduce(0) { $0 &+ $1.left }
    if isSpent ? sum > amount : sum != amount { diagnostics.report(.wrongAccountField("this hold", at: node)) }
    let cause = rule.flatMap { reason($0) }
    if isSpent {
      guard let place = position(of: unit, at: node) else { return }
      records[event]?.spent.append(Hold(event: event, unit: place, amount: amount, lapses: nil, parts: parts))
      return
    }
    records[event]?.standing = .held(lapses: lapses)
    records[event]?.rule = cause
    guard let place = position(of: unit, at: node) else { return }
    state.holds.insert(Hold(event: event, unit: place, amount: amount, lapses: lapses, parts: parts))
  }

  private mutating func part(_ node: Node) -> (lot: Lot, unit: Int)? {
    guard let id = node["id"]?.text, let event = node["event"]?.text,
      let left = node["left"].flatMap({ amount($0, least: 1) }), let since = node["since"].flatMap({ instant($0) })
    else {
      diagnostics.report(.wrongAccountField("this lot", at: node))
      return nil
    }
    guard let entry = number(in: id, of: event, at: node) else { return nil }
    if records[event] == nil { diagnostics.report(.wrongAccountField("the event of this lot", at: node)) }
    if let rule = node["rule"].flatMap({ reason($0) }) { records[event]?.rule = rule }
    guard let unit = position(of: node["unit"]?.text ?? engine.settings.unit, at: node) else { return nil }
    let expires = node["expires"].flatMap { $0.kind == .null ? nil : instant($0) }
    return (Lot(event: event, entry: entry, left: left, since: since, expires: expires), unit)
  }

  private mutating func level(_ node: Node) -> AccountState.Level? {
    var fields = FieldReader(node, what: "a level", into: diagnostics)
    let word = fields.text("id")?.text
    let since = fields.required("since").flatMap { instant($0) }
    let lost = fields.optional("lost").flatMap { instant($0) }
    let qualified = fields.text("qualified", required: false)?.text
    let highest = fields.text("highest", required: false)?.text
    let before = fields.list("before").prefix(engine.mostLevels).compactMap { node -> AccountState.Level.Earlier? in
      guard let word = node["id"]?.text, let since = node["since"].flatMap({ instant($0) }) else {
        diagnostics.report(.wrongAccountField("this earlier level", at: node))
        return nil
      }
      return .init(word: word, since: since)
    }
    fields.finish()
    guard let word, let since else { return nil }
    return AccountState.Level(
      word: word, since: since, lost: lost, qualified: qualified ?? word, before: before, highest: highest)
  }

  private mutating func setLevel(_ node: Node) -> AccountState.SetLevel? {
    var fields = FieldReader(node, what: "a set level", into: diagnostics)
    let word = fields.text("id")?.text
    let until = fields.optional("until").flatMap { instant($0) }
    fields.finish()
    return word.map { .init(word: $0, until: until) }
  }
}

// Units, instants, amounts and periods of accounts of earlier responses.

extension AccountReader {
  /// The position of `unit`; nil if the account has too many units.
  mutating func position(of unit: Text, at node: Node) -> Int? {
    guard state.units.count < AccountLimits.mostUnits || state.units.contains(where: { $0.unit == unit }) else {
      diagnostics.report(.tooManyUnits(at: node))
      return nil
    }
    return state.position(of: unit)
  }

  func instant(_ node: Node) -> Timestamp? {
    if let text = node.text, let instant = try? Timestamp(rfc3339: text) { return instant }
    diagnostics.report(.wrongTime(at: node))
    return nil
  }

  func period(_ node: Node) -> CalendarPeriod? {
    let period = PeriodReader.period(node.value)
    if period == nil { diagnostics.report(.wrongAccountField("this period", at: node)) }
    return period
  }

  func amount(
    _ node: Node, least: Int64, most: Int64 = AccountLimits.largestAmount
  ) -> Int64? {
    if let number = node.int, least...most ~= number { return number }
    diagnostics.report(.wrongAccountField("this amount", at: node))
    return nil
  }
}

// Benefits and members of accounts of earlier responses.

extension AccountReader {
  mutating func benefit(_ node: Node) {
    var fields = FieldReader(node, what: "a benefit", into: diagnostics)
    let id = fields.text("id")
    let name = fields.text("benefit")?.text
    let stage = fields.text("stage").flatMap { Benefit.Stage(rawValue: $0.text.string) }
    let since = fields.required("since").flatMap { instant($0) }
    let expires = fields.optional("expires").flatMap { instant($0) }
    let uses = fields.optional("uses").flatMap { amount($0, least: 1) }
    let used = fields.optional("used").flatMap { amount($0, least: 0) } ?? 0
    let ended = fields.optional("ended").flatMap { instant($0) }
    let rule = fields.optional("rule")
    fields.finish()
    guard let id, let name, let since else { return }
    guard let stage, let place = BenefitID(id.text), var record = records[place.event] else {
      return diagnostics.report(.wrongAccountField("this benefit", at: node))
    }
    var benefit = Benefit(
      id: place, name: name, since: since, expires: expires, uses: uses, reason: rule.flatMap { reason($0) })
    benefit.used = used
    benefit.stage = stage
    benefit.ended = ended
    state.benefits.insert(benefit)
    // Benefits are listed by the time of their expiry or end, and named by their numbers.
    while record.benefits.count < place.number { record.benefits.append("") }
    record.benefits[place.number - 1] = name
    records[place.event] = record
  }

  mutating func member(_ node: Node) {
    var fields = FieldReader(node, what: "a member", into: diagnostics)
    let id = fields.text("id")?.text
    let since = fields.required("since").flatMap { instant($0) }
    let rights = fields.texts("rights")
    fields.finish()
    guard let id, let since else { return }
    guard rights.count <= EventDetails.mostRights, !state.members.contains(where: { $0.id == id }) else {
      return diagnostics.report(.wrongAccountField("this member", at: node))
    }
    state.setRights(rights.map { $0.text }, of: id, at: since)
  }
}
