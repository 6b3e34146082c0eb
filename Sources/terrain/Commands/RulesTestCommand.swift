import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainPlatform

extension Command {
  private static let rowCoverage = Option(
    name: "row-coverage", kind: .number(0...100),
    help: "The lowest percentage of rows that must fire; the others are listed")
  private static let conditionCoverage = Option(
    name: "condition-coverage", kind: .number(0...100),
    help: "The lowest percentage of conditions that must be both true and false in some test; the others are listed")
  private static let junit = Option(
    name: "junit", kind: .path("FILE"), help: "Write the results as JUnit's XML to this file too")

  /// `terrain rules test`: cases as data, and what they do not cover.
  static let rulesTest = Command(
    name: "test", summary: "Run a rule set's tests, and report what they do not cover",
    discussion: """
      Tests are YAML files beside the rules, in a folder `tests`:
        tests: MODULE
        cases:
          - name: the purpose of the case
            given:  { FACT: VALUE, … }
            expect: { DECISION: VALUE, … }
      """,
    operands: [RuleSetTargets.operand],
    options: [.pack, .set, rowCoverage, conditionCoverage, junit],
    examples: [
      .init(line: "terrain rules test", purpose: "Test the rules of the default pack"),
      .init(line: "terrain rules test Rules", purpose: "Test all rule sets of a folder"),
      .init(line: "terrain rules test --row-coverage 100", purpose: "Fail where a row is never reached"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let targets = try RuleSetTargets(arguments)
        var report = RuleTestReport.none
        var failures: [Diagnostic] = []
        for folder in targets.folders {
          do throws(DiagnosticError) {
            report.add(try tests(in: folder, targets))
          } catch {
            // An error in one rule set does not keep the others from being tested.
            report.add(notRun: folder, because: error.diagnostics)
            failures += error.diagnostics
          }
        }
        return try show(report, failures, arguments, console)
      } catch {
        if let file = arguments.value(of: junit) {
          var report = RuleTestReport.none
          report.add(notRun: "rules", because: error.diagnostics)
          try? OutputFile.write(Array(report.junit.utf8), to: file)
        }
        return console.report(error)
      }
    })

  /// How the tests of the rule set in `folder` go.
  private static func tests(in folder: String, _ targets: RuleSetTargets) throws(DiagnosticError) -> RuleTestReport {
    let (loaded, pack) = try targets.load(folder)
    var runner = try RuleTestRunner(loaded.ruleSet, record: { pack?.value($0, $1) })
    var unreadable: [Diagnostic] = []
    let tests = try ContentFiles.onDisk(under: "\(folder)/tests", endings: [".yaml", ".yml", ".json"])
    for path in tests where !Folder.leaves(path, folder) {
      let (documents, found) = targets.files.documents(try targets.files.source(path))
      unreadable += found
      for document in documents where !found.hasErrors {
        let (file, complaints) = RuleTestFile.read(document.root)
        unreadable += complaints
        if let file { runner.run(file) }
      }
    }
    if unreadable.hasErrors { throw DiagnosticError(unreadable) }
    let report = runner.report
    guard report.count > 0 else { throw DiagnosticError(.noTests(folder)) }
    return report
  }

  /// Writes `report`, and what kept rule sets from being tested.
  private static func show(
    _ report: RuleTestReport, _ failures: [Diagnostic], _ arguments: Arguments, _ console: Console
  ) throws(DiagnosticError) -> ExitStatus {
    if let file = arguments.value(of: junit) { try OutputFile.write(Array(report.junit.utf8), to: file) }
    let uncovered = report.uncovered(
      .init(
        rows: arguments.value(of: rowCoverage).flatMap { Int($0) },
        conditions: arguments.value(of: conditionCoverage).flatMap { Int($0) }))
    if !uncovered.isEmpty {
      console.write(DiagnosticRenderer.text(uncovered, color: console.outputHasColor) + "\n")
    }
    if report.count > 0 { console.write(report.text(color: console.outputHasColor)) }
    if !failures.isEmpty { return console.report(DiagnosticError(failures)) }
    return report.failed == 0 && uncovered.isEmpty ? .success : .failure
  }
}

extension Diagnostic {
  fileprivate static func noTests(_ folder: String) -> Diagnostic {
    Diagnostic(
      code: "rules/no-tests", message: "`\(folder)` has no tests", place: nil,
      fix: "write tests in YAML files in its folder `tests`; `terrain rules test --help` shows how")
  }
}
