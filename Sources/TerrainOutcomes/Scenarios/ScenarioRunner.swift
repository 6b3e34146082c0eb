import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules

/// Runs scenarios over one loaded system.
package struct ScenarioRunner {
  /// The results of scenarios by file, in the form of test results.
  package private(set) var files: [RuleTestRunner.FileResult] = []
  /// The actual values that differ from the expectations and that an author may accept.
  package private(set) var accepted: [AcceptedValue] = []
  /// The common causes of the failures.
  package private(set) var causes = FailureCauses()
  /// The coverage; nil if it is not measured.
  package private(set) var coverage: ScenarioCoverage?
  private let session: OutcomeSession

  /// A runner over `session`.
  ///
  /// - Parameter measuring: true to measure coverage, which runs each request again.
  package init(_ session: OutcomeSession, measuring: Bool = false) {
    self.session = session
    coverage = measuring ? ScenarioCoverage(session.system) : nil
  }

  /// Runs the scenarios of `file` whose names `isWanted`.
  package mutating func run(_ file: ScenarioFile, where isWanted: (Text) -> Bool = { _ in true }) {
    var result = RuleTestRunner.FileResult(
      module: Self.label(of: file.root.place.source.name), place: file.root.place, cases: [])
    let requests = ScenarioRequests(named: file.requests)
    for scenario in file.scenarios where isWanted(scenario.name) {
      var outcome = RuleTestRunner.CaseResult(name: scenario.name, place: scenario.place)
      run(scenario, requests, into: &outcome.failures)
      let mark = FailureCauses.mark(scenario)
      outcome.failures = outcome.failures.map { $0.cause == nil ? $0.caused(by: .init(mark)) : $0 }
      result.cases.append(outcome)
    }
    if let records = coverage.map({ _ in session.records.reached }) { coverage?.records = records }
    if !result.cases.isEmpty { files.append(result) }
  }

  /// The name of a file in reports: `scenarios/today`.
  package static func label(of path: String) -> Text {
    let name = path.split(separator: "/").last ?? ""
    return Text("\(ScenarioFile.folder)/\(name.split(separator: ".").first ?? name)")
  }

  private mutating func run(
    _ scenario: ScenarioFile.Scenario, _ requests: ScenarioRequests, into failures: inout [Diagnostic]
  ) {
    var carried: Node?
    for step in scenario.steps {
      do throws(DiagnosticError) {
        guard let operation = session.operation(step.operation.text?.string ?? "") else {
          throw DiagnosticError(.unknownOperation(step.operation, among: session.operations))
        }
        let request = try requests.request(step.request, at: step.operation, carried: carried)
        let result = try run(step, operation, request, of: scenario, into: &failures)
        // Such a scenario expects texts in another language.
        if !failures.isEmpty, let node = request["locale" as Text], let locale = node.text,
          !session.system.pack.serves(locale)
        {
          failures = [
            .scenarioLocale(scenario.name, locale, among: session.system.pack.supportedLocales.map(\.text), at: node)
          ]
        }
        guard let result, !scenario.carried.isEmpty else { continue }
        // A result that does not have a field leaves it as it was: a status does not change an account.
        carried = Self.fields(scenario.carried, of: [result] + (carried.map { [$0] } ?? []))
        for field in scenario.carried where carried?[field.text ?? ""] == nil {
          failures.append(
            .scenarioCarriesNothing(
              scenario.name, field, operation.name, among: result.members.compactMap(\.key.text)))
        }
      } catch {
        failures += error.diagnostics
      }
      // Later steps would fail for the reason already reported.
      if !failures.isEmpty { return }
    }
  }

  /// A map of the fields `names`, each from the first of `maps` that contains it.
  private static func fields(_ names: [Node], of maps: [Node]) -> Node? {
    let members = names.compactMap { name -> (key: Node, value: Node)? in
      guard let text = name.text, let map = maps.first(where: { $0[text] != nil }), let key = map.key(text),
        let value = map[text]
      else { return nil }
      return (key, value)
    }
    return maps.first.map { Document.map(of: members, at: $0).root }
  }

  /// Runs one step. Returns the result, or nil.
  private mutating func run(
    _ step: ScenarioFile.Step, _ operation: AnyOperation, _ request: Node, of scenario: ScenarioFile.Scenario,
    into failures: inout [Diagnostic]
  ) throws(DiagnosticError) -> Node? {
    let description = session.description(of: operation)
    let expectations = try expectations(of: step, operation, request)
    let conditions = try conditions(of: step, description)
    let outcome = session.run(operation, request)
    coverage?.add(operation, request, session)
    let result: Node
    switch outcome {
    case .refused(let diagnostics):
      let errors = diagnostics.filter { $0.severity == .error }
      for error in errors where !step.errors.contains(where: { $0.text?.string == error.code }) {
        failures.append(.scenarioRefused(scenario.name, operation.name, error, at: step.operation))
        causes.join([FailureCauses.mark(scenario), "\(operation.name) \(error.code) \(error.message)"])
      }
      check(step.errors, against: errors, of: scenario, into: &failures)
      return nil
    case .result(let node, let warnings):
      result = node
      check(step.errors, against: [], of: scenario, into: &failures)
      check(step.warnings, against: warnings, of: scenario, into: &failures)
      for warning in warnings where !step.warnings.contains(where: { $0.text?.string == warning.code }) {
        failures.append(.scenarioWarned(scenario.name, warning, at: step.operation))
      }
    }
    for expectation in expectations {
      for difference in ExpectationCheck(expectation, in: result, of: step.operation).differences(scenario.name) {
        failures.append(difference.diagnostic)
        causes.join([FailureCauses.mark(scenario)] + difference.marks)
        if let value = difference.accepted { accepted.append(value) }
      }
    }
    guard !conditions.isEmpty || coverage != nil else { return result }
    let values = description.values(request: request, result: result)
    for condition in conditions {
      do throws(EvaluationError) {
        if try !condition.holds(values) {
          failures.append(.scenarioFailed(scenario.name, "this does not hold: `\(condition.text)`", at: condition.node))
        }
      } catch {
        failures.append(.scenarioUndecided(scenario.name, condition, error))
      }
    }
    return result
  }

  private func check(
    _ codes: [Node], against found: [Diagnostic], of scenario: ScenarioFile.Scenario,
    into failures: inout [Diagnostic]
  ) {
    for code in codes where !found.contains(where: { $0.code == code.text?.string }) {
      failures.append(.scenarioNotRefused(scenario.name, code, among: found.map(\.code)))
    }
  }

  // MARK: Reading expectations

  private func expectations(
    of step: ScenarioFile.Step, _ operation: AnyOperation, _ request: Node
  ) throws(DiagnosticError) -> [Expectation] {
    var expectations: [Expectation] = []
    var diagnostics: [Diagnostic] = []
    for (path, value) in step.expectations {
      do throws(DiagnosticError) {
        let expectation = try Expectation(path, value)
        let shapes = try expectation.path.shapes(in: operation.result, session.declarations)
        diagnostics += unknownRecords(in: expectation, shapes, request)
        expectations.append(expectation)
      } catch {
        diagnostics += error.diagnostics
      }
    }
    if !diagnostics.isEmpty { throw DiagnosticError(diagnostics) }
    return expectations
  }

  /// Texts that are not ids although results have ids of records at the path: an excluded text would never occur there.
  ///
  /// - Parameter request: the request, which may have its own records.
  private func unknownRecords(in expectation: Expectation, _ shapes: [Shape], _ request: Node) -> [Diagnostic] {
    let kinds = shapes.compactMap { shape -> Shape.RecordKind? in
      switch shape.form {
      case .id(let kind): kind
      default: nil
      }
    }
    guard let kind = kinds.first else { return [] }
    var own: Set<Text> = []
    for list in request["records"].map({ Array($0.members.map(\.value)) }) ?? [] {
      own.formUnion(list.elements.compactMap { $0.kind == .map ? $0["id"]?.text : nil })
    }
    return expectation.texts.compactMap { node in
      guard let id = node.text, !own.contains(id), !session.records.has(id, kind) else { return nil }
      return .scenarioUnknownRecord(id, among: session.records.ids(of: kind), at: node)
    }
  }

  private func conditions(
    of step: ScenarioFile.Step, _ description: OutcomeDescription
  ) throws(DiagnosticError) -> [OutcomeCondition] {
    var conditions: [OutcomeCondition] = []
    var diagnostics: [Diagnostic] = []
    for node in step.conditions {
      let (condition, found) = OutcomeCondition.compile(node, description)
      if let condition { conditions.append(condition) }
      diagnostics += found
    }
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    return conditions
  }
}

