import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// Reads what the rows of a program's decisions yield, as far as it is written there: a misspelled key is found when rules are loaded, and
/// not by the first event that its row holds for.
struct WrittenResults {
  private let rules: RuleSet
  private(set) var diagnostics: [Diagnostic] = []

  /// Reads the results of `decisions`, whose steps draw on `budgets`.
  init(_ rules: RuleSet, _ decisions: AccountDecisions, _ budgets: BudgetLimits) {
    self.rules = rules
    for decision in decisions.steps {
      let reader = EarningStepReader(decision)
      check(decision) { value throws(DiagnosticError) in
        for step in try reader.read(.list([value]), isOpen: { _ in true }) {
          if let budget = step.budget, budgets.all[budget] == nil {
            throw DiagnosticError(.unknownBudget(budget, decision))
          }
        }
        if let key = EarningStepReader.misspelledKey(of: value) { throw DiagnosticError(.wrongStep(key, decision)) }
      }
    }
    check(decisions.claims) { value, decision throws(DiagnosticError) in
      _ = try Claim.read(.list([value]), of: decision, [], besides: budgets)
    }
    check(decisions.issued) { value, decision throws(DiagnosticError) in
      _ = try BenefitTerms.read(.list([value]), of: decision, [])
    }
    check(decisions.lot) { value, decision throws(DiagnosticError) in _ = try LotTerms(value, of: decision) }
    for decision in [decisions.hold, decisions.keep] {
      check(decision) { value, decision throws(DiagnosticError) in
        if value.present != nil, PeriodReader.period(value) == nil { throw DiagnosticError(.notAPeriod(decision)) }
      }
    }
  }

  private mutating func check(
    _ decision: Decision?, _ read: (Value, Decision) throws(DiagnosticError) -> Void
  ) {
    guard let decision else { return }
    check(decision) { value throws(DiagnosticError) in try read(value, decision) }
  }

  /// Calls `read` with each result that `decision` writes; what it throws is reported where that is written.
  private mutating func check(_ decision: Decision, _ read: (Value) throws(DiagnosticError) -> Void) {
    for result in results(of: decision) {
      guard let value = Self.example(of: result) else { continue }
      do throws(DiagnosticError) {
        try read(value)
      } catch {
        diagnostics += error.diagnostics.map { diagnostic in
          var diagnostic = diagnostic
          diagnostic.place = result.place
          return diagnostic
        }
      }
    }
  }

  /// The results of the rows of `decision`, and of `otherwise`; the elements of lists.
  private func results(of decision: Decision) -> [TypedResult] {
    let all: [TypedResult?]
    switch rules.linkedDecisions[rules.number(of: decision)].typed.body {
    case .value(let value): all = [value]
    case .rows(let table): all = table.rows.map { $0.then } + [table.otherwise]
    }
    return all.compactMap { $0 }.flatMap { result in
      switch result {
      case .list(let elements, _): elements
      case .constant(.list, _): [TypedResult]()
      default: [result]
      }
    }
  }

  // MARK: Examples

  /// Keys whose texts are words of the engine, or names that are declared: no text is an example of them.
  private static let words: [Text] = ["on", "through", "budget"]

  /// A value that `result` may have: what is written, and of an expression any value of its type; nil where its type says too little.
  private static func example(of result: TypedResult, key: Text? = nil) -> Value? {
    switch result {
    case .constant(let value, _): return value
    case .expression(let typed): return example(of: typed.type, key)
    case .list(let elements, _):
      let examples = elements.compactMap { example(of: $0) }
      return examples.count == elements.count ? .list(examples) : nil
    case .object(let fields, _):
      var map = ValueMap()
      for field in fields {
        if let value = example(of: field.value, key: field.name) {
          map.insert(.string(field.name), value)
        } else if !words.contains(field.name) {
          return nil
        }
      }
      return .map(map)
    }
  }

  private static func example(of type: CELType, _ key: Text?) -> Value? {
    switch type {
    case .int: .int(1)
    case .bool: .bool(true)
    case .decimal: .decimal(ExactDecimal(1))
    case .string: key.map { words.contains($0) } == true ? nil : .string("example")
    case .enumeration(let words): words.cases.first.map { .string($0) }
    case .optional(let wrapped): example(of: wrapped, key)
    default: nil
    }
  }
}
