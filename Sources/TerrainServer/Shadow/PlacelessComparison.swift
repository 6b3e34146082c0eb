/// A comparison of compact JSON byte by byte, which ignores where rules are written: a shadow's are in other files. It reads no JSON, for
/// most results are the same.
enum PlacelessComparison {
  private static let fileKey = ByteSearch(#""file":"#)
  private static let lineKey = ByteSearch(#""line":"#)
  private static let decisionKey = ByteSearch(#""decision":"#)
  private static let lineBytes = Array(#","line":"#.utf8)

  /// Whether `a` and `b` are surely the same but for `file` and `line` of objects that name a decision.
  static func areSame(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    var (first, second) = (0, 0)
    while let file = fileKey.first(in: a, from: first) {
      let length = file + fileKey.count - first
      guard second + length <= b.count,
        a.part(first..<first + length).isEqual(to: b.part(second..<second + length))
      else { return false }
      let isRule = isOfRule(a, first, file)
      (first, second) = (first + length, second + length)
      guard isRule else { continue }
      guard let firstEnd = end(of: a, first), let secondEnd = end(of: b, second) else { return false }
      (first, second) = (firstEnd, secondEnd)
    }
    return a.part(first..<a.count).isEqual(to: b.part(second..<b.count))
  }

  /// Whether something in `bytes` may be where a rule is written. `"file":` is nowhere inside a text, where each quotation mark has a
  /// backslash before it.
  static func mayHavePlaces(_ bytes: UnsafeRawBufferPointer) -> Bool {
    fileKey.first(in: bytes, from: 0) != nil || lineKey.first(in: bytes, from: 0) != nil
  }

  /// Whether the object that has a `file` at `file` names its decision before it, at `start` or later.
  private static func isOfRule(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ file: Int) -> Bool {
    let bracket = bytes[start..<file].lastIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
    guard let bracket else { return false }
    return decisionKey.first(in: bytes.part(bracket..<file), from: 0) != nil
  }

  /// Where the file and the line end whose values begin at `start`.
  private static func end(of bytes: UnsafeRawBufferPointer, _ start: Int) -> Int? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { return nil }
    var at = bytes.endOfText(from: start)
    guard at + lineBytes.count <= bytes.count, bytes[at..<at + lineBytes.count].elementsEqual(lineBytes) else {
      return nil
    }
    at += lineBytes.count
    while at < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[at] { at += 1 }
    return at
  }
}
