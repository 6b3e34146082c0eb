extension StableHash {
  /// `MurmurHash3_x86_32` of smhasher's `MurmurHash3.cpp` (public domain).
  static func murmur3x86(_ bytes: UnsafeRawBufferPointer, seed: UInt32) -> UInt32 {
    var hash = seed
    let tail = bytes.count & ~3
    for offset in stride(from: 0, to: tail, by: 4) {
      hash ^= mixed(bytes.littleEndian(at: offset, as: UInt32.self))
      hash = hash.rotatedLeft(13) &* 5 &+ 0xE654_6B64
    }
    if tail < bytes.count {
      var rest: UInt32 = 0
      for offset in (tail..<bytes.count).reversed() { rest = rest << 8 | UInt32(bytes[offset]) }
      hash ^= mixed(rest)
    }
    hash ^= UInt32(truncatingIfNeeded: bytes.count)
    hash = (hash ^ hash >> 16) &* 0x85EB_CA6B
    hash = (hash ^ hash >> 13) &* 0xC2B2_AE35
    return hash ^ hash >> 16
  }

  private static func mixed(_ block: UInt32) -> UInt32 { (block &* 0xCC9E_2D51).rotatedLeft(15) &* 0x1B87_3593 }
}
