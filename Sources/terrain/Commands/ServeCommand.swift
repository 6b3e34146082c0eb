import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainService

extension Command {
  private static let watch = Option(
    name: "watch", kind: .flag, help: "Serve new versions of the pack and its rules as soon as they are valid")
  private static let threads = Option(
    name: "threads", kind: .number(1...256), help: "The number of threads. Without it: one per processor")
  private static let limit = Option.limit(RequestLimits.names)
  private static let logLevel = Option(
    name: "log-level", kind: .choice(ServerLog.Level.allCases.map(\.rawValue)),
    help: "The lowest level that is logged. Without it: info")
  private static let logFormat = Option(
    name: "log-format", kind: .choice(ServerLog.Format.allCases.map(\.rawValue)),
    help: "Log lines as text for people or as JSON objects for programs. Without it: text")
  /// `terrain serve`: methods over lines of JSON-RPC.
  static let serve = Command(
    name: "serve",
    summary: "Answer requests: JSON-RPC 2.0 on standard input and output, one message per line",
    discussion: """
      Each line is a request, a notification or a batch; each response is a line, in the
      order in which responses are ready. `rpc.discover` describes the methods. The end of
      the input, `shutdown` and SIGTERM end the service once everything that was read is
      answered; where the client does not read, a signal ends it with status 2 and a count
      of the undelivered responses.
        {"jsonrpc": "2.0", "id": 1, "method": "score", "params": {"answers": {"QUESTION": "OPTION"}}}
      Standard output contains responses only. Standard error is the log, which contains no
      value of any request.
      """,
    options: [
      .pack, .set, watch, threads, limit, logLevel, logFormat, .logDecisions, .logDecisionsSize, .keep,
    ],
    examples: [
      .init(line: "terrain serve --watch", purpose: "Serve the default pack, and its new versions"),
      .init(line: "terrain serve --log-format json --log-level debug", purpose: "Log every request"),
      .init(
        line: "terrain serve --log-decisions decisions.ndjson --keep 30",
        purpose: "Keep a record of each request for thirty days"),
    ],
    children: [Child("mcp") { .modelContext }, Child("lsp") { .languageServer }],
    run: { arguments, console in
      let workspace = try Workspace(arguments)
      guard let limits = arguments.limits(RequestLimits.names, console) else { return .couldNotRun }
      let served = try workspace.served()
      console.report(served.warnings)
      let log = ServerLog.standardError(
        level: arguments.value(of: logLevel).flatMap(ServerLog.Level.init) ?? .info,
        format: arguments.value(of: logFormat).flatMap(ServerLog.Format.init) ?? .text)
      let processors = WorkerThread.processors
      let state = ServiceState(
        served, limits: limits, threads: arguments.value(of: threads).flatMap { Int($0) } ?? processors, log: log,
        decisions: try arguments.decisionLog())
      guard let service = Service(state, input: .standardInput, output: .standardOutput) else {
        return .couldNotRun
      }
      Signals.handle { _, name in
        guard let undelivered = service.stopOrGiveUp() else { return nil }
        Signals.limitLife()
        service.report(undelivered, signal: name)
        return ExitStatus.couldNotRun.rawValue
      }
      let watcher = arguments.has(watch) ? SystemWatcher(state) : nil
      let isTaken = service.run()
      watcher?.stop()
      return isTaken ? .success : .couldNotRun
    })
}
