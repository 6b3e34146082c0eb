import TerrainDocuments
import TerrainService

extension Command {
  /// `terrain log …`: logs of decisions.
  static let log = Command(
    name: "log", summary: "Replay a log of decisions, or remove a person from it",
    children: [Child(replay), Child(logForget)])

  /// `terrain log forget`: a person's records are removed.
  private static let logForget = Command(
    name: "forget", summary: "Remove a person's records from a log of decisions, and report how many",
    discussion: """
      LOG is the file of `--log-decisions`; its numbered files belong to it. A record is
      about ID if its parameters have it as `id` or `account`. A line with their number
      takes the records' place, so that `terrain log replay` reports the gap. Each file is
      replaced as a whole. A log that a running process writes is not changed.
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
}
