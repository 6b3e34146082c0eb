import TerrainBase

extension Node {
  /// A number as it is written; nil for everything else.
  package var rawNumber: Text? {
    guard targetRaw.tag == RawNode.Tag.number else { return nil }
    return document.withScalarBytes(index) { Text(decoding: $0) }
  }

  /// True for a number written as a whole one: digits, `0x1F`, `0o17`. `1.0` and `1e3` are not, though their value is whole
  /// (``int``): where no type is declared, how a number is written decides between `int` and `double`.
  package var isInteger: Bool {
    let raw = targetRaw
    guard raw.tag == RawNode.Tag.number else { return false }
    return raw.form != RawNode.Form.fraction && raw.form != RawNode.Form.special
  }

  /// A whole number's value, however it is written: `4`, `4.0`, `4e0` and `40e-1` are the same number, as in JSON Schema. nil
  /// where it does not fit 64 bits with a sign, and for everything else.
  package var int: Int64? {
    let raw = targetRaw
    guard raw.tag == RawNode.Tag.number else { return nil }
    switch raw.form {
    case RawNode.Form.special: return nil
    case RawNode.Form.fraction: return document.withScalarBytes(index) { NumberText.wholeValue($0) }
    default: return wholeNumber.flatMap { Int64(exactly: $0) }
    }
  }

  /// A number's exact value; nil where it has more digits or a larger exponent than ``ExactDecimal`` holds, for `.inf`
  /// and `.nan`, and for everything else.
  package var decimal: ExactDecimal? {
    let raw = targetRaw
    guard raw.tag == RawNode.Tag.number, raw.form != RawNode.Form.special else { return nil }
    if raw.form == RawNode.Form.hexadecimal || raw.form == RawNode.Form.octal {
      return wholeNumber.flatMap { try? ExactDecimal(coefficient: $0, exponent: 0) }
    }
    return document.withScalarBytes(index) { NumberText.decimal($0) }
  }

  /// A number's value, rounded to the nearest `Double`; nil for everything else.
  package var double: Double? {
    let raw = targetRaw
    guard raw.tag == RawNode.Tag.number else { return nil }
    return document.withScalarBytes(index) { bytes in
      switch raw.form {
      case RawNode.Form.special: NumberText.special(bytes)
      case RawNode.Form.hexadecimal, RawNode.Form.octal:
        NumberText.double(bytes, base: raw.form == RawNode.Form.octal ? 8 : 16)
      default: NumberText.double(bytes)
      }
    }
  }

  /// True for a number written with digits that is farther from zero than any `Double`: ``double`` makes it infinite.
  package var isBeyondDouble: Bool {
    guard targetRaw.form != RawNode.Form.special else { return false }
    return double?.isInfinite ?? false
  }

  private var wholeNumber: Int128? {
    let form = targetRaw.form
    return document.withScalarBytes(index) { NumberText.whole($0, form: form) }
  }
}

