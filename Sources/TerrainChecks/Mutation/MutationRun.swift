import Synchronization
import TerrainBase
import TerrainRules

/// Runs the tests of a rule set on each of its mutants, on all processors.
package struct MutationRun: Sendable {
  /// The name of a scenario that fails with other rules; nil where none does.
  package typealias Scenarios = @Sendable (RuleSet) -> String?

  private let ruleSet: RuleSet
  private let tests: PreparedTests
  private let limits: ProofLimits
  private let records: KnownValues.Records
  /// Whether the time is over.
  private let isOver: @Sendable () -> Bool

  /// Steps of the proof that one mutant is equal: some tenths of a second.
  private static let steps = 4_000_000

  /// A run of `tests` until `isOver`.
  ///
  /// - Parameter records: all records that facts of a record type may be, as rules see them; nil where others may be given.
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

  /// What becomes of `mutants`: rule tests are run on all of them, then what none notices is compared with the rules, then scenarios
  /// are run on what is left. A mutant for which the time did not suffice is untried; one on which only scenarios were not run has
  /// survived, and is counted.
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
    // Those that are left may take longer: each was compared before.
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
