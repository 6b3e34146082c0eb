import Synchronization
import TerrainDocuments

/// Writes results that are longer than a pipe holds, so that a signal can report how much of one nobody has read.
enum Delivery {
  /// What a pipe holds: a result that fits is delivered at once, or its reader is behind with others.
  private static let pipeCapacity = 64 << 10
  private static let undelivered = Atomic<Int>(0)
  private static let isWatched = Atomic<Bool>(false)

  /// Writes all of `bytes`; false when the system will not take them.
  static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    guard bytes.count > pipeCapacity else { return OutputFile.writeAll(bytes, to: descriptor) }
    undelivered.store(bytes.count, ordering: .relaxed)
    watch()
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(pipeCapacity)
      guard OutputFile.writeAll(UnsafeRawBufferPointer(rebasing: piece), to: descriptor) else { return false }
      rest = rest.dropFirst(piece.count)
      undelivered.store(rest.count, ordering: .relaxed)
    }
    return true
  }

  /// From now on a signal ends the program with a report, and no longer silently.
  private static func watch() {
    guard !isWatched.exchange(true, ordering: .relaxed) else { return }
    Signals.handle { signal, name in
      let left = undelivered.load(ordering: .relaxed)
      Signals.limitLife()
      let missing = left > 0 ? "; \(left) bytes of the result were not delivered" : ""
      Array("\(Command.terrain.name): ended by \(name)\(missing)\n".utf8).withUnsafeBytes {
        _ = OutputFile.writeAll($0, to: 2)
      }
      return Signals.status(of: signal)
    }
  }
}
