import TerrainDocuments
import TerrainService

extension Command {
  /// `terrain log replay`: a log of decisions again.
  static let replay = Command(
    name: "replay", summary: "Evaluate a log of decisions again, and prove that the results are the same",
    discussion: """
      LOG is a file of `--log-decisions`; its numbered files belong to it. Each record is
      evaluated with the versions that answered, and has to give the same bytes: the exit
      status is 1 where one differs, and each of those is a line on standard output. Records
      that cannot be evaluated are counted, with the reason. `terrain impact --log` compares
      other versions over the requests of a log.
      """,
    operands: [Operand(name: "LOG", help: "The log")],
    options: [.pack, .set, .jsonInstead],
    examples: [.init(line: "terrain log replay decisions.ndjson", purpose: "Prove that results can be repeated")],
    run: { arguments, console in
      let report = try DecisionReplay(Workspace(arguments).served()).run(arguments.operand(0) ?? "")
      console.report(arguments.has(.json) ? report.json : report.text)
      return report.different == 0 ? .success : .failure
    })
}
