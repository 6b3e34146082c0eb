import TerrainBase
import TerrainDocuments
import TerrainRules

extension Operations {
  /// Compares an account with the result of its own events.
  package static var verify: Operation<VerifiedAccount> {
    Operation(
      name: "loyalty.verify", summary: "Compare an account with what its own events come to",
      parameters: .object([
        .required("account", .either(.text, .map(.anything)), "The account, the answer that it came in, or its id.")
      ]),
      result: .verified, checksParameters: false
    ) { parameters, session, notes throws(DiagnosticError) in
      let accounts = try session.accounts()
      for events in LoyaltyRequest.events(in: parameters) { try session.check(events.count, .events, at: events) }
      let account = try LoyaltyRequest.account(in: parameters, engine: accounts.engine)
      func verified(_ accounts: LoyaltySession) throws(DiagnosticError) -> VerifiedAccount {
        VerifiedAccount(
          account: account,
          difference: try accounts.verify(account, readFrom: LoyaltyRequest.document(in: parameters)),
          foldedBy: LoyaltyRequest.rules(in: parameters), engine: accounts.engine)
      }
      guard session.isRecording else { return try verified(accounts) }
      let (result, traces) = try accounts.recorded { recording throws(DiagnosticError) in try verified(recording) }
      notes.explanation = Explanation(.decisions(traces), accounts.engine.system)
      return result
    }
  }
}

/// An account that was compared with the result of its own events.
package struct VerifiedAccount {
  /// The account.
  package let account: Account
  /// The first difference; nil if the account and its events agree.
  package let difference: AccountDifference?
  /// The hash of the rules that the account was folded by last; nil if its document has none.
  let foldedBy: Text?
  let engine: LoyaltyEngine

  /// Names in it that the pack or the rules no longer have.
  package var unknownNames: [UnknownName] { engine.unknownNames(in: account) }

  /// True if it was folded by other rules than the present ones, which may be why it differs.
  package var isOfOtherRules: Bool { foldedBy.map { $0.string != engine.system.rules.hash } ?? false }
}

extension ResultType where Content == VerifiedAccount {
  fileprivate static var verified: ResultType {
    object {
      fields(of: versionFields) { Versions($0.engine.system) }
      requiredField("account", .text, "The caller's name for it.") { $0.account.id }
      requiredField("agrees", .flag, "Whether it is what its own events come to.") { $0.difference == nil }
      requiredField("events", .count, "How many events were folded.") { $0.account.events.count }
      requiredField("other_rules", .flag, "Whether other rules than the present ones folded it last.") {
        $0.isOfOtherRules
      }
      fields(of: unknownFields) { $0.unknownNames }
      optionalField("difference", .difference, "The first difference, by time and id of events.") { $0.difference }
    }
  }
}

extension ResultType where Content == AccountDifference {
  fileprivate static var difference: ResultType {
    object {
      optionalField("event", .text, "The event of which something differs.") { $0.event }
      requiredField("path", .text, "What differs, as a path in the account.") { $0.path }
      optionalField("expected", .text, "What its events come to.") { $0.expected }
      optionalField("found", .text, "What the account has.") { $0.found }
    }
  }
}

/// A difference between an account and the result of its own events.
package struct AccountDifference: Sendable, Hashable {
  /// The first event, by time and id, that differs; nil if only the totals differ.
  package let event: Text?
  /// The path of the difference in the account.
  package let path: Text
  /// The value that results from the events; nil if they result in none.
  package let expected: Text?
  /// The value in the account; nil if it has none.
  package let found: Text?
}

extension LoyaltySession {
  /// The difference between `account` and the fold of its own events by the present rules; nil if they agree.
  ///
  /// - Parameter document: the document from which `account` was read; without it, the account's own document.
  /// - Throws: evaluation errors of the rules.
  package func verify(
    _ account: Account, readFrom document: Node? = nil
  ) throws(DiagnosticError) -> AccountDifference? {
    let now = account.asOf ?? account.events.last?.time
    var expected = engine.account(account.id)
    if let now { expected = try replay(account.events, account: account.id, now: now).account }
    let found = if let document { document } else { try self.document(of: account) }
    let comparison = AccountComparison(expected: try self.document(of: expected), found: found)
    guard let difference = comparison.first else { return nil }
    guard difference.path.string.hasPrefix("level."), difference.event == nil else { return difference }
    return AccountDifference(
      event: try event(thatDecidedTheLevelOf: expected), path: difference.path, expected: difference.expected,
      found: difference.found)
  }

  private func document(of account: Account) throws(DiagnosticError) -> Node {
    let json = try ResultType.account.json(AccountDocument(account: account, engine: engine))
    let (document, diagnostics) = JSONReader.read(SourceText(name: "account", bytes: json))
    guard let document else { throw DiagnosticError(diagnostics) }
    return document.root
  }

  /// The event that led to the present level. If only the passing of time decided it, the last event before; nil if no event precedes it.
  private func event(thatDecidedTheLevelOf account: Account) throws(DiagnosticError) -> Text? {
    guard let level = account.levelState else { return nil }
    let until = account.events.prefix { $0.time <= level.since }
    // Of several events at one instant, the first event that leads to the level. Nearly always only one event has that instant.
    for index in until.indices.drop(while: { until[$0].time < level.since }).prefix(Self.mostAtOneInstant) {
      let (folded, _) = try replay(Array(until[...index]), account: account.id, now: level.since)
      if folded.levelState == level { return until[index].id }
    }
    return until.last?.id
  }

