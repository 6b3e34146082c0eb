import TerrainDocuments
import TerrainRules
import TerrainValues

/// One step of what an event earns: a row of the decision `earned`.
struct EarningStep: Sendable {
  /// What it does to what there is so far.
  enum Action: Sendable {
    case add(Int64)
    /// Of the sum of stage 0, or of the sum so far.
    case times(ExactDecimal, ofBase: Bool)
  }

  let action: Action
  let stage: Int64
  let most: Int64?
  let unit: Text?
  let cause: Text?
  /// Its position among the rows that held.
  let element: Int
}

/// The amount that a step earns.
struct Earning: Sendable {
  let amount: Int64
  let unit: Text?
  let cause: Text?
  let element: Int
}

enum EarningSteps {
  /// The steps in `value`, the result of `decision`, in the order in which they are taken.
  ///
  /// - Throws: where one cannot be read.
  static func read(_ value: Value, of decision: Decision, in rules: RuleSet) throws(DiagnosticError) -> [EarningStep] {
    guard case .list(let values) = value else { return [] }
    var steps: [EarningStep] = []
    steps.reserveCapacity(values.count)
    for (element, value) in values.enumerated() {
      steps.append(try step(value, element, of: decision, in: rules))
    }
    // Stable: in one stage in the order of the rows.
    if steps.contains(where: { $0.stage != 0 }) {
      steps.sort { ($0.stage, $0.element) < ($1.stage, $1.element) }
    }
    return steps
  }

  private static func step(
    _ value: Value, _ element: Int, of decision: Decision, in rules: RuleSet
  ) throws(DiagnosticError) -> EarningStep {
    guard case .map(let map)? = value.present else { throw DiagnosticError(.notSteps(decision)) }
    var add: Int64?
    var times: ExactDecimal?
    var ofBase = false
    var stage: Int64 = 0
    var most: Int64?
    var unit: Text?
    var cause: Text?
    for (key, value) in map.entries {
      guard case .string(let key) = key, let value = value.present else { continue }
      switch (key.string, value) {
      case ("add", .int(let number)): add = number
      case ("times", .decimal(let number)): times = number
      case ("times", .int(let number)): times = ExactDecimal(number)
      case ("stage", .int(let number)): stage = number
      case ("most", .int(let number)): most = number
      case ("on", .string("base")): ofBase = true
      case ("on", .string("running")): ofBase = false
      case ("unit", .string(let text)): unit = text
      case ("add", _), ("times", _), ("stage", _), ("most", _), ("on", _), ("unit", _):
        throw DiagnosticError(.wrongStep(key, decision))
      case (_, .string(let text)): cause = cause ?? text
      default: throw DiagnosticError(.wrongStep(key, decision))
      }
    }
    let action: EarningStep.Action
    switch (add, times) {
    case (let number?, nil): action = .add(number)
    case (nil, let number?): action = .times(number, ofBase: ofBase)
    default: throw DiagnosticError(.addOrTimes(decision))
    }
    return EarningStep(action: action, stage: stage, most: most, unit: unit, cause: cause, element: element)
  }

  /// The amounts that `steps` earn, none of them negative, in total no more than `most` in the programme's `unit`.
  ///
  /// - Throws: where a step takes away, or gives more than ``AccountLimits/largestAmount``.
  static func earnings(
    _ steps: [EarningStep], most: Int64?, settings: LoyaltySettings, decision: Decision
  ) throws(DiagnosticError) -> [Earning] {
    var earnings: [Earning] = []
    earnings.reserveCapacity(steps.count)
    // By unit: the sum so far, and that of stage 0. Nearly always there is one unit.
    var sums: [(unit: Text, base: Int64, running: Int64)] = []
    for step in steps {
      let unit = step.unit ?? settings.unit
      let place = sums.firstIndex { $0.unit == unit } ?? sums.count
      if place == sums.count { sums.append((unit, 0, 0)) }
      var amount: Int64
      switch step.action {
      case .add(let number): amount = number
      case .times(let factor, let ofBase):
        amount = try share(
          ofBase ? sums[place].base : sums[place].running, factor, rounding: settings.rounding, decision)
      }
      if let most = step.most { amount = min(amount, most) }
      if let most, unit == settings.unit { amount = min(amount, max(0, most - sums[place].running)) }
      guard amount >= 0 else { throw DiagnosticError(.negativeAmount(decision)) }
      guard amount <= AccountLimits.largestAmount - sums[place].running else {
        throw DiagnosticError(.amountLimit(decision))
      }
      sums[place].running += amount
      if step.stage == 0 { sums[place].base = sums[place].running }
      if amount > 0 {
        earnings.append(Earning(amount: amount, unit: step.unit, cause: step.cause, element: step.element))
      }
    }
    return earnings
  }

  /// `factor` times `amount`, less `amount` itself.
  private static func share(
    _ amount: Int64, _ factor: ExactDecimal, rounding: RoundingRule, _ decision: Decision
  ) throws(DiagnosticError) -> Int64 {
    if let product = try? ExactDecimal(amount).multiplied(by: factor).rounded(places: 0, rule: rounding),
      let whole = Int64(exactly: product), whole >= -AccountLimits.largestAmount,
      whole <= AccountLimits.largestAmount + amount
    {
      return whole - amount
    }
    throw DiagnosticError(.amountLimit(decision))
  }
}

extension Diagnostic {
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

  static func notSteps(_ decision: Decision) -> Diagnostic {
    rule(
      "account/steps", "`\(decision.name)` has to yield a list of steps", decision,
      fix: "use `hit: collect`, and rows such as `then: { add: 10 }`")
  }

  static func negativeAmount(_ decision: Decision) -> Diagnostic {
    rule("account/negative-amount", "`\(decision.name)` came to less than nothing", decision)
  }

  static func amountLimit(_ decision: Decision) -> Diagnostic {
    rule(
      "account/amount-limit",
      "`\(decision.name)` came to more than \(AccountLimits.largestAmount) (`largestAmount`)", decision)
  }
}
