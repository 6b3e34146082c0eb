import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Something that an event asks for as a whole: a use of a voucher, a piece of a stock.
package struct Claim: Sendable {
  /// Its name in the document of budgets, and in the grants of events.
  let name: Text
  /// The claimed amount. 0 asks whether any is left, and a negative amount is given back.
  let amount: Int64
  /// The limits in total and per day.
  let limit: BudgetLimits.Limit
  /// The limit for one account.
  let perAccount: Int64?
  /// The reason for refusing an event if the claim is not granted; nil if the event is then not refused.
  let refusal: Text?
  /// The group of the claim: all claims of a group are granted, or none.
  let group: Text?
  let origin: Origin?

  /// True if the claim draws on limits that several accounts share.
  var isShared: Bool { limit.total != nil || limit.perDay != nil }
}

extension Claim {
  /// Parts the name of a claim from its key.
  private static let mark: Character = "/"

  /// The claims in `value`, the result of `decision`, whose rows are `origins`.
  ///
  /// - Throws: an error if they cannot be read, or have the name of one of `budgets`.
  static func read(
    _ value: Value, of decision: Decision, _ origins: [Origin], besides budgets: BudgetLimits
  ) throws(DiagnosticError) -> [Claim] {
    guard case .list(let values)? = value.present else { throw DiagnosticError(.wrongClaim(decision)) }
    var claims: [Claim] = []
    for (element, value) in values.enumerated() {
      guard case .map(let map)? = value.present else { throw DiagnosticError(.wrongClaim(decision)) }
      var name: Text?
      var key: Text?
      var amount: Int64 = 1
      var limit = BudgetLimits.Limit()
      var perAccount: Int64?
      var refusal: Text?
      var group: Text?
      for (field, value) in map.entries {
        guard case .string(let field) = field, let value = value.present else { continue }
        switch (field.string, value) {
        case ("claim", .string(let text)) where !text.isEmpty && !text.string.contains(mark): name = text
        case ("key", .string(let text)): key = text
        case ("amount", .int(let number)) where number.magnitude <= AccountLimits.largestAmount: amount = number
        case ("total", .int(let number)) where number >= 0: limit.total = number
        case ("per_day", .int(let number)) where number >= 0: limit.perDay = number
        case ("per_account", .int(let number)) where number >= 0: perAccount = number
        case ("refused", .string(let text)): refusal = text
        case ("group", .string(let text)): group = text
        default: throw DiagnosticError(.wrongClaim(decision))
        }
      }
      guard let name, name != Grants.transfer, budgets.all[name] == nil else {
        throw DiagnosticError(.wrongClaim(decision))
      }
      claims.append(
        Claim(
          name: key.map { Text("\(name)\(mark)\($0)") } ?? name, amount: amount, limit: limit, perAccount: perAccount,
          refusal: refusal, group: group, origin: origins.indices.contains(element) ? origins[element] : nil))
    }
    return claims
  }

  /// The name of the claim in `name`, without its key.
  static func stem(of name: Text) -> Text {
    name.string.firstIndex(of: mark).map { Text(String(name.string[..<$0])) } ?? name
  }
}

/// The grants of events, by name.
enum Grants {
  /// The grant of an amount that was sent to another account.
  static let transfer: Text = "send"

  /// The claims among `grants`, without their keys.
  static func claims(_ grants: [Text: Int64], besides budgets: BudgetLimits) -> [Text] {
    if grants.isEmpty { return [] }
    var stems: Set<Text> = []
    for (name, amount) in grants where amount > 0 && isClaim(name, besides: budgets) {
      stems.insert(Claim.stem(of: name))
    }
    return stems.sorted()
  }

  /// Returns true if `name` is that of a claim.
  static func isClaim(_ name: Text, besides budgets: BudgetLimits) -> Bool {
    name != transfer && budgets.all[name] == nil
  }
}

/// The grants available to one event when it is accepted.
struct Offer: Sendable {
  /// The event.
  let event: Text
  /// The amounts granted earlier, or nil if the request has no `budgets`.
  let budgets: Budgets?
  /// The day of the event.
  let day: CalendarDate
  /// The amounts granted earlier to events of the account, by name.
  let claimed: [Text: Int64]

  /// Returns true if `claim` can be granted in addition to `granted` of the same name for the same event.
  func covers(_ claim: Claim, beside granted: Int64) -> Bool {
    let wanted = claim.amount + granted
    if let most = claim.perAccount, wanted > most - claimed[claim.name, default: 0] { return false }
    guard claim.isShared else { return true }
    guard let budgets else { return false }
    return claim.amount < 0 || max(1, wanted) <= budgets.left(of: claim.name, claim.limit, on: day)
  }
}

extension Diagnostic {
  /// An event that would be refused permanently because a parameter is missing.
  static func needsBudgets(for claim: Text) -> Diagnostic {
    Diagnostic(
      code: "account/budgets",
      message: "the event asks for `\(claim)`, which is granted from `budgets`, and none are passed in",
      place: nil, fix: "pass `budgets` of the last response as they were, or `{}` at the beginning")
  }

  static func wrongClaim(_ decision: Decision) -> Diagnostic {
    rule(
      "account/claims", "`\(decision.name)` has to yield a list of claims", decision,
      fix:
        "write rows such as `{ claim: stock, key: \"= reward.value().id\", total: 20, refused: sold_out }`; `claim` is not the name of a budget, nor `send`, and has no `/`; "
        + "`amount` is a whole number, `total`, `per_day` and `per_account` are at least 0")
  }
}
