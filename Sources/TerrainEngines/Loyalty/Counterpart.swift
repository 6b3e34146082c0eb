import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// What an event of one account brings another one: the `receive` to apply there.
package struct Counterpart: Sendable {
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
}

extension Counterpart {
  /// The id of what `event` of `account` brings another account, where it is the only one: an id of the sender's own could be that of
  /// an event of the receiver, or of another sender's.
  ///
  /// A `/` in the account's name is written as in a URL, so that the first one parts the two: no other pair has the same id.
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

  /// What `value`, the result of `decision` for `event` of `account`, brings other accounts.
  ///
  /// - Throws: where it cannot be read.
  static func read(
    _ value: Value, of decision: Decision, event: AccountEvent, account: Text
  ) throws(DiagnosticError) -> [Counterpart] {
    guard case .list(let values)? = value.present else { throw DiagnosticError(.wrongCounterpart(decision)) }
    var all: [Counterpart] = []
    for value in values {
      guard case .map(let map)? = value.present else { throw DiagnosticError(.wrongCounterpart(decision)) }
      var (to, unit, cause): (Text?, Text?, Text?) = (nil, nil, nil)
      var amount: Int64?
      for (key, value) in map.entries {
        guard case .string(let key) = key, let value = value.present else { continue }
        switch (key.string, value) {
        case ("to", .string(let text)) where !text.isEmpty: to = text
        case ("add", .int(let number)) where 1...AccountLimits.largestAmount ~= number: amount = number
        case ("unit", .string(let text)): unit = text
        case ("to", _), ("add", _), ("unit", _): throw DiagnosticError(.wrongCounterpart(decision))
        case (_, .string(let text)): cause = cause ?? text
        default: throw DiagnosticError(.wrongCounterpart(decision))
        }
      }
      guard let to, let amount else { throw DiagnosticError(.wrongCounterpart(decision)) }
      let number = all.isEmpty ? "" : "/\(all.count + 1)"
      all.append(
        Counterpart(
          account: to, id: Text("\(id(of: event, in: account))\(number)"), time: event.time, from: account,
          amount: amount,
          unit: unit, cause: cause))
    }
    return all
  }
}

extension Diagnostic {
  static func wrongCounterpart(_ decision: Decision) -> Diagnostic {
    rule(
      "account/sent", "`\(decision.name)` has to yield a list of amounts for other accounts", decision,
      fix: "use `hit: collect`, and rows such as `then: { to: \"= referrer.value()\", add: 200, campaign: referral }`")
  }

  /// A decision that is evaluated with the event alone, and reads `fact` of the account.
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
