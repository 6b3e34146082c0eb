import Synchronization
import TerrainBase
import TerrainDocuments

/// True in a thread that is writing a line in parts.
struct LineHold {
  fileprivate(set) var isHeld = false
}

/// The output for answers: whole lines, from any thread.
///
/// A line that is too long for memory is written in parts. Other threads write only after its end (``spill(_:_:)``).
final class LineOutput: @unchecked Sendable {
  private let descriptor: Descriptor
  private let monitor = Monitor()
  /// True if a thread has written a part of a line; guarded by `monitor`.
  private var isHeld = false
  /// The system's error number of the failed write; 0 before a failure.
  private let error = Atomic<Int32>(0)

  /// A write returns only after all its bytes are taken. During a long write it would be unknown whether the reader goes on.
  private static let mostAtOnce = 64 << 10

  // Values that other threads can read while a thread waits for the reader.
  private let isWriting = Atomic<Bool>(false)
  private let written = Atomic<Int>(0)
  private let pending = Atomic<Int>(0)

  /// Output to `descriptor`.
  init(_ descriptor: Descriptor) { self.descriptor = descriptor }

  /// True after a failed write.
  var hasFailed: Bool { error.load(ordering: .relaxed) != 0 }

  /// The error of the failed write; nil if none failed.
  var failure: SystemError? {
    let code = error.load(ordering: .relaxed)
    return code == 0 ? nil : SystemError(code: code)
  }

  /// Lines that were passed and not written to their end.
  var undelivered: Int { pending.load(ordering: .relaxed) }

  /// The number of bytes written, if a thread waits for the reader to take more; nil if none does.
  var waitingAt: Int? {
    isWriting.load(ordering: .relaxed) ? written.load(ordering: .relaxed) : nil
  }

  /// Writes the contents of `writer`, which end with a line end, and empties it. Waits for the reader, so that output does not pile up.
  func flush(_ writer: inout JSONWriter, _ hold: inout LineHold) {
    if writer.isEmpty, !hold.isHeld { return }
    writer.withBytes { write($0, &hold, isEnd: true) }
    writer.clear()
  }

  /// Writes the contents of `writer`, which end within a line, and drops them; the next writes of `hold` continue the line.
  ///
  /// - Returns: false if the output has failed.
  func spill(_ writer: inout JSONWriter, _ hold: inout LineHold) -> Bool {
    writer.withBytes { write($0, &hold, isEnd: false) }
    writer.forgetBytes()
    return !hasFailed
  }

  /// Writes whole lines.
  func write(_ bytes: UnsafeRawBufferPointer) {
    var hold = LineHold()
    write(bytes, &hold, isEnd: true)
  }

  private func write(_ bytes: UnsafeRawBufferPointer, _ hold: inout LineHold, isEnd: Bool) {
    let lines = Self.lineEnds(bytes)
    pending.wrappingAdd(lines, ordering: .relaxed)
    monitor.lock()
    while isHeld, !hold.isHeld { monitor.wait() }
    isHeld = true
    hold.isHeld = true
    // The lock is not needed while the output is held, and threads that ask for the state must not wait for the reader.
    monitor.unlock()
    if !hasFailed { writeAll(bytes, lines) }
    guard isEnd else { return }
    monitor.lock()
    isHeld = false
    hold.isHeld = false
    monitor.signal()
    monitor.unlock()
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer, _ lines: Int) {
    isWriting.store(true, ordering: .relaxed)
    defer { isWriting.store(false, ordering: .relaxed) }
    var rest = bytes[...]
    var left = lines
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.mostAtOnce))
      do throws(SystemError) {
        let count = try descriptor.writeSome(piece)
        let done = count == rest.count ? left : Self.lineEnds(UnsafeRawBufferPointer(rebasing: piece[..<count]))
        pending.wrappingSubtract(done, ordering: .relaxed)
        left -= done
        written.wrappingAdd(count, ordering: .relaxed)
        rest = rest.dropFirst(count)
      } catch {
        self.error.store(error.code, ordering: .relaxed)
        return
      }
    }
  }

  // MARK: - The end

  /// The reason for the end of a wait.
  enum Ending: Sendable {
    /// The work is done.
    case done
    /// A reader took nothing.
    case unread
    /// The work took too long.
    case overdue
  }

  /// The time in nanoseconds without a byte taken after which a reader counts as not reading.
  static let patience = 750_000_000
  /// Nanoseconds after which requests that are not answered are cancelled.
  private static let cancelling = 1_000_000_000
  /// The time in nanoseconds after which a process that has to end within two seconds stops waiting.
  private static let overdue = 1_800_000_000

  /// Waits until `isDone`, or until one of `outputs` has waited for its reader too long, or until the time limit for ending a process.
  ///
  /// - Parameter cancel: called once when unanswered requests should be cancelled.
  static func wait(
    for outputs: [LineOutput], clock: MonotonicClock, cancel: () -> Void = {}, until isDone: () -> Bool
  ) -> Ending {
    let start = clock.now()
    var isCancelled = false
    var last: [(bytes: Int?, since: Int)] = outputs.map { ($0.waitingAt, clock.now()) }
    while !isDone() {
      WorkerThread.sleep(milliseconds: 10)
      let now = clock.now()
      for (index, output) in outputs.enumerated() {
        let bytes = output.waitingAt
        if bytes == nil || bytes != last[index].bytes {
          last[index] = (bytes, now)
        } else if now - last[index].since >= patience {
          return isDone() ? .done : .unread
        }
      }
      if now - start >= overdue { return isDone() ? .done : .overdue }
      if !isCancelled, now - start >= cancelling {
        isCancelled = true
        cancel()
      }
    }
    return .done
  }

  private static func lineEnds(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var count = 0
    var at = 0
    while at < bytes.count, let end = memchr(base + at, 0x0A, bytes.count - at) {
      count += 1
      at = UnsafeRawPointer(end) - base + 1
    }
    return count
  }
}
