// Rounding a double is a call into the C library, which on Linux is linked only where it is imported.

/// A number of any of the four types, for comparing across them.
enum Number {
  case int(Int64)
  case uint(UInt64)
  case double(Double)
  case decimal(ExactDecimal)
}

extension Number {
  /// The exact order of the two as numbers; nil where one is `NaN`.
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

  /// `compare(to:)`, with `NaN` before everything and ties between types settled.
  func totalOrder(_ other: Number) -> Ordering {
    if let order = compare(to: other) {
      if case .double(let a) = self, case .double(let b) = other, order == .equal {
        return Ordering(a.sign == .minus ? 0 : 1, b.sign == .minus ? 0 : 1)
      }
      return order.then(Ordering(typeRank, other.typeRank))
    }
    return Ordering(isNaN ? 0 : 1, other.isNaN ? 0 : 1)
  }

  /// Feeds `hasher` so that equal numbers hash alike, whatever their types, and others do not: decimals that share their
  /// nearest double are many.
  func hash(into hasher: inout Hasher) {
    if let int = exactInt {
      hasher.combine(int)
    } else if case .double(let double) = self {
      // NaN equals nothing, not even itself: alike hashes would only make searches long.
      if double.isNaN { hasher.combine(UInt64.random(in: .min ... .max)) } else { hasher.combine(double) }
    } else {
      let decimal = exactDecimal
      let double = Double(decimal)
      if decimal.compare(to: double) == .equal { hasher.combine(double) } else { hasher.combine(decimal) }
    }
  }

  /// The number as an `Int64`, where it is one.
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

  /// An integer or a decimal as a decimal. (A double is compared before this is asked.)
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
