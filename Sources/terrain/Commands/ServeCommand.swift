import TerrainContent
import TerrainDocuments
import TerrainOperations
import TerrainPlatform
import TerrainServer
import TerrainValues

extension Command {
  private static let watch = Option(
    name: "watch", kind: .flag, help: "Serve new versions of the pack and its rules as soon as they are right")
  private static let threads = Option(
    name: "threads", kind: .number(1...256), help: "How many threads answer. Without it: one a processor")
  private static let limit = Option.limit(RequestLimits.names)
  private static let logLevel = Option(
    name: "log-level", kind: .choice(ServerLog.Level.allCases.map(\.rawValue)),
    help: "The least that is told on standard error; info where nothing is said")
  private static let logFormat = Option(
    name: "log-format", kind: .choice(ServerLog.Format.allCases.map(\.rawValue)),
    help: "Lines for people or objects for programs; text where nothing is said")

  /// `terrain serve`: methods over lines of JSON-RPC.
  static let serve = Command(
    name: "serve", summary: "Answer requests: JSON-RPC 2.0 on standard input and output, a message a line",
    discussion: """
      Each line is a request, a notification or a batch; each answer is a line, in the order
      in which answers are done. `rpc.discover` tells what can be asked. The end of the input,
      `shutdown` and SIGTERM end it when what was read is answered; where the client does
      not read, a signal ends it with status 2 and a count of what was not delivered.
        {"jsonrpc": "2.0", "id": 1, "method": "score", "params": {"answers": {"QUESTION": "OPTION"}}}
      Standard output has answers and nothing else; what happens is told on standard error,
      without a value of any request.
      """,
    options: [.pack, .set, watch, threads, limit, logLevel, logFormat],
    examples: [
      .init(line: "terrain serve --watch", purpose: "Serve the default pack, and what becomes of it"),
      .init(line: "terrain serve --log-format json --log-level debug", purpose: "Tell of every request"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let workspace = try Workspace(arguments)
        guard let limits = arguments.limits(RequestLimits.names, console) else { return .couldNotRun }
        let served = try workspace.served()
        console.report(served.warnings)
        let log = ServerLog.standardError(
          level: arguments.value(of: logLevel).flatMap(ServerLog.Level.init) ?? .info,
          format: arguments.value(of: logFormat).flatMap(ServerLog.Format.init) ?? .text)
        let processors = WorkerThread.processors
        let state = ServiceState(
          served, limits: limits, threads: arguments.value(of: threads).flatMap { Int($0) } ?? processors, log: log)
        guard let service = Service(state, input: .standardInput, output: .standardOutput) else { return .couldNotRun }
        Signals.handle { _, name in
          guard let undelivered = service.stopOrGiveUp() else { return nil }
          Signals.limitLife()
          service.report(undelivered, signal: name)
          return ExitStatus.couldNotRun.rawValue
        }
        let watcher = arguments.has(watch) ? SystemWatcher(state) : nil
        let isTaken = service.run()
        watcher?.stop()
        return isTaken ? .fine : .couldNotRun
      } catch {
        return console.report(error)
      }
    })
}
