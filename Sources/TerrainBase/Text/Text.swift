/// Text compared by its bytes.
///
/// Swift's `String` treats canonically equivalent texts as equal ("é" and "e" + U+0301), also in ordering. The formats of this project do
/// not: CEL, JSON Schema, and rules for duplicate keys compare code points. The order of UTF-8 bytes *is* the order of code points, so
/// comparing bytes serves all of them.
public struct Text: Sendable {
  /// The same text as a Swift string, for display and for APIs that require a string.
  public var string: String

  /// Wraps `string`, unchanged (no normalization).
  @inlinable public init(_ string: String) { self.string = string }

  /// Decodes UTF-8; bytes that are not UTF-8 become U+FFFD.
  @inlinable package init(decoding bytes: some Collection<UInt8>) {
    self.string = String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes that are compared.
  @inlinable public var utf8: String.UTF8View { string.utf8 }

  /// True if the text has no bytes.
  @inlinable public var isEmpty: Bool { string.utf8.isEmpty }
}

extension Text: Hashable {
  /// Compares the bytes.
  @inlinable public static func == (lhs: Text, rhs: Text) -> Bool {
    // Texts with the same storage, or with the same inline bytes, are equal, whatever the other bits of a string mean.
    if MemoryLayout<String>.size == MemoryLayout<(UInt64, UInt64)>.size {
      let a = unsafeBitCast(lhs.string, to: (UInt64, UInt64).self)
      let b = unsafeBitCast(rhs.string, to: (UInt64, UInt64).self)
      if a == b { return true }
    }
    let (a, b) = (lhs.string.utf8, rhs.string.utf8)
    guard a.count == b.count else { return false }
    return a.withContiguousStorageIfAvailable { x in
      b.withContiguousStorageIfAvailable { y in Text.equalBytes(x, y) } ?? x.elementsEqual(b)
    } ?? a.elementsEqual(b)
  }

  /// - Precondition: The counts are equal. Inlined, eight bytes at a time: calls and the retain operations around them would cost more than
  ///   comparing the typical short texts.
  @inlinable package static func equalBytes(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
    let (a, b) = (UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
    var offset = 0
    while a.count - offset >= 8 {
      let x = a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if x != b.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
      offset += 8
    }
    while offset < a.count {
      if a[offset] != b[offset] { return false }
      offset += 1
    }
    return true
  }

  /// Hashes the bytes.
  @inlinable public func hash(into hasher: inout Hasher) {
    let hashed: Void? = string.utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if hashed == nil { for byte in string.utf8 { hasher.combine(byte) } }
    // Separates consecutive texts, so that the same bytes divided at another place hash differently.
    hasher.combine(0xFF as UInt8)
  }
}

extension Text {
  /// True if the bytes are `bytes`.
  @inlinable package func hasBytes(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let own = string.utf8
    guard own.count == bytes.count else { return false }
    return own.withContiguousStorageIfAvailable { Text.equalBytes($0, bytes) } ?? own.elementsEqual(bytes)
  }

  /// Copies the bytes into uninitialized memory from `start` on, as far as they fit. Returns the number of copied bytes.
  @inlinable package func copyBytes(to memory: UnsafeMutableBufferPointer<UInt8>, at start: Int) -> Int {
    let room = UnsafeMutableBufferPointer(rebasing: memory[start...])
    let copied = string.utf8.withContiguousStorageIfAvailable { bytes in
      room.initialize(fromContentsOf: UnsafeBufferPointer(rebasing: bytes.prefix(room.count)))
    }
    return copied ?? room.initialize(from: string.utf8).index
  }

  /// True if the first bytes are those of `part`.
  package func begins(with part: Text) -> Bool { hasBytes(of: part, atEnd: false) }

  /// True if the last bytes are those of `part`.
  package func ends(with part: Text) -> Bool { hasBytes(of: part, atEnd: true) }

  private func hasBytes(of part: Text, atEnd: Bool) -> Bool {
    let (own, others) = (string.utf8, part.string.utf8)
    guard own.count >= others.count else { return false }
    return own.withContiguousStorageIfAvailable { x in
      others.withContiguousStorageIfAvailable { y in
        let start = atEnd ? x.count - y.count : 0
        return Text.equalBytes(UnsafeBufferPointer(rebasing: x[start..<start + y.count]), y)
      }
    }.flatMap { $0 } ?? (atEnd ? own.suffix(others.count) : own.prefix(others.count)).elementsEqual(others)
  }
}

extension Text: Comparable {
  /// Orders by code points.
  @inlinable public static func < (lhs: Text, rhs: Text) -> Bool { lhs.compare(to: rhs) == .less }

  /// Compares by code points. If a text is a prefix of the other, it comes first.
  @inlinable public func compare(to other: Text) -> Ordering {
    let (a, b) = (string.utf8, other.string.utf8)
    let order = a.withContiguousStorageIfAvailable { x in
      b.withContiguousStorageIfAvailable { y in Text.compareBytes(x, y) }
    }
    if case .some(.some(let order)) = order { return order }
    // Strings that do not store UTF-8: bridged strings on Apple's platforms.
    return a.elementsEqual(b) ? .equal : (a.lexicographicallyPrecedes(b) ? .less : .greater)
  }

  /// Orders two texts by code points, given their bytes.
  @inlinable package static func isBefore(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Bool {
    compareBytes(a, b) == .less
  }

  /// The first eight bytes that differ, read as a big-endian number, decide.
  @inlinable static func compareBytes(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Ordering {
    let (a, b) = (UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b))
    let common = min(a.count, b.count)
    var offset = 0
    while common - offset >= 8 {
      let x = a.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let y = b.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if x != y { return Ordering(x.bigEndian, y.bigEndian) }
      offset += 8
    }
    while offset < common {
      if a[offset] != b[offset] { return Ordering(a[offset], b[offset]) }
      offset += 1
    }
    return Ordering(a.count, b.count)
  }
}

extension Text: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, CustomStringConvertible {
  /// The text of a literal.
  @inlinable public init(stringLiteral value: String) { self.init(value) }
  /// The text itself.
  public var description: String { string }
}

extension StringProtocol where Index == String.Index {
  /// The first range of this text whose bytes are those of `pattern`, which must not be empty, or nil if it does not occur.
  ///
  /// The standard library's search belongs to its regular expressions, which Embedded Swift does not have.
  package func firstRange(ofBytes pattern: String) -> Range<Index>? {
    let pattern = Array(pattern.utf8)
    guard let first = pattern.first else { return nil }
    var from = utf8.startIndex
    while let start = utf8[from...].firstIndex(of: first) {
      if utf8[start...].starts(with: pattern) { return start..<utf8.index(start, offsetBy: pattern.count) }
      from = utf8.index(after: start)
    }
    return nil
  }
}
