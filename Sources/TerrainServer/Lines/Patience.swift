import TerrainPlatform

/// Waits for work to end, as long as nobody has to wait for a reader that takes nothing.
struct Patience {
  /// Nanoseconds without a byte taken after which a reader is taken for one that does not read. A process that is asked to
  /// end does so within two seconds.
  static let nanoseconds = 750_000_000
  /// Milliseconds between two looks.
  private static let interval: Int32 = 10

  let clock: MonotonicClock

  /// Waits until `isDone`; false where one of `outputs` has waited for its reader too long.
  func wait(for outputs: [LineOutput], until isDone: () -> Bool) -> Bool {
    var last: [(bytes: Int?, since: Int)] = outputs.map { ($0.waitingAt, clock.now()) }
    while !isDone() {
      WorkerThread.sleep(milliseconds: Self.interval)
      let now = clock.now()
      for (index, output) in outputs.enumerated() {
        let bytes = output.waitingAt
        if bytes == nil || bytes != last[index].bytes {
          last[index] = (bytes, now)
        } else if now - last[index].since >= Self.nanoseconds {
          return isDone()
        }
      }
    }
    return true
  }
}
