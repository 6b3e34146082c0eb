/// What a client has sent of a line whose end has not come.
struct ConnectionInput {
  private let limit: Int
  private var partial: [UInt8] = []
  private var isSkipping = false

  init(limit: Int) { self.limit = limit }

  /// What bytes came to.
  enum Piece {
    /// Lines, ends included; the last one of all may have none.
    case lines([UInt8])
    /// The beginning of a line that is longer than the limit; the rest of it is skipped.
    case tooLong([UInt8])
  }

  /// Adds `bytes` that were received.
  mutating func add(_ bytes: UnsafeRawBufferPointer) -> Piece? {
    var bytes = bytes
    if isSkipping {
      guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
      bytes = UnsafeRawBufferPointer(rebasing: bytes[(end + 1)...])
      isSkipping = false
    }
    if let end = bytes.lastIndex(of: 0x0A) {
      var lines = partial
      lines.append(contentsOf: bytes[...end])
      partial = Array(bytes[(end + 1)...])
      return .lines(lines)
    }
    partial.append(contentsOf: bytes)
    guard partial.count > limit else { return nil }
    isSkipping = true
    defer { partial = [] }
    return .tooLong(partial)
  }

  /// The last line, where it has no end.
  mutating func end() -> [UInt8]? {
    defer { partial = [] }
    return partial.isEmpty || isSkipping ? nil : partial
  }
}
