/// Hashes that are the same in every run and on every machine, unlike `Hasher`: for choices that have to be repeated, and for detecting
/// that a file has changed. They are not cryptographic; use `SHA256` if collisions may be constructed on purpose.
package enum StableHash {
  /// MurmurHash3's `x86_32` by Austin Appleby, as specified by rollout and bucketing schemes.
  package static func murmur3x86(_ bytes: some Sequence<UInt8>, seed: UInt32 = 0) -> UInt32 {
    withBytes(of: bytes) { murmur3x86($0, seed: seed) }
  }

  /// `murmur3x86` of the text's UTF-8.
  package static func murmur3x86(_ text: Text, seed: UInt32 = 0) -> UInt32 { murmur3x86(text.utf8, seed: seed) }

  /// XXH64 by Yann Collet: fast, for fingerprints of large contents.
  package static func xxHash64(_ bytes: some Sequence<UInt8>, seed: UInt64 = 0) -> UInt64 {
    withBytes(of: bytes) { xxHash64($0, seed: seed) }
  }

  /// `xxHash64` of the text's UTF-8.
  package static func xxHash64(_ text: Text, seed: UInt64 = 0) -> UInt64 { xxHash64(text.utf8, seed: seed) }

  /// Calls `body` with the bytes in contiguous memory. Copies them only if they are not contiguous.
  static func withBytes<R>(of bytes: some Sequence<UInt8>, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    let result = bytes.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
    return result ?? Array(bytes).withUnsafeBytes(body)
  }
}

extension UnsafeRawBufferPointer {
  /// The little-endian number of `T`'s width at `offset`. The caller must ensure that it lies inside.
  @inline(__always)
  func littleEndian<T: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: T.Type) -> T {
    T(littleEndian: loadUnaligned(fromByteOffset: offset, as: T.self))
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  @inline(__always)
  func rotatedLeft(_ bits: Self) -> Self { self &<< bits | self &>> (Self(truncatingIfNeeded: Self.bitWidth) &- bits) }
}

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
