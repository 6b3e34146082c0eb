extension ExactDecimal: CustomStringConvertible {
  /// Up to this many zeros are written out; a number with more is written as `12e100`.
  private static let writtenZeros = 40

  /// The shortest plain form of the number: `12.5`, `-0.001`, `1200`, never `12.50`.
  ///
  /// Zeros written in a source (`12.50`) are no part of a number; `description(places:)` puts them back. A number that
  /// would take more than 40 zeros to write is written with an exponent (`12e100`); both forms read back as the number.
  public var description: String {
    guard isPlain else { return "\(coefficient)e\(exponent)" }
    return plain(places: max(0, -Int(exponent)))
  }

  /// Whether ``description`` has no exponent.
  package var isPlain: Bool {
    let zeros = exponent >= 0 ? Int(exponent) : -Int(exponent) - digitCount
    return zeros <= ExactDecimal.writtenZeros
  }

  /// The number with exactly `places` digits after the point, as money is written: `12.50` for 12.5 and 2 places.
  ///
  /// A number with more places is rounded by `rule` first. No places, no point; `places` counts as 0 through 6144.
  package func description(places: Int, rounding rule: RoundingRule = .halfAwayFromZero) -> String {
    let places = min(max(0, places), Int(ExactDecimal.exponentLimit))
    return rounded(places: places, rule: rule).plain(places: places)
  }

  /// `places` is at least as many as the number has.
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
