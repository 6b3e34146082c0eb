import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainRules

extension Command {
  private static let rowCoverage = Option(
    name: "row-coverage", kind: .number(0...100),
    help: "The lowest percentage of rows that must fire in tests or scenarios; the others are listed")
  private static let conditionCoverage = Option(
    name: "condition-coverage", kind: .number(0...100),
    help: "The lowest percentage of conditions that must be both true and false in some test; the others are listed")
  private static let junit = Option(
    name: "junit", kind: .path("FILE"), help: "Write the results as JUnit's XML to this file too")

  private static let filter = Option(
    name: "filter", kind: .value("TEXT"), help: "Run only cases with this text in their name, module or file")
  private static let accept = Option(
    name: "accept", kind: .flag,
    help: "Write what was found into tests and scenarios that expect something else, and show the difference")
  private static let mutate = Option(
    name: "mutate", kind: .flag,
    help:
      "Change the rules in one place at a time, and report what no test notices; --filter names modules"
  )
  private static let budget = Option(
    name: "budget", kind: .number(1...86_400),
    help: "Seconds that --mutate may take; what was not tried by then is counted. Without it: 60")
  private static let invariants = Option(
    name: "invariants", kind: .flag,
    help: "Check what must never, or always, be true of results, by the invariants beside the rules")
  private static let requests = Option(
    name: "requests", kind: .number(1...100_000),
    help: "The most requests for --invariants about the same requests. Without it: 4000")
  private static let watch = Option(
    name: "watch", kind: .flag, help: "Run them again after each change of a file, until the command is ended")

  /// `terrain test`: runs cases from data files, and shows the gaps in their coverage.
  static let testRules = Command(
    name: "test", summary: "Run the tests and scenarios of rules, check their invariants, or try mutants",
    discussion: """
      Tests are YAML files beside the rules, in a folder `tests`:
        tests: MODULE
        cases:
          - name: the purpose of the case
            given:  { FACT: VALUE, … }
            expect: { DECISION: VALUE, … }
      Scenarios test what people get. They are in a folder `scenarios` beside the rules:
        scenarios:
          - name: the purpose of the scenario
            for: OPERATION
            request: { … }
            expect: { "PATH": VALUE, "PATH": { contains: […], excludes: […] }, … }
            holds: [CONDITION over request and result, …]
      Invariants are about all results. They are in `invariants.yaml` beside the rules:
        invariants:
          nothing-cools-who-feels-cold:
            doc: Nothing that is suggested cools a person who feels cold.
            for: suggest
            when: "'cold' in request.facts.symptoms"
            never: "result.suggestions.items.exists(i, 'cooling' in i.record.tags)"
      --invariants checks each over all requests where these are few, else over requests in
      which any three values are together. A violation is shown with the smallest request,
      the rows responsible, and a scenario to paste.
      """,
    operands: [RuleSetTargets.operand],
    options: [
      .pack, .set, filter, accept, watch, rowCoverage, conditionCoverage, junit, mutate, budget, invariants, requests,
      .jsonInstead,
    ],
    examples: [
      .init(line: "terrain test", purpose: "Test the rules of the default pack"),
      .init(line: "terrain test Rules", purpose: "Test all rule sets of a folder"),
      .init(line: "terrain test --row-coverage 100", purpose: "Fail where a row is never reached"),
      .init(line: "terrain test --filter cold --watch", purpose: "Some cases, again after each change"),
      .init(line: "terrain test --mutate --budget 300", purpose: "Find changes that no test notices"),
      .init(line: "terrain test --invariants --requests 20000", purpose: "Check invariants, and look longer"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        if arguments.has(mutate) { return try mutateRules(arguments, console) }
        for option in [budget, .jsonInstead] where arguments.has(option) {
          throw DiagnosticError(.onlyWithMutate(option.name))
        }
        if arguments.has(invariants) {
          return try checkInvariants(
            arguments, requests: arguments.value(of: requests).flatMap { Int($0) }, console)
        }
        return try arguments.has(watch) ? watchTests(arguments, console) : runTests(arguments, console)
      } catch {
        if let file = arguments.value(of: junit) {
          var report = RuleTestReport.none
          report.add(notRun: "rules", because: error.diagnostics)
          try? OutputFile.write(Array(report.junit.utf8), to: file)
        }
        return console.report(error)
      }
    })

  /// Runs the tests that `arguments` name, and writes their results.
  private static func runTests(_ arguments: Arguments, _ console: Console) throws(DiagnosticError) -> ExitStatus {
    var tests = RuleSetTests(try RuleSetTargets(arguments), filter: arguments.value(of: filter))
    tests.run()
    let status = try show(tests.report, tests.failures, arguments, console)
    guard arguments.has(accept) else { return status }
    console.write(try tests.accept())
    return status
  }

  /// Runs the tests on mutants of the rules, and writes the mutants that no test notices.
  private static func mutateRules(_ arguments: Arguments, _ console: Console) throws(DiagnosticError) -> ExitStatus {
    for option in [accept, watch, invariants, rowCoverage, conditionCoverage, junit] where arguments.has(option) {
      throw DiagnosticError(.notWithMutate(option.name))
    }
    let seconds = arguments.value(of: budget).flatMap { Int($0) } ?? 60
    let mutations = RuleSetMutations(
      try RuleSetTargets(arguments), filter: arguments.value(of: filter), seconds: seconds)
    let report = try mutations.report()
    if arguments.has(.json) { console.write(report.json) } else { console.write(report.text) }
    return report.counts.survived == 0 ? .success : .failure
  }

  /// Runs the tests again after each change of a file of the rules or the packs, until the process ends.
  private static func watchTests(_ arguments: Arguments, _ console: Console) throws(DiagnosticError) -> ExitStatus {
    let targets = try RuleSetTargets(arguments)
    let folders = targets.folders + targets.folders.flatMap { targets.packs(for: $0) }
    var changes = FolderChanges(folders, endings: PackLoader.endings)
    guard let wake = WakePipe() else { return try runTests(arguments, console) }
    var status = ExitStatus.success
    repeat {
      do throws(DiagnosticError) {
        status = try runTests(arguments, console)
      } catch {
        status = console.report(error)
      }
      console.report("waiting for a change; Ctrl-C ends\n")
    } while changes.wait(wake: wake, hasChanged: { false })
    return status
  }

  /// Writes `report`, and the errors that kept rule sets from being tested.
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
  fileprivate static func onlyWithMutate(_ option: String) -> Diagnostic {
    Diagnostic(
      code: "rules/mutate-option", message: "`--\(option)` is for `--mutate`", place: nil, fix: "add `--mutate`")
  }

  fileprivate static func notWithMutate(_ option: String) -> Diagnostic {
    Diagnostic(
      code: "rules/mutate-option", message: "`--\(option)` has no meaning with `--mutate`", place: nil,
      fix: "run it without `--mutate`")
  }
}
