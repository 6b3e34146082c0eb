import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

extension LoyaltyEngine {
  /// The event at `node`.
  ///
  /// - Throws: all errors in it.
  package func event(_ node: Node, of account: Text? = nil) throws(DiagnosticError) -> AccountEvent {
    let diagnostics = DiagnosticCollector(.request)
    guard let event = event(node, of: account, into: diagnostics) else { throw diagnostics.error }
    return event
  }

  /// The event at `node`; nil, with diagnostics, if it is not valid.
  func event(
    _ node: Node, of account: Text?, into diagnostics: DiagnosticCollector
  ) -> AccountEvent? {
    let time = earlier.isEmpty ? nil : node["time"]?.text.flatMap { try? Timestamp(rfc3339: $0) }
    let engine = time.map { inForce(at: $0) } ?? self
    return AccountEventReader(engine: engine, isKept: false, diagnostics: diagnostics).event(node, of: account)
  }

  /// Returns `event` with its facts as values for rules, which are read again if they were kept for another version. Facts that rules no
  /// longer know are left out.
  func withValues(_ event: AccountEvent) throws(DiagnosticError) -> AccountEvent {
    if event.values?.readFor == fingerprint { return event }
    if event.content.isEmpty { return event.with(values: .init(list: [], readFor: fingerprint)) }
    let (document, diagnostics) = JSONReader.read(SourceText(name: "event", bytes: event.content))
    guard let document else { throw DiagnosticError(diagnostics) }
    let kept = DiagnosticCollector(.request)
    let reader = AccountEventReader(engine: self, isKept: true, diagnostics: kept)
    let values = reader.values(Array(document.root.members).map { ($0.key, $0.value) })
    if kept.hasErrors { throw kept.error }
    return event.with(values: .init(list: values, readFor: fingerprint))
  }
}

/// Reads events, and reports all errors in an event at once.
struct AccountEventReader {
  let engine: LoyaltyEngine
  /// True if the event comes from an account. Its facts are then read when it is folded again, and facts that no rule knows are not errors.
  let isKept: Bool
  /// Collects the diagnostics.
  let diagnostics: DiagnosticCollector

  func event(_ node: Node, of account: Text?) -> AccountEvent? {
    let before = diagnostics.errorCount
    var fields = FieldReader(node, what: "an event", into: diagnostics)
    let id = fields.text("id")
    let type = fields.text("type")
    let time = fields.text("time")
    let of = fields.text("of", required: false)
    let money = fields.optional("amount")
    let facts = fields.map("facts")
    let owner = fields.text("account", required: false)
    // Most events have no further fields: the lookups are skipped for them.
    let hasMore = fields.hasUnread
    let change = hasMore ? fields.optional("change") : nil
    let unit = hasMore ? fields.text("unit", required: false) : nil
    let actor = hasMore ? fields.text("actor", required: false) : nil
    let reason = hasMore ? fields.text("reason", required: false) : nil
    let grants = hasMore ? fields.map("grants") : []
    let details = hasMore ? details(&fields) : nil
    fields.finish(alsoKnown: ["$schema", "outcome", "refused", "counts", "began"])
    if let id, id.text.isEmpty { diagnostics.report(.emptyID(at: id.node)) }
    if let account, let owner, owner.text != account { diagnostics.report(.otherAccount(at: owner.node)) }
    let kind = type.flatMap { AccountEvent.Kind(rawValue: $0.text.string) }
    if let type {
      let known = isKept ? AccountEvent.Kind.allCases : engine.kinds
      if kind.map({ !known.contains($0) }) ?? true {
        diagnostics.report(
          .unknownEventType(at: type.node, known: known.map { Text($0.rawValue) }, diagnostics.suggestions))
      }
    }
    let instant = time.flatMap { try? Timestamp(rfc3339: $0.text) }
    if let time, instant == nil { diagnostics.report(.wrongTime(at: time.node)) }
    if let kind { check(kind, node, of: of?.node, change: change, unit: unit?.node) }
    if let kind, hasMore || kind.needsDetails { checkDetails(kind, node) }
    if let kind, !kind.isSigned {
      if let actor { diagnostics.report(.hasNo("actor", kind, at: actor.node)) }
      if let reason { diagnostics.report(.hasNo("reason", kind, at: reason.node)) }
    }
    let amount = money.flatMap { self.money($0) }
    let content = facts.isEmpty ? nil : node["facts"]
    let currency = currency(of: amount, facts)
    if !isKept { checkLines(content?[LoyaltyLines.name], of: kind) }
    let values = isKept ? nil : AccountEvent.Values(list: values(facts), readFor: engine.fingerprint)
    let granted = amounts(grants)
    guard let id, let instant, let kind, diagnostics.errorCount == before else { return nil }
    let isSigned = actor != nil || reason != nil
    return AccountEvent(
      id: id.text, kind: kind, time: instant, of: of?.text, amount: amount, currency: currency, change: change?.int,
      unit: unit?.text, signature: isSigned ? AccountEvent.Signature(actor: actor?.text, reason: reason?.text) : nil,
      details: details,
      grants: granted, content: AccountEventReader.content(content), values: values)
  }

