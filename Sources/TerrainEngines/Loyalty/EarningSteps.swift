import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// One step in computing the earnings of an event: a row of the decision `earned`.
struct EarningStep: Sendable {
  /// The effect of a step on the current sum.
  enum Action: Sendable {
    case add(Int64)
    /// Multiplies the sum of stage 0, or the current sum.
    case times(ExactDecimal, ofBase: Bool)
    /// Adds a share of an amount.
    case rate(EarningRate)
  }

  let action: Action
  let stage: Int64
  let most: Int64?
  let unit: Text?
  let cause: Text?
  /// The budget that the step draws on; nil if it draws on none.
  let budget: Text?
  /// The group of the step. From a group, only the step with the highest priority that earns something counts, or the first of several.
  let group: Text?
  let priority: Int64
  /// Its position among the rows that held.
  let element: Int
}

/// A rate: `amount` units are earned for each `per` units of `of`.
struct EarningRate: Sendable {
  let amount: ExactDecimal
  let per: ExactDecimal
  /// Nil: the event's money.
  let of: ExactDecimal?
  /// Nil: as the program rounds.
  let rounding: RoundingRule?

  /// The amount that an event with the money `money` earns; nil if it has no whole number of digits, or `per` is not above zero.
  func earned(of money: ExactDecimal, _ rule: RoundingRule) -> Int64? {
    guard per > .zero, let product = try? (of ?? money).multiplied(by: amount),
      let whole = try? product.divided(by: per, places: 0, rounding: rounding ?? rule)
    else { return nil }
    return Int64(exactly: whole)
  }
}

/// Reads the steps that a decision yields.
struct EarningStepReader {
  /// The keys of a step. Any other key is its cause.
  private enum Field: String, CaseIterable {
    case add, times, rate, per, of, round, stage, most, on, unit, budget, group, priority
  }

  /// The keys of a step that are not its cause.
  static let keys = Set(Field.allCases.map { Text($0.rawValue) } + ["lasts"])

  private let decision: Decision
  /// The keys of the rows in their order, which predicts the position of a key.
  private let keys: [(key: Text, field: Field?)]

  init(_ decision: Decision) {
    self.decision = decision
    guard case .list(.record(let record)) = decision.type else {
      keys = []
      return
    }
    keys = record.fields.map { ($0.name, Field(rawValue: $0.name.string)) }
  }

  /// The steps in `value`, the result of the decision, in the order in which they are taken.
  ///
  /// - Parameter isOpen: whether a step may still bring something.
  /// - Throws: an error if a step cannot be read.
  func read(_ value: Value, isOpen: (EarningStep) -> Bool) throws(DiagnosticError) -> [EarningStep] {
    guard case .list(let values) = value else { return [] }
    var steps: [EarningStep] = []
    steps.reserveCapacity(values.count)
    for (element, value) in values.enumerated() { steps.append(try step(value, element)) }
    if steps.contains(where: { $0.group != nil }) { steps = Self.stacked(steps, isOpen) }
    // Stable: in one stage in the order of the rows.
    if steps.contains(where: { $0.stage != 0 }) {
      steps.sort { ($0.stage, $0.element) < ($1.stage, $1.element) }
    }
    return steps
  }

  /// The key that names the cause of the step `value` but is probably a misspelling of another key; nil if no key is.
  static func misspelledKey(of value: Value) -> Text? {
    guard case .map(let map)? = value.present else { return nil }
    for entry in map.entries where entry.value.isPresent {
      guard case .string(let key) = entry.key, Field(rawValue: key.string) == nil else { continue }
      if self.key(nearestTo: key) != nil { return key }
    }
    return nil
  }

  /// The key of which `key` is probably a misspelling; nil if `key` is valid.
  static func key(nearestTo key: Text) -> String? {
    Field(rawValue: key.string) == nil
      ? Suggestion.nearest(to: key.string, among: Field.allCases.map { $0.rawValue }) : nil
  }

