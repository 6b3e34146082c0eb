import Testing

@testable import TerrainChecks

/// How much work proofs take, counted in steps: clocks are noisy, steps are not. A million steps take 15 to 60 ms.
@Suite struct ProofSpeedTests {
  private static let five = [KeyRange](repeating: KeyRange(-10, 10), count: 5)
  /// Debug builds are some thirty times slower, so they prove less.
  #if DEBUG
    private static let many = 100
  #else
    private static let many = 500
  #endif
  private static let six = [KeyRange](repeating: KeyRange(0, 100), count: 6)

  private func findings(_ boxes: [LargeTables.Box], _ domains: [KeyRange], unique: Bool = false) -> TableFindings {
    let table = LargeTables.table(boxes, domains: domains)
    return table.findings(policy: unique ? .unique : .precedence(order: Array(boxes.indices)), whole: true)
  }

  @Test func nineRowsInFiveColumns() {
    for seed in 0..<20 as Range<UInt64> {
      let whole = findings(LargeTables.cut(into: 9, domains: Self.five, seed: seed), Self.five, unique: true)
      #expect(whole.gaps.certain.isEmpty && whole.overlaps.overlaps.isEmpty && whole.deadRows.dead.isEmpty)
      #expect(whole.steps < 5000)
      let holes = findings(LargeTables.random(9, domains: Self.five, share: 0.5, seed: seed), Self.five)
      #expect(!holes.gaps.certain.isEmpty && holes.steps < 40_000)
    }
  }

  @Test func fiveHundredRowsInSixColumns() {
    let boxes = LargeTables.cut(into: Self.many, domains: Self.six, seed: 1)
    for unique in [true, false] {
      let whole = findings(boxes, Self.six, unique: unique)
      #expect(whole.gaps.certain.isEmpty && whole.gaps.stopped == nil)
      #expect(whole.overlaps.overlaps.isEmpty && whole.deadRows.dead.isEmpty && whole.deadRows.stopped.isEmpty)
      #expect(whole.steps < 10_000_000)
    }
    for missing in [0, Self.many / 2, Self.many - 1] {
      var holed = boxes
      let removed = holed.remove(at: missing)
      let gaps = findings(holed, Self.six).gaps
      #expect(gaps.stopped == nil && !gaps.more && !gaps.certain.isEmpty)
      for region in gaps.certain {
        for (column, key) in region.witness {
          #expect(removed[column].map { $0.low...$0.high ~= key ?? -1 } ?? true)
        }
      }
    }
  }

  @Test func aRowTakenByManyTogether() {
    var boxes = LargeTables.cut(into: 200, domains: Self.six, seed: 2)
    boxes.append([0: KeyRange(10, 60), 3: KeyRange(20, 90)])
    let dead = findings(boxes, Self.six).deadRows
    #expect(dead.stopped.isEmpty && dead.dead.map(\.row) == [200])
  }

  /// Boxes at random, the hardest there are: no answer is better than a wrong one or a hang.
  @Test(arguments: [0.2, 0.5, 0.8, 0.95]) func tangledRowsEndInTime(share: Double) {
    let boxes = LargeTables.random(Self.many, domains: Self.six, share: share, seed: 1)
    let limits = ProofLimits()
    for unique in [true, false] {
      let found = findings(boxes, Self.six, unique: unique)
      #expect(found.steps < limits.steps + 500 * 500)
      #expect(!found.gaps.certain.isEmpty)
      #expect(found.overlaps.overlaps.isEmpty != unique)
      let undecided = found.deadRows.stopped.count
      #expect(undecided < 3 * Self.many / 5, "\(undecided) rows undecided")
    }
  }
}
