import Synchronization
import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Runs the tests of a rule set on each of its mutants, on all processors.
package struct MutationRun: Sendable {
  /// The name of a scenario that fails with other rules; nil if none does.
  package typealias Scenarios = @Sendable (RuleSet) -> String?

  private let ruleSet: RuleSet
  private let tests: PreparedTests
  private let limits: ProofLimits
  private let records: KnownValues.Records
  /// True if the time is over.
  private let isOver: @Sendable () -> Bool

  /// The steps of the proof that one mutant is equivalent: some tenths of a second.
  private static let steps = 4_000_000

  /// A run of `tests` until `isOver`.
  ///
  /// - Parameter records: all records that facts of a record type may be, as rules see them; nil if others may be given.
  package init(
    _ ruleSet: RuleSet, _ tests: PreparedTests, records: @escaping @Sendable (_ type: Text) -> [Value]? = { _ in nil },
    isOver: @escaping @Sendable () -> Bool = { false }
  ) {
    self.records = records
    self.ruleSet = ruleSet
    self.tests = tests
    self.isOver = isOver
    var limits = ProofLimits()
    limits.steps = Self.steps
    limits.stepsPerRow = Self.steps / 4
    self.limits = limits
  }

  /// The fates of `mutants`: rule tests run on all of them; the survivors are compared with the original rules; scenarios run on the
  /// remaining mutants. A mutant is untried if the time did not suffice. If only scenarios were not run on it, it counts as survived.
  package func report(on mutants: [Mutant], scenarios: Scenarios? = nil) -> MutationReport {
    let fates: [MutantFate] = ParallelMap.values(mutants.count) { index in
      if isOver() { return .untried }
      if let test = tests.failing(on: mutants[index].variant) { return .killed(by: test) }
      return .survived(undecided: "the time was over")
    }
    let compared: [MutantFate] = ParallelMap.values(mutants.count) { index in
      guard case .survived = fates[index], !isOver() else { return fates[index] }
      switch MutantProof.verdict(on: mutants[index], of: ruleSet, limits: limits) {
      case .equal: return .equal
      case .different: return .survived(undecided: nil)
      case .undecided(let reason): return .survived(undecided: reason)
      }
    }
    // The remaining mutants may take longer: each was compared before.
    let proved: [MutantFate] = ParallelMap.values(mutants.count) { index in
      guard case .survived = compared[index], !isOver() else { return compared[index] }
      switch MutantProof.closerVerdict(on: mutants[index], of: ruleSet, limits: limits, records: records) {
      case .equal: return .equal
      case .different: return .survived(undecided: nil)
      case .undecided: return compared[index]
      }
    }
    guard let scenarios else { return MutationReport(mutants: mutants, fates: proved, tests: tests.count) }
    let left = Counter()
    let final: [MutantFate] = ParallelMap.values(mutants.count) { index in
      guard case .survived = proved[index] else { return proved[index] }
      if isOver() {
        left.add()
        return proved[index]
      }
      guard let rules = ruleSet.applying(mutants[index].variant), let name = scenarios(rules) else {
        return proved[index]
      }
      return .killedByScenario(name)
    }
    return MutationReport(mutants: mutants, fates: final, tests: tests.count, withoutScenarios: left.count)
  }

  /// Counts on several threads.
  private final class Counter: Sendable {
    private let value = Atomic<Int>(0)

    func add() { value.wrappingAdd(1, ordering: .relaxed) }

    var count: Int { value.load(ordering: .relaxed) }
  }
}

/// Proves that a mutant decides as the rule set does for all facts.
enum MutantProof {
  /// The result of a proof.
  enum Verdict: Equatable {
    case equal
    case different
    case undecided(String)
  }

  /// Compares the decisions that `mutant` changes with those of `ruleSet` for all facts that their types allow, within `limits`.
  static func verdict(on mutant: Mutant, of ruleSet: RuleSet, limits: ProofLimits) -> Verdict {
    verdict(on: mutant, of: ruleSet, limits: limits, known: nil)
  }

