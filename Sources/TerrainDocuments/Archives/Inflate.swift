/// Why bytes could not be inflated.
package enum InflateError: Error, Equatable {
  /// They end before the last block does.
  case isCut
  /// They are not what a compressor writes.
  case isWrong
  /// What they contain is longer than was allowed.
  case isTooLong
}

/// Reads the deflated bytes of RFC 1951. What zlib's inflate refuses is refused here too.
package struct Inflate {
  private var reader: InflateBits
  private let limit: Int
  private var output: [UInt8] = []

  /// The bytes that `input` contains, at most `limit`, and how many bytes of `input` they took.
  package static func bytes(
    of input: ArraySlice<UInt8>, limit: Int
  ) throws(InflateError) -> (bytes: [UInt8], length: Int) {
    var inflate = Inflate(reader: InflateBits(input), limit: limit)
    try inflate.run()
    return (inflate.output, inflate.reader.position)
  }

  private init(reader: InflateBits, limit: Int) {
    self.reader = reader
    self.limit = limit
  }

  private mutating func run() throws(InflateError) {
    var isLast = false
    while !isLast {
      isLast = try reader.bits(1) == 1
      switch try reader.bits(2) {
      case 0: try stored()
      case 1: try codes(.fixedLengths, .fixedDistances)
      case 2: try dynamic()
      default: throw .isWrong
      }
    }
  }

  private mutating func stored() throws(InflateError) {
    reader.dropPartOfByte()
    let count = try reader.bits(16)
    guard try reader.bits(16) == count ^ 0xFFFF else { throw .isWrong }
    guard output.count + count <= limit else { throw .isTooLong }
    output += try reader.bytes(count)
  }

  // MARK: Codes

  /// How the lengths of codes are ordered.
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func dynamic() throws(InflateError) {
    let lengthCount = try reader.bits(5) + 257
    let distanceCount = try reader.bits(5) + 1
    let codeCount = try reader.bits(4) + 4
    guard lengthCount <= 286, distanceCount <= 30 else { throw .isWrong }
    var own = [UInt8](repeating: 0, count: 19)
    for symbol in Self.order.prefix(codeCount) { own[symbol] = UInt8(try reader.bits(3)) }
    let code = try InflateCode(own, mayBeSingle: false)
    var lengths: [UInt8] = []
    while lengths.count < lengthCount + distanceCount {
      let symbol = try code.symbol(&reader)
      if symbol < 16 {
        lengths.append(UInt8(symbol))
        continue
      }
      let (value, count): (UInt8, Int)
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw .isWrong }
        (value, count) = (last, 3 + (try reader.bits(2)))
      case 17: (value, count) = (0, 3 + (try reader.bits(3)))
      default: (value, count) = (0, 11 + (try reader.bits(7)))
      }
      guard lengths.count + count <= lengthCount + distanceCount else { throw .isWrong }
      lengths += repeatElement(value, count: count)
    }
    // Without a code for the end no block has one.
    guard lengths[256] != 0 else { throw .isWrong }
    try codes(
      InflateCode(Array(lengths[..<lengthCount]), mayBeSingle: true),
      InflateCode(Array(lengths[lengthCount...]), mayBeSingle: true))
  }

  /// The lengths that begin with symbol 257, and how many bits follow each.
  private static let lengths = bases(from: 3, count: 28, perBit: 4) + [(base: 258, bits: 0)]
  private static let distances = bases(from: 1, count: 30, perBit: 2)

  /// Twice `perBit` values without further bits, then `perBit` values for each number of bits.
  private static func bases(from start: Int, count: Int, perBit: Int) -> [(base: Int, bits: Int)] {
    var base = start
    return (0..<count).map { index in
      let bits = max(0, index / perBit - 1)
      defer { base += 1 << bits }
      return (base, bits)
    }
  }

  private mutating func codes(_ lengths: InflateCode, _ distances: InflateCode) throws(InflateError) {
    while true {
      let symbol = try lengths.symbol(&reader)
      if symbol < 256 {
        guard output.count < limit else { throw .isTooLong }
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return }
      guard symbol - 257 < Self.lengths.count else { throw .isWrong }
      let (base, bits) = Self.lengths[symbol - 257]
      let count = base + (try reader.bits(bits))
      let far = try distances.symbol(&reader)
      guard far < Self.distances.count else { throw .isWrong }
      let (start, more) = Self.distances[far]
      let distance = start + (try reader.bits(more))
      guard distance <= output.count else { throw .isWrong }
      guard output.count + count <= limit else { throw .isTooLong }
      // One after the other: a copy may begin in what it writes.
      for _ in 0..<count { output.append(output[output.count - distance]) }
    }
  }
}
