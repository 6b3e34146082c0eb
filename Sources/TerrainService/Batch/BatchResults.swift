import Synchronization
import TerrainBase
import TerrainDocuments

/// The answers to some consecutive lines, with counts. Belongs to one thread at a time.
final class BatchPart: @unchecked Sendable {
  /// The errors of a line.
  struct Wrong {
    /// The line's number in its part, from 0.
    var line: Int
    var remarks: [String]
  }

  private static let usualSize = 64 << 10

  /// Its place among all parts.
  var turn = 0
  /// The position of the part's input among all inputs.
  var inputNumber = 0
  /// The number of bytes of input up to the end of this part's read.
  var inputEnd = 0
  var output = OutputBytes(capacity: usualSize)
  /// Lines, empty ones too.
  var lines = 0
  /// Lines that were answered.
  var answered = 0
  /// Lines that something is wrong with.
  var wrong = 0
  /// The first invalid line.
  var firstWrong: Wrong?
  var warnings = 0

  /// Empty again, with the room it usually has.
  func clear() {
    output.clear(keeping: 16 * Self.usualSize)
    (lines, answered, wrong, warnings) = (0, 0, 0, 0)
    firstWrong = nil
  }
}

/// Passes parts of a batch from the workers, which finish them in any order, to the one thread that writes them in the order of the input.
/// A worker that is too far ahead waits, which limits the number of parts in memory.
final class BatchResults: Sendable {
  private struct State {
    var free: [BatchPart] = []
    /// Finished parts by their turn.
    var finished: [Int: BatchPart] = [:]
    /// The part whose turn it is, if it is unfinished and its output exceeds the limit.
    var partial: BatchPart?
    /// The turn of the part that is written next.
    var next = 0
    var isComplete = false
  }

  private let monitor = Monitor()
  private let most: Int
  private let stopped = Atomic<Bool>(false)
  // Guarded by `monitor`.
  nonisolated(unsafe) private var state = State()

  /// - Parameter most: the number of parts that may be finished before the part that is written next.
  init(most: Int) { self.most = most }

  /// True once results are no longer needed.
  var isStopped: Bool { stopped.load(ordering: .relaxed) }

  /// Ends all waiting, because results are no longer needed.
  func stop() {
    stopped.store(true, ordering: .relaxed)
    monitor.broadcast()
  }

  /// Waits until `take` returns a value; nil if results are no longer wanted.
  private func wait<T>(_ take: (inout State) -> T?) -> T? {
    monitor.locked {
      while !isStopped {
        if let taken = take(&state) { return taken }
        monitor.wait()
      }
      return nil
    }
  }

  private func change(_ body: (inout State) -> Void) {
    monitor.locked { body(&state) }
    monitor.broadcast()
  }

  // MARK: Workers

  /// An empty part.
  func empty() -> BatchPart { monitor.locked { state.free.popLast() } ?? BatchPart() }

  /// Takes `part`, to which nothing is added any more.
  func finish(_ part: BatchPart) {
    // The part that is written next never waits, so that the writer can proceed.
    _ = wait { state in part.turn < state.next + most ? true : nil }
    change { $0.finished[part.turn] = part }
  }

  /// Waits until it is the turn of `part`, and its output is written and empty. Returns false if it will not be written.
  func spill(_ part: BatchPart) -> Bool {
    guard wait({ state in part.turn == state.next ? true : nil }) != nil else { return false }
    change { $0.partial = part }
    return wait { state in state.partial == nil ? true : nil } ?? false
  }

  /// No part comes any more.
  func end() { change { $0.isComplete = true } }

  // MARK: The writer

  /// The next part and whether it is finished; nil at the end. A part that is not finished is to be written, and then passed
  /// to ``continue()``.
  func next() -> (part: BatchPart, isFinished: Bool)? {
    wait { state -> (part: BatchPart, isFinished: Bool)?? in
      if let part = state.partial { return .some((part, false)) }
      if let part = state.finished.removeValue(forKey: state.next) { return .some((part, true)) }
      return state.isComplete ? .some(nil) : nil
    } ?? nil
  }

  /// The output of the unfinished part was written, and its worker may continue.
  func `continue`() { change { $0.partial = nil } }

  /// `part` was written.
  func recycle(_ part: BatchPart) {
    part.clear()
    change { state in
      state.next += 1
      state.free.append(part)
    }
  }
}
