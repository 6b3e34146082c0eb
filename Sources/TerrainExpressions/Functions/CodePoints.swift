import TerrainValues

/// Positions in texts: CEL counts code points, a text is kept in bytes.
enum CodePoints {
  /// How many code points `bytes`, which are UTF-8, hold.
  static func count(_ bytes: some Sequence<UInt8>) -> Int {
    var count = 0
    for byte in bytes where byte & 0xC0 != 0x80 { count += 1 }
    return count
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

/// Finds bytes in bytes in linear time (Knuth, Morris and Pratt 1977). UTF-8 in UTF-8 is found at code points only.
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
    var matched = 0
    var index = start
    while index < bytes.count {
      while matched > 0, bytes[index] != needle[matched] { matched = fallback[matched - 1] }
      if bytes[index] == needle[matched] { matched += 1 }
      index += 1
      if matched == needle.count { return index - matched }
    }
    return nil
  }

  /// A needle of at most so many bytes is faster looked for at each place in turn, and no slower than linear.
  private static let shortNeedle = 16

  /// True when `text` holds `part`.
  static func contains(_ text: Text, _ part: Text) -> Bool {
    if part.utf8.count <= shortNeedle {
      let found = text.utf8.withContiguousStorageIfAvailable { bytes in
        part.utf8.withContiguousStorageIfAvailable { holds(bytes, $0) }
      }
      if let found, let found { return found }
    }
    return part.isEmpty || ByteSearch(Array(part.utf8)).first(in: Array(text.utf8), from: 0) != nil
  }

  private static func holds(_ bytes: UnsafeBufferPointer<UInt8>, _ needle: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = needle.first else { return true }
    guard bytes.count >= needle.count else { return false }
    for start in 0...(bytes.count - needle.count) where bytes[start] == first {
      if bytes[start..<start + needle.count].elementsEqual(needle) { return true }
    }
    return false
  }

  /// Where `needle`, which is not empty, last begins at or before `start`.
  static func last(_ needle: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    let end = min(bytes.count, start + needle.count)
    let found = ByteSearch(needle.reversed()).first(in: bytes[..<end].reversed(), from: 0)
    return found.map { end - $0 - needle.count }
  }
}
