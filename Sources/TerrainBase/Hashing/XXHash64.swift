extension StableHash {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// The XXH64 hash of bytes that arrive in pieces. The hash does not depend on how the bytes are divided into pieces.
  ///
  /// Follows the xxHash specification 0.2.0 (`doc/xxhash_spec.md`).
  package struct XXHash64: Sendable {
    private let seed: UInt64
    private var lanes: (UInt64, UInt64, UInt64, UInt64)
    /// The bytes after the last complete stripe.
    private var rest: [UInt8] = []
    private var count: UInt64 = 0

    /// The hash of the empty input.
    package init(seed: UInt64 = 0) {
      self.seed = seed
      lanes = (seed &+ prime1 &+ prime2, seed &+ prime2, seed, seed &- prime1)
    }

    /// Appends bytes to the hashed input.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
      count &+= UInt64(bytes.count)
      var offset = 0
      if !rest.isEmpty {
        offset = min(stripe - rest.count, bytes.count)
        rest.append(contentsOf: bytes[..<offset])
        guard rest.count == stripe else { return }
        let full = rest
        full.withUnsafeBytes { mix($0, from: 0) }
        rest.removeAll(keepingCapacity: true)
      }
      offset = mixStripes(bytes, from: offset)
      rest.append(contentsOf: bytes[offset...])
    }

    /// Mixes in the complete stripes from `offset` on; returns the offset after them.
    fileprivate mutating func mixStripes(_ bytes: UnsafeRawBufferPointer, from offset: Int) -> Int {
      var offset = offset
      while offset + stripe <= bytes.count {
        mix(bytes, from: offset)
        offset += stripe
      }
      return offset
    }

    @inline(__always)
    private mutating func mix(_ bytes: UnsafeRawBufferPointer, from offset: Int) {
      lanes.0 = round(lanes.0, bytes.littleEndian(at: offset, as: UInt64.self))
      lanes.1 = round(lanes.1, bytes.littleEndian(at: offset + 8, as: UInt64.self))
      lanes.2 = round(lanes.2, bytes.littleEndian(at: offset + 16, as: UInt64.self))
      lanes.3 = round(lanes.3, bytes.littleEndian(at: offset + 24, as: UInt64.self))
    }

    /// The hash of all bytes added until now.
    package var value: UInt64 { rest.withUnsafeBytes { value(of: count, with: $0) } }

    /// The hash of `count` bytes, of which `rest` fill no stripe and the others were mixed in.
    fileprivate func value(of count: UInt64, with rest: UnsafeRawBufferPointer) -> UInt64 {
      var hash: UInt64
      if count >= UInt64(stripe) {
        let (a, b, c, d) = lanes
        hash = a.rotatedLeft(1) &+ b.rotatedLeft(7) &+ c.rotatedLeft(12) &+ d.rotatedLeft(18)
        for lane in [a, b, c, d] { hash = (hash ^ round(0, lane)) &* prime1 &+ prime4 }
      } else {
        hash = seed &+ prime5
      }
      return finished(hash &+ count, with: rest)
    }
  }

  /// The number of bytes that are mixed in at once.
  private static let stripe = 32

  static func xxHash64(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var hash = XXHash64(seed: seed)
    let end = hash.mixStripes(bytes, from: 0)
    return hash.value(of: UInt64(bytes.count), with: UnsafeRawBufferPointer(rebasing: bytes[end...]))
  }

  /// Mixes in the bytes after the last complete stripe.
  private static func finished(_ start: UInt64, with bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = start
    var offset = 0
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
