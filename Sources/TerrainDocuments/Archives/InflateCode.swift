/// Bits, the lowest of a byte first.
struct InflateBits {
  private let input: ArraySlice<UInt8>
  private var next: Int
  private var held: UInt32 = 0
  private var count = 0

  init(_ input: ArraySlice<UInt8>) {
    self.input = input
    next = input.startIndex
  }

  /// How many bytes were read, one of which only a part was read included.
  var position: Int { next - input.startIndex - count / 8 }

  /// The next bits, at most 16, without reading them; zeros after the end.
  mutating func look() -> Int {
    while count < 16, next < input.endIndex {
      held |= UInt32(input[next]) << UInt32(count)
      next += 1
      count += 8
    }
    return Int(held & 0xFFFF)
  }

  mutating func skip(_ bits: Int) throws(InflateError) {
    guard bits <= count else { throw .isCut }
    held >>= UInt32(bits)
    count -= bits
  }

  mutating func bits(_ bits: Int) throws(InflateError) -> Int {
    let value = look() & ((1 << bits) - 1)
    try skip(bits)
    return value
  }

  mutating func dropPartOfByte() {
    held >>= UInt32(count % 8)
    count -= count % 8
  }

  /// The next bytes, after ``dropPartOfByte()``.
  mutating func bytes(_ length: Int) throws(InflateError) -> ArraySlice<UInt8> {
    let start = next - count / 8
    guard length <= input.endIndex - start else { throw .isCut }
    next = start + length
    held = 0
    count = 0
    return input[start..<next]
  }
}

/// A Huffman code: symbols by their bits.
struct InflateCode {
  private static let shortest = 9
  private static let longest = 15

  static let fixedLengths = complete(
    [(144, 8), (112, 9), (24, 7), (8, 8)].flatMap { [UInt8](repeating: $0.1, count: $0.0) })
  static let fixedDistances = complete([UInt8](repeating: 5, count: 32))

  /// By the next ``shortest`` bits: a symbol times 16 and how long its code is; 0 for longer codes.
  private var short = [UInt16](repeating: 0, count: 1 << Self.shortest)
  /// How many codes have each length.
  private var counts = [Int](repeating: 0, count: Self.longest + 1)
  /// Symbols in the order of their codes.
  private var symbols: [Int] = []

  /// The code in which the symbol `n` has `lengths[n]` bits; 0 is a symbol without a code.
  ///
  /// - Parameter mayBeSingle: whether one code of one bit may be the only one.
  /// - Throws: where more codes are used than there are, or fewer.
  init(_ lengths: [UInt8], mayBeSingle: Bool) throws(InflateError) {
    self.init(lengths)
    let used = symbols.count
    var left = 1
    for length in 1...Self.longest {
      left = left * 2 - counts[length]
      if left < 0 { throw .isWrong }
    }
    if left > 0, used > 0, !(mayBeSingle && used == counts[1]) { throw .isWrong }
  }

  private static func complete(_ lengths: [UInt8]) -> InflateCode { InflateCode(lengths) }

  private init(_ lengths: [UInt8]) {
    for length in lengths where length > 0 { counts[min(Int(length), Self.longest)] += 1 }
    for length in 1...Self.longest where counts[length] > 0 {
      for (symbol, own) in lengths.enumerated() where own == length { symbols.append(symbol) }
    }
    var (code, index) = (0, 0)
    for length in 1...Self.shortest {
      for _ in 0..<counts[length] {
        // Codes have their highest bit first.
        var start = 0
        for bit in 0..<length where code >> bit & 1 == 1 { start |= 1 << (length - 1 - bit) }
        while start < short.count {
          short[start] = UInt16(symbols[index] << 4 | length)
          start += 1 << length
        }
        code += 1
        index += 1
      }
      code <<= 1
    }
  }

  func symbol(_ reader: inout InflateBits) throws(InflateError) -> Int {
    let bits = reader.look()
    let entry = short[bits & (short.count - 1)]
    if entry != 0 {
      try reader.skip(Int(entry & 15))
      return Int(entry >> 4)
    }
    var (code, first, index) = (0, 0, 0)
    for length in 1...Self.longest {
      code |= bits >> (length - 1) & 1
      let count = counts[length]
      if code - count < first {
        try reader.skip(length)
        return symbols[index + code - first]
      }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw .isWrong
  }
}
