#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread of the system's, with a stack as deep as documents may nest.
final class WorkerThread {
  private static let stackSize = 8 << 20

  private let thread: pthread_t

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a thread of its own; nil where the system has none to give.
  init?(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    defer { pthread_attr_destroy(&attributes) }
    #if canImport(Darwin)
      var started: pthread_t?
      let status = pthread_create(
        &started, &attributes,
        {
          Unmanaged<Work>.fromOpaque($0).takeRetainedValue().body()
          return nil
        }, work.toOpaque())
      guard status == 0, let started else {
        work.release()
        return nil
      }
      thread = started
    #else
      var started = pthread_t()
      let status = pthread_create(
        &started, &attributes,
        { argument in
          if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
          return nil
        }, work.toOpaque())
      guard status == 0 else {
        work.release()
        return nil
      }
      thread = started
    #endif
  }

  /// Waits for its end.
  func join() { pthread_join(thread, nil) }

  /// How many threads can run at once here: the processors that this process may use.
  static var processors: Int {
    #if os(Linux)
      if let allowed { return allowed }
    #endif
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// Processors that the system lets this process use, of those there are: bits of `Cpus_allowed` in `/proc/self/status`.
  private static var allowed: Int? {
    guard let file = try? Descriptor.reading("/proc/self/status") else { return nil }
    defer { file.close() }
    let bytes = [UInt8](unsafeUninitializedCapacity: 16 << 10) { buffer, count in
      count = buffer.baseAddress.flatMap { try? file.read(into: $0, buffer.count) } ?? 0
    }
    let name = "Cpus_allowed:"
    let line = bytes.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: name.utf8) }
    guard let line else { return nil }
    let digits = line.dropFirst(name.utf8.count).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    let count = digits.reduce(0) { $0 + $1.nonzeroBitCount }
    return count > 0 ? count : nil
  }
}
