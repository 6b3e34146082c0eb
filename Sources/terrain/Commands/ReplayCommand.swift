import TerrainAuthoring
import TerrainDocuments
import TerrainEngines
import TerrainForms
import TerrainOperations
import TerrainOutcomes
import TerrainServer

extension Command {
  private static let rulesFolder = Option(
    name: "rules", kind: .path("NEW"),
    help: "Compare the pack's rules with those in this folder, over the requests of the log")

  /// `terrain replay`: a log of decisions again.
  static let replay = Command(
    name: "replay", summary: "Evaluate a log of decisions again: the same results, or what new rules change",
    discussion: """
      LOG is a file of `--log-decisions`; its numbered files belong to it. Without --rules
      each record is evaluated with the versions that answered, and has to give the same
      bytes: the exit status is 1 where one differs, and each of those is a line on
      standard output. With --rules the report is that of `terrain impact`, for each
      operation. Records that cannot be evaluated are counted, with the reason.
      """,
    operands: [Operand(name: "LOG", help: "The log")],
    options: [rulesFolder, .pack, .set, .by, .jsonInstead],
    examples: [
      .init(line: "terrain replay decisions.ndjson", purpose: "Prove that results can be repeated"),
      .init(line: "terrain replay decisions.ndjson --rules NEW", purpose: "What new rules decide otherwise"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let log = arguments.operand(0) ?? ""
        if let new = arguments.value(of: rulesFolder) { return try compare(log, new, arguments, console) }
        let served = try Workspace(arguments).served()
        let report = try DecisionReplay(served).run(log)
        console.report(arguments.has(.json) ? report.json : report.text)
        return report.different == 0 ? .success : .failure
      } catch {
        return console.report(error)
      }
    })

  /// Compares the pack's rules with those in the folder `new`; `--set` changes those.
  private static func compare(
    _ log: String, _ new: String, _ arguments: Arguments, _ console: Console
  ) throws(DiagnosticError) -> ExitStatus {
    let recorded = try RecordedRequests(log)
    let workspace = try Workspace(arguments, for: .answers)
    let files = workspace.contentFiles
    let old = ImpactVersion(
      try workspace.system(rulesAt: workspace.ruleSetFolder(nil), overridden: false), files: files)
    let changed = ImpactVersion(try workspace.system(rulesAt: new), files: files)
    for (name, requests) in recorded.lines {
      let operation = try AnyOperation.evaluating(named: name) { .impactOperation(name, among: $0) }
      let impact = try Impact(
        from: old, to: changed, operation: operation, over: .file(PeopleFile(requests)), group: arguments.group)
      if !arguments.has(.json) { console.write("\(name)\n") }
      _ = try impact.report(to: console, arguments)
    }
    if let gaps = recorded.gaps { console.report(gaps) }
    return .success
  }
}
