/// Finds the first byte that is not UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
struct UTF8Validation {
  let firstInvalid: Int?
  let isASCII: Bool

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var isASCII = true
    var index = 0
    let count = bytes.count
    guard let base = bytes.baseAddress else {
      firstInvalid = nil
      self.isASCII = true
      return
    }
    while index < count {
      if count - index >= 32 {
        let a = UnsafeRawPointer(base + index).loadUnaligned(as: SIMD4<UInt64>.self)
        if (a.x | a.y | a.z | a.w) & 0x8080_8080_8080_8080 == 0 {
          index += 32
          continue
        }
      }
      let stop = min(index + 32, count)
      while index < stop {
        if base[index] < 0x80 {
          index += 1
          continue
        }
        isASCII = false
        let length = Self.sequenceLength(base + index, available: count - index)
        if length == 0 {
          firstInvalid = index
          self.isASCII = false
          return
        }
        index += length
      }
    }
    firstInvalid = nil
    self.isASCII = isASCII
  }

  /// The length of the well-formed sequence at `at`, which begins with a byte of 0x80 or more; 0 when there is none.
  private static func sequenceLength(_ at: UnsafePointer<UInt8>, available: Int) -> Int {
    func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
    let first = at[0]
    switch first {
    case 0xC2...0xDF:
      return available >= 2 && isContinuation(at[1]) ? 2 : 0
    case 0xE0...0xEF:
      guard available >= 3, isContinuation(at[1]), isContinuation(at[2]) else { return 0 }
      if first == 0xE0 && at[1] < 0xA0 { return 0 }
      if first == 0xED && at[1] > 0x9F { return 0 }
      return 3
    case 0xF0...0xF4:
      guard available >= 4, isContinuation(at[1]), isContinuation(at[2]), isContinuation(at[3]) else { return 0 }
      if first == 0xF0 && at[1] < 0x90 { return 0 }
      if first == 0xF4 && at[1] > 0x8F { return 0 }
      return 4
    default:
      return 0
    }
  }
}
