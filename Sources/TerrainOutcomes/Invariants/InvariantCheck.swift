import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules

/// Checks the invariants of a rule set with a pack: over all requests if these are few, else over requests that contain any three values
/// together, and over people.
package struct InvariantCheck {
  /// The limits of a check.
  package struct Budget: Sendable {
    /// Requests for invariants about the same requests.
    package var requests: Int
    /// The number of people of the pack's population, in addition to these requests.
    package var people: Int
    /// Requests for shrinking one violation.
    package var tries: Int

    /// Creates the limits of one check.
    package init(requests: Int, people: Int, tries: Int) {
      self.requests = requests
      self.people = people
      self.tries = tries
    }

    /// The limits of `validate`.
    package static let validation = Budget(requests: 300, people: 100, tries: 300)
    /// The default limits of `terrain test --invariants`.
    package static let standard = Budget(requests: 4000, people: 1000, tries: 1000)
  }

  /// The outcome of one invariant.
  package struct Outcome: Sendable {
    /// The invariant.
    package let invariant: Invariant
    /// Its violation; nil if none was found, or if it is accepted and was not shrunk.
    package internal(set) var violation: Violation?
    /// The diagnostic about the violation, or about the reason why it cannot be checked.
    package internal(set) var diagnostic: Diagnostic?
    /// The description of the requests; empty if none were made.
    package internal(set) var requests = ""
    /// True if these were all requests over the facts.
    package internal(set) var isExhaustive = false
    /// The values that vary and with which no request can be run.
    var refusedValues: [Diagnostic] = []
  }

  private let system: LoadedSystem
  private let files: ContentFiles
  private let budget: Budget
  private let people: InvariantPeople?
  /// True if a diagnostic is ignored or accepted, so that its request need not be shrunk.
  private let isAnswered: @Sendable (Diagnostic) -> Bool
  private let isCancelled: @Sendable () -> Bool

  /// A check with the pack and rules of `system`, which were loaded whole from `files`.
  ///
  /// - Parameter isCancelled: returns true if the outcomes are no longer needed; called before each request, which is then not run.
  package init(
    _ system: LoadedSystem, files: ContentFiles, budget: Budget,
    isAnswered: @escaping @Sendable (Diagnostic) -> Bool = { _ in false },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.system = system
    self.files = files
    self.budget = budget
    people = budget.people > 0 ? InvariantPeople(system, files: files) : nil
    self.isAnswered = isAnswered
    self.isCancelled = isCancelled
  }

  /// Checks `invariants`.
  ///
  /// - Returns: the outcome of each, in their order; and the errors in their conditions.
  package func run(_ invariants: [Invariant]) -> (outcomes: [Outcome], diagnostics: [Diagnostic]) {
    let session = OutcomeSession(system, files: files)
    var diagnostics: [Diagnostic] = []
    var groups: [(key: String, operation: String, members: [CompiledInvariant])] = []
    for invariant in invariants {
      guard let compiled = compile(invariant, session, into: &diagnostics) else { continue }
      let key = Self.key(invariant)
      if let index = groups.firstIndex(where: { $0.key == key }) {
        groups[index].members.append(compiled)
      } else {
        groups.append((key, invariant.operation.text?.string ?? "", [compiled]))
      }
    }
    let all = groups
    let check = self
    let outcomes = ParallelMap.values(all.count) { check.outcomes(all[$0].operation, all[$0].members) }.flatMap { $0 }
    diagnostics = (diagnostics + outcomes.flatMap(\.refusedValues)).onePerMistake
    let order = Dictionary(invariants.enumerated().map { ($1.name, $0) }) { first, _ in first }
    return (outcomes.ordered { order[$0.invariant.name] ?? 0 < order[$1.invariant.name] ?? 0 }, diagnostics)
  }

  private func compile(
    _ invariant: Invariant, _ session: OutcomeSession, into diagnostics: inout [Diagnostic]
  ) -> CompiledInvariant? {
    guard let operation = session.operation(invariant.operation.text?.string ?? "") else {
      diagnostics.append(.invariantOperation(invariant.operation, known: session.operations.map(\.name)))
      return nil
    }
    if let first = invariant.first, session.operation(first.operation.text?.string ?? "") == nil {
      diagnostics.append(.invariantOperation(first.operation, known: session.operations.map(\.name)))
      return nil
    }
    let wrongValues = InvariantValues(session).diagnostics(about: invariant, of: operation)
    diagnostics += wrongValues
    let description = session.description(of: operation)
    let (condition, found) = OutcomeCondition.compile(invariant.condition, description)
    diagnostics += found
    var when: OutcomeCondition?
    if let node = invariant.when {
      let (made, found) = OutcomeCondition.compile(node, description)
      diagnostics += found
      guard let made else { return nil }
      when = made
    }
    // Requests that are refused for these values would repeat the errors.
    if wrongValues.hasErrors { return nil }
    return condition.map { CompiledInvariant(invariant: invariant, when: when, condition: $0) }
  }

  /// A key that is equal for invariants about the same requests.
  private static func key(_ invariant: Invariant) -> String {
    let vary = invariant.vary.map { "\($0.path): \($0.values.map(\.value.description))" }
    let first =
      invariant.first.map { "\($0.operation.text ?? "") \($0.with?.value.description ?? "") \($0.carry)" } ?? ""
    return "\(invariant.operation.text ?? "") \(invariant.with?.value.description ?? "") \(first) \(vary)"
  }

  // MARK: One group

  /// The counts of one invariant.
  private struct Tally {
    var applicable = 0
    var refused = 0
    var violations = 0
    var firstViolation: Value?
    var failure: (request: Value, error: EvaluationError)?
    var refusal: Diagnostic?
    /// The weaker conditions that have not been true yet.
    var open: [OutcomeCondition.Guard] = []

    mutating func add(_ verdict: InvariantRun.Verdict, _ request: Value) {
      switch verdict {
      case .notApplicable: break
      case .refused(let diagnostics):
        refused += 1
        refusal = refusal ?? diagnostics.first
      case .held: applicable += 1
      case .violated:
        applicable += 1
        violations += 1
        firstViolation = firstViolation ?? request
      case .failed(let error):
        applicable += 1
        failure = failure ?? (request, error)
      }
    }
  }

  private func outcomes(_ name: String, _ invariants: [CompiledInvariant]) -> [Outcome] {
    let session = OutcomeSession(system, files: files)
    guard let operation = session.operation(name), let first = invariants.first?.invariant else { return [] }
    let run = InvariantRun(session, operation, after: first.first)
    let plan = plan(operation, first)
    var tallies = invariants.map { Tally(open: $0.invariant.isNever ? $0.condition.guards : []) }
    var values = VariedValues(first)
    // Requests of people are not varied.
    let takesPeople = first.first == nil && operation.parameters.memberNames.contains("person_id")
    let everybody = takesPeople ? people?.requests(budget.people, for: operation) ?? [] : []
    for index in 0..<plan.count + everybody.count {
      if isCancelled() { return [] }
      let request =
        index < plan.count
        ? plan.request(index) : Self.merged(first.with?.value ?? .map([:]), into: everybody[index - plan.count])
      let verdicts = run.verdicts(invariants, request) { position, values in
        tallies[position].open.removeAll { invariants[position].condition.holds($0, values) }
      }
      for (position, verdict) in verdicts.enumerated() { tallies[position].add(verdict, request) }
      if index < plan.count { values.add(request, verdicts) }
    }
    let words = plan.words + (everybody.isEmpty ? "" : ", and \(everybody.count) people")
    let refusedValues = values.diagnostics
    return zip(invariants, tallies).map { invariant, tally in
      var outcome = outcome(invariant, tally, run, plan, words)
      // If no request can be run, that is reported.
      if tally.applicable > 0 { outcome.refusedValues = refusedValues }
      return outcome
    }
  }

  /// `request` with the members of `with`, and its maps with those of the maps in `with`.
  private static func merged(_ with: Value, into request: Value) -> Value {
    guard case .map(let map) = with else { return request }
    return map.entries.reduce(request) { request, entry in
      guard case .map(let members) = entry.value, case .map? = request.at([entry.key]) else {
        return request.replacing([entry.key], with: entry.value)
      }
      return members.entries.reduce(request) { $0.replacing([entry.key, $1.key], with: $1.value) }
    }
  }

  private func outcome(
    _ compiled: CompiledInvariant, _ tally: Tally, _ run: InvariantRun, _ plan: RequestPlan, _ words: String
  ) -> Outcome {
    let invariant = compiled.invariant
    var outcome = Outcome(invariant: invariant, requests: words, isExhaustive: plan.isExhaustive)
    if let (request, error) = tally.failure {
      let example = run.example(compiled, request, plan, tries: budget.tries) {
        if case .failed = $0 { !isCancelled() } else { false }
      }
      outcome.diagnostic = .invariantFails(invariant, error, example)
    } else if let request = tally.firstViolation {
      let plain = Diagnostic.invariantViolated(invariant, nil)
      if isAnswered(plain) {
        outcome.diagnostic = plain
      } else {
        let example = run.example(compiled, request, plan, tries: budget.tries) { $0.isViolation && !isCancelled() }
        outcome.violation = Violation(count: tally.violations, requests: tally.applicable, example: example)
        outcome.diagnostic = .invariantViolated(invariant, outcome.violation)
      }
    } else if tally.applicable == 0 {
      outcome.diagnostic =
        tally.refused > 0
        ? .invariantRefused(invariant, tally.refusal) : .invariantNeverApplies(invariant, plan.count)
    } else if let first = tally.open.first {
      outcome.diagnostic = .invariantVacuous(invariant, first, tally.applicable)
    }
    return outcome
  }

  private func plan(_ operation: AnyOperation, _ invariant: Invariant) -> RequestPlan {
    let fields = operation.parameters.fields.map(\.name)
    var base = invariant.with?.value ?? .map([:])
    if let first = invariant.first {
      base = base.replacing([.string(Invariant.FirstStep.key)], with: first.with?.value ?? .map([:]))
    }
    var factors = invariant.vary.map { variation in
      RequestFactor(
        path: variation.path.map { .string($0) }, levels: variation.values.map { $0.kind == .null ? nil : $0.value })
    }
    factors += FactLevels(system).factors(of: decisions(operation, invariant))
    // The author's variations take precedence, and a value occurs only once.
    var seen: [[Value]] = []
    factors = factors.filter { factor in
      let isKnown =
        base.at(factor.path) != nil || seen.contains { $0.elementsEqual(factor.path) { $0.isIdentical(to: $1) } }
      seen.append(factor.path)
      return !isKnown
    }
    // A moment from the author replaces the factors for months and hours.
    let now: Value = "now"
    let isGiven = base.at([now]) != nil || factors.contains { $0.path.first?.isIdentical(to: now) == true }
    if isGiven {
      factors.removeAll {
        $0.path.count == 1
          && ($0.path[0].isIdentical(to: FactLevels.day) || $0.path[0].isIdentical(to: FactLevels.time))
      }
    } else if fields.contains("now"), fields.contains("zone") {
      base = base.replacing([FactLevels.day], with: base.at([FactLevels.day]) ?? FactLevels.day(month: 1))
    }
    return RequestPlan(base: base, factors: factors, limit: budget.requests)
  }

  /// The decisions that the operation evaluates for its page or ranking; none for an operation that has neither.
  private func decisions(_ operation: AnyOperation, _ invariant: Invariant) -> [Decision] {
    let rules = system.rules.ruleSet
    func named(_ key: Text) -> Text? { invariant.with?[key]?.text }
    func decisions(of module: Text) -> [Decision] {
      let prefixes = ["\(module).", "\(rules.manifest.modulePrefix)\(module)."]
      return rules.decisions.filter { decision in prefixes.contains { decision.name.string.hasPrefix($0) } }
    }
    let fields = operation.parameters.fields.map(\.name)
    if fields.contains("ranking") { return decisions(of: named("ranking") ?? Text(operation.name)) }
    guard fields.contains("page") else { return [] }
    let name = named("page")
    let inventory = PageInventory(rules, pack: system.pack)
    guard let page = inventory.pages.first(where: { $0.name == name }) else { return [] }
    return page.page.parts.flatMap { part in
      (part.ranking.map { decisions(of: $0.name) } ?? []) + part.decisions
    }
  }
}

