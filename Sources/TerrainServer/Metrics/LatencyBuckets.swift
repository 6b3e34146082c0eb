/// The buckets of latency histograms: fixed, so that histograms of several processes and versions can be added up.
enum LatencyBuckets {
  /// The largest duration in each bucket, in nanoseconds; one more bucket has everything above.
  static let bounds = [
    10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000,
    50_000_000, 100_000_000, 250_000_000, 500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000,
    10_000_000_000,
  ]

  /// The bounds as OpenMetrics writes numbers in labels (`1e-05`, `0.001`, `1.0`), in seconds.
  static let labels = bounds.map { "\(Double($0) / 1e9)" } + ["+Inf"]

  /// The number of buckets.
  static let count = bounds.count + 1

  /// The bucket of a duration.
  static func index(of nanoseconds: Int) -> Int {
    var (low, high) = (0, bounds.count)
    while low < high {
      let middle = (low + high) / 2
      if bounds[middle] < nanoseconds { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
