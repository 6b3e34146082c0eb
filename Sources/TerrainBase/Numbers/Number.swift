// Rounding a double calls the C library, which on Linux is linked only if it is imported.

/// A number of any of the four types, for comparison across types.
enum Number {
  case int(Int64)
  case uint(UInt64)
  case double(Double)
  case decimal(ExactDecimal)
}

extension Number {
  /// The exact order of both numbers, or nil if one is `NaN`.
  func compare(to other: Number) -> Ordering? {
    switch (self, other) {
    case (.double(let a), .double(let b)):
      if a.isNaN || b.isNaN { return nil }
      return Ordering(a, b)
    case (.double(let a), _): return other.compare(toDouble: a)?.reversed
    case (_, .double(let b)): return compare(toDouble: b)
    case (.decimal(let a), _): return a.compare(to: other.exactDecimal)
    case (_, .decimal(let b)): return exactDecimal.compare(to: b)
    case (.int(let a), .int(let b)): return Ordering(a, b)
    case (.uint(let a), .uint(let b)): return Ordering(a, b)
    case (.int(let a), .uint(let b)): return a < 0 ? .less : Ordering(UInt64(a), b)
    case (.uint(let a), .int(let b)): return b < 0 ? .greater : Ordering(a, UInt64(b))
    }
  }

  /// `compare(to:)` as a total order: `NaN` comes first, and equal numbers of different types are ordered by type.
  func totalOrder(_ other: Number) -> Ordering {
    if let order = compare(to: other) {
      if case .double(let a) = self, case .double(let b) = other, order == .equal {
        return Ordering(a.sign == .minus ? 0 : 1, b.sign == .minus ? 0 : 1)
      }
      return order.then(Ordering(typeRank, other.typeRank))
    }
    return Ordering(isNaN ? 0 : 1, other.isNaN ? 0 : 1)
  }

  /// Hashes the number so that equal numbers have equal hashes, whatever their types. Decimals with the same
  /// nearest double still have different hashes, because there are many of them.
  func hash(into hasher: inout Hasher) {
    if let int = exactInt {
      hasher.combine(int)
    } else if case .double(let double) = self {
      // NaN equals nothing, not even itself, and equal hashes would only slow down lookups.
      if double.isNaN { hasher.combine(UInt64.random(in: .min ... .max)) } else { hasher.combine(double) }
    } else {
      let decimal = exactDecimal
      let double = Double(decimal)
      if decimal.compare(to: double) == .equal { hasher.combine(double) } else { hasher.combine(decimal) }
    }
  }

  /// The number as an `Int64`, or nil if it is not exactly representable.
  private var exactInt: Int64? {
    switch self {
    case .int(let int): int
    case .uint(let uint): Int64(exactly: uint)
    case .double(let double): Int64(exactly: double)
    case .decimal(let decimal): Int64(exactly: decimal)
    }
  }

  private var isNaN: Bool {
    if case .double(let double) = self { return double.isNaN }
    return false
  }

  private var typeRank: Int {
    switch self {
    case .int: 0
    case .uint: 1
    case .double: 2
    case .decimal: 3
    }
  }

  /// An integer or a decimal as a decimal. (Doubles are compared before this is called.)
  private var exactDecimal: ExactDecimal {
    switch self {
    case .int(let int): ExactDecimal(int)
    case .uint(let uint): ExactDecimal(uint)
    case .decimal(let decimal): decimal
    case .double: .zero
    }
  }

  private func compare(toDouble double: Double) -> Ordering? {
    if double.isNaN { return nil }
    switch self {
    case .double(let own): return own.isNaN ? nil : Ordering(own, double)
    case .decimal(let own): return own.compare(to: double)
    case .int(let own):
      if double >= 0x1p63 { return .less }
      if double < -0x1p63 { return .greater }
      let whole = double.rounded(.towardZero)
      return Ordering(own, Int64(whole)).then(Ordering(whole, double))
    case .uint(let own):
      if double >= 0x1p64 { return .less }
      if double < 0 { return .greater }
      let whole = double.rounded(.towardZero)
      return Ordering(own, UInt64(whole)).then(Ordering(whole, double))
    }
  }
}

extension Int64 {
  /// The value of `decimal`, or nil if it is not whole or out of range.
  public init?(exactly decimal: ExactDecimal) {
    guard let magnitude = decimal.wholeMagnitude else { return nil }
    if decimal.coefficient < 0 {
      guard magnitude <= Int64.min.magnitude else { return nil }
      self = Int64(truncatingIfNeeded: 0 &- magnitude)
    } else {
      self.init(exactly: magnitude)
    }
  }
}

