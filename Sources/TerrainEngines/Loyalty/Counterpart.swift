import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The event that an event of one account causes in another: a `receive`, or the `commit` or `cancel` of an earlier `receive`.
package struct Counterpart: Sendable {
  /// The kind of the event.
  package private(set) var kind = AccountEvent.Kind.receive
  /// The account to apply it to.
  package let account: Text
  /// The id of the event.
  package let id: Text
  package let time: Timestamp
  /// The account that it comes from.
  package let from: Text
  package let amount: Int64
  /// Nil: the program's own.
  package let unit: Text?
  package let cause: Text?
  /// The event that a `commit` or `cancel` is about; nil for a `receive`.
  package private(set) var of: Text?
  /// A `receive` counts only after a commit.
  package internal(set) var waits = false
}

extension Counterpart {
  /// The id of the event that `event` of `account` causes in another account, if it causes only one event. The sender's own id is not
  /// sufficient, because an event of the receiver or of another sender could have it.
  ///
  /// A `/` in the account's name is percent-encoded, so that the first `/` separates the two parts and no other pair has the same id.
  static func id(of event: AccountEvent, in account: Text) -> Text {
    var name = ""
    for character in account.string.unicodeScalars {
      switch character {
      case "/": name += "%2F"
      case "%": name += "%25"
      default: name.unicodeScalars.append(character)
      }
    }
    return Text("\(name)/\(event.id)")
  }

  /// The event that follows in the receiver's account when `event` of the sender's `account` ends the order: its points count, or were
  /// taken back. `number` is the position of the event among those of the order.
  func followed(by event: AccountEvent, of account: Text, number: Int) -> Counterpart {
    var next = Counterpart(
      account: self.account, id: Self.id(of: event, in: account, number: number), time: event.time, from: from,
      amount: amount, unit: unit, cause: cause)
    next.kind = event.kind == .commit ? .commit : .cancel
    next.of = id
    return next
  }

  /// The id of the event `number`, from 0, of the events that `event` of `account` causes in other accounts.
  static func id(of event: AccountEvent, in account: Text, number: Int) -> Text {
    number == 0 ? id(of: event, in: account) : Text("\(id(of: event, in: account))/\(number + 1)")
  }

  /// The declaration in a row of `sent` or `reached`.
  struct Terms {
    /// The other account; empty if the account itself receives the amount.
    let to: Text
    let amount: Int64
    let unit: Text?
    let cause: Text?
    /// The lifetime of an amount that the account itself receives; nil if it never expires.
    let lasts: CalendarPeriod?

    /// The terms in `value`, the result of `decision`: for other accounts, or for the account itself if `isOwn`.
    ///
    /// - Throws: an error if they cannot be read, or if an amount is negative.
    static func read(_ value: Value, of decision: Decision, isOwn: Bool = false) throws(DiagnosticError) -> [Terms] {
      let wrong = isOwn ? Diagnostic.wrongGifts(decision) : .wrongCounterpart(decision)
      guard case .list(let values)? = value.present else { throw DiagnosticError(wrong) }
      var all: [Terms] = []
      for value in values {
        guard case .map(let map)? = value.present else { throw DiagnosticError(wrong) }
        var (to, unit, cause): (Text?, Text?, Text?) = (nil, nil, nil)
        var amount: Int64?
        var lasts: CalendarPeriod?
        for (key, value) in map.entries {
          guard case .string(let key) = key, let value = value.present else { continue }
          switch (key.string, value) {
          case ("to", .string(let text)) where !text.isEmpty && !isOwn: to = text
          case ("lasts", _) where isOwn:
            guard let period = PeriodReader.period(value) else { throw DiagnosticError(.notAPeriod(decision)) }
            lasts = period
          case ("add", .int(let number)) where 1...AccountLimits.largestAmount ~= number: amount = number
          case ("add", .int(let number)) where number < 0: throw DiagnosticError(.negativeAmount(decision))
          case ("unit", .string(let text)): unit = text
          case ("to", _), ("add", _), ("unit", _): throw DiagnosticError(wrong)
          case (_, .string(let text)): cause = cause ?? text
          default: throw DiagnosticError(wrong)
          }
        }
        guard let to = isOwn ? Text("") : to, let amount else { throw DiagnosticError(wrong) }
        all.append(Terms(to: to, amount: amount, unit: unit, cause: cause, lasts: lasts))
      }
      return all
    }
  }
}

extension Diagnostic {
  static func wrongCounterpart(_ decision: Decision) -> Diagnostic {
    rule(
      "account/sent", "`\(decision.name)` has to yield a list of amounts for other accounts", decision,
      fix: "use `hit: collect`, and rows such as `then: { to: \"= referrer.value()\", add: 200, campaign: referral }`")
  }

  static func wrongGifts(_ decision: Decision) -> Diagnostic {
    rule(
      "account/sent", "`\(decision.name)` has to yield a list of amounts for the account itself", decision,
      fix: "use `hit: collect`, and rows such as `then: { add: 500, campaign: welcome-gold }`")
  }

  /// A decision that may depend only on the event reads `fact` of the account.
  static func notOfEvent(_ fact: Text, _ decision: Decision) -> Diagnostic {
    rule(
      "account/sent", "`\(decision.name)` reads `\(fact)`, which is not a fact of the event alone", decision,
      fix: "read what the event gives, and `granted_claims`; other conditions belong in `claims`")
  }

  static func claimsReadGrants(_ decision: Decision) -> Diagnostic {
    rule(
      "account/claims", "`\(decision.name)` reads `granted_claims`, which follows from it", decision,
      fix: "ask whatever was granted, and read `granted_claims` in `refused`, `earned` and `sent`")
  }
}
