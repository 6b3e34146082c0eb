/// A whole number of any width: just enough to compare a decimal with a double that has more than 38 digits.
struct WideMagnitude {
  /// 32-bit digits, the lowest first; no zero at the end.
  private var limbs: [UInt32]

  /// `number`, widened.
  init(_ number: UInt128) {
    limbs = (0..<4).map { UInt32(truncatingIfNeeded: number >> UInt128($0 * 32)) }
    trim()
  }

  /// The order of `magnitude` × 10^`power` and `double`, which is finite, positive, and not far from it.
  static func compare(_ magnitude: UInt128, tenTo power: Int, _ double: Double) -> Ordering {
    var decimal = WideMagnitude(magnitude)
    var binary = WideMagnitude(UInt128(double.significandBitPattern | (double.isNormal ? 1 << 52 : 0)))
    let shift = Swift.max(Int(double.exponentBitPattern), 1) - 1075
    // Both sides are made whole by multiplying both with what the other one is divided by.
    if power >= 0 { decimal.multiply(by: 10, times: power) } else { binary.multiply(by: 10, times: -power) }
    if shift >= 0 { binary.multiply(by: 2, times: shift) } else { decimal.multiply(by: 2, times: -shift) }
    return decimal.compare(to: binary)
  }

  private mutating func multiply(by factor: UInt32, times: Int) {
    for _ in 0..<times {
      var carry: UInt64 = 0
      for place in limbs.indices {
        let product = UInt64(limbs[place]) * UInt64(factor) + carry
        limbs[place] = UInt32(truncatingIfNeeded: product)
        carry = product >> 32
      }
      if carry != 0 { limbs.append(UInt32(truncatingIfNeeded: carry)) }
    }
  }

  private func compare(to other: WideMagnitude) -> Ordering {
    if limbs.count != other.limbs.count { return Ordering(limbs.count, other.limbs.count) }
    for (a, b) in zip(limbs.reversed(), other.limbs.reversed()) where a != b { return Ordering(a, b) }
    return .equal
  }

  private mutating func trim() {
    while limbs.last == 0 { limbs.removeLast() }
  }
}
