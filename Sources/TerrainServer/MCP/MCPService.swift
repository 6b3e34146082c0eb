import TerrainDocuments
import TerrainOperations
import TerrainPlatform

/// `terrain mcp`: the Model Context Protocol over lines.
package enum MCPService {
  /// Serves the client at `input` and `output` until the input ends.
  ///
  /// - Returns: false where nobody took the answers, or the system gives no pipe.
  package static func run(
    _ served: ServedSystem, _ setup: MCPSetup, input: Descriptor, output: Descriptor
  ) -> Bool {
    // One thread: a change is compared with what the request before it left.
    let server = LineServer(input: input, output: output, threads: 1, limits: setup.limits, clock: setup.clock)
    return server?.run {
      let session = MCPSession(served, setup)
      return LineWorker(
        answer: { line, _, writer, beforeSlow, _ in
          beforeSlow(&writer)
          session.answer(line, to: &writer)
        }, refuseLongLine: { session.refuseLongLine($0, to: &$1) })
    } ?? false
  }
}