  /// The factor by which a closer proof may exceed the steps of a first proof.
  private static let moreSteps = 16

  /// Compares again a mutant that ``verdict(on:of:limits:)`` does not find equal, with knowledge about numbers and `records`, and with more
  /// steps.
  static func closerVerdict(
    on mutant: Mutant, of ruleSet: RuleSet, limits: ProofLimits, records: @escaping KnownValues.Records
  ) -> Verdict {
    var more = limits
    more.steps *= moreSteps
    more.stepsPerRow *= moreSteps
    return verdict(on: mutant, of: ruleSet, limits: more, known: records)
  }

  private static func verdict(
    on mutant: Mutant, of ruleSet: RuleSet, limits: ProofLimits, known records: KnownValues.Records?
  ) -> Verdict {
    let changed = mutant.variant.decisions.keys.ordered()
    let kept = ruleSet.closure(of: changed)
    guard let old = ruleSet.applying(RuleSetVariant(), keeping: kept),
      let new = ruleSet.applying(mutant.variant, keeping: kept)
    else { return .undecided("the rule set cannot be planned") }
    let difference = RuleSetDifference(from: old, to: new)
    let comparison = DecisionComparison(old, new, difference, limits: limits, people: { _ in nil }, records: records)
    for number in changed {
      let name = ruleSet.decisions[number].name
      guard let index = old.decisions.firstIndex(where: { $0.typed.fullName == name }),
        difference.redefined.contains(name)
      else { return .undecided("the change is not seen by the comparison") }
      let decision = old.decisions[index].typed
      if mutant.kind == .swapped, yieldTheSame(mutant, decision) { continue }
      if mutant.kind == .swapped || decision.table?.hit == .unique {
        let apart = pairs(mutant, comparison.newTable(index), decision).allSatisfy { pair in
          pair.first.excludes(pair.second)
            || comparison.cannotHold([pair.first, pair.second] + pair.earlier.map { .not($0) }, limits: limits)
        }
        if mutant.kind == .swapped, apart { continue }
        if !apart, mutant.kind != .swapped { return .undecided("two rows may hold together") }
        guard decision.table?.hit == .first || mutant.kind != .swapped else {
          return .undecided("both rows may hold together")
        }
      }
      let result = comparison.difference(index, index)
      if let undecided = result.undecided { return .undecided(undecided) }
      if result.changes.contains(where: \.isCertain) { return .different }
      if !result.changes.isEmpty { return .undecided("results that are computed may be equal") }
    }
    return .equal
  }

  /// Returns true if the rows that were swapped yield the same constant: then neither hides, nor comes before, another result.
  private static func yieldTheSame(_ mutant: Mutant, _ decision: TypedDecision) -> Bool {
    guard let rows = decision.table?.rows, let row = rows.firstIndex(where: { $0.id == mutant.row }),
      row + 1 < rows.count, let one = rows[row].then?.constantValue, let other = rows[row + 1].then?.constantValue
    else { return false }
    return one.isIdentical(to: other)
  }

  /// Two rows, and the earlier rows that take precedence over both.
  private struct Pair {
    let first: TableView.Formula
    let second: TableView.Formula
    var earlier: [TableView.Formula] = []
  }

  /// The pairs of rows in `table`, the changed decision's table, that must exclude each other so that the change matters only through their
  /// results. These are the two swapped rows; if only one row of the table may hold, they are the changed row and each other row.
  private static func pairs(_ mutant: Mutant, _ table: TableView.Table, _ old: TypedDecision) -> [Pair] {
    guard let written = old.table else { return [] }
    if mutant.kind == .swapped, let row = written.rows.firstIndex(where: { $0.id == mutant.row }),
      row + 1 < table.rows.count
    {
      let earlier = written.hit == .first ? table.rows[..<row].map(\.when) : []
      return [Pair(first: table.rows[row].when, second: table.rows[row + 1].when, earlier: earlier)]
    }
    guard table.rows.count == written.rows.count else { return [] }
    return table.rows.indices.flatMap { first in
      table.rows[..<first].map { Pair(first: table.rows[first].when, second: $0.when) }
    }
  }
}

