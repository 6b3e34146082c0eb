import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// Rule tests as values, with the decisions that each evaluates: a case is run again only where one of these has changed.
package struct PreparedTests: Sendable {
  /// A case that passes.
  struct Case: Sendable {
    /// Its file and name.
    let label: String
    let given: [(fact: Fact, value: Value)]
    let expected: [(decision: Int, value: Value)]
  }

  private let ruleSet: RuleSet
  private let cases: [Case]
  private let records: RecordFinder
  /// For each decision, the numbers of the cases that evaluate it, ascending.
  private let evaluating: [Int: [Int]]

  /// The cases of `files`, all of which pass on `ruleSet`; others are left out.
  ///
  /// - Parameter record: what a test means that gives a record by its id.
  package init(
    _ ruleSet: RuleSet, files: [RuleTestFile], record: @escaping RuleTestRunner.FindRecord = { _, _ in nil }
  ) throws(DiagnosticError) {
    let (plan, diagnostics) = ruleSet.explaining()
    guard let plan else { throw DiagnosticError(diagnostics) }
    self.ruleSet = ruleSet
    let numbers = Dictionary(
      ruleSet.linkedDecisions.enumerated().map { ($1.typed.fullName, $0) }, uniquingKeysWith: { first, _ in first })
    let records = RecordFinder(record)
    self.records = records
    let session = RuleSession(plan, records: records)
    var cases: [Case] = []
    var evaluating: [Int: [Int]] = [:]
    for file in files {
      for test in file.cases {
        guard let prepared = Self.prepare(test, file, ruleSet, records, numbers),
          Self.passes(prepared, session, ruleSet)
        else { continue }
        for number in Set(try session.traces().compactMap({ numbers[$0.decision] })) {
          evaluating[number, default: []].append(cases.count)
        }
        cases.append(prepared)
      }
    }
    self.cases = cases
    self.evaluating = evaluating
  }

  private static func prepare(
    _ test: RuleTestFile.Case, _ file: RuleTestFile, _ ruleSet: RuleSet, _ records: RecordFinder,
    _ numbers: [Text: Int]
  ) -> Case? {
    var given: [(fact: Fact, value: Value)] = []
    for (key, node) in test.given {
      guard let fact = ruleSet.fact(key.text ?? "") else { return nil }
      if fact.declaration.isOptional, node.kind == .null { continue }
      var reader = LiteralReader(missingListsAreEmpty: true, records: records)
      guard let value = reader.read(node, as: fact.declaration.type) else { return nil }
      given.append((fact, value))
    }
    var expected: [(decision: Int, value: Value)] = []
    for (key, node) in test.expect {
      let name = key.text ?? ""
      guard let decision = ruleSet.decision("\(file.module).\(name)") ?? ruleSet.decision(name),
        let number = numbers[decision.name]
      else { return nil }
      var reader = LiteralReader()
      guard let value = reader.read(node, as: decision.type) else { return nil }
      expected.append((number, value))
    }
    return Case(label: "\(test.place.fileAndLine) \(test.name)", given: given, expected: expected)
  }

  /// Whether `test` passes in `session`, of a rule set that has the same decisions as `ruleSet` or some of them.
  private static func passes(_ test: Case, _ session: RuleSession, _ ruleSet: RuleSet) -> Bool {
    session.begin()
    do throws(EvaluationError) {
      for (fact, value) in test.given { try session.set(fact, value) }
      for (number, expected) in test.expected {
        guard let decision = session.ruleSet.decision(ruleSet.linkedDecisions[number].typed.fullName),
          try session.value(decision).isEqual(to: expected)
        else { return false }
      }
      return true
    } catch {
      return false
    }
  }

  /// How many cases there are.
  package var count: Int { cases.count }

  /// The first case that fails on `variant`, by its file and name; nil where none does.
  func failing(on variant: RuleSetVariant) -> String? {
    var affected: Set<Int> = []
    for number in variant.decisions.keys { affected.formUnion(evaluating[number] ?? []) }
    guard !affected.isEmpty else { return nil }
    let tests = affected.ordered().map { cases[$0] }
    let kept = ruleSet.closure(of: Set(tests.flatMap { $0.expected.map(\.decision) }))
    guard let rules = ruleSet.applying(variant, keeping: kept) else { return nil }
    let session = RuleSession(rules, records: records)
    return tests.first { !Self.passes($0, session, ruleSet) }?.label
  }
}
