import TerrainPlatform

/// The Mann–Kendall test: whether values that follow one another tend upward or downward.
///
/// H. B. Mann, “Nonparametric tests against trend”, Econometrica 13 (1945) 245–259; M. G. Kendall, “Rank correlation methods”
/// (1975); the variance corrected for ties and the correction for continuity as R. O. Gilbert, “Statistical methods for
/// environmental pollution monitoring” (1987), section 16.4, has them.
package struct MannKendall: Sendable, Hashable {
  /// S: the sum of the signs of all differences between a later value and an earlier one.
  package let score: Int
  /// Var S = [n(n−1)(2n+5) − Σ t(t−1)(2t+5)] / 18, the sum over groups of t equal values.
  package let variance: Double
  /// (S ∓ 1) / √Var S; 0 where S is 0.
  package let z: Double
  /// Two-sided, from the normal distribution: how often values without any tendency would look at least as much like one.
  package let p: Double

  /// The test of `values`, in their order; nil for fewer than two.
  package init?(_ values: [Double]) {
    let count = values.count
    guard count > 1 else { return nil }
    var score = 0
    for later in 1..<count {
      for earlier in 0..<later {
        if values[later] > values[earlier] {
          score += 1
        } else if values[later] < values[earlier] {
          score -= 1
        }
      }
    }
    func term(_ size: Int) -> Double { Double(size) * Double(size - 1) * Double(2 * size + 5) }
    var sum = term(count)
    var size = 1
    let sorted = values.sorted()
    for index in 1..<count {
      if sorted[index] == sorted[index - 1] {
        size += 1
      } else {
        sum -= term(size)
        size = 1
      }
    }
    sum -= term(size)
    self.score = score
    variance = sum / 18
    let shifted = Double(score > 0 ? score - 1 : score < 0 ? score + 1 : 0)
    z = score == 0 ? 0 : shifted / variance.squareRoot()
    p = erfc(abs(z) / 2.0.squareRoot())
  }
}