extension UInt64 {
  /// The value of `decimal`, or nil if it is not whole or out of range.
  package init?(exactly decimal: ExactDecimal) {
    guard decimal.coefficient >= 0, let magnitude = decimal.wholeMagnitude else { return nil }
    self = magnitude
  }
}

extension Double {
  /// The double nearest to `decimal` (ties to even), as reading the decimal's digits would give; infinite beyond the range.
  public init(_ decimal: ExactDecimal) {
    let magnitude = decimal.coefficient.magnitude
    // Both parts are exact doubles, so the result is rounded only once (Clinger 1990).
    if magnitude < 1 << 53, let power = Double.exactPowerOfTen(abs(Int(decimal.exponent))) {
      let exact = Double(UInt64(truncatingIfNeeded: magnitude))
      let rounded = decimal.exponent < 0 ? exact / power : exact * power
      self = decimal.coefficient < 0 ? -rounded : rounded
      return
    }
    // The standard library rounds decimal digits correctly when it reads them, and digits of this form are always valid.
    self = Double("\(decimal.coefficient)e\(decimal.exponent)") ?? .nan
  }

  /// 10^`exponent` for 0 through 22: the powers of ten that are doubles.
  private static func exactPowerOfTen(_ exponent: Int) -> Double? {
    guard exponent <= 22 else { return nil }
    return Double(UInt64.powerOfTen(min(exponent, 19))) * Double(UInt64.powerOfTen(max(0, exponent - 19)))
  }
}

extension ExactDecimal {
  /// The number as 64 bits, without its sign; nil when it has a fraction or is too large.
  fileprivate var wholeMagnitude: UInt64? {
    guard 0...19 ~= exponent, let digits = UInt64(exactly: coefficient.magnitude) else { return nil }
    let (whole, overflow) = digits.multipliedReportingOverflow(by: UInt64.powerOfTen(Int(exponent)))
    return overflow ? nil : whole
  }

  /// The exact value of `double` (0.1 is 0.1000000000000000055…), or nil if it has more than 38 digits, is infinite, or is `NaN`.
  package init?(exactly double: Double) {
    guard double.isFinite else { return nil }
    guard double != 0 else {
      self = .zero
      return
    }
    // An odd whole number times a power of two.
    let shift = double.significandWidth
    var odd = UInt128((1 << UInt64(shift)) | double.significandBitPattern >> UInt64(52 - shift))
    var power = Int(double.exponent) - shift
    if double.isSubnormal {
      let trailing = double.significandBitPattern.trailingZeroBitCount
      odd = UInt128(double.significandBitPattern >> UInt64(trailing))
      power = -1074 + trailing
    }
    var exponent = 0
    if power < 0 {
      // n × 2^-k = n × 5^k × 10^-k; 5^55 has 39 digits.
      guard power > -55 else { return nil }
      exponent = power
      for _ in power..<0 {
        let (product, overflow) = odd.multipliedReportingOverflow(by: 5)
        guard !overflow else { return nil }
        odd = product
      }
    } else {
      while power > 0, odd % 5 == 0 { (odd, power, exponent) = (odd / 5, power - 1, exponent + 1) }
      guard power <= odd.leadingZeroBitCount else { return nil }
      odd <<= UInt128(power)
    }
    guard let decimal = try? ExactDecimal(negative: double < 0, magnitude: odd, exponent: exponent) else { return nil }
    self = decimal
  }

  /// The exact order of this number and a double, or nil for `NaN`.
  func compare(to double: Double) -> Ordering? {
    if double.isNaN { return nil }
    if double.isInfinite { return double > 0 ? .less : .greater }
    // Rounding keeps the order, so different nearest doubles decide.
    let nearest = Double(self)
    if nearest != double { return Ordering(nearest, double) }
    if let exact = ExactDecimal(exactly: double) { return compare(to: exact) }
    let order = WideMagnitude.compare(coefficient.magnitude, tenTo: Int(exponent), double.magnitude)
    return coefficient < 0 ? order.reversed : order
  }
}

/// The reason why exact arithmetic has no result. Results are never rounded, wrapped, or truncated instead.
public enum ArithmeticError: Error, Hashable, Sendable {
  /// A result that its type cannot represent exactly.
  case overflow
  /// Division, or a remainder, by zero.
  case divisionByZero
}

extension ArithmeticError: CustomStringConvertible {
  /// The reason as part of a sentence.
  public var description: String {
    switch self {
    case .overflow: "the result does not fit its type exactly"
    case .divisionByZero: "division by zero"
    }
  }
}
