import TerrainBase

/// Memory that lines are read into.
final class LineBuffer: @unchecked Sendable {
  fileprivate(set) var base: UnsafeMutablePointer<UInt8>
  fileprivate(set) var capacity: Int
  /// Pieces that threads are working on; guarded by the server's monitor.
  var users = 0

  init(capacity: Int) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  fileprivate func grow(keeping count: Int) {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}

/// Reads whole lines from a descriptor, many at once. One thread at a time.
final class LineReader: @unchecked Sendable {
  /// What a read came to.
  enum Piece {
    /// Lines, ends included; the last one of all may have none.
    case lines(Int)
    /// A line is longer than the limit, and what comes of it after so many bytes in the buffer is skipped.
    case tooLong(Int)
    /// There is nothing more, or somebody wants no more.
    case end
  }

  /// Bytes asked for at once.
  static let chunk = 256 << 10
  private let input: Descriptor
  private let wake: WakePipe
  private let limit: Int
  /// The beginning of a line whose end has not come.
  private var rest: [UInt8] = []
  private var isSkipping = false
  private var isAtEnd = false

  /// A reader of `input`, which ends when `wake` is woken.
  init(input: Descriptor, wake: WakePipe, limit: Int) {
    self.input = input
    self.wake = wake
    self.limit = limit
  }

  /// Reads at least one line into `buffer`, waiting for it.
  func read(into buffer: LineBuffer) -> Piece {
    if isAtEnd { return .end }
    var filled = rest.count
    while buffer.capacity < filled + 1 { buffer.grow(keeping: 0) }
    rest.withUnsafeBufferPointer { if let from = $0.baseAddress { buffer.base.update(from: from, count: $0.count) } }
    rest.removeAll(keepingCapacity: true)
    while true {
      if filled == buffer.capacity { buffer.grow(keeping: filled) }
      let count = readMore(buffer.base + filled, buffer.capacity - filled)
      if count <= 0 {
        isAtEnd = true
        // What has no line end is a line all the same, unless somebody wants no more.
        return filled > 0 && count == 0 && !isSkipping ? .lines(filled) : .end
      }
      let from = filled
      filled += count
      if isSkipping {
        guard let end = memchr(buffer.base, 0x0A, filled) else {
          filled = 0
          continue
        }
        let skipped = end - UnsafeMutableRawPointer(buffer.base) + 1
        memmove(buffer.base, buffer.base + skipped, filled - skipped)
        filled -= skipped
        isSkipping = false
        if filled == 0 { continue }
        if let lines = lines(buffer, filled, from: 0) { return .lines(lines) }
      } else if let lines = lines(buffer, filled, from: from) {
        return .lines(lines)
      }
      if filled > limit {
        isSkipping = true
        return .tooLong(filled)
      }
    }
  }

  /// The bytes of whole lines; what comes after is kept. nil where there is no line end.
  private func lines(_ buffer: LineBuffer, _ filled: Int, from: Int) -> Int? {
    var end = filled
    while end > from, buffer.base[end - 1] != 0x0A { end -= 1 }
    guard end > from else { return nil }
    rest.append(contentsOf: UnsafeBufferPointer(start: buffer.base + end, count: filled - end))
    return end
  }

  /// Bytes read; 0 at the end, -1 when nothing more is wanted or can be read.
  private func readMore(_ at: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int {
    while true {
      guard case .readable = wake.wait(for: input) else { return -1 }
      do throws(SystemError) { return try input.read(into: at, room) } catch {
        if !error.isTemporary { return -1 }
      }
    }
  }
}
