import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The limits of budgets over all accounts, as the rules declare them.
struct BudgetLimits: Sendable {
  /// The limits of one budget; nil for no limit.
  struct Limit: Sendable {
    var total: Int64?
    var perDay: Int64?
  }

  /// The limits by name.
  private(set) var all: [Text: Limit] = [:]

  /// The limits that `decision` declares, which is evaluated once, without facts.
  ///
  /// - Throws: the errors in the limits.
  init(_ decision: Decision?, _ rules: RuleSet) throws(DiagnosticError) {
    guard let decision else { return }
    let session = RuleSession(rules)
    session.begin()
    guard case .map(let budgets)? = try session.decided(decision).present else {
      throw DiagnosticError(.budgetLimits(decision))
    }
    for (name, value) in budgets.entries {
      guard case .string(let name) = name, case .map(let fields)? = value.present else {
        throw DiagnosticError(.budgetLimits(decision))
      }
      var limit = Limit()
      for (key, value) in fields.entries {
        guard case .string(let key) = key, case .int(let number)? = value.present, number >= 0 else {
          throw DiagnosticError(.budgetLimits(decision))
        }
        switch key.string {
        case "total": limit.total = number
        case "per_day": limit.perDay = number
        default: throw DiagnosticError(.budgetLimits(decision))
        }
      }
      all[name] = limit
    }
  }
}

/// The amounts already granted from budgets: a document that the caller passes in, and stores as it comes back.
package struct Budgets: Sendable {
  /// The amounts granted from one budget.
  package struct Granted: Sendable {
    package let budget: Text
    /// In all.
    package internal(set) var total: Int64 = 0
    /// The amounts by day of the program's calendar, in order, if the rules limit days.
    package internal(set) var days: [(day: Text, amount: Int64)] = []
  }

  /// The budgets by name, in order.
  package private(set) var all: [Granted] = []

  /// Nothing was granted yet.
  package init() {}

  /// The rest on `day` of each budget in `limits`.
  func left(_ limits: BudgetLimits, on day: CalendarDate) -> [Text: Int64] {
    var left: [Text: Int64] = [:]
    for (name, limit) in limits.all { left[name] = self.left(of: name, limit, on: day) }
    return left
  }

  /// The rest on `day` of the budget or claim `name` with the limits `limit`.
  func left(of name: Text, _ limit: BudgetLimits.Limit, on day: CalendarDate) -> Int64 {
    let place = place(of: name)
    let granted = place < all.count && all[place].budget == name ? all[place] : nil
    let today = granted?.days.first { $0.day.string == day.description }?.amount ?? 0
    let inAll = limit.total.map { $0 - (granted?.total ?? 0) } ?? AccountLimits.largestAmount
    let ofDay = limit.perDay.map { $0 - today } ?? AccountLimits.largestAmount
    return max(0, min(inAll, ofDay, AccountLimits.largestAmount))
  }

  /// The position of `name`, or the position at which to insert it.
  private func place(of name: Text) -> Int {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = low + (high - low) / 2
      if all[middle].budget < name { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Grants `amounts` on `day` from budgets and claims whose limits several accounts share. A negative amount is given back.
  mutating func grant(_ amounts: [Text: Int64], on day: CalendarDate, limit: (Text) -> BudgetLimits.Limit?) {
    for (name, amount) in amounts.sorted(by: { $0.key < $1.key }) {
      guard let limit = limit(name) else { continue }
      let place = place(of: name)
      if place == all.count || all[place].budget != name { all.insert(Granted(budget: name), at: place) }
      all[place].total = max(0, all[place].total + amount)
      guard limit.perDay != nil else { continue }
      let day = Text(day.description)
      let index = all[place].days.firstIndex { $0.day >= day } ?? all[place].days.count
      if index == all[place].days.count || all[place].days[index].day != day {
        all[place].days.insert((day, 0), at: index)
      }
      all[place].days[index].amount = max(0, all[place].days[index].amount + amount)
    }
  }

  // MARK: Reading

  /// The budgets at `node`, as the last response had them; `{}` before the first.
  init?(_ node: Node, into diagnostics: DiagnosticCollector) {
    let before = diagnostics.errorCount
    func amount(_ node: Node?, at above: Node) -> Int64 {
      // So that sums stay within 64 bits.
      if let number = node?.int, 0...Int64.max / 4 ~= number { return number }
      diagnostics.report(.budgetDocument(at: node ?? above))
      return 0
    }
    guard node.kind == .map else {
      diagnostics.report(.budgetDocument(at: node))
      return nil
    }
    for (key, value) in node.members where !diagnostics.isExhausted {
      var fields = FieldReader(value, what: "a budget", into: diagnostics)
      var granted = Granted(budget: key.text ?? "")
      granted.total = amount(fields.required("granted"), at: value)
      granted.days = fields.map("days").map { ($0.key.text ?? "", amount($0.value, at: $0.key)) }.sorted { $0.0 < $1.0 }
      fields.finish()
      all.append(granted)
    }
    all.sort { $0.budget < $1.budget }
    if diagnostics.errorCount != before { return nil }
  }
}

extension Diagnostic {
  static func budgetLimits(_ decision: Decision) -> Diagnostic {
    rule(
      "account/budgets", "`\(decision.name)` has to yield budgets with their limits", decision,
      fix: "write `NAME: { total: 100000, per_day: 5000 }`, either or both, at least 0")
  }

  static func unknownBudget(_ name: Text, _ decision: Decision) -> Diagnostic {
    rule(
      "account/budgets", "a step of `\(decision.name)` draws on `\(name)`, which `budgets` does not declare", decision)
  }

  static func budgetDocument(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/budgets", message: "this is not what budgets have there", at: node,
      fix: "pass `budgets` of the last response as they were, or `{}` at the beginning")
  }

  static func wrongGrant(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "account/budgets", message: "a grant is a whole number up to \(AccountLimits.largestAmount) either way",
      at: node)
  }
}
