import Synchronization
import TerrainBase

/// Ends a run of a ``Batch`` from another thread.
package final class BatchStop: Sendable {
  private let run = Mutex<(server: LineServer, results: BatchResults)?>(nil)
  private let isEnded = Atomic<Bool>(false)
  private let delivered = Atomic<Int>(0)
  /// The output for responses.
  let output: LineOutput

  /// Stops a run that writes to the descriptor `output`.
  package init(_ output: Descriptor = .standardOutput) { self.output = LineOutput(output) }

  /// The state of a run that was ended.
  package struct Undelivered: Sendable {
    /// Lines of input whose responses were written.
    package let delivered: Int
    /// Lines that were read, and whose responses were not written, or not to their end.
    package let undelivered: Int
  }

  /// Ends reading and answering. The run ends after the present write.
  package func requestStop() {
    guard let run = run.withLock({ $0 }) else { return }
    run.results.stop()
    run.server.stop()
  }

  /// Ends reading and answering, and waits for the present write as long as its reader takes data, at most two seconds.
  package func stop() -> Undelivered {
    requestStop()
    _ = LineOutput.wait(for: [output], clock: .system) { isEnded.load(ordering: .acquiring) }
    let (read, delivered) = (run.withLock { $0?.server.linesRead } ?? 0, delivered.load(ordering: .relaxed))
    return Undelivered(delivered: delivered, undelivered: max(0, read - delivered))
  }

  /// The run uses `server` and `results`.
  func begin(_ server: LineServer, _ results: BatchResults) { run.withLock { $0 = (server, results) } }
  /// Nothing more is written.
  func end() { isEnded.store(true, ordering: .releasing) }
  /// Counts further lines whose responses were written.
  func add(delivered lines: Int) { delivered.wrappingAdd(lines, ordering: .relaxed) }
}
