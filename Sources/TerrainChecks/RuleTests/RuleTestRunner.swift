import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// Runs tests of rule modules, and notes which rows and conditions they reach.
package struct RuleTestRunner {
  /// How one case went.
  package struct CaseResult: Sendable {
    /// The case's name.
    package var name: Text
    /// Its name in the file.
    package var place: Place
    /// Why it failed; none when it passed.
    package var failures: [Diagnostic]
    /// The decisions that were not as expected, by their full names.
    package var failed: [Text] = []

    /// The case `name`, which has not failed so far.
    package init(name: Text, place: Place, failures: [Diagnostic] = []) {
      self.name = name
      self.place = place
      self.failures = failures
    }
  }

  /// How one file went.
  package struct FileResult: Sendable {
    /// The module that was tested.
    package var module: Text
    /// Where the file names it.
    package var place: Place
    /// The cases, in file order.
    package var cases: [CaseResult]

    /// The file at `place`, which tests `module`.
    package init(module: Text, place: Place, cases: [CaseResult]) {
      self.module = module
      self.place = place
      self.cases = cases
    }
  }

  /// Finds a record by the name of its type and its id.
  package typealias FindRecord = @Sendable (_ type: Text, _ id: Text) -> Value?

  private let ruleSet: RuleSet
  private let session: RuleSession
  private let records: RecordFinder
  /// Every module's: tests of one module also reach rows of those it uses.
  private var coverages: [(module: Text, coverage: RuleCoverage)]
  private var tested: Set<Text> = []
  private var files: [FileResult] = []

  /// A runner over `ruleSet`.
  ///
  /// - Parameter record: what a test means that gives a record by its id.
  /// - Throws: what planning the rule set for explaining reports.
  package init(_ ruleSet: RuleSet, record: @escaping FindRecord = { _, _ in nil }) throws(DiagnosticError) {
    let (program, diagnostics) = ruleSet.explaining()
    guard let program else { throw DiagnosticError(diagnostics) }
    self.ruleSet = ruleSet
    records = RecordFinder(record)
    session = RuleSession(program, records: records)
    coverages = ruleSet.manifest.modules.map { ($0.module, RuleCoverage(ruleSet, module: $0.module)) }
  }

  /// Runs every case of `file`.
  package mutating func run(_ file: RuleTestFile) {
    let modules = ruleSet.manifest.modules.map(\.module)
    guard modules.contains(file.module) else {
      let unknown = Diagnostic.testUnknownModule(file.module, known: modules, file.place)
      files.append(
        FileResult(
          module: file.module, place: file.place,
          cases: file.cases.map { CaseResult(name: $0.name, place: $0.place, failures: [unknown]) }))
      return
    }
    tested.insert(file.module)
    var result = FileResult(module: file.module, place: file.place, cases: [])
    for test in file.cases {
      var outcome = CaseResult(name: test.name, place: test.place, failures: [])
      run(test, module: file.module, into: &outcome)
      do throws(DiagnosticError) {
        let traces = try session.traces()
        for entry in coverages.indices { coverages[entry].coverage.add(traces) }
      } catch {
        outcome.failures += error.diagnostics
      }
      result.cases.append(outcome)
    }
    files.append(result)
  }

  /// What was found by all runs so far.
  package var report: RuleTestReport {
    RuleTestReport(files: files, coverage: coverages.filter { tested.contains($0.module) })
  }

  private func run(_ test: RuleTestFile.Case, module: Text, into outcome: inout CaseResult) {
    session.begin()
    for (key, node) in test.given {
      if let failure = give(key, node, of: test) { outcome.failures += failure }
    }
    guard outcome.failures.isEmpty else { return }
    for (key, node) in test.expect {
      let failures = expect(key, node, of: test, module: module)
      outcome.failures += failures
      if !failures.isEmpty, let decision = decision(key.text ?? "", module) { outcome.failed.append(decision.name) }
    }
  }

  private func decision(_ name: Text, _ module: Text) -> Decision? {
    ruleSet.decision("\(module).\(name)") ?? ruleSet.decision(name)
  }

  /// Gives a fact; returns what is wrong with it.
  private func give(_ key: Node, _ node: Node, of test: RuleTestFile.Case) -> [Diagnostic]? {
    let name = key.text ?? ""
    guard let fact = ruleSet.fact(name) else {
      return [.testUnknownFact(name, known: ruleSet.facts.map(\.name), key.place)]
    }
    // An optional fact given as null is absent.
    if fact.declaration.isOptional, node.kind == .null { return nil }
    var reader = LiteralReader(missingListsAreEmpty: true, records: records)
    guard let value = reader.read(node, as: fact.declaration.type) else {
      return reader.diagnostics
    }
    do throws(EvaluationError) {
      try session.set(fact, value)
      return nil
    } catch {
      return [.testFact(test.name, fact, error, node.place)]
    }
  }

  /// Evaluates a decision; returns where it is not as expected.
  private func expect(_ key: Node, _ node: Node, of test: RuleTestFile.Case, module: Text) -> [Diagnostic] {
    let name = key.text ?? ""
    guard let decision = decision(name, module) else {
      let own = ruleSet.decisions.map(\.name).compactMap { $0.inside(module) }
      return [.testUnknownDecision(name, known: own, key.place)]
    }
    var reader = LiteralReader()
    guard let expected = reader.read(node, as: decision.type) else { return reader.diagnostics }
    do throws(EvaluationError) {
      let value = try session.value(decision)
      guard !value.isEqual(to: expected) else { return [] }
      let reason = session.reasons(for: decision).first
      return [.testFailed(test.name, name, expected: expected, found: value, reason: reason, node.place)]
    } catch {
      return [.testError(test.name, name, error, node.place)]
    }
  }
}

extension Text {
  /// The name without `module.`, where it begins with that.
  fileprivate func inside(_ module: Text) -> Text? {
    let prefix = Array("\(module).".utf8)
    return utf8.starts(with: prefix) ? Text(decoding: Array(utf8.dropFirst(prefix.count))) : nil
  }
}
