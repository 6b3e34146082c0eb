/// Text compared by its bytes.
///
/// Swift's `String` takes canonically equivalent texts for equal ("é" and "e" + U+0301), and orders them so. The
/// formats this project reads do not: CEL, JSON Schema and duplicate-key rules compare code points. UTF-8's byte order
/// *is* code point order, so comparing bytes serves them all.
public struct Text: Sendable {
  /// The same text as a Swift string, for showing to people and for APIs that want one.
  public var string: String

  /// Wraps `string`, unchanged (no normalization).
  @inlinable public init(_ string: String) { self.string = string }

  /// Decodes UTF-8; bytes that are not UTF-8 become U+FFFD.
  @inlinable public init(decoding bytes: some Collection<UInt8>) {
    self.string = String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes that are compared.
  @inlinable public var utf8: String.UTF8View { string.utf8 }

  /// True when there are no bytes.
  @inlinable public var isEmpty: Bool { string.utf8.isEmpty }
}

extension Text: Hashable {
  /// The same bytes.
  @inlinable public static func == (lhs: Text, rhs: Text) -> Bool {
    let a = lhs.string.utf8
    let b = rhs.string.utf8
    guard a.count == b.count else { return false }
    return a.withContiguousStorageIfAvailable { x in
      b.withContiguousStorageIfAvailable { y in x.elementsEqual(y) } ?? x.elementsEqual(b)
    } ?? a.elementsEqual(b)
  }

  /// Hashes the bytes.
  @inlinable public func hash(into hasher: inout Hasher) {
    let hashed: Void? = string.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if hashed == nil { for byte in string.utf8 { hasher.combine(byte) } }
    hasher.combine(0xFF as UInt8)
  }
}

extension Text: Comparable {
  /// Code point order.
  @inlinable public static func < (lhs: Text, rhs: Text) -> Bool {
    lhs.string.utf8.lexicographicallyPrecedes(rhs.string.utf8)
  }
}

extension Text: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The text of a literal.
  @inlinable public init(stringLiteral value: String) { self.init(value) }
  /// The text itself.
  public var description: String { string }
}