  /// The granted amounts, by budget.
  private func amounts(_ grants: [(key: Node, value: Node)]) -> [Text: Int64] {
    var amounts: [Text: Int64] = [:]
    for (key, node) in grants {
      guard let name = key.text, let amount = node.int, amount.magnitude <= AccountLimits.largestAmount else {
        diagnostics.report(.wrongGrant(at: node))
        continue
      }
      amounts[name] = amount
    }
    return amounts
  }

  private func check(_ kind: AccountEvent.Kind, _ node: Node, of: Node?, change: Node?, unit: Node?) {
    let takesOf = kind.isAboutAnother && kind != .use
    if takesOf, of == nil, node["benefit"] == nil { diagnostics.report(.needsOf(kind, at: node)) }
    if !takesOf, let of { diagnostics.report(.hasNo("of", kind, at: of)) }
    let number = change?.int ?? 0
    switch kind {
    case .adjust:
      if number == 0 || number.magnitude > AccountLimits.largestAmount.magnitude {
        diagnostics.report(.wrongChange(at: change ?? node))
      }
    case .send, .receive:
      if !(1...AccountLimits.largestAmount ~= number) { diagnostics.report(.wrongTransfer(kind, at: change ?? node)) }
    case .earn, .reserve, .commit, .cancel, .refund, .use, .member, .level:
      if let change { diagnostics.report(.hasNo("change", kind, at: change)) }
      if let unit { diagnostics.report(.hasNo("unit", kind, at: unit)) }
    }
  }

  /// Lines that are decided about have different ids, and a returned one has one.
  private func checkLines(_ lines: Node?, of kind: AccountEvent.Kind?) {
    guard engine.lines != nil, let lines, lines.kind == .list, kind == .earn || kind == .refund else { return }
    // A list that is too long is refused as a whole, and may have a million lines.
    if let most = engine.facts.given[LoyaltyLines.name]?.declaration.maximumSize, lines.count > most { return }
    var ids: Set<Text> = []
    for (index, line) in lines.elements.enumerated() where line.kind == .map {
      let id = line[LoyaltyLines.id]
      if kind == .refund, id?.text == nil { diagnostics.report(.lineWithoutID(at: line)) }
      if !ids.insert(id?.text ?? Text(String(index))).inserted { diagnostics.report(.lineTwice(at: id ?? line)) }
    }
  }

  private func money(_ node: Node) -> Money? {
    guard let currency = node["currency"]?.text, let minor = node["minor"]?.int, node.count == 2,
      let money = Money(currency: currency, minor: minor)
    else {
      diagnostics.report(.wrongMoney(at: node))
      return nil
    }
    if let own = engine.settings.currency, own != currency {
      diagnostics.report(.otherCurrency(own, at: node["currency"] ?? node))
    }
    return money
  }

