import Synchronization

/// Independent pieces of work on all processors, without a scheduler: each thread takes the next piece until none is left.
package enum ParallelMap {
  /// Threads beyond this many would wait for memory, not for processors.
  private static let mostThreads = 16

  /// Calls `body` once for each of 0 ..< `count`, in any order, on several threads; returns when all are done.
  package static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let threads = min(count, mostThreads, WorkerThread.processors)
    guard threads > 1 else {
      for index in 0..<count { body(index) }
      return
    }
    let work = Work(count: count, body: body)
    // This thread is one of them.
    let others = (1..<threads).compactMap { _ in WorkerThread { work.run() } }
    work.run()
    for thread in others { thread.join() }
  }

  /// The values of `transform` for 0 ..< `count`, in order.
  package static func values<T: Sendable>(_ count: Int, _ transform: @escaping @Sendable (Int) -> T) -> [T] {
    let results = Results<T>(count)
    run(count) { results.set($0, transform($0)) }
    return results.all
  }

  private final class Work: Sendable {
    private let next = Atomic<Int>(0)
    private let count: Int
    private let body: @Sendable (Int) -> Void

    init(count: Int, body: @escaping @Sendable (Int) -> Void) {
      self.count = count
      self.body = body
    }

    func run() {
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        body(index)
      }
    }
  }

  private final class Results<T: Sendable>: Sendable {
    private let values: Mutex<[T?]>

    init(_ count: Int) { values = Mutex(Array(repeating: nil, count: count)) }

    func set(_ index: Int, _ value: T) { values.withLock { $0[index] = value } }

    var all: [T] { values.withLock { $0.compactMap { $0 } } }
  }
}
