/// The exact permutation test of the last values against those before them: how often values in any order would differ as much.
///
/// R. A. Fisher, “The design of experiments” (1935), section 21; E. J. G. Pitman, “Significance tests which may be applied to samples
/// from any populations”, Supplement to the JRSS 4 (1937) 119–130. Values are placed on an even grid between the least and the
/// greatest, so that all choices of days can be counted by their sum (M. Pagano, D. Tritchler, “On obtaining permutation
/// distributions in polynomial time”, JASA 78 (1983) 435–440). Ties, few levels and ceilings need no correction.
package struct WindowPermutation: Sendable, Hashable {
  /// Two-sided: twice the smaller tail, at most 1.
  package let p: Double
  /// The least that any order of these values could have: what occurs on few days can never be significant.
  package let least: Double

  /// The steps of the grid.
  static let steps = 20

  /// The test of the last `recent` of `values`; nil where one side has none or all values are the same.
  ///
  /// It takes time in proportion to the number of values times the square of `recent`.
  package init?(_ values: [Double], recent: Int) {
    let count = values.count
    guard recent > 0, recent < count, let low = values.min(), let high = values.max(), low < high else { return nil }
    var scores = values.map { Int((($0 - low) / (high - low) * Double(Self.steps) + 0.5).rounded(.down)) }
    let unit = scores.reduce(0, Self.divisor)
    scores = scores.map { $0 / unit }
    let most = Self.steps / unit
    let width = recent * most + 1
    // ways[j * width + s]: the choices of j days whose scores sum to s.
    var ways = [Double](repeating: 0, count: (recent + 1) * width)
    ways[0] = 1
    ways.withUnsafeMutableBufferPointer { ways in
      guard let base = ways.baseAddress else { return }
      for (day, score) in scores.enumerated() {
        for chosen in stride(from: min(recent - 1, day), through: 0, by: -1) {
          let from = base + chosen * width
          let to = base + (chosen + 1) * width + score
          for sum in 0...(chosen * most) { to[sum] += from[sum] }
        }
      }
    }
    let sums = ways[(recent * width)...]
    let total = sums.reduce(0, +)
    let seen = recent * width + scores.suffix(recent).reduce(0, +)
    let lower = sums[...seen].reduce(0, +) / total
    let upper = sums[seen...].reduce(0, +) / total
    p = min(1, 2 * min(lower, upper))
    let ends = min(sums.first { $0 > 0 } ?? total, sums.last { $0 > 0 } ?? total)
    least = min(1, 2 * ends / total)
  }

  private static func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
}
