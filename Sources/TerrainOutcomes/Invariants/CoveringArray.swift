import TerrainBase

/// Rows that give each of some factors one of its levels, so that any three levels of three factors are together in some row.
///
/// Rows are made one by one, as in AETG (Cohen, Dalal, Fredman, Patton, 1997): several candidates begin with the first three levels that no
/// row has together; in each, the other factors follow in a random order and take the level that completes the most missing triples. The
/// candidate that completes most becomes the row. Orders and ties are drawn from a fixed key: equal factors give equal rows.
struct CoveringArray {
  /// The level of each factor, row by row.
  private(set) var rows: [[Int]] = []
  /// The number of all triples of levels.
  private(set) var threes = 0
  /// The number of triples in no row, because of the limit on rows.
  private(set) var missing = 0

  /// Most levels of a factor.
  static let mostLevels = UInt64.bitWidth

  /// The rows for factors with the numbers of levels in `levels` (from 1 to ``mostLevels``), at most `limit` rows.
  ///
  /// Memory is proportional to the number of triples of factors, and time to that number and to the candidates for each row.
  init(levels: [Int], limit: Int) {
    // The factors with the most levels come first, because they determine the number of rows. Two more factors of one level each make pairs
    // threes.
    let padded = levels + Array(repeating: 1, count: max(0, 3 - levels.count))
    let order = padded.indices.ordered { (padded[$1], $0) < (padded[$0], $1) }
    let (first, threes) = Self.array(padded, order, candidates: 1, limit: limit)
    var best = first
    // More candidates make fewer rows. If the limit is far too low in any case, they complete half a percent more of the triples in ten
    // times the time. For a few factors with equal numbers of levels, one candidate without random choices gives the minimum number of
    // rows.
    if first.missing * Self.leastShareMissing <= threes {
      let second = Self.array(padded, order, candidates: Self.candidates, limit: limit).best
      if (second.missing, second.rows.count) < (first.missing, first.rows.count) { best = second }
    }
    self.threes = threes
    missing = best.missing
    rows = best.rows.map { Array($0.prefix(levels.count)) }
  }

  private static func array(
    _ levels: [Int], _ order: [Int], candidates: Int, limit: Int
  ) -> (best: (rows: [[Int]], missing: Int), threes: Int) {
    var search = ThreesSearch(order.map { levels[$0] }, candidates: candidates)
    let threes = search.missing
    var rows: [[Int]] = []
    while rows.count < limit, let row = search.next() {
      var levelsOfRow = Array(repeating: 0, count: levels.count)
      for (position, factor) in order.enumerated() { levelsOfRow[factor] = row[position] }
      rows.append(levelsOfRow)
    }
    return ((rows, search.missing), threes)
  }

  /// More candidates are tried if at most one in this number of triples is missing with one candidate.
  private static let leastShareMissing = 50
  /// The number of candidates for a row. With ten factors of two levels, 1 candidate gives 29 rows, 24 give 16, and 100 no fewer; 12 is the
  /// best known number.
  private static let candidates = 24
}

/// The threes of levels that no row has yet.
private struct ThreesSearch {
  private let levels: [Int]
  /// The number of candidates for each row; with one candidate, no choice is random.
  private let candidates: Int
  /// For each factor and two levels of two other factors: the levels of the factor that no row has together with these two.
  private var open: ContiguousArray<UInt64> = []
  /// The place in `open` of a factor and two others.
  private var starts: ContiguousArray<Int>
  /// The number of triples that no row has.
  private(set) var missing = 0
  /// The first three factors that may still have an open three.
  private var first = (0, 1, 2)
  private var gains: [Int]
  private var draws = StableDraws(key: 0)

  init(_ levels: [Int], candidates: Int) {
    self.levels = levels
    self.candidates = candidates
    let count = levels.count
    starts = ContiguousArray(repeating: 0, count: count * count * count)
    gains = Array(repeating: 0, count: levels.max() ?? 0)
    for factor in 0..<count {
      let all = levels[factor] == 64 ? UInt64.max : (1 << UInt64(levels[factor])) - 1
      for one in 0..<count where one != factor {
        for other in one + 1..<max(count, one + 1) where other != factor {
          starts[(factor * count + one) * count + other] = open.count
          open.append(contentsOf: repeatElement(all, count: levels[one] * levels[other]))
          if other < factor { missing += levels[one] * levels[other] * levels[factor] }
        }
      }
    }
  }

