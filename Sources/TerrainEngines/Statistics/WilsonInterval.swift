/// Wilson's score interval: between which shares the true one lies, when so many of so many were seen.
///
/// E. B. Wilson, “Probable inference, the law of succession, and statistical inference”, JASA 22 (1927) 209–212. Unlike the
/// textbook's interval it stays within 0 and 1, and is useful for few days.
package struct WilsonInterval: Sendable, Hashable {
  /// The lower end.
  package let low: Double
  /// The upper end.
  package let high: Double

  /// The interval of `share` among `count`, `z` standard deviations wide to each side; nil where nothing was seen.
  package init?(share: Double, of count: Int, z: Double) {
    guard count > 0, share >= 0, share <= 1, z >= 0 else { return nil }
    let n = Double(count)
    let square = z * z
    let scale = 1 + square / n
    let middle = (share + square / (2 * n)) / scale
    let reach = z / scale * (share * (1 - share) / n + square / (4 * n * n)).squareRoot()
    low = max(0, middle - reach)
    high = min(1, middle + reach)
  }
}