/// The coverage of a pack and its rules by scenarios: rows that fire, messages, and other records that requests and results name.
package struct ScenarioCoverage {
  /// All rows.
  private let rows: Set<FiredRow>
  private var fired: Set<FiredRow> = []
  private let pack: Pack
  /// The records that were named, by kind.
  var records: [Text: Set<Text>] = [:]

  init(_ system: LoadedSystem) {
    pack = system.pack
    var rows: Set<FiredRow> = []
    for decision in system.rules.ruleSet.decisions {
      for row in decision.typed.table?.rows ?? [] {
        rows.insert(FiredRow(decision: decision.name, row: row.id, place: row.place))
      }
    }
    self.rows = rows
  }

  /// Adds the rows that `operation` makes fire for `request`.
  mutating func add(_ operation: AnyOperation, _ request: Node, _ session: OutcomeSession) {
    guard let explanation = try? session.explanation(of: operation, request) else { return }
    fired.formUnion(explanation.firedRows)
  }

  /// The locations of the rows that fired.
  package var places: Set<Place> { Set(fired.intersection(rows).map(\.place)) }

  /// One sentence for people.
  package var text: String {
    let messages = pack.records(of: Messages.kind).count
    let others = pack.kinds.map(\.name).filter { $0 != Messages.kind }
    let all = others.reduce(0) { $0 + pack.records(of: $1).count }
    let named = others.reduce(0) { $0 + (records[$1]?.count ?? 0) }
    return """
      scenarios of \(pack.id): \(fired.intersection(rows).count) of \(rows.count) rows fired, \
      \(records[Messages.kind]?.count ?? 0) of \(messages) messages and \(named) of \(all) other records named
      """
  }
}

/// Runs scenarios over changed rules, to see if one of them fails.
package struct ScenarioKiller: Sendable {
  private let system: LoadedSystem
  private let files: ContentFiles
  private let scenarios: [ScenarioFile]

  /// Runs `scenarios` over `system`, which was loaded whole from `files`.
  package init(_ system: LoadedSystem, files: ContentFiles, scenarios: [ScenarioFile]) {
    self.system = system
    self.files = files
    self.scenarios = scenarios
  }

  /// The first scenario that fails if the system has `rules`, by its file and name; nil if none does.
  package func failing(with rules: RuleSet) -> String? {
    let loaded = LoadedSystem(pack: system.pack, rules: system.rules.running(rules), warnings: system.warnings)
    var runner = ScenarioRunner(OutcomeSession(loaded, files: files))
    for file in scenarios {
      runner.run(file)
      guard let failed = runner.files.last?.cases.first(where: { !$0.failures.isEmpty }) else { continue }
      return "\(failed.place.fileAndLine) \(failed.name)"
    }
    return nil
  }
}
