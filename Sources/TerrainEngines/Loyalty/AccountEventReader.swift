import TerrainRules
import TerrainDocuments
import TerrainExpressions
import TerrainBase

extension LoyaltyEngine {
  /// The event at `node`; `kind` where the caller requires a type of event.
  ///
  /// - Throws: everything that is wrong with it.
  package func event(_ node: Node, kind: AccountEvent.Kind? = nil, of account: Text? = nil) throws(DiagnosticError)
    -> AccountEvent
  {
    let diagnostics = DiagnosticCollector(.request)
    guard let event = event(node, kind: kind, of: account, into: diagnostics) else { throw diagnostics.error }
    return event
  }

  /// The event at `node`; nil, with diagnostics, where it is none.
  func event(
    _ node: Node, kind: AccountEvent.Kind? = nil, of account: Text?, into diagnostics: DiagnosticCollector
  ) -> AccountEvent? {
    let time = earlier.isEmpty ? nil : node["time"]?.text.flatMap { try? Timestamp(rfc3339: $0) }
    let engine = time.map { inForce(at: $0) } ?? self
    return AccountEventReader(engine: engine, isKept: false, diagnostics: diagnostics)
      .event(node, kind: kind, of: account)
  }

  /// `event` with its facts as rules take them, read again where it was kept. Facts that rules no longer know are left out.
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

/// Reads events, and reports everything that is wrong with one at once.
struct AccountEventReader {
  let engine: LoyaltyEngine
  /// Whether the event comes from an account that keeps it: its facts are looked at when it is folded again, and those that no
  /// rule knows any more are no mistake.
  let isKept: Bool
  /// Collects what is wrong.
  let diagnostics: DiagnosticCollector

  func event(_ node: Node, kind wanted: AccountEvent.Kind?, of account: Text?) -> AccountEvent? {
    let before = diagnostics.errorCount
    var fields = FieldReader(node, what: "an event", into: diagnostics)
    let id = fields.text("id")
    let type = fields.text("type", required: wanted == nil)
    let time = fields.text("time")
    let of = fields.text("of", required: false)
    let money = fields.optional("amount")
    let facts = fields.map("facts")
    let owner = fields.text("account", required: false)
    // Most events have nothing else: what is not there is not looked for.
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
    var kind = wanted
    if let type {
      let read = AccountEvent.Kind(rawValue: type.text.string)
      let known = wanted.map { [$0] } ?? (isKept ? AccountEvent.Kind.allCases : engine.kinds)
      if read.map({ !known.contains($0) }) ?? true {
        diagnostics.report(
          .unknownEventType(at: type.node, known: known.map { Text($0.rawValue) }, diagnostics.suggestions))
      }
      kind = read
    }
    if !isKept, let wanted, !engine.kinds.contains(wanted) { diagnostics.report(.kindNotTaken(wanted, at: node)) }
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

  /// What it was granted, by budget.
  private func amounts(_ grants: [(key: Node, value: Node)]) -> [Text: Int64] {
    var amounts: [Text: Int64] = [:]
    for (key, node) in grants {
      guard let name = key.text, let amount = node.int, 0...AccountLimits.largestAmount ~= amount else {
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
    case .earn, .reserve, .commit, .cancel, .refund, .use, .member:
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

  /// The currency of `amount` and of all money inside `facts`: the program's, where that declares one. Reports what differs.
  private func currency(of amount: Money?, _ facts: [(key: Node, value: Node)]) -> Text? {
    let declared = engine.settings.currency
    var found = amount?.currency
    // What is kept was looked at when it came: only what it is of has to be known.
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

  /// Facts as JSON with sorted keys; nothing where there are none.
  static func content(_ node: Node?) -> [UInt8] {
    guard let node, node.count > 0 else { return [] }
    var writer = JSONWriter(.compact)
    writer.sorted(node)
    return writer.bytes
  }
}
