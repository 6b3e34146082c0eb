/// Why a text is not an exact decimal.
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
  /// Reads `-12.50`, `1.25e3`: JSON's grammar for numbers (RFC 8259, 6), and besides it a leading `+` and leading zeros.
  ///
  /// Zeros at either end are no significant digits, so any length of them is read.
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

/// The reading position in a number, and what has been read of it.
private struct DecimalScan<Bytes: Collection<UInt8>> {
  var rest: Bytes.SubSequence
  var offset = 0
  /// The digits up to the last one that is not zero.
  private(set) var magnitude: UInt128 = 0
  private(set) var tooManyDigits = false
  /// The zeros after them: significant only when another digit follows.
  private var zeros = 0
  private var scale = 0

  init(rest: Bytes.SubSequence) { self.rest = rest }

  /// The power of ten that `magnitude` is multiplied by.
  var exponent: Int { scale + zeros }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    offset += 1
    return true
  }

  /// False when there was no digit.
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

  /// False when there was no digit.
  mutating func readExponent() -> Bool {
    let down = skip("-")
    if !down { _ = skip("+") }
    guard var power = nextDigit().map(Int.init) else { return false }
    // Beyond this it is out of range whatever the digits are; reading on only finds where the number ends.
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
