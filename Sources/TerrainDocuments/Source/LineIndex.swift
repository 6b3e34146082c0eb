import TerrainBase

/// The offsets where lines begin, computed on first use: most sources have no diagnostic and never need them. Several threads may
/// use it.
final class LineIndex: @unchecked Sendable {
  // Guarded by `lock`, written once.
  private var lineStarts: [UInt32]?
  private var column = Column(lineStart: -1, offset: 0, count: 0)
  private let lock = Monitor()

  /// How many characters of a line come before a byte of it.
  private struct Column {
    var lineStart: Int
    var offset: Int
    var count: Int
  }

  /// The offset of each line's first byte; there is always a first line.
  func starts(of bytes: [UInt8]) -> [UInt32] {
    lock.lock()
    defer { lock.unlock() }
    if let lineStarts { return lineStarts }
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
    lineStarts = starts
    return starts
  }

  /// How many characters (grapheme clusters) there are from `start`, where a line or its text begins, to `offset`.
  ///
  /// A line can be a whole file with thousands of diagnostics, so the count continues where the last one
  /// ended, if that was before `offset`.
  func characters(from start: Int, to offset: Int, of bytes: [UInt8]) -> Int {
    lock.lock()
    defer { lock.unlock() }
    var counted =
      column.lineStart == start && column.offset <= offset ? column : Column(lineStart: start, offset: start, count: 0)
    // Between two ASCII characters of a line there is always a boundary: only there may counts be added up.
    var boundary = offset
    while boundary > counted.offset, !isBoundary(boundary, bytes) { boundary -= 1 }
    if boundary > counted.offset {
      counted.count += String(decoding: bytes[counted.offset..<boundary], as: UTF8.self).count
      counted.offset = boundary
      column = counted
    }
    return counted.count + String(decoding: bytes[counted.offset..<offset], as: UTF8.self).count
  }

  private func isBoundary(_ offset: Int, _ bytes: [UInt8]) -> Bool {
    guard offset > 0, offset < bytes.count else { return false }
    return bytes[offset - 1] < 0x80 && bytes[offset] < 0x80 && bytes[offset - 1] != 0x0D
  }
}
