/// A set of code points: sorted ranges that neither overlap nor touch.
package struct ScalarSet: Hashable, Sendable {
  /// The code points from `low` to `high`, inclusive.
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

/// Simple case folding: the sets of code points that `(?i)` treats as equal.
enum CaseFolding {
  /// Code points with the same folding, for example `k`, `K`, and the Kelvin sign.
  private struct Folding {
    /// Groups of code points, each sorted.
    var groups: [[UInt32]] = []
    /// Ranges of pairs: `count` pairs from `first`, `step` apart, with `distance` between the two code points of a pair.
    var runs: [(first: UInt32, step: UInt32, count: UInt32, distance: UInt32)] = []
  }

  private static let folding: Folding = {
    var folding = Folding()
    var pairs = TableReader(CaseFoldingTable.pairs)
    var first: UInt32 = 0
    while !pairs.isAtEnd {
      first = first &+ pairs.number()
      let shape = pairs.number()
      let distance = pairs.number()
      folding.runs.append((first, (shape & 1) + 1, (shape >> 1) + 1, distance))
    }
    var groups = TableReader(CaseFoldingTable.groups)
    while !groups.isAtEnd {
      folding.groups.append((0..<groups.number()).map { _ in groups.number() })
    }
    return folding
  }()

  /// `set` with all code points that differ from a member only in case.
  static func closure(of set: ScalarSet) -> ScalarSet {
    // A set with every cased letter gains nothing, and `.` and negated classes are frequent.
    if set == .all || set.isEmpty { return set }
    var added = set.runs
    for run in folding.runs {
      add(images(of: set, in: run, offset: 0, partner: run.distance), to: &added)
      add(images(of: set, in: run, offset: run.distance, partner: 0), to: &added)
    }
    for group in folding.groups where group.contains(where: set.contains) {
      added += group.map { ScalarSet.Run(low: $0, high: $0) }
    }
    return ScalarSet(added)
  }

  private static func add(_ runs: [ScalarSet.Run], to all: inout [ScalarSet.Run]) { all += runs }

  /// The partners of those code points of `set` that are at `offset` in a pair of `run`.
  private static func images(
    of set: ScalarSet, in run: (first: UInt32, step: UInt32, count: UInt32, distance: UInt32), offset: UInt32,
    partner: UInt32
  ) -> [ScalarSet.Run] {
    let low = run.first + offset
    let high = low + (run.count - 1) * run.step
    var images: [ScalarSet.Run] = []
    for member in set.runs where member.low <= high && member.high >= low {
      var from = max(member.low, low)
      let to = min(member.high, high)
      if run.step == 1 {
        images.append(ScalarSet.Run(low: from - offset + partner, high: to - offset + partner))
        continue
      }
      if (from - low) % run.step != 0 { from += 1 }
      while from <= to {
        images.append(ScalarSet.Run(low: from - offset + partner, high: from - offset + partner))
        from += run.step
      }
    }
    return images
  }
}
