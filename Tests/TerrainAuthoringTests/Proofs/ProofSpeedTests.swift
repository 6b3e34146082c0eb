import Foundation
import Testing

@testable import TerrainAuthoring

@Suite struct ProofSpeedTests {
  @Test func speeds() {
    let six = [KeyRange](repeating: KeyRange(0, 100), count: 6)
    let five = [KeyRange](repeating: KeyRange(-10, 10), count: 5)
    let small = [KeyRange](repeating: KeyRange(0, 3), count: 6)
    let cases: [(String, [LargeTables.Box], [KeyRange])] = [
      ("9x5 cut", LargeTables.cut(into: 9, domains: five, seed: 1), five),
      ("9x5 random", LargeTables.random(9, domains: five, share: 0.5, seed: 1), five),
      ("500 cut", LargeTables.cut(into: 500, domains: six, seed: 1), six),
      ("500 cut, one missing", LargeTables.cut(into: 500, domains: six, seed: 1).dropLast(), six),
      ("500 random .2", LargeTables.random(500, domains: six, share: 0.2, seed: 1), six),
      ("500 random .5", LargeTables.random(500, domains: six, share: 0.5, seed: 1), six),
      ("500 random .8", LargeTables.random(500, domains: six, share: 0.8, seed: 1), six),
      ("500 random .7", LargeTables.random(500, domains: six, share: 0.7, seed: 2), six),
      ("500 random .9", LargeTables.random(500, domains: six, share: 0.9, seed: 2), six),
      ("500 random .95", LargeTables.random(500, domains: six, share: 0.95, seed: 1), six),
      ("500 grid 4^6", LargeTables.grid(500, domains: small), small),
      ("4096 grid 4^6", LargeTables.grid(4096, domains: small), small),
    ]
    for (name, boxes, domains) in cases {
      let table = LargeTables.table(boxes, domains: domains)
      for policy in [RowPolicy.unique, .precedence(order: Array(table.rows.indices))] {
        let start = ContinuousClock.now
        let f = table.findings(policy: policy, whole: true)
        let t = ContinuousClock.now - start
        print(name, { if case .unique = policy { "unique" } else { "first" } }(), t, "steps", f.steps, "gaps", f.gaps.certain.count, f.gaps.more, f.gaps.stopped != nil,
          "overlaps", f.overlaps.overlaps.count, f.overlaps.more, "dead", f.deadRows.dead.count, "undecided", f.deadRows.stopped.count, f.overlaps.stopped.count, "idle", f.idle.count)
      }
    }
  }
}
