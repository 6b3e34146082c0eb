/// Hashes that are the same in every run and on every machine, unlike `Hasher`: for choices that have to be repeated,
/// and for telling whether a file has changed. None of them is for secrets; against somebody who wants two contents to
/// have one hash, use `SHA256`.
package enum StableHash {
  /// MurmurHash3's `x86_32` by Austin Appleby, which rollout and bucketing schemes are specified with.
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

  /// The bytes in one piece, copied only where they are not so already.
  static func withBytes<R>(of bytes: some Sequence<UInt8>, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    let result = bytes.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
    return result ?? Array(bytes).withUnsafeBytes(body)
  }
}

extension UnsafeRawBufferPointer {
  /// The little-endian number of `T`'s width at `offset`. The caller has seen to it that it lies inside.
  @inline(__always)
  func littleEndian<T: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: T.Type) -> T {
    T(littleEndian: loadUnaligned(fromByteOffset: offset, as: T.self))
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  @inline(__always)
  func rotatedLeft(_ bits: Self) -> Self { self &<< bits | self &>> (Self(truncatingIfNeeded: Self.bitWidth) &- bits) }
}
