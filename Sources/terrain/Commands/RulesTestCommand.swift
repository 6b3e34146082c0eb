import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainYAML

extension Command {
  private static let rowCoverage = Option(
    name: "row-coverage", kind: .number(0...100),
    help: "The least percentage of rows that must fire; what does not is listed")
  private static let conditionCoverage = Option(
    name: "condition-coverage", kind: .number(0...100),
    help: "The least percentage of conditions that must be seen both true and false; what is not is listed")
  private static let junit = Option(
    name: "junit", kind: .path("FILE"), help: "Write the results as JUnit's XML to this file too")

  /// `terrain rules test`: cases as data, and what they do not cover.
  static let rulesTest = Command(
    name: "test", summary: "Run a rule set's tests, and say what they do not cover",
    discussion: """
      Tests are YAML files beside the rules, in a folder `tests`:
        tests: MODULE
        cases:
          - name: what the case shows
            given:  { FACT: VALUE, … }
            expect: { DECISION: VALUE, … }
      """,
    operands: [
      Operand(
        name: "RULES", help: "A rule set's folder. Without it: the rule set that the pack needs", arity: .optional)
    ],
    options: [.pack, .set, rowCoverage, conditionCoverage, junit],
    examples: [
      .init(line: "terrain rules test", purpose: "Test the rules of the default pack"),
      .init(line: "terrain rules test --row-coverage 100", purpose: "Fail where a row is never reached"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let workspace = try Workspace(arguments, rulesAt: arguments.operand(0))
        let folder = try workspace.ruleSetFolder(arguments.operand(0))
        let (loaded, pack) = try workspace.ruleSetAndPack(at: arguments.operand(0))
        var runner = try RuleTestRunner(loaded.ruleSet, record: pack.value)
        var unreadable: [Diagnostic] = []
        let tests = try Folder.files(under: "\(folder)/tests", endings: [".yaml", ".yml", ".json"])
        for path in tests where !Folder.leaves(path, folder) {
          let (documents, found) = SourceReader.read(try SourceText.load(path: path))
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
        if let file = arguments.value(of: junit) { try OutputFile.write(Array(report.junit.utf8), to: file) }
        let uncovered = report.uncovered(
          .init(
            rows: arguments.value(of: rowCoverage).flatMap { Int($0) },
            conditions: arguments.value(of: conditionCoverage).flatMap { Int($0) }))
        if !uncovered.isEmpty {
          console.write(DiagnosticRenderer.text(uncovered, color: console.outputHasColor) + "\n")
        }
        console.write(report.text(color: console.outputHasColor))
        return report.failed == 0 && uncovered.isEmpty ? .fine : .findings
      } catch {
        return console.report(error)
      }
    })
}