  /// The currency of `amount` and of all money inside `facts`, which must be the program's currency if it declares one. Reports
  /// differences.
  private func currency(of amount: Money?, _ facts: [(key: Node, value: Node)]) -> Text? {
    let declared = engine.settings.currency
    var found = amount?.currency
    // The currencies of stored events were checked when they arrived: here only the currency itself must be known.
    if isKept, found != nil || declared != nil { return found }
    // Not recursive: nesting is the document's, which is bounded.
    var nodes: [Node] = []
    func add(_ node: Node) { if node.kind == .map || node.kind == .list { nodes.append(node) } }
    for (_, value) in facts { add(value) }
    while let node = nodes.popLast() {
      if node.kind == .list {
        for element in node.elements { add(element) }
        continue
      }
      var (currency, minor): (Node?, Node?) = (nil, nil)
      for (key, value) in node.members {
        if currency == nil, key.isText("currency") { currency = value }
        if minor == nil, key.isText("minor") { minor = value }
        add(value)
      }
      guard let currency, minor != nil else { continue }
      if let own = declared ?? found {
        found = own
        if currency.withText(own.hasBytes) != true {
          diagnostics.report(declared.map { .otherCurrency($0, at: currency) } ?? .mixedCurrencies(at: currency))
        }
      } else if let text = currency.text, Currency.minorDigits(text) != nil {
        found = text
      }
    }
    return found
  }

  /// The facts that an event gives.
  func values(_ facts: [(key: Node, value: Node)]) -> [(fact: Fact.ID, value: Value)] {
    var values: [(fact: Fact.ID, value: Value)] = []
    for (key, node) in facts where !diagnostics.isExhausted {
      guard let name = key.text else { continue }
      guard let fact = engine.facts.given[name] else {
        if engine.facts.gives(name) {
          diagnostics.report(.factGivenByTheAccount(name, at: key))
        } else if !isKept {
          diagnostics.report(
            .noSuchFact(name, at: key, among: engine.facts.given.keys.sorted(), diagnostics.suggestions))
        }
        continue
      }
      if node.kind == .null { continue }
      if let value = engine.context.reader.value(node, of: fact, into: diagnostics) { values.append((fact.id, value)) }
    }
    return values
  }

  // MARK: Content

  /// Facts as JSON with sorted keys; empty without facts.
  static func content(_ node: Node?) -> [UInt8] {
    guard let node, node.count > 0 else { return [] }
    var writer = JSONWriter(.compact)
    writer.sorted(node)
    return writer.bytes
  }
}

// The fields that only some events have.

extension AccountEventReader {
  /// The details of an event, whose other fields `fields` has read.
  func details(_ fields: inout FieldReader) -> EventDetails? {
    let benefit = fields.text("benefit", required: false)
    let member = fields.text("member", required: false)
    let rights = fields.optional("rights").map { _ in fields.texts("rights") }
    let to = fields.text("to", required: false)
    let from = fields.text("from", required: false)
    let cause = fields.text("cause", required: false)
    let waits = fields.bool("waits")
    let level = fields.text("level", required: false)
    let until = fields.text("until", required: false)
    let end = until.flatMap { try? Timestamp(rfc3339: $0.text) }
    if let until, end == nil { diagnostics.report(.wrongTime(at: until.node)) }
    if !isKept, let level, !engine.levels.contains(level.text) {
      diagnostics.report(.noSuchLevel(level.text, at: level.node, among: engine.levels, diagnostics.suggestions))
    }
    let id = benefit.flatMap { BenefitID($0.text) }
    if let benefit, id == nil { diagnostics.report(.wrongBenefitID(at: benefit.node)) }
    if let rights, rights.count > EventDetails.mostRights { diagnostics.report(.tooManyRights(at: rights[0].node)) }
    guard benefit ?? member ?? to ?? from ?? cause ?? level ?? until != nil || rights != nil else { return nil }
    return EventDetails(
      benefit: id, member: member?.text, rights: rights?.map { $0.text }, peer: (to ?? from)?.text, cause: cause?.text,
      waits: waits, level: level?.text, until: end)
  }

