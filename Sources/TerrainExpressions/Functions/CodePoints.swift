import TerrainBase

/// Positions in texts: CEL counts code points, a text is kept in bytes.
enum CodePoints {
  /// The number of code points in `bytes`, which are UTF-8.
  static func count(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.withContiguousStorageIfAvailable { buffer in buffer.reduce(0) { $0 &+ ($1 & 0xC0 != 0x80 ? 1 : 0) } }
      ?? bytes.reduce(0) { $0 + ($1 & 0xC0 != 0x80 ? 1 : 0) }
  }

  /// Where the code point `index` begins; the end for an index equal to the count, nil beyond.
  static func offset(of index: Int64, in bytes: [UInt8]) -> Int? {
    guard index >= 0, index <= Int64(bytes.count) else { return nil }
    var left = Int(index)
    var offset = 0
    while left > 0 {
      guard offset < bytes.count else { return nil }
      offset = next(after: offset, in: bytes)
      left -= 1
    }
    return offset
  }

  /// The end of the code point that begins at `offset`, which lies before the end.
  static func next(after offset: Int, in bytes: [UInt8]) -> Int {
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }
}

/// Finds bytes in bytes in linear time (Knuth, Morris and Pratt 1977). UTF-8 in UTF-8 matches at code points only.
struct ByteSearch {
  private let needle: [UInt8]
  /// For each prefix of the needle, the length of the longest proper one it also ends with.
  private let fallback: [Int]

  init(_ needle: [UInt8]) {
    self.needle = needle
    var fallback = [Int](repeating: 0, count: needle.count)
    var matched = 0
    for index in needle.indices.dropFirst() {
      while matched > 0, needle[index] != needle[matched] { matched = fallback[matched - 1] }
      if needle[index] == needle[matched] { matched += 1 }
      fallback[index] = matched
    }
    self.fallback = fallback
  }

  /// Where the needle, which is not empty, first begins at or after `start`.
  func first(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { first(in: $0, from: start) }
  }

  private func first(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    needle.withUnsafeBufferPointer { needle in
      fallback.withUnsafeBufferPointer { fallback in
        var matched = 0
        var index = start
        while index < bytes.count {
          let byte = bytes[index]
          while matched > 0, byte != needle[matched] { matched = fallback[matched &- 1] }
          if byte == needle[matched] { matched &+= 1 }
          index &+= 1
          if matched == needle.count { return index &- matched }
        }
        return nil
      }
    }
  }

  /// Returns true when `text` contains `part`.
  static func contains(_ text: Text, _ part: Text) -> Bool {
    guard text.utf8.count >= part.utf8.count else { return false }
    let decided = text.utf8.withContiguousStorageIfAvailable { bytes in
      part.utf8.withContiguousStorageIfAvailable { needle in
        containsAtOnce(bytes, needle) ?? (ByteSearch(Array(needle)).first(in: bytes, from: 0) != nil)
      }
    }
    if let decided, let contains = decided { return contains }
    return part.isEmpty || ByteSearch(Array(part.utf8)).first(in: Array(text.utf8), from: 0) != nil
  }

  /// Compares the needle at each position in turn where its first and last byte are, which needs no table; nil where that
  /// compares more than about a byte and a half for each byte of the text, which would not be linear.
  private static func containsAtOnce(
    _ bytes: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>
  ) -> Bool? {
    guard let first = needle.first, let last = needle.last else { return true }
    var budget = 64 &+ bytes.count / 2
    let end = needle.count &- 1
    for start in 0...(bytes.count - needle.count) where bytes[start] == first && bytes[start &+ end] == last {
      var matched = 1
      while matched < needle.count, bytes[start &+ matched] == needle[matched] { matched &+= 1 }
      if matched == needle.count { return true }
      budget &-= matched
      if budget < 0 { return nil }
    }
    return false
  }

  /// Where `needle`, which is not empty, last begins at or before `start`.
  static func last(_ needle: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    let end = min(bytes.count, start + needle.count)
    let match = ByteSearch(needle.reversed()).first(in: bytes[..<end].reversed(), from: 0)
    return match.map { end - $0 - needle.count }
  }
}
