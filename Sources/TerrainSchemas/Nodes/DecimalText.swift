/// A number as it is written in tens, compared exactly whatever its length, without making anything of it.
///
/// Its value is 0.d₁d₂d₃… × 10^`power`, where d₁ is its first digit that is not zero.
struct DecimalText {
  private let text: Bytes
  /// Where the digits that count begin and end; between them may be a point.
  private let start: Int
  private let end: Int
  let isNegative: Bool
  let power: Int

  /// Exponents beyond this are taken for it; numbers that large are all one.
  private static let largestExponent = 1_000_000_000

  /// Takes apart what a JSON number is: a sign, digits, a fraction, an exponent.
  init(_ text: Bytes) {
    self.text = text
    var index = 0
    var isNegative = false
    if let first = text.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      isNegative = first == UInt8(ascii: "-")
      index = 1
    }
    var first: Int?
    var last = index
    var point: Int?
    let digitsStart = index
    while index < text.count {
      let byte = text[index]
      if byte == UInt8(ascii: ".") {
        point = index
      } else if byte.isDigit {
        if byte != UInt8(ascii: "0") {
          first = first ?? index
          last = index + 1
        }
      } else {
        break
      }
      index += 1
    }
    guard let first else {
      (start, end, power) = (digitsStart, digitsStart, 0)
      self.isNegative = false
      return
    }
    self.isNegative = isNegative
    start = first
    end = last
    let pointAt = point ?? index
    let places = first < pointAt ? pointAt - first : pointAt + 1 - first
    power = places + DecimalText.exponent(text, from: index)
  }

  private static func exponent(_ text: Bytes, from start: Int) -> Int {
    var value = 0
    var isNegative = false
    for byte in text[min(start, text.count)...].dropFirst() {
      if byte == UInt8(ascii: "-") { isNegative = true }
      if byte.isDigit { value = min(value * 10 + Int(byte - UInt8(ascii: "0")), largestExponent) }
    }
    return isNegative ? -value : value
  }

  var isZero: Bool { start == end }

  /// How many digits count.
  var digitCount: Int {
    let hasPoint = text[start..<end].contains(UInt8(ascii: "."))
    return end - start - (hasPoint ? 1 : 0)
  }

  func forEachDigit(_ body: (UInt8) -> Void) {
    for byte in text[start..<end] where byte != UInt8(ascii: ".") { body(byte - UInt8(ascii: "0")) }
  }

  /// True when nothing that counts is after the point.
  var isWhole: Bool { isZero || digitCount <= power }

  /// -1, 0 or 1 as this is less than, equal to or greater than `other`.
  func compare(to other: DecimalText) -> Int {
    if isZero || other.isZero {
      if isZero && other.isZero { return 0 }
      return isZero ? (other.isNegative ? 1 : -1) : (isNegative ? -1 : 1)
    }
    if isNegative != other.isNegative { return isNegative ? -1 : 1 }
    let magnitude = compareMagnitude(to: other)
    return isNegative ? -magnitude : magnitude
  }

  private func compareMagnitude(to other: DecimalText) -> Int {
    if power != other.power { return power < other.power ? -1 : 1 }
    var (i, j) = (start, other.start)
    while true {
      if i < end, text[i] == UInt8(ascii: ".") { i += 1 }
      if j < other.end, other.text[j] == UInt8(ascii: ".") { j += 1 }
      if i >= end || j >= other.end { return i < end ? 1 : (j < other.end ? -1 : 0) }
      if text[i] != other.text[j] { return text[i] < other.text[j] ? -1 : 1 }
      i += 1
      j += 1
    }
  }

  /// True when this is a whole multiple of `divisor`.
  func isMultiple(of divisor: DecimalText) -> Bool {
    if isZero { return true }
    guard !divisor.isZero, let unit = divisor.coefficient else { return false }
    // value ÷ divisor = digits × 10^zeros ÷ unit. The digits do not end in zero, so zeros may not be below 0.
    let zeros = (power - digitCount) - (divisor.power - divisor.digitCount)
    guard zeros >= 0 else { return false }
    var rest: UInt128 = 0
    forEachDigit { rest = (rest * 10 + UInt128($0)) % unit }
    return DecimalText.multiply(rest, DecimalText.power(of: 10, zeros, modulo: unit), modulo: unit) == 0
  }

  /// The digits as a number, where ten times it fits 128 bits.
  var coefficient: UInt128? {
    guard digitCount <= 37 else { return nil }
    var value: UInt128 = 0
    forEachDigit { value = value * 10 + UInt128($0) }
    return value
  }

  private static func power(of base: UInt128, _ exponent: Int, modulo: UInt128) -> UInt128 {
    var result = 1 % modulo
    var square = base % modulo
    var exponent = exponent
    while exponent > 0 {
      if exponent & 1 == 1 { result = multiply(result, square, modulo: modulo) }
      square = multiply(square, square, modulo: modulo)
      exponent >>= 1
    }
    return result
  }

  /// a × b modulo a number below 10^37, by doubling where the product would not fit.
  private static func multiply(_ a: UInt128, _ b: UInt128, modulo: UInt128) -> UInt128 {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    if !overflow { return product % modulo }
    var result: UInt128 = 0
    var addend = a % modulo
    var factor = b
    while factor > 0 {
      if factor & 1 == 1 { result = (result + addend) % modulo }
      addend = addend * 2 % modulo
      factor >>= 1
    }
    return result
  }
}