/// Rule tests as values, with the decisions that each evaluates: a case runs again only if one of these has changed.
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

  /// The cases of `files` that pass on `ruleSet`; other cases are left out.
  ///
  /// - Parameter record: the value of a record that a test gives by its id.
  package init(
    _ ruleSet: RuleSet, files: [RuleTestFile], record: @escaping RuleTestRunner.FindRecord = { _, _ in nil }
  ) throws(DiagnosticError) {
    let (plan, diagnostics) = ruleSet.explaining()
    guard let plan else { throw DiagnosticError(diagnostics) }
    self.ruleSet = ruleSet
    let numbers = Dictionary(
      ruleSet.decisions.enumerated().map { ($1.typed.fullName, $0) }, uniquingKeysWith: { first, _ in first })
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

  /// Returns true if `test` passes in `session`, whose rule set has some or all of the decisions of `ruleSet`.
  private static func passes(_ test: Case, _ session: RuleSession, _ ruleSet: RuleSet) -> Bool {
    session.begin()
    do throws(EvaluationError) {
      for (fact, value) in test.given { try session.set(fact, value) }
      for (number, expected) in test.expected {
        guard let decision = session.ruleSet.decision(ruleSet.decisions[number].name),
          try session.value(decision).isEqual(to: expected)
        else { return false }
      }
      return true
    } catch {
      return false
    }
  }

  /// The number of cases.
  package var count: Int { cases.count }

  /// The first case that fails on `variant`, by its file and name; nil if none does.
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

/// The mutants of rule sets with their fates.
package struct MutationReport: Sendable {
  /// The mutants, in the order of modules and of their text.
  package private(set) var mutants: [Mutant] = []
  /// The fate of each mutant.
  package private(set) var fates: [MutantFate] = []
  /// The number of rule tests.
  package private(set) var tests = 0
  /// The number of survivors on which scenarios were not run because the time was over.
  package private(set) var withoutScenarios = 0

  /// A report without mutants.
  package init() {}

  /// The fates of `mutants`, on which `tests` cases were run.
  package init(mutants: [Mutant], fates: [MutantFate], tests: Int, withoutScenarios: Int = 0) {
    self.mutants = mutants
    self.fates = fates
    self.tests = tests
    self.withoutScenarios = withoutScenarios
  }

  /// Adds the mutants of another rule set.
  package mutating func add(_ other: MutationReport) {
    mutants += other.mutants
    fates += other.fates
    tests += other.tests
    withoutScenarios += other.withoutScenarios
  }

  /// The number of mutants by fate.
  package struct Counts: Sendable, Equatable {
    /// A rule test fails.
    package var killed = 0
    /// No rule test fails, and a scenario does.
    package var killedByScenarios = 0
    /// Proved to decide as before.
    package var equal = 0
    /// Nothing fails.
    package var survived = 0
    /// The time was over.
    package var untried = 0

    /// The number of all mutants.
    package var total: Int { killed + killedByScenarios + equal + survived + untried }

    fileprivate mutating func add(_ fate: MutantFate) {
      switch fate {
      case .killed: killed += 1
      case .killedByScenario: killedByScenarios += 1
      case .equal: equal += 1
      case .survived: survived += 1
      case .untried: untried += 1
      }
    }
  }

  /// The numbers of all mutants by fate.
  package var counts: Counts {
    var counts = Counts()
    for fate in fates { counts.add(fate) }
    return counts
  }

  /// The numbers of each module's mutants by fate, in the order of modules.
  package var modules: [(module: Text, counts: Counts)] {
    var modules: [(module: Text, counts: Counts)] = []
    for (mutant, fate) in zip(mutants, fates) {
      if modules.last?.module != mutant.module { modules.append((mutant.module, Counts())) }
      modules[modules.count - 1].counts.add(fate)
    }
    return modules
  }

  // MARK: Text

  /// For people: each survivor, then a line per module and one for all.
  package var text: String {
    var text = ""
    for (mutant, fate) in zip(mutants, fates) {
      guard case .survived(let undecided) = fate else { continue }
      text += "\(mutant.place.fileAndLine): \(mutant.words)\n"
      if let undecided { text += "  not proved to differ: \(undecided)\n" }
    }
    if !text.isEmpty { text += "\n" }
    for (module, counts) in modules { text += "\(module): \(counts.words)\n" }
    text += "\(counts.words); \(tests) rule tests\n"
    if withoutScenarios > 0 {
      text += "scenarios were not run on \(withoutScenarios) of the survivors: the time was over\n"
    }
    return text
  }

  // MARK: JSON

  /// For programs: the counts, the modules and every mutant, as one JSON object.
  package var json: [UInt8] {
    var writer = JSONWriter(.pretty)
    writer.object { writer in
      writer.member("tests", tests)
      Self.write(counts, to: &writer)
      writer.member("without_scenarios", withoutScenarios)
      writer.array("modules") { writer in
        for (module, counts) in modules {
          writer.object { writer in
            writer.member("module", module)
            Self.write(counts, to: &writer)
          }
        }
      }
      writer.array("mutants") { writer in
        for (mutant, fate) in zip(mutants, fates) { Self.write(mutant, fate, to: &writer) }
      }
    }
    writer.newline()
    return writer.bytes
  }

  private static func write(_ counts: Counts, to writer: inout JSONWriter) {
    writer.member("total", counts.total)
    writer.member("killed", counts.killed)
    writer.member("killed_by_scenarios", counts.killedByScenarios)
    writer.member("equal", counts.equal)
    writer.member("survived", counts.survived)
    writer.member("untried", counts.untried)
  }

  private static func write(_ mutant: Mutant, _ fate: MutantFate, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("kind", mutant.kind.rawValue)
      writer.member("name", mutant.name)
      writer.member("row", ifAny: mutant.row)
      writer.fileAndLine(of: mutant.place)
      writer.member("was", mutant.was)
      writer.member("became", mutant.became)
      switch fate {
      case .killed(let test):
        writer.member("fate", "killed")
        writer.member("by", test)
      case .killedByScenario(let scenario):
        writer.member("fate", "killed_by_scenario")
        writer.member("by", scenario)
      case .equal: writer.member("fate", "equal")
      case .survived(let undecided):
        writer.member("fate", "survived")
        writer.member("undecided", ifAny: undecided)
      case .untried: writer.member("fate", "untried")
      }
    }
  }
}

extension MutationReport.Counts {
  /// The counts in words: `12 mutants: 10 killed, 1 equal, 1 survived`.
  fileprivate var words: String {
    var parts = ["\(killed) killed"]
    if killedByScenarios > 0 { parts.append("\(killedByScenarios) killed by scenarios alone") }
    if equal > 0 { parts.append("\(equal) proved equal") }
    parts.append("\(survived) survived")
    if untried > 0 { parts.append("\(untried) not tried") }
    return "\(total.counted("mutant")): \(parts.joined(separator: ", "))"
  }
}

extension Mutant {
  /// The change in words.
  fileprivate var words: String {
    let what = row.map { "\(name), row `\($0)`" } ?? "\(name)"
    switch kind {
    case .removed: return "\(what): no test notices that it is removed"
    case .swapped: return "\(what): no test notices that it comes after the next row"
    case .threshold, .comparison, .result: return "\(what): no test notices `\(became)` instead of `\(was)`"
    }
  }
}
