import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainOutcomes
import TerrainRules

/// Runs the tests of rule sets on mutants of their rules.
struct RuleSetMutations {
  private let targets: RuleSetTargets
  /// A text that the names of the modules have that are mutated; nil for all modules.
  private let filter: String?
  /// The maximum duration in seconds for all rule sets together.
  private let seconds: Int

  init(_ targets: RuleSetTargets, filter: String?, seconds: Int) {
    self.targets = targets
    self.filter = filter
    self.seconds = seconds
  }

  /// The results for the mutants of every rule set.
  ///
  /// - Throws: errors that keep a rule set from being loaded; the tests and scenarios that fail on the unchanged rules.
  func report() throws(DiagnosticError) -> MutationReport {
    let clock = MonotonicClock.system
    let end = clock.now() + seconds * 1_000_000_000
    var report = MutationReport()
    for folder in targets.folders { report.add(try self.report(on: folder) { clock.now() >= end }) }
    guard report.counts.total == 0 else { return report }
    throw DiagnosticError(.nothingToMutate(filter))
  }

  private func report(
    on folder: String, isOver: @escaping @Sendable () -> Bool
  ) throws(DiagnosticError) -> MutationReport {
    var tests = RuleSetTests(targets, filter: nil)
    try tests.run(folder)
    guard tests.report.failed == 0 else { throw DiagnosticError(tests.report.failures) }
    let (loaded, pack) = try targets.load(folder)
    let rules = loaded.ruleSet
    let files = try tests.documents(in: "tests", of: folder).compactMap { RuleTestFile.read($0.root).file }
    let prepared = try PreparedTests(rules, files: files, record: { pack?.value($0, $1) })
    let mutants = MutantMaker.mutants(of: rules) { module in
      filter.map { module.string.lowercased().contains($0.lowercased()) } ?? true
    }
    // Read once, and looked up for every mutant.
    var records: [Text: [Value]] = [:]
    for case .record(let type) in rules.facts.map(\.declaration.type) { records[type.name] = pack?.values(type.name) }
    let known = records
    return MutationRun(rules, prepared, records: { known[$0] }, isOver: isOver)
      .report(on: mutants, scenarios: try scenarios(of: folder, tests))
  }

  /// The scenarios of `folder` with the first of its packs; nil if it has none.
  private func scenarios(
    of folder: String, _ tests: RuleSetTests
  ) throws(DiagnosticError) -> MutationRun.Scenarios? {
    let files = try tests.documents(in: ScenarioFile.folder, of: folder).filter { ScenarioFile.isScenarios($0.root) }
      .compactMap { ScenarioFile.read($0.root).file }
    guard !files.isEmpty, let pack = targets.packs(for: folder).first else { return nil }
    let loader = SystemLoader(packAt: pack, rulesAt: folder, files: targets.files, overrides: targets.overrides)
    let killer = ScenarioKiller(try loader.system([], nil), files: targets.files, scenarios: files)
    return { killer.failing(with: $0) }
  }
}

extension Diagnostic {
  fileprivate static func nothingToMutate(_ filter: String?) -> Diagnostic {
    Diagnostic(
      code: "rules/no-tests",
      message: filter.map { "no module with rules has `\($0)` in its name" } ?? "there are no rules to change",
      place: nil,
      fix: filter == nil ? nil : "run it without `--filter` to change all")
  }
}
