extension StableHash {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// XXH64, by the xxHash specification 0.2.0 (`doc/xxhash_spec.md`).
  static func xxHash64(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var offset = 0
    var hash: UInt64
    if bytes.count >= 32 {
      var (a, b, c, d) = (seed &+ prime1 &+ prime2, seed &+ prime2, seed, seed &- prime1)
      while offset + 32 <= bytes.count {
        a = round(a, bytes.littleEndian(at: offset, as: UInt64.self))
        b = round(b, bytes.littleEndian(at: offset + 8, as: UInt64.self))
        c = round(c, bytes.littleEndian(at: offset + 16, as: UInt64.self))
        d = round(d, bytes.littleEndian(at: offset + 24, as: UInt64.self))
        offset += 32
      }
      hash = a.rotatedLeft(1) &+ b.rotatedLeft(7) &+ c.rotatedLeft(12) &+ d.rotatedLeft(18)
      for lane in [a, b, c, d] { hash = (hash ^ round(0, lane)) &* prime1 &+ prime4 }
    } else {
      hash = seed &+ prime5
    }
    hash &+= UInt64(bytes.count)
    while offset + 8 <= bytes.count {
      hash ^= round(0, bytes.littleEndian(at: offset, as: UInt64.self))
      hash = hash.rotatedLeft(27) &* prime1 &+ prime4
      offset += 8
    }
    if offset + 4 <= bytes.count {
      hash ^= UInt64(bytes.littleEndian(at: offset, as: UInt32.self)) &* prime1
      hash = hash.rotatedLeft(23) &* prime2 &+ prime3
      offset += 4
    }
    for byte in bytes[offset...] {
      hash ^= UInt64(byte) &* prime5
      hash = hash.rotatedLeft(11) &* prime1
    }
    hash = (hash ^ hash >> 33) &* prime2
    hash = (hash ^ hash >> 29) &* prime3
    return hash ^ hash >> 32
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
    (lane &+ input &* prime2).rotatedLeft(31) &* prime1
  }
}
