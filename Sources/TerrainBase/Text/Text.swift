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
  @inlinable package init(decoding bytes: some Collection<UInt8>) {
    self.string = String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes that are compared.
  @inlinable public var utf8: String.UTF8View { string.utf8 }

  /// True if the text has no bytes.
  @inlinable public var isEmpty: Bool { string.utf8.isEmpty }
}

extension Text: Hashable {
  /// The same bytes.
  @inlinable public static func == (lhs: Text, rhs: Text) -> Bool {
    // The same storage, or the same few bytes held inline, are the same text whatever else a string's words mean.
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

  /// The counts are equal. Inlined, eight bytes at a time: calls, and the retaining around them, cost more than the
  /// comparison of the short texts that are usual here.
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
    // So that two texts one after another hash unlike the same bytes divided elsewhere.
    hasher.combine(0xFF as UInt8)
  }
}

extension Text {
  /// Returns true when the bytes are `bytes`.
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

  /// Returns true when the first bytes are those of `part`.
  package func begins(with part: Text) -> Bool { hasBytes(of: part, atEnd: false) }

  /// Returns true when the last bytes are those of `part`.
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
  /// Code point order.
  @inlinable public static func < (lhs: Text, rhs: Text) -> Bool { lhs.compare(to: rhs) == .less }

  /// Compares by code points. If a text is a prefix of the other, it comes first.
  @inlinable public func compare(to other: Text) -> Ordering {
    let (a, b) = (string.utf8, other.string.utf8)
    let order = a.withContiguousStorageIfAvailable { x in
      b.withContiguousStorageIfAvailable { y in Text.compareBytes(x, y) }
    }
    if case .some(.some(let order)) = order { return order }
    // Strings that hold no UTF-8: bridged ones on Apple's platforms.
    return a.elementsEqual(b) ? .equal : (a.lexicographicallyPrecedes(b) ? .less : .greater)
  }

  /// Code point order of two texts' bytes.
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
  /// The standard library's search is in its regular expressions, which Embedded Swift does not have.
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
