import Synchronization
import TerrainBase

/// Ends a run of a ``Batch`` from another thread.
package final class BatchStop: Sendable {
  private let queue = Mutex<BlockQueue?>(nil)
  private let isEnded = Atomic<Bool>(false)
  private let read = Atomic<Int>(0)
  private let delivered = Atomic<Int>(0)
  /// Where responses go that go to no file.
  let output: LineOutput

  /// What ends a run that writes to the descriptor `output`.
  package init(_ output: Descriptor = .standardOutput) { self.output = LineOutput(output) }

  /// What had become of a run when it was ended.
  package struct Undelivered: Sendable {
    /// Lines of input whose responses were written.
    package let delivered: Int
    /// Lines that were read, and whose responses were not written, or not to their end.
    package let undelivered: Int
  }

  /// Lets nothing more be read or answered. The run ends when what is being written is written, and input has come.
  package func requestStop() { queue.withLock { $0 }?.stop() }

  /// Lets nothing more be read or answered, and waits until what is being written is written, as long as somebody reads it, at
  /// most two seconds.
  /// The run may still wait for its input then.
  package func stop() -> Undelivered {
    requestStop()
    _ = Patience(clock: .system).wait(for: [output]) { isEnded.load(ordering: .acquiring) }
    let (read, delivered) = (read.load(ordering: .relaxed), delivered.load(ordering: .relaxed))
    return Undelivered(delivered: delivered, undelivered: max(0, read - delivered))
  }

  /// The run uses `queue`.
  func begin(_ queue: BlockQueue) { self.queue.withLock { $0 = queue } }
  /// Nothing more is written.
  func end() { isEnded.store(true, ordering: .releasing) }
  /// So many lines more were read.
  func add(read lines: Int) { read.wrappingAdd(lines, ordering: .relaxed) }
  /// The responses to so many lines more were written.
  func add(delivered lines: Int) { delivered.wrappingAdd(lines, ordering: .relaxed) }
}
