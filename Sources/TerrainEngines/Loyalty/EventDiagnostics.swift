import TerrainDocuments
import TerrainBase

// What is wrong with an event.

extension Diagnostic {
  static func emptyID(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/event-id", message: "an event has to have a name: by its id it is known again", place: node.place,
      fix: "give the number of the order, or whatever else names it for ever", path: node.path)
  }

  static func unknownEventType(at node: Node, known: [Text], _ suggestions: Suggestions) -> Diagnostic {
    let isOthers = node.text.flatMap { AccountEvent.Kind(rawValue: $0.string) } != nil
    return Diagnostic(
      code: "account/event-type",
      message: isOthers ? "events of this type are not taken here" : "there is no such type of event", at: node,
      fix: suggestions.fix(node.text, among: known, kind: "types of events", listing: "types are"))
  }

  static func kindNotTaken(_ kind: AccountEvent.Kind, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/event-type", message: "the program takes no `\(kind.rawValue)`", at: node,
      fix: "add `\(kind.rawValue)` to the values of the fact `event_type`")
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

  /// An adjustment without an actor or a reason, the text `field`.
  static func unsigned(_ field: Text, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/unsigned", message: "an `adjust` needs `\(field)`: who decided it, and why, is kept with it",
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

  /// Money at `node` that is of another currency than money that the account, or the event itself, already has.
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
