import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainBase

/// An invariant whose conditions are compiled.
struct CompiledInvariant: Sendable {
  let invariant: Invariant
  let when: OutcomeCondition?
  let condition: OutcomeCondition
}

/// Checks the invariants that are about the same requests of one operation, on one thread.
struct InvariantRun {
  /// What became of an invariant for one request.
  enum Verdict {
    /// The condition on requests does not hold.
    case notApplicable
    /// The operation has no result for the request.
    case refused([Diagnostic])
    case held
    case violated
    /// A condition has no value.
    case failed(EvaluationError)

    var isViolation: Bool { if case .violated = self { true } else { false } }
  }

  private let session: OutcomeSession
  private let operation: AnyOperation
  private let description: OutcomeDescription
  /// What is run before each request, and its operation; nil for nothing.
  private let first: (step: Invariant.FirstStep, operation: AnyOperation)?
  /// Facts that are lists: absent ones are empty.
  private let lists: [Text]

  init(_ session: OutcomeSession, _ operation: AnyOperation, after step: Invariant.FirstStep?) {
    self.session = session
    first = step.flatMap { step in session.operation(step.operation.text?.string ?? "").map { (step, $0) } }
    self.operation = operation
    description = session.description(of: operation)
    lists = session.system.rules.ruleSet.facts.filter { fact in
      if case .list = fact.declaration.type { !fact.declaration.isOptional } else { false }
    }.map(\.name)
  }

  /// What became of `invariants` for `request`, in their order. The operation is run once, and only where a condition on requests
  /// holds.
  func verdicts(_ invariants: [CompiledInvariant], _ request: Value) -> [Verdict] {
    let complete: Value
    switch continued(request) {
    case .success(let value): complete = value
    case .failure(let error): return invariants.map { _ in .refused(error.diagnostics) }
    }
    guard let node = RequestTree.node(complete) else { return invariants.map { _ in .notApplicable } }
    var values = description.values(request: node)
    if takesFacts, let known = values[OutcomeDescription.Variable.request] {
      values[OutcomeDescription.Variable.request] = RequestTree.withAllFacts(known, lists: lists)
    }
    var verdicts = invariants.map { invariant in applies(invariant.when, values) }
    // A condition that fails may do so because the request is one that the operation refuses.
    let isOpen = { (verdict: Verdict?) in
      if case .notApplicable? = verdict { false } else { true }
    }
    guard verdicts.contains(where: isOpen) else { return verdicts.compactMap { $0 } }
    switch session.run(operation, node) {
    case .refused(let diagnostics):
      for index in verdicts.indices where isOpen(verdicts[index]) { verdicts[index] = .refused(diagnostics) }
    case .result(let result, _):
      values[OutcomeDescription.Variable.result] = description.value(result: result)
      for index in verdicts.indices where verdicts[index] == nil {
        verdicts[index] = verdict(invariants[index], values)
      }
    }
    return verdicts.compactMap { $0 }
  }

  /// The request that is run: with what it carries from the result of the first operation, without the first request.
  private func continued(_ request: Value) -> Result<Value, DiagnosticError> {
    guard let first else { return .success(request) }
    let key: [Value] = [.string(Invariant.FirstStep.key)]
    guard let node = RequestTree.node(request.at(key) ?? .map([:])) else { return .success(request) }
    switch session.run(first.operation, node) {
    case .refused(let diagnostics): return .failure(DiagnosticError(diagnostics))
    case .result(let result, _):
      let fields = first.step.carry.compactMap { name in result[name].map { (name, $0.value(fractions: .decimal)) } }
      return .success(
        fields.reduce(request.removing([key])) { request, field in
          request.at([.string(field.0)]) == nil ? request.replacing([.string(field.0)], with: field.1) : request
        })
    }
  }

  /// The verdict where it is known without a result.
  private func applies(_ when: OutcomeCondition?, _ values: [Text: Value]) -> Verdict? {
    guard let when else { return nil }
    do throws(EvaluationError) {
      return try when.holds(values) ? nil : .notApplicable
    } catch {
      return .failed(error)
    }
  }

  private func verdict(_ invariant: CompiledInvariant, _ values: [Text: Value]) -> Verdict {
    do throws(EvaluationError) {
      return try invariant.condition.holds(values) == invariant.invariant.isNever ? .violated : .held
    } catch {
      return .failed(error)
    }
  }

  /// Whether requests of the operation give facts.
  private var takesFacts: Bool { operation.parameters.fields.contains { $0.name == "facts" } }

  // MARK: Examples

  /// The smallest request for which `isShown` is true of the verdict about `invariant`, and the rows responsible.
  ///
  /// - Parameter request: one for which it is.
  func example(
    _ invariant: CompiledInvariant, _ request: Value, _ plan: RequestPlan, tries: Int,
    isShown: @escaping (Verdict) -> Bool
  ) -> Violation.Example {
    let shows = { (request: Value) in verdicts([invariant], request).first.map(isShown) ?? false }
    let gathered = RequestTree.gathered(request)
    let start = takesFacts && shows(gathered) ? gathered : request
    let small = RequestShrinker.shrunk(start, tries: tries, simpler: plan.simpler, shows: shows)
    return Violation.Example(request: small, rows: responsibleRows(small, besides: shows))
  }

  /// The rows that fire for `request`, and not for a request without one of its members that does not show it any more.
  private func responsibleRows(_ request: Value, besides shows: (Value) -> Bool) -> [FiredRow] {
    let own = rows(of: request)
    var responsible: Set<FiredRow> = []
    for depth in 1...Self.depthOfFacts {
      for path in request.parts(depth: depth) {
        let smaller = request.removing([path])
        let others = rows(of: smaller)
        if !others.isEmpty, !shows(smaller) { responsible.formUnion(Set(own).subtracting(others)) }
      }
    }
    return Array(own.filter(responsible.contains).prefix(Self.mostRows))
  }

  /// How deep the elements of facts are.
  private static let depthOfFacts = 3
  /// Rows that a diagnostic lists.
  private static let mostRows = 6

  private func rows(of request: Value) -> [FiredRow] {
    guard let complete = try? continued(request).get(), let node = RequestTree.node(complete),
      let explanation = try? session.explanation(of: operation, node)
    else { return [] }
    return explanation.firedRows
  }
}
