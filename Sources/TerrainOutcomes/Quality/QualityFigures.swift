import TerrainBase

/// The figures of one list: named and defined as `Documentation/reference/quality.md` cites them. A figure that is not defined for a
/// list (diversity of lists with one element) is nil.
package struct QualityFigures: Sendable {
  /// By the position of the name.
  package let values: [Double?]

  /// The figure called `name`.
  package subscript(name: String) -> Double? { QualityFigure.names.firstIndex(of: name).flatMap { values[$0] } }

  /// The figures of `tally`, whose elements are of `catalogSize`; nil where that is not known.
  init(_ tally: ListTally, catalogSize: Int?) {
    let lists = tally.lengths.values.reduce(0, +)
    let longest = tally.lengths.keys.max() ?? 0
    // In a fixed order: sums of fractions depend on it.
    let exposure = tally.exposure.values.ordered(by: >)
    let size = max(catalogSize ?? exposure.count, exposure.count)
    func share(_ part: Int, _ whole: Int) -> Double? { whole > 0 ? Double(part) / Double(whole) : nil }
    values = [
      Double(lists),
      share(longest > 0 ? tally.lengths[longest] ?? 0 : 0, lists),
      share(tally.lengths[0] ?? 0, lists),
      catalogSize == nil ? nil : share(exposure.count, size),
      Self.gini(exposure, size), Self.effectiveSize(exposure), Self.firstPlace(tally), Self.diversity(tally),
      Self.distance(tally),
      share(tally.repeatedFirst[0], tally.followers), share(tally.repeatedFirst[1], tally.followers),
      share(tally.repeatedSet[0], tally.followers), share(tally.repeatedSet[1], tally.followers),
      share(tally.repeatedReasons, tally.reasons), share(tally.outOfSeason, tally.seasonal),
      share(tally.outOfHours, tally.timed),
    ]
  }

  /// Gini's coefficient of `exposure` (largest first) among `size` elements, those that were never shown included.
  private static func gini(_ exposure: [Int], _ size: Int) -> Double? {
    let total = exposure.reduce(0, +)
    guard total > 0, size > 0 else { return nil }
    // With x ascending from 1: sum((2i - n - 1) x) / (n sum(x)). The smallest ones, which are 0, add nothing.
    let sum = exposure.enumerated().reduce(0) { $0 + (size + 1 - 2 * ($1.offset + 1)) * $1.element }
    return Double(sum) / (Double(size) * Double(total))
  }

  /// 2 sum(p i) - 1, the most exposed element having the rank 1.
  private static func effectiveSize(_ exposure: [Int]) -> Double? {
    let total = exposure.reduce(0, +)
    guard total > 0 else { return nil }
    let sum = exposure.enumerated().reduce(0) { $0 + ($1.offset + 1) * $1.element }
    return 2 * Double(sum) / Double(total) - 1
  }

  /// The share of lists whose first element is the commonest of its group.
  private static func firstPlace(_ tally: ListTally) -> Double? {
    let total = tally.firsts.values.reduce(0) { $0 + $1.values.reduce(0, +) }
    guard total > 0 else { return nil }
    return Double(tally.firsts.values.reduce(0) { $0 + ($1.values.max() ?? 0) }) / Double(total)
  }

  /// The mean distance (1 - Jaccard's index of features) of two elements of a list.
  private static func diversity(_ tally: ListTally) -> Double? {
    let count = tally.pairs.values.reduce(0, +)
    guard count > 0 else { return nil }
    let sorted = tally.pairs.ordered { ($0.key.either, $0.key.both) < ($1.key.either, $1.key.both) }
    let similar = sorted.reduce(0) { $0 + Double($1.value) * Double($1.key.both) / Double($1.key.either) }
    return 1 - similar / Double(count)
  }

  /// The mean total variation distance between the exposures of two groups.
  private static func distance(_ tally: ListTally) -> Double? {
    let groups = tally.exposureByGroup.ordered { $0.key < $1.key }.map(\.value)
    guard groups.count > 1 else { return nil }
    let totals = groups.map { Double($0.values.reduce(0, +)) }
    let ids = tally.exposure.keys.ordered()
    var sum = 0.0
    var pairs = 0.0
    for first in groups.indices {
      for second in groups.indices.dropFirst(first + 1) {
        var difference = 0.0
        for id in ids {
          difference += Swift.abs(
            Double(groups[first][id] ?? 0) / totals[first] - Double(groups[second][id] ?? 0) / totals[second])
        }
        sum += difference / 2
        pairs += 1
      }
    }
    return sum / pairs
  }
}
