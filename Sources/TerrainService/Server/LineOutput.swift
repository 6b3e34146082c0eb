import TerrainDocuments

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where answers go: whole lines, from any thread.
final class LineOutput: @unchecked Sendable {
  private let descriptor: Int32
  private let monitor = Monitor()
  private var failed = false

  /// Output to `descriptor`.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// True once nobody takes it any more.
  var hasFailed: Bool { monitor.locked { failed } }

  /// Writes what is in `writer` and empties it. Waits for the reader: what is not taken is not piled up.
  func flush(_ writer: inout JSONWriter) {
    if writer.bytes.isEmpty { return }
    monitor.lock()
    if !failed { failed = !writer.bytes.withUnsafeBytes { Self.writeAll($0, to: descriptor) } }
    monitor.unlock()
    writer.clear()
  }

  /// Writes all of `bytes`; false where they are not taken.
  static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let written = systemWrite(descriptor, piece.baseAddress, piece.count)
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno == EAGAIN {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}

private func systemWrite(_ descriptor: Int32, _ at: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, at, count)
}
