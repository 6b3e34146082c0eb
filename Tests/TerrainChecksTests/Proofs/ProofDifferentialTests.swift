import TestSupport
import Testing

@testable import TerrainChecks

/// Random tables: what the proofs say against looking at every combination of values.
@Suite struct ProofDifferentialTests {
  static let kinds = [(traced: false, undecided: false), (true, false), (false, true), (true, true)]
  /// Debug builds are some thirty times slower.
  #if DEBUG
    static let seeds = 0..<50
  #else
    static let seeds = 0..<TestExtent.count(250, long: 1000, of: "random tables for each proof")
  #endif

  @Test(arguments: kinds) func gaps(kind: (traced: Bool, undecided: Bool)) {
    var tables = RandomTables(seed: 1)
    var found = [0, 0]
    for seed in Self.seeds {
      let table = tables.table(traced: kind.traced, undecided: kind.undecided)
      var limits = ProofLimits()
      limits.regions = 10_000
      let gaps = table.findings(policy: .precedence(order: Array(table.rows.indices)), whole: true, limits: limits).gaps
      #expect(gaps.stopped == nil && !gaps.more)
      let expected = BruteForce(table: table).certainties(required: [], rows: table.rows)
      for (point, certainty) in expected {
        let inCertain = gaps.certain.filter { holds($0, point) }.count
        let inPossible = gaps.possible.filter { holds($0, point) }.count
        #expect(inCertain == (certainty == .certain ? 1 : 0), "table \(seed), \(point)")
        #expect(inPossible == (certainty == .possible ? 1 : 0), "table \(seed), \(point)")
      }
      for region in gaps.certain { expectGap(at: region, in: table, certain: true, seed: seed) }
      for region in gaps.possible { expectGap(at: region, in: table, certain: false, seed: seed) }
      found[0] += gaps.certain.count
      found[1] += gaps.possible.count
    }
    #expect(found[0] > Self.seeds.count / 10)
    #expect(!kind.undecided || found[1] > Self.seeds.count / 10)
  }

  @Test(arguments: kinds) func overlapsAndDeadRows(kind: (traced: Bool, undecided: Bool)) {
    var tables = RandomTables(seed: 2)
    var seen = [0, 0]
    for seed in Self.seeds {
      let table = tables.table(traced: kind.traced, undecided: kind.undecided)
      let brute = BruteForce(table: table)
      let overlaps = table.findings(policy: .unique, whole: false).overlaps.overlaps
      for second in table.rows.indices {
        for first in 0..<second {
          let found = overlaps.first { $0.first == first && $0.second == second }
          let expected = brute.certainty(required: [table.rows[first], table.rows[second]], rows: [])
          #expect(found?.certainty ?? .none == expected, "table \(seed), rows \(first) and \(second)")
          if let found, found.certainty == .certain {
            let point = self.point(found.region, in: table)
            #expect(brute.holds(table.rows[first], point) && brute.holds(table.rows[second], point))
          }
        }
      }
      let order = Array(table.rows.indices)
      let dead = table.findings(policy: .precedence(order: order), whole: false).deadRows.dead
      for row in table.rows.indices {
        let found = dead.first { $0.row == row }
        let own = [table.rows[row]]
        let fires = brute.certainty(required: own, rows: Array(table.rows[..<row]))
        #expect((found == nil) == (fires > .none), "table \(seed), row \(row)")
        switch found?.reason {
        case .covered(let rows, let least):
          #expect(least)
          #expect(brute.certainty(required: own, rows: rows.map { table.rows[$0] }) == .none)
          for one in rows {
            let others = rows.filter { $0 != one }
            #expect(brute.certainty(required: own, rows: others.map { table.rows[$0] }) > .none)
          }
        case .unreachable, .contradictory: #expect(brute.certainty(required: own, rows: []) == .none)
        case nil: break
        }
      }
      seen[0] += overlaps.count
      seen[1] += dead.count
    }
    #expect(seen.allSatisfy { $0 > Self.seeds.count / 10 })
  }

  @Test func idleComparisons() {
    var tables = RandomTables(seed: 3)
    var seen: [IdleComparison.Reason: Int] = [:]
    for seed in Self.seeds {
      let table = tables.table(traced: false, undecided: true)
      let brute = BruteForce(table: table)
      for idle in table.idleComparisons() {
        seen[idle.reason, default: 0] += 1
        let row = table.rows[idle.row]
        switch idle.reason {
        case .alwaysTrue: #expect(brute.alike(row, with: idle.comparison, being: true), "table \(seed)")
        case .alwaysFalse: #expect(brute.alike(row, with: idle.comparison, being: false), "table \(seed)")
        case .redundant:
          #expect(
            [true, false].contains { brute.alike(row, with: idle.comparison, being: $0) }, "table \(seed)")
        }
      }
    }
    #expect(seen.count == 3)
  }

  private func holds(_ region: ProofRegion, _ point: BruteForce.Point) -> Bool {
    region.columns.allSatisfy { column, values in point[column].map { values.contains($0) } ?? values.absent }
  }

  private func point(_ region: ProofRegion, in table: ProofTable) -> BruteForce.Point {
    var point = BruteForce.Point(repeating: 0, count: table.columns.count)
    for (column, key) in region.witness { point[column] = key }
    for (column, values) in region.assumptions { point[column] = values.contains(1) ? 1 : 0 }
    return point
  }

  private func expectGap(at region: ProofRegion, in table: ProofTable, certain: Bool, seed: Int) {
    let brute = BruteForce(table: table)
    let point = point(region, in: table)
    #expect(holds(region, point), "table \(seed)")
    let outcomes = (certain ? brute.points(of: .undecided) : [point]).map { unknown in
      var whole = point
      for index in whole.indices where table.columns[index].role == .undecided { whole[index] = unknown[index] }
      return brute.holds(table.constraint, whole) && !table.rows.contains { brute.holds($0, whole) }
    }
    #expect(outcomes.allSatisfy { $0 }, "table \(seed)")
  }
}