  /// Reports details that an event of `kind` has and cannot have, or needs and has not.
  func checkDetails(_ kind: AccountEvent.Kind, _ node: Node) {
    func field(_ name: Text, of kinds: [AccountEvent.Kind], isNeeded: Bool = true) {
      let field = node[name].flatMap { $0.kind == .null ? nil : $0 }
      if let field, !kinds.contains(kind) { diagnostics.report(.hasNo(name, kind, at: field)) }
      if field == nil, isNeeded, kinds.contains(kind) { diagnostics.report(.needs(name, kind, at: node)) }
    }
    field("to", of: [.send])
    field("from", of: [.receive])
    field("cause", of: [.receive], isNeeded: false)
    field("waits", of: [.receive], isNeeded: false)
    field("rights", of: [.member], isNeeded: false)
    field("level", of: [.level], isNeeded: false)
    field("until", of: node["level"] == nil ? [] : [.level], isNeeded: false)
    field("benefit", of: kind == .cancel ? [.cancel] : [.use], isNeeded: kind == .use)
    if kind == .member { field("member", of: [.member]) }
    let benefit = node["benefit"].flatMap { $0.kind == .null ? nil : $0 }
    if kind == .cancel, benefit != nil, let of = node["of"], of.kind != .null {
      diagnostics.report(.cancelsTwo(at: of))
    }
  }
}

extension Diagnostic {
  static func wrongBenefitID(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/benefit", message: "this is not the id of a benefit", at: node,
      fix: "give the `id` that it has among `benefits` of the account, such as `order-17#1`")
  }

  static func tooManyRights(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/member", message: "a member may have at most \(EventDetails.mostRights) rights (`mostRights`)",
      at: node)
  }

  static func needs(_ field: Text, _ kind: AccountEvent.Kind, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/event-field", message: "a `\(kind.rawValue)` needs `\(field)`", at: node,
      fix: "add `\(field): …`")
  }

  static func noSuchLevel(
    _ level: Text, at node: Node, among known: [Text], _ suggestions: Suggestions
  ) -> Diagnostic {
    Diagnostic(
      code: "account/event-field", message: "the program has no such level", at: node,
      fix: suggestions.fix(level, among: known, kind: "levels", listing: "levels are"))
  }

  static func cancelsTwo(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/event-field", message: "a `cancel` has either `of` or `benefit`", at: node,
      fix: "cancel them with two events")
  }
}

// Diagnostics about events.

