import TerrainBase
import TerrainDocuments
import TerrainRules

/// An operation on an account.
package enum AccountOperation: String, Sendable, CaseIterable {
  /// Apply an event, or let time pass.
  case apply
  /// Returns the effects that an event would have.
  case quote
  /// Return the account at any instant.
  case status
  /// Fold events from nothing.
  case replay

  /// True if the operation takes one event.
  package var takesEvent: Bool { self == .apply || self == .quote }
  /// True if the changed account is part of the response.
  package var changesAccount: Bool { self == .apply || self == .replay }
}

/// An account, an operation on it, and when it takes place.
package struct LoyaltyRequest: Sendable {
  private let operation: AccountOperation
  private let account: Account
  private let event: AccountEvent?
  private let events: [AccountEvent]
  private let now: Timestamp?
  /// The budgets of an event that may draw on some; nil if none are passed in.
  private let budgets: Budgets?
  private let locale: LanguageTag?

  /// The request at `node`: `account`, and `event`, `now`, `events`, `locale`, as `operation` takes them.
  ///
  /// - Throws: all errors in it.
  package init(_ node: Node, _ operation: AccountOperation, engine: LoyaltyEngine) throws(DiagnosticError) {
    let diagnostics = DiagnosticCollector(.request)
    var fields = FieldReader(node, what: "a request", into: diagnostics)
    let accountNode = operation == .replay ? fields.optional("account") : fields.required("account")
    let eventNode =
      switch operation {
      case .apply: fields.optional("event")
      case .quote: fields.required("event")
      case .status, .replay: Node?.none
      }
    let budgetNode = operation.takesEvent ? fields.optional("budgets") : nil
    let nodes = operation == .replay ? fields.list("events", required: true) : []
    let now = fields.text("now", required: operation == .replay)
    if operation == .apply, eventNode == nil, now == nil, node.kind == .map {
      diagnostics.report(.nothingToApply(at: node))
    }
    // Replayed events cause no notifications.
    let locale = operation == .replay ? nil : fields.text("locale", required: false)
    fields.finish(alsoKnown: ["$schema", "explain"])
    if diagnostics.hasErrors { throw diagnostics.error }
    self.operation = operation
    let account = Self.account(accountNode, engine, into: diagnostics)
    self.account = account ?? engine.account("")
    event = eventNode.flatMap { engine.event($0, of: account?.id, into: diagnostics) }
    if let event, let eventNode, let account { engine.check(event, at: eventNode, for: account, into: diagnostics) }
    events = Self.events(nodes, of: account?.id, engine, into: diagnostics)
    if Set(events.compactMap({ $0.unit })).count > AccountLimits.mostUnits, let first = nodes.first {
      diagnostics.report(.tooManyUnits(at: first))
    }
    budgets = budgetNode.flatMap { Budgets(Self.budgets(in: $0), into: diagnostics) }
    self.now = now.flatMap { try? Timestamp(rfc3339: $0.text) }
    if let now, self.now == nil { diagnostics.report(.wrongTime(at: now.node)) }
    self.locale = diagnostics.locale(locale, of: engine.pack)
    if diagnostics.hasErrors { throw diagnostics.error }
  }

  /// The events at `nodes`, which are replayed as those of one account.
  private static func events(
    _ nodes: [Node], of account: Text?, _ engine: LoyaltyEngine, into diagnostics: DiagnosticCollector
  ) -> [AccountEvent] {
    var currency: Text?
    return nodes.compactMap { node in
      guard !diagnostics.isExhausted, let event = engine.event(node, of: account, into: diagnostics) else { return nil }
      if let currency, let other = event.currency, other != currency {
        diagnostics.report(.mixedCurrencies(at: node["amount"] ?? node))
      }
      currency = currency ?? event.currency
      return event
    }
  }

  /// The lists of events in the request at `node`: its own, and that of its account.
  package static func events(in node: Node) -> [Node] {
    guard node.kind == .map else { return [] }
    let account = node["account"].flatMap { $0.kind == .map ? $0 : nil }
    let inner = account?["account"].flatMap { $0.kind == .map ? $0 : nil }
    return [node["events"], (inner ?? account)?["events"]].compactMap { $0 }.filter { $0.kind == .list }
  }

  /// The account of the request at `node` for a comparison with its own events, even if its sums do not agree.
  ///
  /// - Throws: all errors in it.
  package static func account(in node: Node, engine: LoyaltyEngine) throws(DiagnosticError) -> Account {
    let diagnostics = DiagnosticCollector(.request)
    var fields = FieldReader(node, what: "a request", into: diagnostics)
    let accountNode = fields.required("account")
    fields.finish(alsoKnown: ["$schema"])
    guard !diagnostics.hasErrors,
      let account = account(accountNode, engine, checksSums: false, into: diagnostics), !diagnostics.hasErrors
    else {
      throw diagnostics.error
    }
    return account
  }

  /// The document of the account of the request at `node`; nil if that is only an id.
  package static func document(in node: Node) -> Node? {
    guard node.kind == .map, let account = node["account"], account.kind == .map else { return nil }
    return account["account"].flatMap { $0.kind == .map ? $0 : nil } ?? account
  }

  /// The hash of the rules that folded the account of the request at `node` last, as its document has it.
  package static func rules(in node: Node) -> Text? {
    guard let rules = document(in: node)?["rules"], rules.kind == .map else { return nil }
    return rules["hash"]?.text
  }

  /// An account of an earlier response, that response, or only the account's id.
  fileprivate static func account(
    _ node: Node?, _ engine: LoyaltyEngine, checksSums: Bool = true, into diagnostics: DiagnosticCollector
  ) -> Account? {
    guard let node else { return engine.account("") }
    if let id = node.text { return engine.account(id) }
    if let inner = node["account"], inner.kind == .map {
      return engine.account(inner, checksSums: checksSums, into: diagnostics)
    }
    return engine.account(node, checksSums: checksSums, into: diagnostics)
  }

  /// The budgets of an earlier response: `node` itself, or the part of a whole response. A response is recognized by its `outcome`, a text.
  fileprivate static func budgets(in node: Node) -> Node {
    guard node.kind == .map, node["outcome"]?.text != nil, let inner = node["budgets"] else { return node }
    return inner
  }

  /// Performs the operation.
  ///
  /// - Throws: `account/…`, and evaluation errors of the rules.
  package func result(_ session: LoyaltySession) throws(DiagnosticError) -> LoyaltyResult {
    var account = account
    var change = AccountChange()
    var duplicates = 0
    var budgets = budgets
    // By default the account is viewed at the time of the event, but not before the time that it has reached.
    let seen = now ?? max(event?.time ?? .earliest, account.asOf ?? .earliest)
    switch operation {
    case .quote:
      if let event {
        var after = account
        change = try session.accept(event, to: &after, now: seen, budgets: &budgets)
        let standing = try session.standing(of: after)
        return result(session, account, change, standing, 0, budgets)
      }
    case .apply, .status:
      if let event {
        change = try session.accept(event, to: &account, now: seen, budgets: &budgets)
      } else if seen > .earliest {
        change = try session.advance(&account, to: seen)
      }
    case .replay:
      (account, duplicates) = try session.replay(events, account: account.id, now: now ?? .latest)
    }
    return result(session, account, change, try session.standing(of: account), duplicates, budgets)
  }

  private func result(
    _ session: LoyaltySession, _ account: Account, _ change: AccountChange, _ standing: Value?, _ duplicates: Int,
    _ budgets: Budgets?
  ) -> LoyaltyResult {
    LoyaltyResult(
      operation: operation, account: account, change: change, standing: standing,
      notifications: session.notifications(of: change, locale: locale),
      locale: locale ?? session.engine.pack.defaultLocale, duplicates: duplicates, budgets: budgets)
  }
}

