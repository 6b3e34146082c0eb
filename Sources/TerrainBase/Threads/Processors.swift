#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension WorkerThread {
  /// How many threads can run at once: the processors that this process may use.
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
