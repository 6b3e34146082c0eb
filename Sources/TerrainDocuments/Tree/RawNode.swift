/// The kind of a node.
package enum NodeKind: UInt8, Sendable, Hashable {
  case null = 0
  case bool = 1
  case number = 2
  case string = 3
  case list = 4
  case map = 5
}

/// One node of a document's flat array, in 16 bytes. Children follow their parent (those of a map as key, value, key, value), so a subtree
/// is a contiguous range of nodes.
package struct RawNode: Sendable, BitwiseCopyable {
  /// The offset of its first byte in the source.
  package var start: UInt32
  /// The offset after its last byte in the source.
  package var end: UInt32
  /// For a container, the index after its last descendant. For a decoded string, the position of its text in the side buffer. For an alias,
  /// the index of its anchor.
  package var link: UInt32
  /// Kind (3 bits), form (5 bits), extra (24 bits: a container's count, a key's hash).
  package var meta: UInt32

  @inlinable package init(start: UInt32, end: UInt32, link: UInt32, meta: UInt32) {
    self.start = start
    self.end = end
    self.link = link
    self.meta = meta
  }

  /// The stored kinds: the numbers of ``NodeKind``, and one for aliases.
  package enum Tag {
    @inlinable package static var null: UInt32 { 0 }
    @inlinable package static var bool: UInt32 { 1 }
    @inlinable package static var number: UInt32 { 2 }
    @inlinable package static var string: UInt32 { 3 }
    @inlinable package static var list: UInt32 { 4 }
    @inlinable package static var map: UInt32 { 5 }
    @inlinable package static var alias: UInt32 { 6 }
  }

  /// The notation of a scalar. Different kinds reuse the numbers.
  package enum Form {
    /// A string whose text is the node's bytes.
    @inlinable package static var bare: UInt32 { 0 }
    /// A string whose text is the node's bytes without the first and the last.
    @inlinable package static var quoted: UInt32 { 1 }
    /// A string whose text is in the side buffer.
    @inlinable package static var decoded: UInt32 { 2 }

    @inlinable package static var `false`: UInt32 { 0 }
    @inlinable package static var `true`: UInt32 { 1 }

    /// Digits with or without a sign.
    @inlinable package static var integer: UInt32 { 0 }
    /// With a fraction or an exponent.
    @inlinable package static var fraction: UInt32 { 1 }
    /// `0x1F`.
    @inlinable package static var hexadecimal: UInt32 { 2 }
    /// `0o17`.
    @inlinable package static var octal: UInt32 { 3 }
    /// `.inf`, `.nan`.
    @inlinable package static var special: UInt32 { 4 }
  }

  /// The stored kind, one of ``Tag``.
  @inlinable package var tag: UInt32 { meta & 7 }
  /// The stored form, one of ``Form``.
  @inlinable package var form: UInt32 { (meta >> 3) & 31 }
  /// The count of a container (``countIsLarge`` if it does not fit), or the hash of a key.
  @inlinable package var extra: UInt32 { meta >> 8 }
  @inlinable package var isContainer: Bool { tag == Tag.list || tag == Tag.map }

  /// The largest ``extra``, which marks a count that did not fit, so that the children must be counted.
  @inlinable package static var countIsLarge: UInt32 { 0xFF_FFFF }

  /// Packs kind, form and extra.
  @inlinable package static func meta(_ tag: UInt32, form: UInt32 = 0, extra: UInt32 = 0) -> UInt32 {
    tag | form << 3 | extra << 8
  }
}

/// A hash of 24 bits that distinguishes most keys, stored in a key's node. Seeded once per process, so that an attacker cannot write a
/// document with colliding keys. It is never shown or saved.
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
