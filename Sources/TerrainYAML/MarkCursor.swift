import TerrainDocuments

/// Turns libyaml's marks, which count characters, into byte offsets. Marks come nearly in order, so each is computed from
/// the one before.
struct MarkCursor {
  private let base: UnsafePointer<UInt8>
  private let count: Int
  private let first: Int
  private let isASCII: Bool
  private var character = 0
  private var byte: Int

  /// A cursor over bytes whose characters are counted from `first`, after a byte order mark.
  init(base: UnsafePointer<UInt8>, count: Int, first: Int, isASCII: Bool) {
    self.base = base
    self.count = count
    self.first = first
    self.isASCII = isASCII
    byte = first
  }

  /// The byte offset of the character numbered `index`.
  @inline(__always)
  mutating func offset(_ index: Int) -> Int {
    if isASCII { return min(index + first, count) }
    if index != character { move(to: index) }
    return byte
  }

  @inline(never)
  private mutating func move(to index: Int) {
    while character < index, byte < count {
      // ASCII characters, up to eight at once.
      if count - byte >= 8 {
        let high = UnsafeRawPointer(base + byte).loadUnaligned(as: UInt64.self) & 0x8080_8080_8080_8080
        let step = min(index - character, high == 0 ? 8 : UInt64(littleEndian: high).trailingZeroBitCount >> 3)
        if step > 0 {
          byte += step
          character += step
          continue
        }
      }
      byte += 1
      while byte < count, base[byte] & 0xC0 == 0x80 { byte += 1 }
      character += 1
    }
    while character > index, byte > first {
      byte -= 1
      while byte > first, base[byte] & 0xC0 == 0x80 { byte -= 1 }
      character -= 1
    }
  }
}
