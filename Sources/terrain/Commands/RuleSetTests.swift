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
  /// The actual values that differ from the expected values in files of scenarios, by file.
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
    report.add(try ruleTests(tests, in: folder))
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

  private func ruleTests(_ tests: [Document], in folder: String) throws(DiagnosticError) -> RuleTestReport {
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
    let report = runner.report
    // The coverage of a selection of cases is not meaningful.
    return filter == nil ? report : RuleTestReport(files: report.files)
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
    report.add(RuleTestReport(files: runner.files, reached: runner.coverage.map { [$0.text] } ?? []))
    for document in scenarios {
      let own = runner.accepted.filter { $0.isIn(document.source) }
      if !own.isEmpty { accepted.append((document.source, own)) }
    }
  }

  private func isWanted(_ name: Text, in module: Text, _ document: Document) -> Bool {
    guard let filter = filter?.lowercased() else { return true }
    return [name.string, module.string, document.source.name].contains { $0.lowercased().contains(filter) }
  }

  /// Writes the actual values into the files that expect others.
  ///
  /// - Returns: the files, with the number of values written.
  func accept() throws(DiagnosticError) -> [(file: String, count: Int)] {
    var written: [(file: String, count: Int)] = []
    var files: [(path: String, bytes: [UInt8])] = []
    for (source, values) in accepted {
      files.append((source.name, AcceptedValue.write(values, into: source)))
      written.append((source.name, values.count))
    }
    try targets.authorFiles.write(files, over: accepted.map(\.source))
    return written
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
