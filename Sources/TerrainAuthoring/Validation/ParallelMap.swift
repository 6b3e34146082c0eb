import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Independent pieces of work on all processors, without a scheduler: threads that take the next piece until none is left.
enum ParallelMap {
  /// Threads beyond this many would wait for memory, not for processors.
  private static let mostThreads = 16
  /// Readers of documents recurse as deep as documents may nest.
  private static let stackSize = 8 << 20

  /// Calls `body` once for each of 0 ..< `count`, in any order, on several threads; returns when all are done.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let threads = min(count, mostThreads, processors)
    guard threads > 1 else {
      for index in 0..<count { body(index) }
      return
    }
    let work = Work(count: count, body: body)
    var started: [pthread_t] = []
    // This thread is one of them.
    for _ in 1..<threads {
      if let thread = start(work) { started.append(thread) }
    }
    work.run()
    for thread in started { pthread_join(thread, nil) }
  }

  /// The values of `transform` for 0 ..< `count`, in order.
  static func values<T: Sendable>(_ count: Int, _ transform: @escaping @Sendable (Int) -> T) -> [T] {
    let results = Results<T>(count)
    run(count) { results.set($0, transform($0)) }
    return results.all
  }

  private static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  private static func start(_ work: Work) -> pthread_t? {
    let argument = Unmanaged.passRetained(work)
    guard let thread = makeThread(argument.toOpaque()) else {
      argument.release()
      return nil
    }
    return thread
  }

  private static func makeThread(_ argument: UnsafeMutableRawPointer) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, stackSize)
    defer { pthread_attr_destroy(&attributes) }
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    return pthread_create(&thread, &attributes, threadEntry, argument) == 0 ? thread : nil
  }

  fileprivate final class Work: Sendable {
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

#if canImport(Darwin)
  private func threadEntry(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ParallelMap.Work>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
#else
  private func threadEntry(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<ParallelMap.Work>.fromOpaque(argument).takeRetainedValue().run() }
    return nil
  }
#endif