extension Diagnostic {
  static func emptyID(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/event-id", message: "an event has to have a name: by its id it is known again", place: node.place,
      fix: "give the number of the order, or whatever else names it for ever", path: node.path)
  }

  static func unknownEventType(at node: Node, known: [Text], _ suggestions: Suggestions) -> Diagnostic {
    if let kind = node.text.flatMap({ AccountEvent.Kind(rawValue: $0.string) }) {
      return Diagnostic(
        code: "account/event-type", message: "the program takes no `\(kind.rawValue)`", at: node,
        fix: "add `\(kind.rawValue)` to the values of the fact `event_type`")
    }
    return Diagnostic(
      code: "account/event-type", message: "there is no such type of event", at: node,
      fix: suggestions.fix(node.text, among: known, kind: "types of events", listing: "types are"))
  }

  static func wrongTransfer(_ kind: AccountEvent.Kind, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/change",
      message:
        "a `\(kind.rawValue)` has to say how much in `change`: a whole number from 1 to \(AccountLimits.largestAmount) "
        + "(`largestAmount`)", at: node)
  }

  static func needsOf(_ kind: AccountEvent.Kind, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/event-of", message: "a `\(kind.rawValue)` has to name the event that it is about", at: node,
      fix: "add `of: ID`")
  }

  static func hasNo(_ field: Text, _ kind: AccountEvent.Kind, at node: Node) -> Diagnostic {
    Diagnostic(code: "account/event-field", message: "a `\(kind.rawValue)` has no `\(field)`", at: node)
  }

  static func wrongChange(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/change",
      message:
        "an `adjust` has to say how much in `change`: a whole number, not 0, at most \(AccountLimits.largestAmount) "
        + "(`largestAmount`) either way", at: node)
  }

  /// An event of `kind` without an actor or a reason, the text `field`.
  static func unsigned(_ kind: AccountEvent.Kind, _ field: Text, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/unsigned",
      message:
        "\(kind == .adjust ? "an" : "a") `\(kind.rawValue)` needs `\(field)`: who decided it, and why, is kept with it",
      at: node, fix: "add `actor: …` and `reason: …`")
  }

  static func wrongMoney(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/money", message: "this is not money", at: node,
      fix: "write it as `{ currency: USD, minor: 1234 }`: a currency of ISO 4217, and its smallest units")
  }

  static func otherCurrency(_ currency: Text, at node: Node) -> Diagnostic {
    Diagnostic(code: "account/currency", message: "the program takes `\(currency)` only", at: node)
  }

  /// The money at `node` has another currency than money that the account, or the event itself, already has.
  package static func mixedCurrencies(at node: Node) -> Diagnostic { mixedCurrencies(at: node.place, path: node.path) }

  /// An event's money is of another currency than that of earlier ones.
  static var mixedCurrencies: Diagnostic { mixedCurrencies(at: nil, path: "event") }

  private static func mixedCurrencies(at place: Place?, path: String) -> Diagnostic {
    Diagnostic(
      code: "account/currency", message: "all money of an account has to be of one currency, and this is of another",
      place: place, fix: "keep one account per currency, or declare the `currency` of the program in its `settings`",
      path: path)
  }

  static func factGivenByTheAccount(_ name: Text, at key: Node) -> Diagnostic {
    Diagnostic(
      code: "account/supplied-fact", message: "`\(name)` is found from the account and its events, and cannot be given",
      at: key)
  }

  static func otherAccount(at node: Node) -> Diagnostic {
    Diagnostic(code: "account/other-account", message: "this event belongs to another account", at: node)
  }

  static func wrongTime(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/time", message: "this is not an instant", at: node, fix: "write it as `2026-03-01T10:00:00Z`")
  }
}

/// A name in an account that the pack or the rules no longer have. The event is kept unchanged.
package struct UnknownName: Sendable, Hashable {
  /// The kinds of unknown names.
  package enum Kind: String, Sendable, CaseIterable {
    case level, cause, unit, benefit
  }

  /// The kind of the name.
  package let kind: Kind
  /// The name.
  package let id: Text
  /// The path of its first occurrence in the account.
  package let path: Text
}

extension LoyaltyEngine {
  /// The names in `account` that the pack and the rules no longer have, each once.
  package func unknownNames(in account: Account) -> [UnknownName] {
    var names: [UnknownName] = []
    func add(_ kind: UnknownName.Kind, _ id: Text, _ path: String) {
      guard !names.contains(where: { $0.kind == kind && $0.id == id }) else { return }
      names.append(UnknownName(kind: kind, id: id, path: Text(path)))
    }
    let versions = earlier + [self]
    let steps = versions.flatMap { $0.decisions.amounts }
    for (level, path) in [(account.level, "level.id"), (account.state.setLevel?.word, "set_level.id")] {
      if let level, !versions.contains(where: { $0.levels.contains(level) }) { add(.level, level, path) }
    }
    let causes = EarningSteps.causes(of: steps)
    let units = EarningSteps.units(of: steps).map { $0 + [settings.unit] }
    for (index, entry) in account.entries.enumerated() {
      if entry.kind == .earn, let cause = entry.cause, let causes, !causes.contains(cause) {
        add(.cause, cause, "entries[\(index)].cause")
      }
      if let units, !units.contains(entry.unit) { add(.unit, entry.unit, "entries[\(index)].unit") }
    }
    let benefits = decisions.issued.flatMap { BenefitTerms.names(of: $0) }
    for (index, benefit) in account.benefits.enumerated() {
      if let benefits, !benefits.contains(benefit.name) { add(.benefit, benefit.name, "benefits[\(index)].benefit") }
    }
    return names
  }
}
