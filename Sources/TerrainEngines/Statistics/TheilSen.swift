/// The Theil–Sen estimate of a slope: the median of the slopes between all pairs of points, which a few wild values hardly move.
///
/// H. Theil, “A rank-invariant method of linear and polynomial regression analysis” (1950); P. K. Sen, “Estimates of the
/// regression coefficient based on Kendall's tau”, JASA 63 (1968) 1379–1389.
package enum TheilSen {
  /// The slope of `values` over `days`, in units of the values a day; nil where no two points have different days.
  package static func slope(_ values: [Double], over days: [Int]) -> Double? {
    let count = min(values.count, days.count)
    var slopes: [Double] = []
    slopes.reserveCapacity(count * max(0, count - 1) / 2)
    for later in 0..<count {
      for earlier in 0..<later where days[later] != days[earlier] {
        slopes.append((values[later] - values[earlier]) / Double(days[later] - days[earlier]))
      }
    }
    guard !slopes.isEmpty else { return nil }
    slopes.sort()
    let middle = slopes.count / 2
    return slopes.count % 2 == 1 ? slopes[middle] : (slopes[middle - 1] + slopes[middle]) / 2
  }
}
