import Dispatch
import Synchronization

/// How much several threads get done together.
enum Throughput {
  /// Evaluations a second that `threads` threads do, each with a session of its own over the same rule set.
  static func measure(_ workload: Workload, threads: Int, seconds: Double) throws -> Double {
    let done = Atomic<Int>(0)
    let failed = Atomic<Bool>(false)
    let ready = Atomic<Int>(0)
    let deadline = Mutex<ContinuousClock.Instant?>(nil)
    let clock = ContinuousClock()
    let batch = 2000
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      do {
        let worker = try workload.makeWorker()
        _ = try worker.work(batch)
        ready.add(1, ordering: .relaxed)
        // Where there are fewer cores than threads some never begin while these wait.
        let patience = clock.now.advanced(by: .seconds(10))
        while ready.load(ordering: .relaxed) < threads {
          if failed.load(ordering: .relaxed) || clock.now > patience { throw Refusal("not all threads began") }
        }
        let end = deadline.withLock { end -> ContinuousClock.Instant in
          let known = end ?? clock.now.advanced(by: .seconds(seconds))
          end = known
          return known
        }
        var count = 0
        while clock.now < end {
          _ = try worker.work(batch)
          count += batch
        }
        done.add(count, ordering: .relaxed)
      } catch {
        failed.store(true, ordering: .relaxed)
      }
    }
    if failed.load(ordering: .relaxed) { throw Refusal("\(workload.name) failed in a thread") }
    return Double(done.load(ordering: .relaxed)) / seconds
  }
}
