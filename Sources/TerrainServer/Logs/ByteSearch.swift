/// A search for a sequence of bytes, which does not look at most of the others (Horspool's).
struct ByteSearch: Sendable {
  private let key: [UInt8]
  /// By the byte where the sequence would end, how far it is to the next place where it may.
  private let shifts: [Int]

  /// A search for `text`, which is not empty.
  init(_ text: String) {
    key = Array(text.utf8)
    var shifts = [Int](repeating: key.count, count: 256)
    for (index, byte) in key.dropLast().enumerated() { shifts[Int(byte)] = key.count - 1 - index }
    self.shifts = shifts
  }

  /// The number of bytes that are searched for.
  var count: Int { key.count }

  /// The first place in `bytes` where they begin, at `start` or later; nil where there is none.
  func first(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let last = key.last else { return nil }
    return shifts.withUnsafeBufferPointer { shifts in
      var end = start + key.count - 1
      while end < bytes.count {
        let byte = bytes[end]
        let begin = end + 1 - key.count
        if byte == last, key.indices.allSatisfy({ bytes[begin + $0] == key[$0] }) { return begin }
        end += shifts[Int(byte)]
      }
      return nil
    }
  }
}
