#if canImport(Darwin)
  import Darwin
#endif

/// The memory and processor time that this process uses, as the system reports them.
package struct ProcessUsage: Sendable, Equatable {
  /// Bytes that are in memory now; nil where the system does not report them.
  package let residentBytes: Int?
  /// The most bytes that were in memory at once; nil where the system does not report them.
  package let peakResidentBytes: Int?
  /// Nanoseconds of processor time, of all threads.
  package let processorNanoseconds: Int

  /// A use of memory and processors.
  package init(residentBytes: Int?, peakResidentBytes: Int?, processorNanoseconds: Int) {
    self.residentBytes = residentBytes
    self.peakResidentBytes = peakResidentBytes
    self.processorNanoseconds = processorNanoseconds
  }

  /// What this process uses now.
  package static var now: ProcessUsage {
    let time = MonotonicClock.processor.now()
    #if os(Linux)
      let status = Descriptor.firstBytes(of: "/proc/self/status", 16 << 10) ?? []
      return ProcessUsage(
        residentBytes: bytes("VmRSS:", in: status), peakResidentBytes: bytes("VmHWM:", in: status),
        processorNanoseconds: time)
    #else
      var usage = rusage()
      let isKnown = getrusage(RUSAGE_SELF, &usage) == 0
      return ProcessUsage(
        residentBytes: nil, peakResidentBytes: isKnown ? Int(usage.ru_maxrss) : nil, processorNanoseconds: time)
    #endif
  }

  #if os(Linux)
    /// The bytes of a line `NAME:  NUMBER kB` of `/proc/self/status`.
    private static func bytes(_ name: String, in status: [UInt8]) -> Int? {
      let line = status.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: name.utf8) }
      guard let line else { return nil }
      let digits = line.filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      return Int(String(decoding: digits, as: UTF8.self)).map { $0 << 10 }
    }
  #endif
}
