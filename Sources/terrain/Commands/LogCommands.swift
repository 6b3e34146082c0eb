import TerrainDocuments
import TerrainService

extension Command {
  /// `terrain log …`: logs of decisions.
  static let log = Command(
    name: "log", summary: "Replay a log of decisions, or remove a person from it",
    children: [Child(logReplay), Child(logForget)])

  /// `terrain log forget`: a person's records are removed.
  private static let logForget = Command(
    name: "forget", summary: "Remove a person's records from a log of decisions, and report how many",
    discussion: """
      LOG is the file of `--log-decisions`; its numbered files belong to it. A record is
      about ID if its parameters have it as `person_id`, `account` or `id`. A line with their
      number takes the records' place, so that `terrain log replay` reports the gap. Each file
      is replaced as a whole. A log that a running process writes is not changed.
      """,
    operands: [
      Operand(name: "ID", help: "The person, as requests name them"),
      Operand(name: "LOG", help: "The log"),
    ],
    examples: [
      .init(line: "terrain log forget anna-17 decisions.ndjson", purpose: "Remove what is recorded of a person")
    ],
    run: { arguments, console in
      let erasure = try DecisionErasure(of: arguments.operand(0) ?? "", in: arguments.operand(1) ?? "")
      console.write("\(erasure.records.counted("record")) removed from \(erasure.files.counted("file"))\n")
      return .success
    })

  /// `terrain log replay`: a log of decisions again.
  private static let logReplay = Command(
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
