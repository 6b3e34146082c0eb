import Synchronization
import TerrainDocuments
import TerrainBase

/// Writes results that are longer than a pipe holds, so that a signal can report how much of one nobody has read.
enum Delivery {
  /// The capacity of a pipe: a result that fits is delivered at once, or its reader has earlier ones to read.
  private static let pipeCapacity = 64 << 10
  private static let undelivered = Atomic<Int>(0)
  private static let isWatched = Atomic<Bool>(false)

  /// Writes all of `bytes` to standard output.
  static func write(_ bytes: [UInt8]) throws(SystemError) {
    guard bytes.count > pipeCapacity else { return try Descriptor.standardOutput.write(bytes) }
    undelivered.store(bytes.count, ordering: .relaxed)
    watch()
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(pipeCapacity)
      try Descriptor.standardOutput.write(Array(piece))
      rest = rest.dropFirst(piece.count)
      undelivered.store(rest.count, ordering: .relaxed)
    }
  }

  /// From now on a signal ends the program with a report, and no longer silently.
  private static func watch() {
    guard !isWatched.exchange(true, ordering: .relaxed) else { return }
    Signals.handle { signal, name in
      let left = undelivered.load(ordering: .relaxed)
      Signals.limitLife()
      let missing =
        left > 0 ? "; \(left.counted("byte")) of the result \(left == 1 ? "was" : "were") not delivered" : ""
      try? Descriptor.standardError.write(Array("\(Console.program): ended by \(name)\(missing)\n".utf8))
      return Signals.status(of: signal)
    }
  }
}