  /// `steps` without those that another step of their group excludes. A step whose budget is used up excludes no other step.
  private static func stacked(_ steps: [EarningStep], _ isOpen: (EarningStep) -> Bool) -> [EarningStep] {
    var best: [Text: EarningStep] = [:]
    for step in steps {
      guard let group = step.group else { continue }
      if let other = best[group] {
        let (isOpen, isOtherOpen) = (isOpen(step), isOpen(other))
        if isOpen == isOtherOpen ? other.priority >= step.priority : isOtherOpen { continue }
      }
      best[group] = step
    }
    return steps.filter { step in step.group.map { best[$0]?.element == step.element } ?? true }
  }

  /// The keys with exact numbers.
  private static let decimals: Set<Field> = [.times, .rate, .per, .of]

  /// The number `value`, exactly; a number of a rule without a type is the one that is written there.
  private static func decimal(_ value: Value) -> ExactDecimal? {
    switch value {
    case .decimal(let number): number
    case .int(let number): ExactDecimal(number)
    case .double(let number): try? ExactDecimal(parsing: Text(number.description))
    default: nil
    }
  }

  private func field(_ key: Text, at place: Int) -> Field? {
    place < keys.count && keys[place].key == key ? keys[place].field : Field(rawValue: key.string)
  }

  private func step(_ value: Value, _ element: Int) throws(DiagnosticError) -> EarningStep {
    guard case .map(let map)? = value.present else { throw DiagnosticError(.notSteps(decision)) }
    var add: Int64?
    var decimals: [Field: ExactDecimal] = [:]
    var rounding: RoundingRule?
    var ofBase = false
    var stage: Int64 = 0
    var most: Int64?
    var unit: Text?
    var cause: Text?
    var budget: Text?
    var group: Text?
    var priority: Int64 = 0
    // Most fields of a row are absent; these are not copied.
    for place in map.entries.indices where map.entries[place].value.isPresent {
      guard case .string(let key) = map.entries[place].key, let value = map.entries[place].value.present else {
        continue
      }
      let field = field(key, at: place)
      switch (field, value) {
      case (.add, .int(let number)): add = number
      case (.stage, .int(let number)): stage = number
      case (.most, .int(let number)): most = number
      case (.on, .string("base")): ofBase = true
      case (.on, .string("running")): ofBase = false
      case (.unit, .string(let text)): unit = text
      case (.budget, .string(let text)): budget = text
      case (.group, .string(let text)): group = text
      case (.priority, .int(let number)): priority = number
      case (nil, .string(let text)): cause = cause ?? text
      case (.round, .string(let text)):
        guard let rule = RoundingRule(rawValue: text.string) else { throw DiagnosticError(.wrongStep(key, decision)) }
        rounding = rule
      case (let field?, _) where Self.decimals.contains(field):
        guard let number = Self.decimal(value) else { throw DiagnosticError(.wrongStep(key, decision)) }
        decimals[field] = number
      default: throw DiagnosticError(.wrongStep(key, decision))
      }
    }
    let action: EarningStep.Action
    switch (add, decimals[.times], decimals[.rate]) {
    case (let number?, nil, nil): action = .add(number)
    case (nil, let number?, nil): action = .times(number, ofBase: ofBase)
    case (nil, nil, let number?):
      action = .rate(
        EarningRate(amount: number, per: decimals[.per] ?? 1, of: decimals[.of], rounding: rounding))
    default: throw DiagnosticError(.addOrTimes(decision))
    }
    return EarningStep(
      action: action, stage: stage, most: most, unit: unit, cause: cause, budget: budget, group: group,
      priority: priority, element: element)
  }
}

enum EarningSteps {
  /// The causes that the steps of `decisions` can have; nil if they can be any text.
  static func causes(of decisions: [Decision]) -> [Text]? { all(decisions.map(causes)) }

  private static func all(_ words: [[Text]?]) -> [Text]? {
    words.contains { $0 == nil } ? nil : words.flatMap { $0 ?? [] }
  }

