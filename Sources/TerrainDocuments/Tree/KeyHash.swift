/// 24 bits that distinguish most keys, kept in a key's node. Seeded once per process, so that an attacker cannot write a
/// document whose keys collide; never shown, never stored.
package enum KeyHash {
  package static let seed = UInt64.random(in: .min ... .max) | 1

  /// The hash of a key's bytes.
  @inlinable package static func hash(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt32 {
    let count = bytes.count
    var state = seed ^ UInt64(truncatingIfNeeded: count)
    guard count > 0, let raw = UnsafeRawPointer(bytes.baseAddress) else {
      return UInt32(truncatingIfNeeded: mix(state) >> 40)
    }
    var offset = 0
    while count - offset > 8 {
      state = mix(state ^ raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    let last: UInt64
    if count >= 8 {
      last = raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    } else if count >= 4 {
      last =
        UInt64(raw.loadUnaligned(as: UInt32.self)) << 32
        | UInt64(raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self))
    } else {
      last = UInt64(bytes[0]) | UInt64(bytes[count / 2]) << 8 | UInt64(bytes[count - 1]) << 16
    }
    return UInt32(truncatingIfNeeded: mix(state ^ last) >> 40)
  }

  @inlinable package static func mix(_ value: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return high ^ low
  }
}
