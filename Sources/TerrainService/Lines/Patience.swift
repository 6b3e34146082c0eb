import TerrainBase

/// Waits for work to end, at most as long as a process has that is asked to end, and not for a reader that takes nothing.
struct Patience {
  /// How a wait ended.
  enum Outcome: Sendable {
    /// The work is done.
    case done
    /// A reader took nothing.
    case unread
    /// There was too much of it.
    case overdue
  }

  /// Nanoseconds without a byte taken after which a reader is taken for one that does not read.
  static let nanoseconds = 750_000_000
  /// Nanoseconds after which requests that are not answered are cancelled.
  private static let cancelling = 1_000_000_000
  /// Nanoseconds after which the process does not wait for its own threads any more: a process that is asked to end does so within
  /// two seconds.
  private static let overdue = 1_800_000_000
  /// Milliseconds between two looks.
  private static let interval: Int32 = 10

  let clock: MonotonicClock

  /// Waits until `isDone`, or one of `outputs` has waited for its reader too long, or the time is over.
  ///
  /// - Parameter cancel: called once when what is not answered should be cancelled.
  func wait(for outputs: [LineOutput], cancel: () -> Void = {}, until isDone: () -> Bool) -> Outcome {
    let start = clock.now()
    var isCancelled = false
    var last: [(bytes: Int?, since: Int)] = outputs.map { ($0.waitingAt, clock.now()) }
    while !isDone() {
      WorkerThread.sleep(milliseconds: Self.interval)
      let now = clock.now()
      for (index, output) in outputs.enumerated() {
        let bytes = output.waitingAt
        if bytes == nil || bytes != last[index].bytes {
          last[index] = (bytes, now)
        } else if now - last[index].since >= Self.nanoseconds {
          return isDone() ? .done : .unread
        }
      }
      if now - start >= Self.overdue { return isDone() ? .done : .overdue }
      if !isCancelled, now - start >= Self.cancelling {
        isCancelled = true
        cancel()
      }
    }
    return .done
  }
}
