/// The positions of texts in a list that authors wrote: ids, values of enums, names of fields. Short lists are searched by comparison,
/// which is fastest; longer lists by a hash that is cheaper than `Hasher`, which guards against keys chosen to collide.
package struct TextLookup: Sendable {
  private let texts: [Text]
  /// A hash table with open addressing: the position of a text plus one, or 0 for a free slot. At most half full; empty for short lists.
  private let table: [UInt32]

  /// The maximum number of texts that are compared one by one.
  private static let few = 8

  /// The positions of `texts`. For a repeated text, the first position.
  package init(_ texts: [Text]) {
    self.texts = texts
    guard texts.count > Self.few else {
      table = []
      return
    }
    var capacity = 16
    while capacity < texts.count * 2 { capacity *= 2 }
    var table = [UInt32](repeating: 0, count: capacity)
    for (position, text) in texts.enumerated() {
      var slot = Int(truncatingIfNeeded: Self.hash(text)) & (capacity - 1)
      while table[slot] != 0, texts[Int(table[slot]) - 1] != text { slot = (slot + 1) & (capacity - 1) }
      if table[slot] == 0 { table[slot] = UInt32(truncatingIfNeeded: position + 1) }
    }
    self.table = table
  }

  /// The position of `text`, or nil if the list does not have it.
  package func position(of text: Text) -> Int? {
    position(where: { $0 == text }, hash: Self.hash(text))
  }

  /// The position of the text whose bytes are `bytes`, or nil if the list does not have it. Avoids creating a `Text` from input.
  package func position(of bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    position(where: { $0.hasBytes(bytes) }, hash: Self.hash(UnsafeRawBufferPointer(bytes)))
  }

  /// The position of the text that `matches`, whose hash is `hash`.
  @inline(__always)
  private func position(where matches: (Text) -> Bool, hash: @autoclosure () -> UInt64) -> Int? {
    // A loop over the array would retain and release every text.
    texts.withUnsafeBufferPointer { texts in
      if table.isEmpty { return texts.firstIndex(where: matches) }
      return table.withUnsafeBufferPointer { table in
        var slot = Int(truncatingIfNeeded: hash()) & (table.count - 1)
        while table[slot] != 0 {
          let position = Int(table[slot]) - 1
          if matches(texts[position]) { return position }
          slot = (slot + 1) & (table.count - 1)
        }
        return nil
      }
    }
  }

  private static func hash(_ text: Text) -> UInt64 {
    text.utf8.withContiguousStorageIfAvailable { hash(UnsafeRawBufferPointer($0)) }
      ?? Array(text.utf8).withUnsafeBytes { hash($0) }
  }

  /// Hashes eight bytes at a time; each step multiplies and folds.
  private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: bytes.count)
    var offset = 0
    while bytes.count - offset >= 8 {
      hash = fold(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return fold(hash ^ rest)
  }

  @inline(__always) private static func fold(_ number: UInt64) -> UInt64 {
    let (high, low) = number.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return high ^ low
  }
}
