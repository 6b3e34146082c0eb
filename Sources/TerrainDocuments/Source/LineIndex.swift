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
  private var column = Column(lineStart: -1, offset: 0, count: 0)
  private let lock: UnsafeMutablePointer<pthread_mutex_t>

  /// How many characters of a line come before a byte of it.
  private struct Column {
    var lineStart: Int
    var offset: Int
    var count: Int
  }

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

  /// How many characters (grapheme clusters) there are from `start`, where a line or its text begins, to `offset`.
  ///
  /// A line can be a whole file with thousands of complaints about it, so the count goes on from where the last one
  /// ended, if that was before `offset`.
  func characters(from start: Int, to offset: Int, of bytes: [UInt8]) -> Int {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    var known =
      column.lineStart == start && column.offset <= offset ? column : Column(lineStart: start, offset: start, count: 0)
    // Between two ASCII characters of a line there is always a boundary: only there may counts be added up.
    var boundary = offset
    while boundary > known.offset, !isBoundary(boundary, bytes) { boundary -= 1 }
    if boundary > known.offset {
      known.count += String(decoding: bytes[known.offset..<boundary], as: UTF8.self).count
      known.offset = boundary
      column = known
    }
    return known.count + String(decoding: bytes[known.offset..<offset], as: UTF8.self).count
  }

  private func isBoundary(_ offset: Int, _ bytes: [UInt8]) -> Bool {
    guard offset > 0, offset < bytes.count else { return false }
    return bytes[offset - 1] < 0x80 && bytes[offset] < 0x80 && bytes[offset - 1] != 0x0D
  }
}
