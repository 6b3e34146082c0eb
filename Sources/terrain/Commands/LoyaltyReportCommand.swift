import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainService

extension Command {
  private static let now = Option(
    name: "now", kind: .value("INSTANT"), help: "View all accounts at this instant. Without it: as each is")
  private static let since = Option(
    name: "since", kind: .value("INSTANT"), help: "Count what happened after this instant, and levels that changed")
  private static let days = Option(
    name: "days", kind: .number(0...3660), help: "What expires within so many days is about to expire. Without it: 30")
  private static let events = Option(
    name: "events", kind: .flag, help: "The lines are events, as `loyalty replay` takes them")
  private static let csv = Option(name: "csv", kind: .flag, help: "Print CSV instead of text")

  /// `terrain loyalty report`: sums over many accounts.
  static let loyaltyReport = Command(
    name: "report", summary: "Add up many accounts: liability, expiry, levels, campaigns, breakage",
    discussion: """
      ACCOUNTS is a file with one account per line (NDJSON), as `loyalty replay` writes it. It
      is read line by line. With `--events` the lines are events, which are folded first.
      """,
    operands: [Operand(name: "ACCOUNTS", help: "Accounts, or events, as NDJSON; `-` is standard input")],
    options: [.pack, .set, now, since, days, events, .jsonInstead, csv],
    examples: [
      .init(line: "terrain loyalty report accounts.ndjson --pack NAME", purpose: "What the accounts of a file have"),
      .init(
        line: "terrain loyalty report events.ndjson --events --since 2026-01-01T00:00:00Z --csv --pack NAME",
        purpose: "What has happened this year, for a spreadsheet"),
    ],
    run: { arguments, console in
      let workspace = try Workspace(arguments)
      let scope = AccountReport.Scope(
        now: try arguments.instant(now), since: try arguments.instant(since),
        days: Int(arguments.value(of: days) ?? "") ?? 30)
      let file = arguments.operand(0) ?? "-"
      var reader = AccountReportReader(try OperationSession(workspace.loader()).accounts(), scope)
      var failure: DiagnosticError?
      if arguments.has(events) {
        let replay = AccountReplay(now: scope.now, balancesOnly: false) { () throws(DiagnosticError) in
          try OperationSession(workspace.loader()).accounts().engine
        }
        do throws(DiagnosticError) {
          try replay.run(file: file) { line in
            guard failure == nil else { return }
            do throws(DiagnosticError) { try reader.add(document: line) } catch { failure = error }
          }
        } catch {
          // The accounts that can be folded are reported nevertheless.
          failure = failure ?? error
        }
        if let failure, reader.report.accounts == 0 { throw failure }
      } else {
        try reader.add(file: file)
      }
      if arguments.has(csv) {
        console.write(reader.report.csv)
      } else if arguments.has(.json) {
        console.write(try ResultType.accountReport.json(reader.report, .pretty) + [UInt8(ascii: "\n")])
      } else {
        console.write(AccountReportPage(reader.report))
      }
      return failure.map { console.report($0) } ?? .success
    })
}

extension Arguments {
  /// The instant that `option` has; nil if it is not given.
  func instant(_ option: Option) throws(DiagnosticError) -> Timestamp? {
    guard let text = value(of: option) else { return nil }
    guard let instant = try? Timestamp(rfc3339: Text(text)) else { throw DiagnosticError(.notAnInstant(option.name)) }
    return instant
  }
}

extension Diagnostic {
  fileprivate static func notAnInstant(_ option: String) -> Diagnostic {
    Diagnostic(
      code: "request/moment", message: "`--\(option)` is not an instant", place: nil,
      fix: "write it as `2026-03-01T10:00:00Z`")
  }
}