  /// A row with triples that no earlier row has; nil if no triple is missing.
  mutating func next() -> [Int]? {
    guard let beginning = beginning() else { return nil }
    var best = (row: beginning, gain: -1)
    for _ in 0..<candidates {
      let candidate = completed(beginning)
      if candidate.gain > best.gain { best = candidate }
    }
    for third in levels.indices {
      for second in 0..<third {
        for one in 0..<second {
          close(one, second, third, best.row)
        }
      }
    }
    return best.row
  }

  /// `row` with levels for all factors, and the number of missing triples that these complete.
  private mutating func completed(_ row: [Int]) -> (row: [Int], gain: Int) {
    var (row, gain) = (row, 0)
    var rest = levels.indices.filter { row[$0] < 0 }
    while !rest.isEmpty {
      let factor = rest.remove(at: candidates > 1 ? Int(draws.below(UInt64(rest.count))) : 0)
      let (level, more) = bestLevel(of: factor, beside: row)
      row[factor] = level
      gain += more
    }
    return (row, gain)
  }

  /// A row of three levels that no row has had together; -1 for the others.
  private mutating func beginning() -> [Int]? {
    let count = levels.count
    while first.0 < count - 2 {
      let start = starts[(first.2 * count + first.0) * count + first.1]
      for pair in 0..<levels[first.0] * levels[first.1] where open[start + pair] != 0 {
        var row = Array(repeating: -1, count: count)
        row[first.0] = pair / levels[first.1]
        row[first.1] = pair % levels[first.1]
        row[first.2] = open[start + pair].trailingZeroBitCount
        return row
      }
      first.2 += 1
      if first.2 == count { first = (first.0, first.1 + 1, first.1 + 2) }
      if first.2 == count { first = (first.0 + 1, first.0 + 2, first.0 + 3) }
    }
    return nil
  }

  /// The level that completes the most triples with the levels in `row`, and their number.
  private mutating func bestLevel(of factor: Int, beside row: [Int]) -> (level: Int, gain: Int) {
    let count = levels.count
    let others = levels.indices.filter { row[$0] >= 0 && $0 != factor }
    // All levels are counted at once: bit `level` of plane n is bit n of the level's count. A level completes at most one triple for each
    // pair of the others. Most of the time goes into waiting for `open`, which is too large for a processor's nearest memory.
    var planes = Array(repeating: 0 as UInt64, count: Int.bitWidth - (count * count).leadingZeroBitCount)
    open.withUnsafeBufferPointer { open in
      planes.withUnsafeMutableBufferPointer { planes in
        for (position, one) in others.enumerated() {
          let start = (factor * count + one) * count
          for other in others[(position + 1)...] {
            var carry = open[starts[start + other] + row[one] * levels[other] + row[other]]
            var plane = 0
            while carry != 0 {
              (planes[plane], carry) = (planes[plane] ^ carry, planes[plane] & carry)
              plane += 1
            }
          }
        }
      }
    }
    for level in 0..<levels[factor] {
      gains[level] = planes.indices.reduce(0) { $0 | Int(planes[$1] >> UInt64(level) & 1) << $1 }
    }
    var best = 0
    var equal: UInt64 = 1
    for level in 1..<max(1, levels[factor]) {
      if gains[level] > gains[best] {
        (best, equal) = (level, 1)
      } else if candidates > 1, gains[level] == gains[best] {
        equal += 1
        if draws.below(equal) == 0 { best = level }
      }
    }
    return (best, gains[best])
  }

  /// Notes that `row` has its levels of three factors together.
  private mutating func close(_ one: Int, _ second: Int, _ third: Int, _ row: [Int]) {
    let bit = UInt64(1) << UInt64(row[third])
    let place = place(of: third, one, second, row)
    guard open[place] & bit != 0 else { return }
    missing -= 1
    open[place] &= ~bit
    open[self.place(of: second, one, third, row)] &= ~(UInt64(1) << UInt64(row[second]))
    open[self.place(of: one, second, third, row)] &= ~(UInt64(1) << UInt64(row[one]))
  }

  private func place(of factor: Int, _ one: Int, _ other: Int, _ row: [Int]) -> Int {
    starts[(factor * levels.count + one) * levels.count + other] + row[one] * levels[other] + row[other]
  }
}
