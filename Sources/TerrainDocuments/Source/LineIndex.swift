#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where each line begins, found the first time somebody asks: most sources are read without a complaint, and never
/// need it. Several threads may ask.
final class LineIndex: @unchecked Sendable {
  // Guarded by `lock`, written once.
  private var found: [UInt32]?
  private let lock: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deinitialize(count: 1)
    lock.deallocate()
  }

  /// The offset of each line's first byte; there is always a first line.
  func starts(of bytes: [UInt8]) -> [UInt32] {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    if let found { return found }
    var starts: [UInt32] = [0]
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices {
        let byte = bytes[index]
        // 0x0A and 0x0D; a CR before an LF does not end a line, the LF does.
        guard byte == 0x0A || byte == 0x0D else { continue }
        if byte == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { continue }
        starts.append(UInt32(clamping: index + 1))
      }
    }
    found = starts
    return starts
  }
}