  private static func causes(of decision: Decision) -> [Text]? {
    guard case .list(.record(let record)) = decision.type else { return nil }
    var causes: [Text] = []
    for field in record.fields where !EarningStepReader.keys.contains(field.name) {
      var type = field.type
      if case .optional(let wrapped) = type { type = wrapped }
      guard case .enumeration(let words) = type else { return nil }
      causes += words.cases
    }
    return causes
  }

  /// The units that the steps of `decisions` can name; nil if they can be any text.
  static func units(of decisions: [Decision]) -> [Text]? { all(decisions.map(units)) }

  private static func units(of decision: Decision) -> [Text]? {
    guard case .list(.record(let record)) = decision.type else { return nil }
    guard var type = record.fields.first(where: { $0.name == "unit" })?.type else { return [] }
    if case .optional(let wrapped) = type { type = wrapped }
    guard case .enumeration(let words) = type else { return nil }
    return words.cases
  }
}

extension Diagnostic {
  static func wrongStep(_ key: Text, _ decision: Decision) -> Diagnostic {
    rule(
      "account/steps", "`\(key)` of a step of `\(decision.name)` is not what it has to be", decision,
      fix: (EarningStepReader.key(nearestTo: key).map { "did you mean `\($0)`? " } ?? "")
        + "`add`, `stage`, `most` and `priority` are whole numbers, `times`, `rate`, `per` and `of` numbers, `on` is `base` or "
        + "`running`, `round` a rounding mode such as `down`, the rest is text"
    )
  }

  static func addOrTimes(_ decision: Decision) -> Diagnostic {
    rule(
      "account/steps", "a step of `\(decision.name)` has to say one of `add`, `times`, and `rate`", decision)
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

/// Adds up the earnings of an event: line by line, then for the whole event, starting from the sum of its lines.
struct EarningSum {
  /// The sum in one unit.
  private struct Sum {
    let unit: Text
    /// The sum of stage 0.
    var base: Int64 = 0
    var running: Int64 = 0
    /// The earnings of lines in other stages, which are not part of the base.
    var beyondBase: Int64 = 0
  }

  /// The program's own unit.
  private let ownUnit: Text
  private let rounding: RoundingRule
  private let money: ExactDecimal
  private let most: Int64?
  /// Nearly always of one unit.
  private var whole: [Sum] = []
  /// The earnings of each row on the lines until now.
  private var ofRows: [Text: Int64] = [:]
  private(set) var earnings: [Earning] = []
  /// The budgets of the event, and the amounts drawn from them.
  private let budgets: BudgetLimits
  private let grants: [Text: Int64]
  private(set) var drawn: [Text: Int64] = [:]

  /// - Parameters:
  ///   - money: the money of the event.
  ///   - most: the maximum earnings of the event in the program's unit; nil: no limit.
  ///   - grants: the most that it draws on each budget.
  init(
    _ settings: LoyaltySettings, money: ExactDecimal, most: Int64?, budgets: BudgetLimits, grants: [Text: Int64]
  ) {
    self.money = money
    ownUnit = settings.unit
    rounding = settings.rounding
    self.most = most
    self.budgets = budgets
    self.grants = grants
  }

  /// Returns true if `step` may still earn something: neither its budget nor its own maximum is used up.
  func isOpen(_ step: EarningStep) -> Bool {
    if let most = step.most, most <= 0 { return false }
    guard let budget = step.budget, budgets.all[budget] != nil else { return true }
    return grants[budget, default: 0] > drawn[budget, default: 0]
  }

  /// Applies `steps`, which `decision` yielded for `line`, or for the event; `origins` has the row of each.
  ///
  /// The `most` of a step limits its row on all lines together.
  ///
  /// - Throws: an error if a step takes away, or adds more than ``AccountLimits/largestAmount``.
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
      case .rate(let rate):
        guard let number = rate.earned(of: money, rounding) else { throw DiagnosticError(.amountLimit(decision)) }
        amount = number
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