/// Numbers as JSON and YAML write them, read exactly.
package enum NumberText {
  /// A whole number of any of the forms; nil where it does not fit 128 bits.
  package static func whole(_ bytes: UnsafeBufferPointer<UInt8>, form: UInt32) -> Int128? {
    var index = 0
    var isNegative = false
    var base: Int128 = 10
    if form == RawNode.Form.hexadecimal || form == RawNode.Form.octal {
      base = form == RawNode.Form.octal ? 8 : 16
      index = 2
    } else if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      isNegative = first == UInt8(ascii: "-")
      index = 1
    }
    var value: Int128 = 0
    while index < bytes.count {
      let byte = bytes[index]
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte &- UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte &- UInt8(ascii: "a") &+ 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte &- UInt8(ascii: "A") &+ 10
      default: return nil
      }
      let (product, tooLarge) = value.multipliedReportingOverflow(by: base)
      let (sum, overflow) =
        isNegative
        ? product.subtractingReportingOverflow(Int128(digit))
        : product.addingReportingOverflow(Int128(digit))
      if tooLarge || overflow { return nil }
      value = sum
      index += 1
    }
    return value
  }

  /// The value of digits with a fraction and an exponent where that is whole; nil where it is not, or does not fit 64 bits.
  ///
  /// Linear in the length of the number, whatever its exponent is: `1e999999999` takes no longer than `1e9`.
  package static func wholeValue(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    var value: Int128 = 0
    // Zeros count only once a digit other than zero follows: `4.000…0` is 4, whatever their number.
    var zeros = 0
    var fractionDigits = 0
    var isFraction = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "0"):
        if isFraction { fractionDigits += 1 }
        zeros += 1
      case UInt8(ascii: "1")...UInt8(ascii: "9"):
        if isFraction { fractionDigits += 1 }
        guard let scaled = scaled(value, by: zeros + 1) else { return nil }
        let (sum, overflow) = scaled.addingReportingOverflow(Int128(byte &- UInt8(ascii: "0")))
        if overflow { return nil }
        (value, zeros) = (sum, 0)
      case UInt8(ascii: "+"), UInt8(ascii: "-"): break
      default:
        // What follows is the exponent.
        return wholeValue(value, power: zeros - fractionDigits, exponent: bytes[index...], sign: bytes.first)
      }
    }
    return wholeValue(value, power: zeros - fractionDigits, exponent: bytes[bytes.count...], sign: bytes.first)
  }

  private static func wholeValue(
    _ digits: Int128, power: Int, exponent: Slice<UnsafeBufferPointer<UInt8>>, sign: UInt8?
  ) -> Int64? {
    if digits == 0 { return 0 }
    guard let written = Parts.exponent(exponent) else { return nil }
    let (power, overflow) = power.addingReportingOverflow(Int(written))
    // `digits` does not end in a zero, so that a negative power leaves a fraction.
    guard !overflow, power >= 0, let value = scaled(digits, by: power) else { return nil }
    return Int64(exactly: sign == UInt8(ascii: "-") ? -value : value)
  }

  /// `value` times a power of ten; nil where that does not fit 64 bits.
  private static func scaled(_ value: Int128, by power: Int) -> Int128? {
    if value == 0 { return 0 }
    // 10^19 is beyond 64 bits.
    guard power < 19 else { return nil }
    var value = value
    for _ in 0..<power { value *= 10 }
    return value.magnitude > 1 << 63 ? nil : value
  }

  /// Digits with a fraction and an exponent, exactly.
  package static func decimal(_ bytes: UnsafeBufferPointer<UInt8>) -> ExactDecimal? {
    guard let parts = Parts(bytes) else { return nil }
    return try? ExactDecimal(coefficient: parts.coefficient, exponent: parts.exponent)
  }

  /// The nearest `Double`.
  package static func double(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
    // Where coefficient and power of ten are both exact doubles, one operation rounds once (Clinger, 1990).
    if let parts = Parts(bytes), parts.coefficient.magnitude <= 1 << 53, -22...22 ~= parts.exponent,
      parts.coefficient != 0
    {
      let coefficient = Double(Int64(truncatingIfNeeded: parts.coefficient))
      return parts.exponent < 0
        ? coefficient / powersOfTen[Int(-parts.exponent)] : coefficient * powersOfTen[Int(parts.exponent)]
    }
    return Double(String(decoding: bytes, as: UTF8.self))
  }

  /// A number after `0x` or `0o`, rounded at each digit beyond 53 bits.
  static func double(_ bytes: UnsafeBufferPointer<UInt8>, base: Double) -> Double {
    bytes.dropFirst(2).reduce(0) { value, byte in
      value * base + Double(Character(Unicode.Scalar(byte)).hexDigitValue ?? 0)
    }
  }

  /// `.inf`, `-.INF`, `.nan`.
  package static func special(_ bytes: UnsafeBufferPointer<UInt8>) -> Double {
    let isNegative = bytes.first == UInt8(ascii: "-")
    guard let last = bytes.last else { return .nan }
    if last == UInt8(ascii: "f") || last == UInt8(ascii: "F") { return isNegative ? -.infinity : .infinity }
    return .nan
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  private struct Parts {
    var coefficient: Int128 = 0
    var exponent: Int32 = 0

    /// nil where a part does not fit.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
      var index = 0
      var isNegative = false
      if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
        isNegative = first == UInt8(ascii: "-")
        index = 1
      }
      var isFraction = false
      // Zeros count only once a digit other than zero follows, so that a coefficient ends in none, whatever their number.
      var zeros: Int32 = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: ".") {
          isFraction = true
        } else if byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") {
          if isFraction { exponent -= 1 }
          if byte == UInt8(ascii: "0") {
            zeros += 1
          } else {
            guard append(byte &- UInt8(ascii: "0"), after: zeros) else { return nil }
            zeros = 0
          }
        } else {
          break
        }
        index += 1
      }
      exponent += zeros
      if isNegative { coefficient = -coefficient }
      guard index < bytes.count else { return }
      index += 1
      guard let written = Self.exponent(bytes[min(index, bytes.count)...]) else { return nil }
      let (sum, overflow) = exponent.addingReportingOverflow(written)
      if overflow { return nil }
      exponent = sum
    }

    /// Appends zeros and a digit to the coefficient; false where it does not hold them.
    private mutating func append(_ digit: UInt8, after zeros: Int32) -> Bool {
      if coefficient != 0 {
        for _ in 0...zeros {
          let (product, tooLarge) = coefficient.multipliedReportingOverflow(by: 10)
          if tooLarge { return false }
          coefficient = product
        }
      }
      let (sum, overflow) = coefficient.addingReportingOverflow(Int128(digit))
      coefficient = sum
      return !overflow
    }

    fileprivate static func exponent(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int32? {
      var value: Int32 = 0
      var isNegative = false
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "-"): isNegative = true
        case UInt8(ascii: "+"): break
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
          let (sum, overflow) = product.addingReportingOverflow(Int32(byte &- UInt8(ascii: "0")))
          if tooLarge || overflow { return nil }
          value = sum
        default: return nil
        }
      }
      return isNegative ? -value : value
    }
  }
}
