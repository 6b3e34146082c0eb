/// Something that is timed.
struct Workload: Sendable {
  /// One that does it, on one thread. An object: a closure taken out of a dictionary is wrapped again each time.
  final class Worker {
    /// Does it `count` times; returns a number that depends on every result, so that none can be left out.
    let work: (_ count: Int) throws -> Int64

    init(_ work: @escaping (_ count: Int) throws -> Int64) { self.work = work }
  }

  var name: String
  /// A worker of its own for the thread that calls.
  var makeWorker: @Sendable () throws -> Worker
}

extension Workload {
  /// Nanoseconds for each of `count`.
  func time(_ worker: Worker, _ count: Int) throws -> Double {
    let clock = ContinuousClock()
    let begin = clock.now
    Workload.sink(try worker.work(count))
    let (seconds, attoseconds) = (clock.now - begin).components
    return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(count)
  }

  @inline(never) private static func sink(_ number: Int64) {}
}
