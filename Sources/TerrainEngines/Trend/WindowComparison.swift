/// The last days of a series beside those before them.
package struct WindowComparison: Sendable {
  /// How many days the later ones are.
  package let days: Int
  /// The last days.
  package let recent: Trend.Half
  /// The days before them.
  package let before: Trend.Half
  /// The mean of the last days minus that of those before.
  package let change: Double
  /// Two-sided, for days that resemble each other: how often chance alone would differ as much.
  package let p: Double
  /// The least that any order of the same values could have.
  package let least: Double
  /// How much a day resembles the day before.
  package let autocorrelation: Double
  /// How many times the variance of the difference is what it is for independent days.
  package let inflation: Double
}

extension WindowComparison {
  /// Compares the last `window.days` of `values`, one per day, with the days before; nil where one side has too few, or no weight.
  init?(_ window: ChanceRules.Window, _ values: [Double?], weights: [Double?]?, assuming: Autocorrelation.Assumption) {
    let end = values.count
    let split = end - window.days
    guard split > 0 else { return nil }
    let start = max(0, split - window.before)
    let recent = Trend.Half(values, weights, in: split..<end)
    let before = Trend.Half(values, weights, in: start..<split)
    guard recent.days >= window.least, before.days >= window.least, let later = recent.mean, let earlier = before.mean
    else { return nil }
    let days = (start..<end).filter { values[$0] != nil }
    let numbers = days.compactMap { values[$0] }
    let likeness = Autocorrelation(numbers, on: days, recent: recent.days, assuming: assuming)
    let inflation = likeness.inflation(on: days, recent: recent.days)
    let root = inflation.squareRoot()
    func corrected(_ p: Double) -> Double { min(1, 2 * NormalTail.share(above: NormalTail.z(above: p / 2) / root)) }
    // Values that are all the same go nowhere.
    let test = WindowPermutation(numbers, recent: recent.days)
    self.init(
      days: window.days, recent: recent, before: before, change: later - earlier, p: test.map { corrected($0.p) } ?? 1,
      least: test.map { corrected($0.least) } ?? 1, autocorrelation: likeness.value, inflation: inflation)
  }
}

extension Trend.Half {
  /// The days of `range` that have a value, and their mean, weighted.
  init(_ values: [Double?], _ weights: [Double?]?, in range: Range<Int>) {
    var count = 0
    var sum = 0.0
    var total = 0.0
    for day in range {
      guard let value = values[day] else { continue }
      let weight = max(0, weights?[day] ?? 1)
      count += 1
      sum += value * weight
      total += weight
    }
    self.init(days: count, mean: total > 0 ? sum / total : nil)
  }
}
