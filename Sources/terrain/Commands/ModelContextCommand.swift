import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainService

extension Command {
  private static let limit = Option.limit(RequestLimits.namesForLines)

  /// `terrain serve mcp`: the tools of assistants.
  static let modelContext = Command(
    name: "mcp", summary: "Serve assistants: the Model Context Protocol on standard input and output",
    discussion: """
      An assistant starts it. Tools are the operations of `terrain serve` that the pack can
      answer. New versions of the pack and its rules are served as soon as they are valid.
      Nothing is written.
      """,
    options: [.pack, .set, limit],
    examples: [.init(line: "terrain serve mcp --pack terrain", purpose: "The command that an assistant starts")],
    run: { arguments, console in
      guard let limits = arguments.limits(RequestLimits.namesForLines, console) else { return .couldNotRun }
      let served = try Workspace(arguments).served()
      console.report(served.warnings)
      let log = ServerLog.standardError(level: .warning, format: .text)
      let state = ServiceState(served, limits: limits, threads: WorkerThread.processors, log: log)
      let watcher = SystemWatcher(state)
      defer { watcher?.stop() }
      return MCPAdapter.run(state, input: .standardInput, output: .standardOutput) ? .success : .couldNotRun
    })
}
