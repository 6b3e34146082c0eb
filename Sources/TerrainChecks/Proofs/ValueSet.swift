import TerrainBase

/// A run of keys: both ends are in it.
package struct KeyRange: Hashable, Sendable {
  package var low: Int64
  package var high: Int64

  /// The keys from `low` to `high`, both included.
  package init(_ low: Int64, _ high: Int64) {
    self.low = low
    self.high = high
  }
}

/// A set of a column's values: runs of ordered keys, and whether the value may be missing.
///
/// Every type of column maps its values to `Int64` keys in order (see ``KeySpace``): an `int` is its own key, a `double`
/// the rank of its bits, an enumeration's value its position. So open and closed ends are all closed here, and the
/// arithmetic of sets is exact.
package struct ValueSet: Hashable, Sendable {
  /// Sorted, disjoint, and not touching one another.
  package private(set) var ranges: [KeyRange]
  /// Whether the absence of an optional fact is in the set.
  package private(set) var absent: Bool

  /// The union of `ranges`, in any order; a range whose ends are the wrong way round is empty.
  package init(_ ranges: [KeyRange], absent: Bool = false) {
    self.absent = absent
    let sorted = ranges.filter { $0.low <= $0.high }.ordered { ($0.low, $0.high) < ($1.low, $1.high) }
    var merged: [KeyRange] = []
    for range in sorted {
      guard let last = merged.last, last.high == .max || range.low <= last.high + 1 else {
        merged.append(range)
        continue
      }
      merged[merged.count - 1].high = max(last.high, range.high)
    }
    self.ranges = merged
  }

  /// The keys from `low` to `high`.
  package init(_ low: Int64, _ high: Int64) { self.init([KeyRange(low, high)]) }

  /// Only the absence of an optional fact.
  package static let onlyAbsent = ValueSet([], absent: true)

  package var isEmpty: Bool { ranges.isEmpty && !absent }

  /// True when `key` is in the set.
  package func contains(_ key: Int64) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].high < key { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].low <= key
  }

  package func intersection(_ other: ValueSet) -> ValueSet {
    var result: [KeyRange] = []
    var mine = 0
    var theirs = 0
    while mine < ranges.count, theirs < other.ranges.count {
      let a = ranges[mine]
      let b = other.ranges[theirs]
      result.append(KeyRange(max(a.low, b.low), min(a.high, b.high)))
      if a.high < b.high { mine += 1 } else { theirs += 1 }
    }
    return ValueSet(result, absent: absent && other.absent)
  }

  /// What is here and not in `other`.
  package func subtracting(_ other: ValueSet) -> ValueSet {
    var outside: [KeyRange] = []
    var start: Int64? = .min
    for range in other.ranges {
      if let from = start, range.low > .min { outside.append(KeyRange(from, range.low - 1)) }
      start = range.high == .max ? nil : range.high + 1
    }
    if let from = start { outside.append(KeyRange(from, .max)) }
    return intersection(ValueSet(outside, absent: !other.absent))
  }

  /// True when every value here is in `other`.
  package func isSubset(of other: ValueSet) -> Bool { subtracting(other).isEmpty }

  /// The key nearest to `origin`, the greater of two equally near; nil when only absence is left.
  package func nearest(to origin: Int64) -> Int64? {
    var best: (distance: UInt64, key: Int64)?
    for range in ranges {
      let key = min(max(origin, range.low), range.high)
      let distance = key >= origin ? UInt64(bitPattern: key &- origin) : UInt64(bitPattern: origin &- key)
      if best.map({ distance <= $0.distance }) ?? true { best = (distance, key) }
    }
    return best?.key
  }

  /// How many keys there are, absence counted as one; `Int.max` where there are more.
  package var count: Int {
    var total = absent ? 1 : 0
    for range in ranges {
      let (span, overflow) = range.high.subtractingReportingOverflow(range.low)
      guard !overflow, span < Int64(Int.max / 2), total < Int.max / 2 else { return .max }
      total += Int(span) + 1
    }
    return total
  }
}