  /// The maximum number of events at one instant that are tried, each with a fold.
  private static let mostAtOneInstant = 16
}

/// Compares the documents of two accounts with the same events.
private struct AccountComparison {
  let expected: Node
  let found: Node

  /// The members of an event that are results; its other members are input.
  private static let outcomes = ["outcome", "refused", "counts", "began"]
  /// The members of an account that result from its events. The reader of accounts refuses members that are neither these nor compared
  /// otherwise, or the account's name, its rules and the instant that it shows.
  private static let results = [
    "balances", "lots", "holds", "spent", "benefits", "members", "level", "set_level", "renewed",
    "earns", "changed",
  ]

  /// The first difference, first among events in their order, then among the totals.
  var first: AccountDifference? {
    let kept = list(found, "events")
    let places = Dictionary(keepingFirst: kept.enumerated().map { (key($1, "id"), $0) })
    let ours = Dictionary(grouping: list(expected, "entries"), by: { key($0, "event") })
    let theirs = Dictionary(grouping: list(found, "entries").enumerated(), by: { key($0.element, "event") })
    for event in list(expected, "events") {
      let id = key(event, "id")
      let place = places[id] ?? 0
      for name in Self.outcomes {
        if let difference = difference("events[\(place)].\(name)", event[name], kept[place][name], id) {
          return difference
        }
      }
      let entries = theirs[id]?.map { (index: $0.offset, entry: $0.element) } ?? []
      if let difference = difference(of: id, ours[id] ?? [], entries) { return difference }
    }
    for name in Self.results {
      if let difference = difference(name, expected[name], found[name], nil) { return difference }
    }
    return nil
  }

  private func list(_ node: Node, _ name: String) -> [Node] { node[name].map { Array($0.elements) } ?? [] }

  private func key(_ node: Node, _ name: String) -> Text { node[name]?.text ?? "" }

  /// The first difference between the entries of `event`.
  private func difference(
    of event: Text, _ ours: [Node], _ theirs: [(index: Int, entry: Node)]
  ) -> AccountDifference? {
    var rest = Dictionary(grouping: theirs, by: { key($0.entry, "id") })
    for entry in ours {
      guard let (index, other) = rest[key(entry, "id")]?.first else {
        return AccountDifference(event: event, path: "entries", expected: entry.written, found: nil)
      }
      rest[key(entry, "id")]?.removeFirst()
      if let difference = difference("entries[\(index)]", entry, other, event) { return difference }
    }
    // A duplicate of an entry is a difference, too.
    return rest.values.joined().min { $0.index < $1.index }.map { index, entry in
      AccountDifference(event: event, path: Text("entries[\(index)]"), expected: nil, found: entry.written)
    }
  }

  /// The first difference between two values at `path`. The nesting of both is limited by the reader of documents.
  private func difference(_ path: String, _ ours: Node?, _ theirs: Node?, _ event: Text?) -> AccountDifference? {
    let (ours, theirs) = (ours?.unlessNothing, theirs?.unlessNothing)
    // An entry names its event itself.
    let event = ours?["event"]?.text ?? theirs?["event"]?.text ?? event
    switch (ours, theirs) {
    case (nil, nil): return nil
    case (let a?, let b?) where a.kind == .map && b.kind == .map:
      let names = a.members.map { $0.key } + b.members.map { $0.key }.filter { key in a[key.text ?? ""] == nil }
      for name in names.map({ $0.text ?? "" }) {
        if let found = difference("\(path).\(name)", a[name], b[name], event) { return found }
      }
      return nil
    case (let a?, let b?) where a.kind == .list && b.kind == .list:
      let (a, b) = (Array(a.elements), Array(b.elements))
      for index in 0..<max(a.count, b.count) {
        let one = a.indices.contains(index) ? a[index] : nil
        let other = b.indices.contains(index) ? b[index] : nil
        if let found = difference("\(path)[\(index)]", one, other, event) { return found }
      }
      return nil
    case (let a?, let b?) where a.isSame(as: b): return nil
    default:
      return AccountDifference(event: event, path: Text(path), expected: ours?.written, found: theirs?.written)
    }
  }
}

extension Node {
  /// nil for an empty value: null, or a balance whose amounts are all zero.
  fileprivate var unlessNothing: Node? {
    if kind == .null { return nil }
    let isZero = kind == .map && self["balance"] != nil && members.allSatisfy { $0.value.int == 0 }
    return isZero ? nil : self
  }

  /// Returns true if both are the same value, or the same instant in two ways of writing it.
  fileprivate func isSame(as other: Node) -> Bool {
    if value.isEqual(to: other.value) { return true }
    guard let text, let otherText = other.text, let instant = try? Timestamp(rfc3339: text) else { return false }
    return instant == (try? Timestamp(rfc3339: otherText))
  }

  /// The text that it is; else its JSON.
  fileprivate var written: Text {
    if let text { return text }
    var writer = JSONWriter(.compact)
    guard (try? writer.value(value)) != nil else { return "" }
    return Text(decoding: writer.bytes)
  }
}
