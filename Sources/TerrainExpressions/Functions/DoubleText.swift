import TerrainBase

/// Doubles in decimal digits.
enum DoubleText {
  /// `NaN`, `Infinity` or `-Infinity`; nil for a finite number.
  static func special(_ double: Double) -> String? {
    if double.isNaN { return "NaN" }
    if double.isInfinite { return double < 0 ? "-Infinity" : "Infinity" }
    return nil
  }

  /// The shortest digits that read back as the same double; without an exponent from 10^-7 up to 10^21, as ECMAScript
  /// writes numbers.
  static func shortest(_ double: Double) -> String {
    if let special = special(double) { return special }
    let size = abs(double)
    guard size == 0 || (size >= 1e-7 && size < 1e21) else {
      // Swift writes `1e-07` and `1.5e+22`: the exponent's leading zero is dropped.
      let written = double.description
      let text = written.hasSuffix(".0") ? String(written.dropLast(2)) : written
      return text.replacingExponentZeros
    }
    return plain(double)
  }

  /// The shortest digits that read back as the same double, never with an exponent.
  static func plain(_ double: Double) -> String {
    if let special = special(double) { return special }
    let written = double.description
    guard let mark = written.firstIndex(of: "e"), let exponent = Int(written[written.index(after: mark)...]) else {
      return written.hasSuffix(".0") ? String(written.dropLast(2)) : written
    }
    var digits = String(written[..<mark])
    let isNegative = digits.hasPrefix("-")
    if isNegative { digits.removeFirst() }
    let point = digits.firstIndex(of: ".").map { digits.distance(from: digits.startIndex, to: $0) } ?? digits.count
    digits.removeAll { $0 == "." }
    if digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
    let whole = point + exponent
    let zeros = String(repeating: "0", count: max(0, whole <= 0 ? -whole : whole - digits.count))
    let text =
      whole <= 0
      ? "0." + zeros + digits
      : whole >= digits.count
        ? digits + zeros
        : String(digits.prefix(whole)) + "." + String(digits.dropFirst(whole))
    return (isNegative ? "-" : "") + text
  }

  /// `places` digits after the point, correctly rounded (half to even).
  static func fixed(_ double: Double, places: Int) -> String { special(double) ?? printed("%.*f", double, places) }

  /// One digit before the point and `places` after it, and an exponent of at least two digits.
  static func scientific(_ double: Double, places: Int) -> String { special(double) ?? printed("%.*e", double, places) }

  private static func printed(_ format: String, _ double: Double, _ places: Int) -> String {
    // Longer than any: 309 digits before the point, a sign and a point.
    let capacity = 320 + places
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
      let count = printDouble(into: buffer, format, places: places, double)
      return String(decoding: buffer.prefix(max(0, Int(count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}

extension String {
  /// `1e-07` as `1e-7`.
  fileprivate var replacingExponentZeros: String {
    guard let mark = firstIndex(of: "e") else { return self }
    let sign = index(after: mark)
    guard sign < endIndex else { return self }
    let digits = self[index(after: sign)...].drop { $0 == "0" }
    return String(self[...sign]) + digits
  }
}