extension LoyaltySession {
  /// The state of the account at `node` when `request` is made, and the grants of the `budgets` there, as facts. If `now` is not an
  /// instant, the account is viewed as it is.
  ///
  /// - Throws: errors in the account, and evaluation errors of the rules.
  func facts(of node: Node, in request: Node) throws(DiagnosticError) -> [(name: Text, value: Value)] {
    let diagnostics = DiagnosticCollector(.request)
    let read = LoyaltyRequest.account(node, engine, into: diagnostics)
    let budgets = request["budgets"].flatMap { Budgets(LoyaltyRequest.budgets(in: $0), into: diagnostics) }
    guard var account = read, !diagnostics.hasErrors else { throw diagnostics.error }
    if let now = request["now"]?.text.flatMap({ try? Timestamp(rfc3339: $0) }) { _ = try advance(&account, to: now) }
    let time = account.asOf ?? .epoch
    try prepare(&account, until: time)
    return try versions.inForce(at: time).facts(of: account.state, granted: budgets, at: time)
  }
}

extension LoyaltyRules {
  /// The facts of an account in `state` at `time`, with the amounts granted earlier.
  fileprivate func facts(
    of state: AccountState, granted: Budgets?, at time: Timestamp
  ) throws(DiagnosticError) -> [(name: Text, value: Value)] {
    let own = state.units[0]
    let level = state.level.flatMap { level in engine.levels.first { $0 == level.word } } ?? engine.levels.first ?? ""
    var facts: [(name: AccountFacts.Name, value: Value)] = [
      (.account, .string(state.account)), (.active, .int(own.active)), (.pending, .int(own.pending)),
      (.held, .int(own.held)), (.lifetime, .int(own.lifetime)), (.balances, state.activeAmounts),
      (.currentLevel, .string(level)), (.earnsBefore, .int(state.earns)),
      (.memberCount, .int(Int64(state.members.count))), (.nextExpiryAmount, .int(own.lots.nextExpiryAmount)),
      (.openBenefits, .list(state.benefits.usable.map { .string($0.name) })),
    ]
    if let since = state.level?.since { facts.append((.levelSince, .timestamp(since))) }
    if let set = self.level(setOf: state) { facts.append((.setLevel, .string(set))) }
    if let expiry = own.lots.nextExpiry { facts.append((.nextExpiry, .timestamp(expiry))) }
    if let granted {
      facts.append((.grantedSoFar, .map(ValueMap(granted.all.map { (.string($0.budget), .int($0.total)) }))))
    }
    var windows = state.windows
    try windows.advance(to: time, engine.windows)
    return facts.map { ($0.name.word, $0.value) }
      + engine.windows.all.indices.compactMap { index in
        engine.windows.value(index, of: windows).map { (engine.windows.all[index].fact.name, $0) }
      }
  }
}

extension Diagnostic {
  fileprivate static func nothingToApply(at node: Node) -> Diagnostic {
    Diagnostic(
      code: missingFieldCode, message: "a request needs `event`, or `now` if time only passes", at: node,
      fix: "add `event: …` or `now: …`")
  }
}

/// The effects that an operation had, or would have, on an account.
package struct LoyaltyResult: Sendable {
  /// The operation that was performed.
  package let operation: AccountOperation
  /// The account after it; of a quote, as it was.
  package let account: Account
  /// The changes.
  package let change: AccountChange
  /// The standing of the account, as the rules decide it.
  package let standing: Value?
  /// Messages to send.
  package let notifications: [RenderedMessage]
  /// The language they are in.
  package let locale: LanguageTag
  /// The number of events that occurred more than once.
  package let duplicates: Int
  /// The amounts granted from budgets; nil if the request has none.
  package let budgets: Budgets?
}
