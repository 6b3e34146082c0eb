#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread of the system's: work that waits for files and locks must not block Swift's own pool.
package final class WorkerThread {
  /// Readers of documents recurse as deep as documents may nest.
  private static let stackSize = 8 << 20
  private let thread: pthread_t

  /// Starts a thread that calls `body`; nil where the system gives none.
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

  /// Waits until its work is done.
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
