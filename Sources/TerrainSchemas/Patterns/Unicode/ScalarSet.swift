/// A set of code points: sorted ranges that neither overlap nor touch.
package struct ScalarSet: Hashable, Sendable {
  /// The code points from `low` to `high`, both in.
  package struct Run: Hashable, Sendable {
    package var low: UInt32
    package var high: UInt32
  }

  package private(set) var runs: [Run]

  package static let maximum: UInt32 = 0x10FFFF
  package static let none = ScalarSet([])
  package static let all = ScalarSet([Run(low: 0, high: maximum)])

  /// The union of `runs`, in any order.
  package init(_ runs: [Run]) {
    self.runs = ScalarSet.joined(runs)
  }

  package init(_ range: ClosedRange<UInt32>) {
    runs = [Run(low: range.lowerBound, high: range.upperBound)]
  }

  package init(_ single: UInt32) {
    runs = [Run(low: single, high: single)]
  }

  /// The code points of `characters`.
  package init(of characters: String) {
    self.init(characters.unicodeScalars.map { Run(low: $0.value, high: $0.value) })
  }

  package var isEmpty: Bool { runs.isEmpty }

  package func contains(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].high < scalar { low = middle + 1 } else { high = middle }
    }
    return low < runs.count && runs[low].low <= scalar
  }

  package func union(_ other: ScalarSet) -> ScalarSet { ScalarSet(runs + other.runs) }

  package func subtracting(_ other: ScalarSet) -> ScalarSet {
    inverted.union(other).inverted
  }

  /// All code points that are not in the set.
  package var inverted: ScalarSet {
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
