/// Reads the numbers that `Tests/Generators/unicode-tables.py` writes into strings.
package struct TableReader {
  private let digits: [UInt8]
  private var position = 0

  package init(_ table: StaticString) {
    digits = table.withUTF8Buffer { Array($0) }
  }

  package var isAtEnd: Bool { position >= digits.count }

  /// The next number; 0 at the end of the table.
  package mutating func number() -> UInt32 {
    var value: UInt32 = 0
    var shift: UInt32 = 0
    while position < digits.count, shift < 32 {
      let character = UInt32(digits[position])
      position += 1
      let digit = character &- 0x30 &- (character > 0x5C ? 1 : 0)
      value |= (digit & 31) << shift
      if digit & 32 == 0 { break }
      shift += 5
    }
    return value
  }

  /// A set written as the number of its ranges, then the gap before each and its length less one.
  package mutating func set() -> ScalarSet {
    var next: UInt32 = 0
    var runs: [ScalarSet.Run] = []
    for _ in 0..<number() {
      let low = next &+ number()
      let high = low &+ number()
      runs.append(ScalarSet.Run(low: low, high: high))
      next = high &+ 1
    }
    return ScalarSet(runs)
  }
}
