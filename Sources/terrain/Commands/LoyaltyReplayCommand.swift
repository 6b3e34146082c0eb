import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainService

extension Command {
  private static let now = Option(
    name: "now", kind: .value("INSTANT"),
    help: "The instant that accounts show. Without it: when the last event of each happened")
  private static let balances = Option(
    name: "balances", kind: .flag, help: "Write only balances and levels, without entries and events")

  private static let grouped = Option(
    name: "grouped", kind: .flag,
    help: "The lines of each account follow each other: fold while reading, and write accounts in the order of the file"
  )

  /// `terrain loyalty replay`: a file of events in, accounts out.
  static let loyaltyReplay = Command(
    name: AccountOperation.replay.rawValue, summary: AccountOperation.replay.summary,
    discussion: """
      EVENTS is a file with one event per line (NDJSON), in any order; `-` is standard
      input. Lines may name their `account`. The output has one line per account, in the
      order of their names. With `--grouped` memory does not grow with the file.
      """,
    operands: [Operand(name: "EVENTS", help: "Events as NDJSON; `-` is standard input")],
    options: [.pack, .set, now, balances, grouped],
    examples: [
      .init(line: "terrain loyalty replay events.ndjson --pack NAME", purpose: "Fold the events in a file")
    ],
    run: { arguments, console in
      let workspace = try Workspace(arguments)
      let instant = try arguments.instant(now)
      let replay = AccountReplay(now: instant, balancesOnly: arguments.has(balances)) { () throws(DiagnosticError) in
        try OperationSession(workspace.loader()).accounts().engine
      }
      let file = arguments.operand(0) ?? "-"
      if arguments.has(grouped) {
        try replay.run(grouped: file) { console.write($0) }
      } else {
        try replay.run(file: file) { console.write($0) }
      }
      return .success
    })
}
