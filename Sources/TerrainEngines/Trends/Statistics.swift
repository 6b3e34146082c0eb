import TerrainBase

/// The correlation of a day with the day before, and its effect on the variance of means.
package struct Autocorrelation: Sendable, Hashable {
  /// The prior assumption for short series.
  package struct Assumption: Sendable, Hashable {
    /// The autocorrelation at lag 1.
    package let value: Double
    /// The number of pairs of days that the assumption counts as, in addition to the observed pairs.
    package let pairs: Double
    /// With fewer pairs of days than this, it is at least the assumed one.
    package let least: Int

    /// An assumption of `value` that counts for `pairs` pairs, and is a lower bound for fewer than `least`.
    package init(value: Double, pairs: Double, least: Int) {
      self.value = value
      self.pairs = pairs
      self.least = least
    }
  }

  /// At lag 1, from 0 to ``most``.
  package let value: Double
  /// The maximum autocorrelation, above which no number of days would be significant.
  static let most = 0.9

  /// An estimate from `values` on `days`, in order, in which the last `recent` values may have a different mean.
  ///
  /// The lag-1 autocorrelation of the residuals over pairs of days that follow each other, corrected for the two means that were
  /// fitted (F. H. C. Marriott, J. A. Pope, “Bias in the estimation of autocorrelations”, Biometrika 41 (1954) 390–402), then
  /// averaged with the assumption. A negative one counts as 0.
  package init(_ values: [Double], on days: [Int], recent: Int, assuming assumption: Assumption) {
    let count = values.count
    let split = count - recent
    func mean(_ part: ArraySlice<Double>) -> Double { part.isEmpty ? 0 : part.reduce(0, +) / Double(part.count) }
    let (before, after) = (mean(values[..<split]), mean(values[split...]))
    let rest = values.indices.map { values[$0] - ($0 < split ? before : after) }
    var squares = 0.0
    var products = 0.0
    var pairs = 0
    for index in rest.indices {
      squares += rest[index] * rest[index]
      guard index > 0, days[index] - days[index - 1] == 1 else { continue }
      products += rest[index] * rest[index - 1]
      pairs += 1
    }
    let seen = squares > 0 && pairs > 0 ? products / Double(pairs) / (squares / Double(count)) : 0
    let unbiased = seen + 2 * (1 + 4 * seen) / Double(max(count, 1))
    let weight = Double(pairs) + assumption.pairs
    var value =
      weight > 0 ? (unbiased * Double(pairs) + assumption.value * assumption.pairs) / weight : assumption.value
    if pairs < assumption.least { value = max(value, assumption.value) }
    self.value = min(max(value, 0), Self.most)
  }

  /// The factor by which the variance of the difference of two means, of the last `recent` of `days` and of those before, exceeds its value
  /// for independent days; at least 1.
  ///
  /// Compares an autoregressive process with the variance under permutation of the same values.
  package func inflation(on days: [Int], recent: Int) -> Double {
    let count = days.count
    let split = count - recent
    guard recent > 0, split > 0 else { return 1 }
    let (before, after) = (-1 / Double(split), 1 / Double(recent))
    var contrast = 1 / Double(split) + 1 / Double(recent)
    let independent = contrast
    var together = 0.0
    // The sums over all earlier days, each times the autocorrelation at its distance.
    var (contrasts, ones) = (0.0, 0.0)
    for index in 1..<count {
      var fade = 1.0
      for _ in 0..<min(days[index] - days[index - 1], 400) { fade *= value }
      contrasts = (contrasts + (index - 1 < split ? before : after)) * fade
      ones = (ones + 1) * fade
      contrast += 2 * (index < split ? before : after) * contrasts
      together += 2 * ones
    }
    let average = together / (Double(count) * Double(count - 1))
    return max(1, contrast / independent / (1 - average))
  }
}

/// The upper tail of the standard normal distribution.
package enum NormalTail {
  /// Returns the share of the distribution above `z`.
  package static func share(above z: Double) -> Double { Mathematics.complementaryError(z / 2.0.squareRoot()) / 2 }

  /// Returns the z above which `share` of the distribution lies, for shares up to a half; 0 for greater ones.
  ///
  /// Found by halving: exact to the last digits, also far out in the tail.
  package static func z(above share: Double) -> Double {
    guard share < 0.5 else { return 0 }
    var (low, high) = (0.0, 38.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if Self.share(above: middle) > share { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}

/// Tests of one person that share one error budget.
package enum FalseDiscoveries {
  /// The combined p-value of several tests of the same hypothesis.
  ///
  /// R. J. Simes, “An improved Bonferroni procedure for multiple tests of significance”, Biometrika 73 (1986) 751–754.
  package static func together(_ ps: [Double]) -> Double {
    let count = Double(ps.count)
    return ps.sorted().enumerated().reduce(1) { min($0, count * $1.element / Double($1.offset + 1)) }
  }

  /// Tests with their p-values, each adjusted for the number of tests.
  package struct Adjusted: Sendable, Hashable {
    /// Adjusted p-values: rejecting all tests with a value up to the budget keeps the false discovery rate within the budget.
    package let ps: [Double]
    /// The number of tests that could be significant at all.
    package let count: Int
  }

  /// Adjusts the p-values of `tests`, each with the least that it could have had.
  ///
  /// Y. Benjamini, Y. Hochberg, “Controlling the false discovery rate”, JRSS B 57 (1995) 289–300, over those tests that could be
  /// significant: R. E. Tarone, Biometrics 46 (1990) 515–522; P. B. Gilbert, “A modified false discovery rate multiple-comparisons
  /// procedure for discrete data”, JRSS C 54 (2005) 143–158. The others have 1.
  package static func adjusted(_ tests: [(p: Double, least: Double)], budget: Double) -> Adjusted {
    var bound = 1
    while bound < tests.count, tests.count(where: { $0.least <= budget / Double(bound) }) > bound { bound += 1 }
    let order = tests.indices.filter { tests[$0].least <= budget / Double(bound) }.sorted { a, b in
      (tests[a].p, a) < (tests[b].p, b)
    }
    var ps = [Double](repeating: 1, count: tests.count)
    var smallest = 1.0
    for (rank, index) in order.enumerated().reversed() {
      smallest = min(smallest, tests[index].p * Double(order.count) / Double(rank + 1))
      ps[index] = smallest
    }
    return Adjusted(ps: ps, count: order.count)
  }
}

/// The exact permutation test of the last values against the values before: the share of all orders with at least the same difference.
///
/// R. A. Fisher, “The design of experiments” (1935), section 21; E. J. G. Pitman, “Significance tests which may be applied to samples
/// from any populations”, Supplement to the JRSS 4 (1937) 119–130. Values are placed on an even grid between the least and the
/// greatest, so that all choices of days can be counted by their sum (M. Pagano, D. Tritchler, “On obtaining permutation
/// distributions in polynomial time”, JASA 78 (1983) 435–440). Ties, few levels and ceilings need no correction.
package struct WindowPermutation: Sendable, Hashable {
  /// Two-sided: twice the smaller tail, at most 1.
  package let p: Double
  /// The smallest possible p-value for any order of these values: rare values can never be significant.
  package let least: Double

  /// The steps of the grid.
  static let steps = 20

  /// The test of the last `recent` of `values`; nil if one side has no values, or if all values are equal.
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
