/// A comparison of two results byte by byte, which looks past where rules are written: a shadow's are in other files. It reads no JSON, for
/// most results are the same.
struct PlacelessComparison {
  private static let fileKey = ByteSearch(#""file":"#)
  private static let decisionKey = ByteSearch(#""decision":"#)
  private static let lineKey = Array(#","line":"#.utf8)

  /// Whether `a` and `b` are surely the same but for `file` and `line` of objects that name a decision.
  static func areSame(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    var (first, second) = (0, 0)
    while let file = fileKey.first(in: a, from: first) {
      let length = file + fileKey.count - first
      guard second + length <= b.count, isEqual(a, first, b, second, length) else { return false }
      let isRule = isOfRule(a, first, file)
      (first, second) = (first + length, second + length)
      guard isRule else { continue }
      guard let firstEnd = end(of: a, first), let secondEnd = end(of: b, second) else { return false }
      (first, second) = (firstEnd, secondEnd)
    }
    return a.count - first == b.count - second && isEqual(a, first, b, second, a.count - first)
  }

  /// Whether the object that has a `file` at `file` names its decision before it, at `start` or later.
  private static func isOfRule(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ file: Int) -> Bool {
    var (at, found) = (start, nil as Int?)
    while let decision = decisionKey.first(in: bytes, from: at), decision < file {
      (at, found) = (decision + decisionKey.count, decision)
    }
    guard let found else { return false }
    return !bytes[found..<file].contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
  }

  /// Where the file and the line end whose values begin at `start`.
  private static func end(of bytes: UnsafeRawBufferPointer, _ start: Int) -> Int? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { return nil }
    var at = start + 1
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
    at += 1
    guard at + lineKey.count <= bytes.count, bytes[at..<at + lineKey.count].elementsEqual(lineKey) else { return nil }
    at += lineKey.count
    while at < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[at] { at += 1 }
    return at
  }

  private static func isEqual(
    _ a: UnsafeRawBufferPointer, _ first: Int, _ b: UnsafeRawBufferPointer, _ second: Int, _ count: Int
  ) -> Bool { a[first..<first + count].elementsEqual(b[second..<second + count]) }
}
