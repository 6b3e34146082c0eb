extension UInt128 {
  /// 10^38, the first number with 39 digits.
  static let tenToThe38 = powerOfTen(38)

  /// 10^`exponent` for 0 through 38.
  static func powerOfTen(_ exponent: Int) -> UInt128 {
    UInt128(UInt64.powerOfTen(Swift.min(exponent, 19))) &* UInt128(UInt64.powerOfTen(Swift.max(0, exponent - 19)))
  }

  /// How many decimal digits it takes to write; 0 for zero.
  var decimalDigitCount: Int {
    if let small = UInt64(exactly: self) { return small.decimalDigitCount }
    var count = 19
    while count <= 38, self >= UInt128.powerOfTen(count) { count += 1 }
    return count
  }

  /// The number without its trailing zeros, and how many they were.
  func strippingTrailingZeros() -> (rest: UInt128, zeros: Int) {
    guard self != 0 else { return (0, 0) }
    var (rest, zeros) = (self, 0)
    for step in [16, 8, 4, 2, 1] {
      while rest.trailingZeroBitCount >= step {
        let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: UInt128(UInt64.powerOfTen(step)))
        guard remainder == 0 else { break }
        (rest, zeros) = (quotient, zeros + step)
      }
    }
    return (rest, zeros)
  }
}

extension UInt64 {
  /// 10^`exponent` for 0 through 19.
  static func powerOfTen(_ exponent: Int) -> UInt64 {
    exponent < powersOfTen.count && exponent >= 0 ? powersOfTen[exponent] : 1
  }

  private static let powersOfTen: [UInt64] = {
    var powers: [UInt64] = [1]
    while powers.count < 20 { powers.append((powers.last ?? 1) &* 10) }
    return powers
  }()

  /// How many decimal digits it takes to write; 0 for zero.
  var decimalDigitCount: Int {
    var count = 0
    while count <= 19, self >= UInt64.powerOfTen(count) { count += 1 }
    return count
  }

  /// The number without its trailing zeros, and how many they were.
  func strippingTrailingZeros() -> (rest: UInt64, zeros: Int) {
    guard self != 0 else { return (0, 0) }
    var (rest, zeros) = (self, 0)
    while rest & 1 == 0 {
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { break }
      (rest, zeros) = (quotient, zeros + 1)
    }
    return (rest, zeros)
  }
}
