import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainOutcomes
import TerrainRules

/// Runs the tests of rule sets: rule tests, and scenarios with each pack that needs the rules.
struct RuleSetTests {
  let targets: RuleSetTargets
  /// A text that the name, module or file of each case has; nil for all cases.
  let filter: String?
  /// The results until now.
  private(set) var report = RuleTestReport.none
  /// The errors that kept rule sets from being tested.
  private(set) var failures: [Diagnostic] = []
  /// The actual values that differ from the expected values, by file.
  private(set) var accepted: [(source: SourceText, values: [AcceptedValue])] = []

  init(_ targets: RuleSetTargets, filter: String?) {
    self.targets = targets
    self.filter = filter
  }

  /// Tests every rule set; an error in one does not prevent testing the others.
  mutating func run() {
    for folder in targets.foldersOfVersions {
      do throws(DiagnosticError) {
        try run(folder)
      } catch {
        report.add(notRun: folder, because: error.diagnostics)
        failures += error.diagnostics
      }
    }
    guard report.count == 0, failures.isEmpty, let filter else { return }
    failures = [.noTestMatches(filter)]
  }

  mutating func run(_ folder: String) throws(DiagnosticError) {
    let tests = try documents(in: "tests", of: folder)
    let scenarios = try documents(in: ScenarioFile.folder, of: folder).filter { ScenarioFile.isScenarios($0.root) }
    if tests.isEmpty, scenarios.isEmpty, targets.isEarlier(folder) { return }
    if tests.isEmpty, scenarios.isEmpty { throw DiagnosticError(.noTests(folder)) }
    try runTests(tests, of: folder)
    for pack in scenarios.isEmpty ? [] : targets.packs(for: folder) { try run(scenarios, of: folder, with: pack) }
  }

  func documents(in name: String, of folder: String) throws(DiagnosticError) -> [Document] {
    var found: [Document] = []
    var diagnostics: [Diagnostic] = []
    let paths = try ContentFiles.onDisk(under: "\(folder)/\(name)", endings: [".yaml", ".yml", ".json"])
    for path in paths where !Folder.leaves(path, folder) {
      let (documents, problems) = targets.files.documents(try targets.files.source(path))
      found += documents
      diagnostics += problems
    }
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    return found
  }

  private mutating func runTests(_ tests: [Document], of folder: String) throws(DiagnosticError) {
    let (loaded, pack) = try targets.load(folder)
    var runner = try RuleTestRunner(loaded.ruleSet, record: { pack?.value($0, $1) })
    var unreadable: [Diagnostic] = []
    for document in tests {
      let (file, problems) = RuleTestFile.read(document.root)
      unreadable += problems
      guard var file else { continue }
      file.cases.removeAll { !isWanted($0.name, in: file.module, document) }
      if filter == nil || !file.cases.isEmpty { runner.run(file) }
    }
    if unreadable.hasErrors { throw DiagnosticError(unreadable) }
    // The coverage of a selection of cases is not meaningful.
    report.add(filter == nil ? runner.report : RuleTestReport(files: runner.report.files))
    note(runner.accepted, in: tests)
  }

  private mutating func note(_ values: [AcceptedValue], in documents: [Document]) {
    for source in documents.map(\.source) {
      let own = values.filter { $0.isIn(source) }
      if own.isEmpty { continue }
      if let file = accepted.firstIndex(where: { $0.source === source }) {
        accepted[file].values += own
      } else {
        accepted.append((source, own))
      }
    }
  }

  private mutating func run(_ scenarios: [Document], of folder: String, with pack: String) throws(DiagnosticError) {
    let loader = SystemLoader(packAt: pack, rulesAt: folder, files: targets.files, overrides: targets.overrides)
    var runner = ScenarioRunner(try OutcomeSession(loader), measuring: filter == nil)
    var unreadable: [Diagnostic] = []
    for document in scenarios {
      let (file, problems) = ScenarioFile.read(document.root)
      unreadable += problems
      let label = ScenarioRunner.label(of: document.source.name)
      if let file { runner.run(file) { isWanted($0, in: label, document) } }
    }
    if unreadable.hasErrors { throw DiagnosticError(unreadable) }
    report.add(
      RuleTestReport(
        files: runner.files, reached: runner.coverage.map { [$0.text] } ?? [], rows: runner.coverage?.places ?? []))
    note(runner.accepted, in: scenarios)
  }

  private func isWanted(_ name: Text, in module: Text, _ document: Document) -> Bool {
    guard let filter = filter?.lowercased() else { return true }
    return [name.string, module.string, document.source.name].contains { $0.lowercased().contains(filter) }
  }

  /// Writes the actual values into the files that expect others, and only these files.
  ///
  /// - Returns: the difference of each file, and the numbers of values written.
  func accept() throws(DiagnosticError) -> String {
    let files = accepted.map { ($0.source.name, AcceptedValue.write($0.values, into: $0.source)) }
    try targets.authorFiles.write(files, over: accepted.map(\.source))
    return zip(accepted, files).map { accepted, file in
      UnifiedDifference.text(accepted.source, file.1)
        + "\(file.0): \(accepted.values.count.counted("value")) written\n"
    }.joined()
  }
}

extension Diagnostic {
  fileprivate static func noTests(_ folder: String) -> Diagnostic {
    Diagnostic(
      code: "rules/no-tests", message: "`\(folder)` has no tests", place: nil,
      fix: "write tests in YAML files in its folder `tests`; `terrain test --help` shows how")
  }

  fileprivate static func noTestMatches(_ filter: String) -> Diagnostic {
    Diagnostic(
      code: "rules/no-tests", message: "no case has `\(filter)` in its name, module or file", place: nil,
      fix: "run it without `--filter` to see all")
  }
}
