/// Code points sorted into classes that a pattern does not distinguish, numbered from 0.
///
/// The automaton's alphabet: a pattern over all of Unicode has a handful of them, so its tables stay small.
struct ScalarClasses {
  /// Where each interval begins: sorted, the first is 0.
  let starts: [UInt32]
  /// The class of each interval.
  let classOfInterval: [UInt16]
  /// How many classes there are.
  let count: Int

  /// The coarsest classes such that each of `sets` is a union of some.
  init(separating sets: [ScalarSet]) {
    var bounds: [UInt32] = [0]
    for set in sets {
      for run in set.runs {
        bounds.append(run.low)
        if run.high < ScalarSet.maximum { bounds.append(run.high + 1) }
      }
    }
    bounds.sort()
    var starts: [UInt32] = []
    for bound in bounds where starts.last != bound { starts.append(bound) }

    var owner = [Int](repeating: 0, count: starts.count)
    var next = 1
    for set in sets {
      // A set and its complement split alike; the smaller one is less work.
      let inside = ScalarClasses.intervals(of: set, starts: starts)
      let covered = inside.reduce(0) { $0 + $1.count }
      let split =
        covered * 2 <= starts.count ? inside : ScalarClasses.intervals(of: set.inverted, starts: starts)
      var renamed: [Int: Int] = [:]
      for range in split {
        for interval in range {
          if let name = renamed[owner[interval]] {
            owner[interval] = name
          } else {
            renamed[owner[interval]] = next
            owner[interval] = next
            next += 1
          }
        }
      }
    }
    var numbers: [Int: UInt16] = [:]
    classOfInterval = owner.map { name in
      if let number = numbers[name] { return number }
      let number = UInt16(truncatingIfNeeded: numbers.count)
      numbers[name] = number
      return number
    }
    self.starts = starts
    count = numbers.count
  }

  /// The classes that make up `set`, which must be one of those the classes separate.
  func members(of set: ScalarSet) -> Set<UInt16> {
    var members: Set<UInt16> = []
    for range in ScalarClasses.intervals(of: set, starts: starts) {
      for interval in range { members.insert(classOfInterval[interval]) }
    }
    return members
  }

  /// The class of a code point.
  func classOf(_ scalar: UInt32) -> UInt16 {
    classOfInterval[ScalarClasses.interval(of: scalar, starts: starts)]
  }

  /// The one code point of a class that has just one.
  func onlyMember(of number: UInt16) -> UInt32? {
    guard let interval = classOfInterval.firstIndex(of: number), classOfInterval.lastIndex(of: number) == interval
    else { return nil }
    let next = interval + 1 < starts.count ? starts[interval + 1] : ScalarSet.maximum + 1
    return next - starts[interval] == 1 ? starts[interval] : nil
  }

  private static func interval(of scalar: UInt32, starts: [UInt32]) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle } else { high = middle }
    }
    return low
  }

  private static func intervals(of set: ScalarSet, starts: [UInt32]) -> [Range<Int>] {
    set.runs.map { run in
      interval(of: run.low, starts: starts)..<(interval(of: run.high, starts: starts) + 1)
    }
  }
}
