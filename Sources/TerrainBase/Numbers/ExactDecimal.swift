/// An exact decimal number: `coefficient` × 10^`exponent`.
///
/// Always normalized (the coefficient has no trailing zero, zero is 0 × 10^0), so that equal numbers are equal bit for
/// bit: `1.50` and `1.5` are one value. How many places to show is the business of whoever prints it
/// (`description(places:)`). At most 38 significant digits; an operation whose exact result needs more throws.
public struct ExactDecimal: Hashable, Sendable {
  /// The significant digits, with the sign.
  public let coefficient: Int128
  /// The power of ten that `coefficient` is multiplied by.
  public let exponent: Int32

  /// The most significant digits there can be.
  package static let digitLimit = 38
  /// `exponent` lies within ± this.
  package static let exponentLimit: Int32 = 6144

  /// `coefficient` × 10^`exponent`, normalized.
  ///
  /// - Throws: `overflow` for more than `digitLimit` digits, or an exponent beyond `exponentLimit`.
  package init(coefficient: Int128, exponent: Int32) throws(ArithmeticError) {
    try self.init(negative: coefficient < 0, magnitude: coefficient.magnitude, exponent: Int(exponent))
  }

  /// A whole number.
  public init(_ int: Int64) {
    self.init(whole: int < 0, int.magnitude)
  }

  /// A whole number.
  public init(_ uint: UInt64) {
    self.init(whole: false, uint)
  }

  /// Zero.
  package static let zero = ExactDecimal(0 as Int64)

  /// -1, 0 or 1.
  package var signum: Int { coefficient == 0 ? 0 : (coefficient < 0 ? -1 : 1) }

  /// True when there is nothing after the decimal point.
  public var isWhole: Bool { exponent >= 0 }

  /// A negative number has its sign turned. (The range is symmetrical: this cannot overflow.)
  package var magnitude: ExactDecimal { coefficient < 0 ? -self : self }

  /// The number with its sign turned. (The range is symmetrical: this cannot overflow.)
  package static prefix func - (number: ExactDecimal) -> ExactDecimal {
    ExactDecimal(normalized: -number.coefficient, exponent: number.exponent)
  }
}

extension ExactDecimal {
  /// Parts known to be normalized and in range.
  private init(normalized coefficient: Int128, exponent: Int32) {
    self.coefficient = coefficient
    self.exponent = exponent
  }

  private init(whole negative: Bool, _ magnitude: UInt64) {
    let (rest, zeros) = magnitude.strippingTrailingZeros()
    self.init(normalized: negative ? -Int128(rest) : Int128(rest), exponent: Int32(zeros))
  }

  /// Sign and magnitude × 10^`exponent`, normalized and checked.
  init(negative: Bool, magnitude: UInt128, exponent: Int) throws(ArithmeticError) {
    guard magnitude != 0 else {
      self.init(normalized: 0, exponent: 0)
      return
    }
    let rest: UInt128
    let zeros: Int
    if let small = UInt64(exactly: magnitude) {
      let stripped = small.strippingTrailingZeros()
      (rest, zeros) = (UInt128(stripped.rest), stripped.zeros)
    } else {
      (rest, zeros) = magnitude.strippingTrailingZeros()
    }
    let (sum, overflow) = exponent.addingReportingOverflow(zeros)
    guard !overflow, rest < UInt128.tenToThe38, let exponent = Int32(exactly: sum),
      -ExactDecimal.exponentLimit...ExactDecimal.exponentLimit ~= exponent
    else { throw .overflow }
    let positive = Int128(truncatingIfNeeded: rest)
    self.init(normalized: negative ? -positive : positive, exponent: exponent)
  }

  /// How many significant digits there are; 0 for zero.
  var digitCount: Int { coefficient.magnitude.decimalDigitCount }
}

extension ExactDecimal: Comparable {
  /// The exact order of the two.
  package func compare(to other: ExactDecimal) -> Ordering {
    if exponent == other.exponent { return Ordering(coefficient, other.coefficient) }
    let signs = Ordering(signum, other.signum)
    guard signs == .equal else { return signs }
    let order = compareMagnitudes(to: other)
    return coefficient < 0 ? order.reversed : order
  }

  /// Neither is zero: zero has exponent and sign of its own.
  private func compareMagnitudes(to other: ExactDecimal) -> Ordering {
    let (digits, otherDigits) = (digitCount, other.digitCount)
    // The power of ten of the first digit decides, except where it is the same. Then the two differ in exponent by no
    // more than they differ in digits, and bringing them to one exponent keeps within 38 digits.
    let leading = Ordering(digits + Int(exponent), otherDigits + Int(other.exponent))
    guard leading == .equal else { return leading }
    let (a, b) = (coefficient.magnitude, other.coefficient.magnitude)
    if digits < otherDigits { return Ordering(a &* UInt128.powerOfTen(otherDigits - digits), b) }
    return Ordering(a, b &* UInt128.powerOfTen(digits - otherDigits))
  }

  /// The order as numbers.
  public static func < (lhs: ExactDecimal, rhs: ExactDecimal) -> Bool { lhs.compare(to: rhs) == .less }
}

extension ExactDecimal: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral value: Int64) { self.init(value) }
}