/// An invariant whose conditions are compiled.
struct CompiledInvariant: Sendable {
  let invariant: Invariant
  let when: OutcomeCondition?
  let condition: OutcomeCondition
}

/// Checks the invariants that are about the same requests of one operation, on one thread.
struct InvariantRun {
  /// The verdict on an invariant for one request.
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
  /// The step before each request, with its operation; nil for none.
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

  /// The verdicts on `invariants` for `request`, in their order. The operation is run once, and only if a condition on requests holds.
  ///
  /// - Parameter look: called with each invariant that has a verdict, and the values for its condition.
  func verdicts(
    _ invariants: [CompiledInvariant], _ request: Value, look: (_ index: Int, [Text: Value]) -> Void = { _, _ in }
  ) -> [Verdict] {
    let complete: Value
    switch continued(request) {
    case .success(let value): complete = value
    case .failure(let error): return invariants.map { _ in .refused(error.diagnostics) }
    }
    guard let node = RequestTree.node(complete) else { return invariants.map { _ in .notApplicable } }
    var values = description.values(request: node)
    if takesFacts, let known = values[OutcomeDescription.Variable.request] {
      values[OutcomeDescription.Variable.request] = RequestTree.withLists(known, lists: lists)
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
        look(index, values)
      }
    }
    return verdicts.compactMap { $0 }
  }

  /// The request to run: with the values carried from the result of the first operation, and without the first request.
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

  /// The verdict if it does not depend on a result.
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

  /// True if requests of the operation give facts.
  private var takesFacts: Bool { operation.parameters.fields.contains { $0.name == "facts" } }

  // MARK: Examples

  /// The smallest request for which `isShown` is true for the verdict on `invariant`, and the rows responsible.
  ///
  /// - Parameter request: a request for which it is true.
  func example(
    _ invariant: CompiledInvariant, _ request: Value, _ plan: RequestPlan, tries: Int,
    isShown: @escaping (Verdict) -> Bool
  ) -> Violation.Example {
    let shows = { (request: Value) in verdicts([invariant], request).first.map(isShown) ?? false }
    let small = RequestShrinker.shrunk(request, tries: tries, simpler: plan.simpler, shows: shows)
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

  /// The depth of the elements of facts.
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

/// A violation of an invariant.
package struct Violation: Sendable {
  /// The code of its diagnostic.
  static let code = "invariants/violated"

  /// The smallest request that shows it.
  package struct Example: Sendable {
    /// The request.
    package let request: Value
    /// The rows that fire for it but not without one of its members, as far as they are known.
    package let rows: [FiredRow]

    /// The request in a message.
    var text: String { "; the smallest request: `\(request.json ?? "")`" }
  }

  /// The number of requests that show it.
  package let count: Int
  /// The number of requests to which the invariant applies.
  package let requests: Int
  /// The smallest one.
  package let example: Example
}

extension Invariant {
  /// A scenario that fails as long as `request` violates the invariant: to paste under `scenarios`.
  package func scenario(_ request: Value) -> String {
    var text = condition.text?.string ?? ""
    if text.hasPrefix("=") { text = String(text.dropFirst()) }
    if isNever { text = "!(\(text))" }
    let key: [Value] = [.string(FirstStep.key)]
    func step(_ operation: Node, _ request: Value) -> String {
      "for: \(operation.text ?? "")\n      request: \(request.json ?? "")"
    }
    let last =
      step(operation, request.removing([key])) + "\n      holds:\n        - \(Value.string(Text(text)).json ?? "")\n"
    guard let first else {
      let lines = last.split(separator: "\n").map { $0.hasPrefix("  ") ? $0.dropFirst(2) : $0 }
      return "  - name: \(Value.string(doc).json ?? "")\n    " + lines.joined(separator: "\n") + "\n"
    }
    return """
        - name: \(Value.string(doc).json ?? "")
          carry: \(Value.list(first.carry.map { .string($0) }).json ?? "")
          steps:
            - \(step(first.operation, request.at(key) ?? .map([:])))
            - \(last)
      """
  }
}
