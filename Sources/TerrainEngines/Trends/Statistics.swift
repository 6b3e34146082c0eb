import TerrainBase

/// The correlation of a day with the day before, and its effect on the variance of means.
package struct Autocorrelation: Sendable, Hashable {
  /// The prior assumption for short series.
  package struct Assumption: Sendable, Hashable {
    /// The autocorrelation at lag 1.
    package let value: Double
    /// The number of pairs of days that the assumption counts as, in addition to the observed pairs.
    package let pairs: Double

    /// An assumption of `value` that counts for `pairs` pairs.
    package init(value: Double, pairs: Double) {
      self.value = value
      self.pairs = pairs
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
    let value =
      weight > 0 ? (unbiased * Double(pairs) + assumption.value * assumption.pairs) / weight : assumption.value
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
package enum ErrorBudget {
  /// The combined p-value of several tests of the same hypothesis.
  ///
  /// R. J. Simes, “An improved Bonferroni procedure for multiple tests of significance”, Biometrika 73 (1986) 751–754.
  package static func together(_ ps: [Double]) -> Double {
    let count = Double(ps.count)
    return ps.sorted().enumerated().reduce(1) { min($0, count * $1.element / Double($1.offset + 1)) }
  }

  /// The p-value of each test adjusted for all of them: the probability that any true hypothesis has an adjusted p up to a is at most a,
  /// whatever the tests have to do with each other.
  ///
  /// The weighted procedure of S. Holm, “A simple sequentially rejective multiple test procedure”, Scandinavian Journal of Statistics 6
  /// (1979) 65–70. Each test has a share of the budget in proportion to its weight. The test with the smallest p per weight comes first;
  /// once it is rejected, its share passes to the remaining tests. Large weights therefore are gatekeepers: their tests come first with
  /// most of the budget, the others share the rest and inherit the shares of rejected ones (A. Dmitrienko, A. C. Tamhane, “Gatekeeping
  /// procedures with clinical trial applications”, Pharmaceutical Statistics 6 (2007) 171–180; F. Bretz, W. Maurer, W. Brannath, M. Posch,
  /// “A graphical approach to sequentially rejective multiple test procedures”, Statistics in Medicine 28 (2009) 586–604). Tests that
  /// a person has no data for are left out, so their shares are not lost.
  package static func adjusted(_ tests: [(p: Double, weight: Double)]) -> [Double] {
    let weighted = tests.indices.filter { tests[$0].weight > 0 }
    let order = weighted.sorted { a, b in
      (tests[a].p / tests[a].weight, a) < (tests[b].p / tests[b].weight, b)
    }
    var ps = [Double](repeating: 1, count: tests.count)
    var remaining = weighted.reduce(0) { $0 + tests[$1].weight }
    var greatest = 0.0
    for index in order {
      greatest = min(1, max(greatest, tests[index].p / tests[index].weight * remaining))
      ps[index] = greatest
      remaining -= tests[index].weight
    }
    return ps
  }
}

/// The permutation test of the last values against the values before: the share of all orders with a greater difference, and half of the
/// share with the same difference (the mid-p of H. O. Lancaster, “Significance tests in discrete distributions”, JASA 56 (1961) 223–234:
/// few days with few levels would otherwise use only a part of the error budget).
///
/// R. A. Fisher, “The design of experiments” (1935), section 21; E. J. G. Pitman, “Significance tests which may be applied to samples
/// from any populations”, Supplement to the JRSS 4 (1937) 119–130. Values are placed on an even grid between the least and the
/// greatest, so that all choices of days can be counted by their sum (M. Pagano, D. Tritchler, “On obtaining permutation
/// distributions in polynomial time”, JASA 78 (1983) 435–440). Ties, few levels and ceilings need no correction.
package struct WindowPermutation: Sendable, Hashable {
  /// One-sided p-values: of last values that are lower, and of last values that are higher. Their sum is 1.
  package let lower: Double
  package let higher: Double

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
    let same = sums[seen] / 2
    lower = (sums[..<seen].reduce(0, +) + same) / total
    higher = (sums[(seen + 1)...].reduce(0, +) + same) / total
  }

  private static func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
}
