import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

// Everything accounts, events and the rules about them are complained of, in one place. Amounts are private: they are never
// repeated, only where they stand.

extension Diagnostic {
  // MARK: Rules

  private static func rule(_ code: String, _ message: String, _ decision: Decision, fix: String? = nil) -> Diagnostic {
    Diagnostic(code: code, message: message, place: decision.place, fix: fix)
  }

  static func levelsAreNoWords(_ decision: Decision) -> Diagnostic {
    rule(
      "account/levels", "the levels that `\(decision.name)` yields have to be a list of words, lowest first", decision,
      fix: "give it a vocabulary as its type, or write words as its results")
  }

  static func notSteps(_ decision: Decision) -> Diagnostic {
    rule(
      "account/steps", "`\(decision.name)` has to yield a list of steps", decision,
      fix: "use `hit: collect`, and rows such as `then: { add: 10 }`")
  }

  static func wrongStep(_ key: Text, _ decision: Decision) -> Diagnostic {
    rule(
      "account/steps", "`\(key)` of a step of `\(decision.name)` is not what it has to be", decision,
      fix:
        "`add`, `stage` and `most` are whole numbers, `times` a decimal, `on` is `base` or `running`, the rest is text")
  }

  static func addOrTimes(_ decision: Decision) -> Diagnostic {
    rule(
      "account/steps", "a step of `\(decision.name)` has to say either `add` or `times`", decision)
  }

  static func negativeAmount(_ decision: Decision) -> Diagnostic {
    rule("account/negative-amount", "`\(decision.name)` came to less than nothing", decision)
  }

  static func amountLimit(_ decision: Decision) -> Diagnostic {
    rule(
      "account/amount-limit",
      "`\(decision.name)` came to more than \(AccountLimits.largestAmount) (`largestAmount`)", decision)
  }

  static func notAPeriod(_ decision: Decision) -> Diagnostic {
    rule(
      "account/period", "`\(decision.name)` has to yield a period", decision,
      fix: "such as `{ months: 12, through: month }`; the units are years, months, days, hours, minutes and seconds")
  }

  static func wrongTerm(_ key: Text, _ decision: Decision) -> Diagnostic {
    rule(
      "account/terms", "`\(key)` of `\(decision.name)` is not what it has to be", decision,
      fix: "`pending` and `counts` are true or false, `waits` and `lasts` are periods")
  }

  static var beyondTheCalendar: Diagnostic {
    Diagnostic(code: "account/calendar", message: "a period ends after the year 9999", place: nil)
  }

  static func suppliedFactType(_ fact: Fact, wanted: CELType) -> Diagnostic {
    Diagnostic(
      code: "account/fact-type", message: "the fact `\(fact.name)` is given by the account, and is of type `\(wanted)`",
      place: fact.declaration.place)
  }

  static func suppliedFactOptional(_ fact: Fact) -> Diagnostic {
    Diagnostic(
      code: "account/fact-optional", message: "not every event has the fact `\(fact.name)`",
      place: fact.declaration.place, fix: "add `optional: true`")
  }

  // MARK: Events

  static var eventConflict: Diagnostic { conflict(at: nil, path: "event.id") }

  /// The same, of the event whose id stands at `node`.
  package static func sameEventAnew(at node: Node) -> Diagnostic { conflict(at: node.place, path: node.path) }

  private static func conflict(at place: Place?, path: String) -> Diagnostic {
    Diagnostic(
      code: "account/event-conflict",
      message: "the account has an event of this id with other content: an id is the name of one event for ever",
      place: place, fix: "give what happened besides an id of its own", path: path)
  }

  static func emptyID(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/event-id", message: "an event has to have a name: by its id it is known again", place: node.place,
      fix: "give the number of the order, or whatever else names it for ever", path: node.path)
  }

  static var tooManyEvents: Diagnostic {
    Diagnostic(
      code: "account/event-limit",
      message: "the account would have more than \(AccountLimits.mostEvents) events (`mostEvents`)",
      place: nil)
  }

  static func tooManyUnits(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/unit-limit",
      message: "the account would have more than \(AccountLimits.mostUnits) units (`mostUnits`)", at: node)
  }

  static func unknownEventType(at node: Node, known: [Text], _ suggestions: Suggestions) -> Diagnostic {
    Diagnostic(
      code: "account/event-type", message: "there is no such type of event", at: node,
      fix: suggestions.fix(node.text, among: known, kind: "types of events", listing: "types are"))
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

  static func wrongTime(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/time", message: "this is not an instant", at: node, fix: "write it as `2026-03-01T10:00:00Z`")
  }

  static func wrongMoney(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/money", message: "this is not money", at: node,
      fix: "write it as `{ currency: USD, minor: 1234 }`: a currency of ISO 4217, and its smallest units")
  }

  static func otherCurrency(_ currency: Text, at node: Node) -> Diagnostic {
    Diagnostic(code: "account/currency", message: "the programme takes `\(currency)` only", at: node)
  }

  static func factGivenByTheAccount(_ name: Text, at key: Node) -> Diagnostic {
    Diagnostic(
      code: "account/supplied-fact", message: "`\(name)` is found from the account and its events, and cannot be given",
      at: key)
  }

  static func otherAccount(at node: Node) -> Diagnostic {
    Diagnostic(code: "account/other-account", message: "this event belongs to another account", at: node)
  }

  // MARK: Documents

  static func doesNotAdd(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/balance",
      message: "this balance of the account is not the sum of its entries, or of its lots",
      at: node, fix: "`terrain loyalty replay` folds its events again")
  }

  static func wrongAccountField(_ what: String, at node: Node) -> Diagnostic {
    Diagnostic(code: "account/document", message: "\(what) is not what an account has there", at: node)
  }
}
