/// A set of code points: sorted ranges that neither overlap nor touch.
struct ScalarSet: Hashable {
  /// The code points from `low` to `high`, both in.
  struct Run: Hashable {
    var low: UInt32
    var high: UInt32
  }

  private(set) var runs: [Run]

  static let maximum: UInt32 = 0x10FFFF
  static let none = ScalarSet([])
  static let all = ScalarSet([Run(low: 0, high: maximum)])

  /// The union of `runs`, in any order.
  init(_ runs: [Run]) {
    self.runs = ScalarSet.joined(runs)
  }

  init(_ range: ClosedRange<UInt32>) {
    runs = [Run(low: range.lowerBound, high: range.upperBound)]
  }

  init(_ single: UInt32) {
    runs = [Run(low: single, high: single)]
  }

  /// The code points of `characters`.
  init(of characters: String) {
    self.init(characters.unicodeScalars.map { Run(low: $0.value, high: $0.value) })
  }

  var isEmpty: Bool { runs.isEmpty }

  /// The only code point in the set, when there is just one.
  var single: UInt32? {
    guard runs.count == 1, let run = runs.first, run.low == run.high else { return nil }
    return run.low
  }

  func contains(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].high < scalar { low = middle + 1 } else { high = middle }
    }
    return low < runs.count && runs[low].low <= scalar
  }

  func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(runs + other.runs) }

  mutating func formUnion(_ other: ScalarSet) { self = union(other) }

  func subtracting(_ other: ScalarSet) -> ScalarSet {
    inverted.union(other).inverted
  }

  /// All code points that are not in the set.
  var inverted: ScalarSet {
    var gaps: [Run] = []
    var next: UInt32 = 0
    for run in runs {
      if run.low > next { gaps.append(Run(low: next, high: run.low - 1)) }
      next = run.high + 1
    }
    if next <= ScalarSet.maximum { gaps.append(Run(low: next, high: ScalarSet.maximum)) }
    return ScalarSet(gaps)
  }

  private static func joined(_ runs: [Run]) -> [Run] {
    guard runs.count > 1 else { return runs }
    var sorted = runs
    sorted.sort { $0.low < $1.low }
    var result: [Run] = []
    result.reserveCapacity(sorted.count)
    for run in sorted {
      if let last = result.last, run.low <= last.high || run.low == last.high + 1 {
        if run.high > last.high { result[result.count - 1].high = run.high }
      } else {
        result.append(run)
      }
    }
    return result
  }
}
