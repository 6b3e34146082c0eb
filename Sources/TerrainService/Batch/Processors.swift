#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension WorkerThread {
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
