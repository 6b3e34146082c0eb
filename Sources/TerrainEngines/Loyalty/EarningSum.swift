import TerrainDocuments
import TerrainRules
import TerrainBase

/// The amount that a step earns.
struct Earning: Sendable {
  let amount: Int64
  let unit: Text?
  let cause: Text?
  /// The line that earned it; nil: the event.
  let line: Text?
  /// The row of the step.
  let origin: Origin?
}

/// Adds up what an event earns: line by line, then as a whole, from the sum of its lines on.
struct EarningSum {
  /// Of one unit.
  private struct Sum {
    let unit: Text
    /// The sum of stage 0.
    var base: Int64 = 0
    var running: Int64 = 0
    /// What lines earned in other stages: not part of the base.
    var beyondBase: Int64 = 0
  }

  /// The program's own unit.
  private let ownUnit: Text
  private let rounding: RoundingRule
  private let most: Int64?
  /// Nearly always of one unit.
  private var whole: [Sum] = []
  /// By row, what it has earned on lines so far.
  private var ofRows: [Text: Int64] = [:]
  private(set) var earnings: [Earning] = []
  /// What the event may draw on budgets, and what it has drawn.
  private let budgets: BudgetLimits
  private let grants: [Text: Int64]
  private(set) var drawn: [Text: Int64] = [:]

  /// - Parameters:
  ///   - most: the most that the event earns of the program's unit; nil: there is no limit.
  ///   - grants: the most that it draws on each budget.
  init(_ settings: LoyaltySettings, most: Int64?, budgets: BudgetLimits, grants: [Text: Int64]) {
    ownUnit = settings.unit
    rounding = settings.rounding
    self.most = most
    self.budgets = budgets
    self.grants = grants
  }

  /// Whether `step` may bring something: its budget, and what it brings at most, are not used up.
  func isOpen(_ step: EarningStep) -> Bool {
    if let most = step.most, most <= 0 { return false }
    guard let budget = step.budget, budgets.all[budget] != nil else { return true }
    return grants[budget, default: 0] > drawn[budget, default: 0]
  }

  /// Applies `steps`, which `decision` yielded for `line`, or for the event; `origins` has the row of each.
  ///
  /// `most` of a step is of its row, on all lines together.
  ///
  /// - Throws: where a step takes away, or adds more than ``AccountLimits/largestAmount``.
  mutating func add(
    _ steps: [EarningStep], _ origins: [Origin], line: Text? = nil, of decision: Decision
  ) throws(DiagnosticError) {
    var sums = line == nil ? whole : []
    for step in steps {
      let unit = step.unit ?? ownUnit
      let place = Self.place(of: unit, in: &sums)
      let origin = origins.indices.contains(step.element) ? origins[step.element] : nil
      var amount: Int64
      switch step.action {
      case .add(let number): amount = number
      case .times(let factor, let ofBase):
        amount = try share(ofBase ? sums[place].base : sums[place].running, factor, decision)
      }
      let row = line == nil || step.most == nil ? nil : origin?.row
      if let most = step.most { amount = min(amount, most - min(max(most, 0), row.flatMap { ofRows[$0] } ?? 0)) }
      if let budget = step.budget {
        guard budgets.all[budget] != nil else { throw DiagnosticError(.unknownBudget(budget, decision)) }
        amount = min(amount, max(0, grants[budget, default: 0] - drawn[budget, default: 0]))
      }
      let before = sums[place].running + (line == nil ? 0 : whole.first { $0.unit == unit }?.running ?? 0)
      if let most, unit == ownUnit { amount = min(amount, max(0, most - before)) }
      guard amount >= 0 else { throw DiagnosticError(.negativeAmount(decision)) }
      guard amount <= AccountLimits.largestAmount - before else { throw DiagnosticError(.amountLimit(decision)) }
      sums[place].running += amount
      if step.stage == 0 { sums[place].base = sums[place].running - sums[place].beyondBase }
      if let budget = step.budget, amount > 0 { drawn[budget, default: 0] += amount }
      if let row { ofRows[row, default: 0] += amount }
      if amount > 0 {
        earnings.append(Earning(amount: amount, unit: step.unit, cause: step.cause, line: line, origin: origin))
      }
    }
    if line == nil {
      whole = sums
    } else {
      for sum in sums {
        let place = Self.place(of: sum.unit, in: &whole)
        whole[place].running += sum.running
        whole[place].base += sum.base
        whole[place].beyondBase += sum.running - sum.base
      }
    }
  }

  private static func place(of unit: Text, in sums: inout [Sum]) -> Int {
    if let place = sums.firstIndex(where: { $0.unit == unit }) { return place }
    sums.append(Sum(unit: unit))
    return sums.count - 1
  }

  /// `factor` times `amount`, less `amount` itself.
  private func share(_ amount: Int64, _ factor: ExactDecimal, _ decision: Decision) throws(DiagnosticError) -> Int64 {
    if let product = try? ExactDecimal(amount).multiplied(by: factor).rounded(places: 0, rule: rounding),
      let whole = Int64(exactly: product), whole >= -AccountLimits.largestAmount,
      whole <= AccountLimits.largestAmount + amount
    {
      return whole - amount
    }
    throw DiagnosticError(.amountLimit(decision))
  }
}
