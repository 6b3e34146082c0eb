import Testing

@testable import TerrainOutcomes

struct CoveringArrayTests {
  @Test(arguments: [
    [], [1], [4], [3, 5], [2, 2, 2], [5, 1, 3], [4, 4, 4, 4], [2, 2, 2, 2, 2, 2, 2, 2, 2, 2], [9, 2, 3, 2, 5, 1, 4],
    [64, 2, 3, 2],
  ])
  func `Any three levels of three factors are together in a row`(levels: [Int]) {
    let array = CoveringArray(levels: levels, limit: 10_000)
    #expect(array.missing == 0)
    #expect(array.rows.allSatisfy { row in zip(row, levels).allSatisfy { 0..<$1 ~= $0 } && row.count == levels.count })
    #expect(threes(of: levels).subtracting(threes(in: array.rows)).isEmpty)
    // Rows that repeat others cover nothing.
    #expect(Set(array.rows).count == array.rows.count)
  }

  @Test(arguments: [
    // Of ten factors of two levels, 12 rows are the fewest that anybody knows; six of four levels cannot do with fewer than 64.
    (Array(repeating: 2, count: 10), 16), (Array(repeating: 2, count: 20), 25), (Array(repeating: 3, count: 10), 65),
    (Array(repeating: 4, count: 6), 64), ([9, 2, 3, 2, 5, 1, 4], 180),
  ])
  func `Rows are few`(_ levels: [Int], most: Int) {
    let least = levels.sorted().suffix(3).reduce(1, *)
    #expect(least...most ~= CoveringArray(levels: levels, limit: 1000).rows.count)
  }

  @Test func `Equal factors give equal rows`() {
    let levels = [3, 7, 2, 4, 5, 2]
    #expect(CoveringArray(levels: levels, limit: 500).rows == CoveringArray(levels: levels, limit: 500).rows)
  }

  @Test func `A limit on rows leaves threes, which are counted`() {
    let levels = [5, 5, 5, 2]
    let array = CoveringArray(levels: levels, limit: 40)
    #expect(array.rows.count == 40)
    #expect(array.threes == threes(of: levels).count)
    #expect(array.missing == threes(of: levels).subtracting(threes(in: array.rows)).count)
  }

  /// All threes of levels, with their factors; for fewer than three factors, all combinations.
  private func threes(of levels: [Int]) -> Set<[Int]> {
    var rows: [[Int]] = [[]]
    guard levels.count > 3 else {
      for level in levels { rows = rows.flatMap { row in (0..<level).map { row + [$0] } } }
      return threes(in: rows)
    }
    var all: Set<[Int]> = []
    forThrees(levels.count) { a, b, c in
      for x in 0..<levels[a] { for y in 0..<levels[b] { for z in 0..<levels[c] { all.insert([a, x, b, y, c, z]) } } }
    }
    return all
  }

  private func threes(in rows: [[Int]]) -> Set<[Int]> {
    var all: Set<[Int]> = []
    for row in rows {
      if row.count < 3 { all.insert(row) }
      forThrees(row.count) { a, b, c in all.insert([a, row[a], b, row[b], c, row[c]]) }
    }
    return all
  }

  private func forThrees(_ count: Int, _ body: (Int, Int, Int) -> Void) {
    for c in 0..<count { for b in 0..<c { for a in 0..<b { body(a, b, c) } } }
  }
}
