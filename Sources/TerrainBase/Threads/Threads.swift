import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A system thread: work that waits for files and locks must not block Swift's own thread pool.
package final class WorkerThread {
  /// Large enough for readers of documents, whose recursion is as deep as the nesting of documents.
  private static let stackSize = 8 << 20
  private let thread: pthread_t

  /// Starts a thread that calls `body`; nil if the system cannot start it.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let argument = Unmanaged.passRetained(Body(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    defer { pthread_attr_destroy(&attributes) }
    #if canImport(Darwin)
      var started: pthread_t?
    #else
      var started = pthread_t()
    #endif
    guard pthread_create(&started, &attributes, bodyOfThread, argument.toOpaque()) == 0 else {
      argument.release()
      return nil
    }
    #if canImport(Darwin)
      guard let started else { return nil }
    #endif
    thread = started
  }

  /// Waits until the thread has ended.
  package func join() { pthread_join(thread, nil) }

  /// Lets the calling thread sleep.
  package static func sleep(milliseconds: Int32) { poll(nil, 0, milliseconds) }

  fileprivate final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

#if canImport(Darwin)
  private func bodyOfThread(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<WorkerThread.Body>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
#else
  private func bodyOfThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<WorkerThread.Body>.fromOpaque(argument).takeRetainedValue().run() }
    return nil
  }
#endif

/// Runs independent tasks on all processors without a scheduler: each thread takes the next task until none is left.
package enum ParallelMap {
  /// The maximum number of threads; more would wait for memory, not for processors.
  private static let mostThreads = 16

  /// Calls `body` once for each of 0 ..< `count`, in any order, on several threads; returns when all are done.
  package static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let threads = min(count, mostThreads, WorkerThread.processors)
    guard threads > 1 else {
      for index in 0..<count { body(index) }
      return
    }
    let work = Work(count: count, body: body)
    // The calling thread is one of them.
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

/// A lock with a condition: threads wait until another thread signals a change.
package final class Monitor: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  package func lock() { pthread_mutex_lock(mutex) }
  package func unlock() { pthread_mutex_unlock(mutex) }
  /// Unlocks and waits for a signal. May return without a signal, so callers check their condition again.
  package func wait() { pthread_cond_wait(condition, mutex) }
  package func signal() { pthread_cond_signal(condition) }
  package func broadcast() { pthread_cond_broadcast(condition) }

  /// Calls `body` with the lock held.
  package func locked<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    lock()
    defer { unlock() }
    return try body()
  }
}

extension WorkerThread {
  /// The number of processors that this process may use.
  package static let processors: Int = {
    #if os(Linux)
      if let allowed { return allowed }
    #endif
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }()

  /// The number of processors that the system lets this process use: bits of `Cpus_allowed` in `/proc/self/status`.
  private static var allowed: Int? {
    guard let bytes = Descriptor.firstBytes(of: "/proc/self/status", 16 << 10) else { return nil }
    let name = "Cpus_allowed:"
    let line = bytes.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: name.utf8) }
    guard let line else { return nil }
    let digits = line.dropFirst(name.utf8.count).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    let count = digits.reduce(0) { $0 + $1.nonzeroBitCount }
    return count > 0 ? count : nil
  }
}
