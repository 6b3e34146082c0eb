/// Simple case folding: which code points `(?i)` takes for the same.
enum CaseFolding {
  /// Code points that fold to the same one, `k`, `K` and the Kelvin sign for instance.
  private struct Folding {
    /// Groups, sorted inside.
    var groups: [[UInt32]] = []
    /// Pairs as runs: `count` pairs from `first`, `step` apart, `distance` between the two of a pair.
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

  /// `set` with everything that differs from one of its members in case only.
  static func closure(of set: ScalarSet) -> ScalarSet {
    // Whatever holds every cased letter already gains nothing, and `.` and negated classes are common.
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
