/// The reason why a text is not an exact decimal.
public enum DecimalParseError: Error, Hashable, Sendable {
  /// Not a number; `offset` is the first byte that does not fit.
  case malformed(offset: Int)
  /// More than `ExactDecimal.digitLimit` significant digits.
  case tooManyDigits
  /// A power of ten beyond `ExactDecimal.exponentLimit`.
  case exponentOutOfRange
}

extension DecimalParseError: CustomStringConvertible {
  /// The reason as part of a sentence.
  public var description: String {
    switch self {
    case .malformed(let offset): "not a decimal number (at byte \(offset))"
    case .tooManyDigits: "more than \(ExactDecimal.digitLimit) significant digits"
    case .exponentOutOfRange: "a power of ten beyond ±\(ExactDecimal.exponentLimit)"
    }
  }
}

extension ExactDecimal {
  /// Reads `-12.50`, `1.25e3`: JSON's grammar for numbers (RFC 8259, 6), plus a leading `+` and leading zeros.
  ///
  /// Zeros at either end are not significant digits, so any number of them is accepted.
  package init<Bytes: Collection<UInt8>>(parsing bytes: Bytes) throws(DecimalParseError) {
    var scan = DecimalScan<Bytes>(rest: bytes[...])
    let negative = scan.skip("-")
    if !negative { _ = scan.skip("+") }
    guard scan.readDigits(fraction: false) else { throw .malformed(offset: scan.offset) }
    if scan.skip(".") {
      guard scan.readDigits(fraction: true) else { throw .malformed(offset: scan.offset) }
    }
    if scan.skip("e") || scan.skip("E") {
      guard scan.readExponent() else { throw .malformed(offset: scan.offset) }
    }
    guard scan.rest.isEmpty else { throw .malformed(offset: scan.offset) }
    guard !scan.tooManyDigits else { throw .tooManyDigits }
    do {
      try self.init(negative: negative, magnitude: scan.magnitude, exponent: scan.exponent)
    } catch { throw .exponentOutOfRange }
  }

  /// Reads `-12.50`, `1.25e3`.
  public init(parsing text: Text) throws(DecimalParseError) { try self.init(parsing: text.utf8) }
}

/// The reading position in a number, and the digits read before it.
private struct DecimalScan<Bytes: Collection<UInt8>> {
  var rest: Bytes.SubSequence
  var offset = 0
  /// The digits up to the last one that is not zero.
  private(set) var magnitude: UInt128 = 0
  private(set) var tooManyDigits = false
  /// The zeros after them, which are significant only if another digit follows.
  private var zeros = 0
  private var scale = 0

  init(rest: Bytes.SubSequence) { self.rest = rest }

  /// The power of ten by which `magnitude` is multiplied.
  var exponent: Int { scale + zeros }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    offset += 1
    return true
  }

  /// Returns false if no digit follows.
  mutating func readDigits(fraction: Bool) -> Bool {
    let start = offset
    while let digit = nextDigit() {
      if fraction { scale -= 1 }
      if digit != 0 {
        append(digit)
      } else if magnitude != 0 {
        zeros += 1
      }
    }
    return offset > start
  }

  /// Returns false if no digit follows.
  mutating func readExponent() -> Bool {
    let down = skip("-")
    if !down { _ = skip("+") }
    guard var power = nextDigit().map(Int.init) else { return false }
    // A larger exponent is out of range for all digits; the rest is read only to find the end of the number.
    while let digit = nextDigit() { if power < 100_000_000 { power = power * 10 + Int(digit) } }
    scale += down ? -power : power
    return true
  }

  private mutating func append(_ digit: UInt8) {
    while zeros > 0, !tooManyDigits {
      push(0)
      zeros -= 1
    }
    push(digit)
  }

  private mutating func push(_ digit: UInt8) {
    guard magnitude < UInt128.powerOfTen(ExactDecimal.digitLimit - 1) else {
      tooManyDigits = true
      return
    }
    magnitude = magnitude * 10 + UInt128(digit)
  }

  private mutating func nextDigit() -> UInt8? {
    guard let byte = rest.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
    rest.removeFirst()
    offset += 1
    return byte - UInt8(ascii: "0")
  }
}

extension ExactDecimal: CustomStringConvertible {
  /// The maximum number of zeros that are written; a number with more zeros is written as `12e100`.
  private static let writtenZeros = 40

  /// The shortest plain form of the number: `12.5`, `-0.001`, `1200`, never `12.50`.
  ///
  /// Trailing zeros of a source (`12.50`) are not part of a number; `description(places:)` adds them again. A number that would need more
  /// than 40 zeros is written with an exponent (`12e100`). Both forms read back as the same number.
  public var description: String {
    guard isPlain else { return "\(coefficient)e\(exponent)" }
    return plain(places: max(0, -Int(exponent)))
  }

  /// True if ``description`` has no exponent.
  package var isPlain: Bool {
    let zeros = exponent >= 0 ? Int(exponent) : -Int(exponent) - digitCount
    return zeros <= ExactDecimal.writtenZeros
  }

  /// The number with exactly `places` digits after the point, as money is written: `12.50` for 12.5 and 2 places.
  ///
  /// A number with more places is rounded by `rule` first. Without places, no point is written. `places` is clamped to 0 through 6144.
  package func description(places: Int, rounding rule: RoundingRule = .halfAwayFromZero) -> String {
    let places = min(max(0, places), Int(ExactDecimal.exponentLimit))
    return rounded(places: places, rule: rule).plain(places: places)
  }

  /// - Precondition: `places` is at least the number of decimal places of this number.
  private func plain(places: Int) -> String {
    var digits = String(coefficient.magnitude)
    let zeros = places + Int(exponent)
    if zeros > 0, coefficient != 0 { digits += String(repeating: "0", count: zeros) }
    if digits.utf8.count <= places { digits = String(repeating: "0", count: places + 1 - digits.utf8.count) + digits }
    let sign = coefficient < 0 ? "-" : ""
    guard places > 0 else { return sign + digits }
    return sign + digits.dropLast(places) + "." + digits.suffix(places)
  }
}

/// Numbers with a decimal comma, as in many languages.
package enum DecimalComma {
  /// `text` with a decimal point instead of a comma: `4.5` for `4,5`, `1.5h` for `1,5h`. Nil if it does not have exactly one comma between
  /// digits, or if the comma may separate thousands (`1,000`), so that a point would change the value.
  package static func withPoint(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    let parts = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let whole = parts[0].reversed().prefix(while: isDigit)
    let fraction = parts[1].prefix(while: isDigit)
    guard let first = Array(whole).last, !fraction.isEmpty else { return nil }
    // A group of thousands follows one to three digits that do not begin with zero.
    let isGroup = whole.count <= 3 && fraction.count == 3 && first != UInt8(ascii: "0")
    return isGroup ? nil : String(decoding: parts[0] + [UInt8(ascii: ".")] + parts[1], as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
