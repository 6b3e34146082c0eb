/// How much a day resembles the day before, and how much more chance moves means for it.
package struct Autocorrelation: Sendable, Hashable {
  /// What is taken to be known where a series is short.
  package struct Assumption: Sendable, Hashable {
    /// The autocorrelation at lag 1.
    package let value: Double
    /// How many pairs of days the assumption counts for, beside those that were seen.
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
  /// Beyond it, no number of days is significant.
  static let most = 0.9

  /// An estimate from `values` on `days`, in order, the last `recent` of which may have another mean than the rest.
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

  /// By how much the variance of the difference of two means, of the last `recent` of `days` and of those before, exceeds what it is
  /// where days are independent; at least 1.
  ///
  /// For a process in which a day resembles the one before, beside the variance that a permutation of the same values has.
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
