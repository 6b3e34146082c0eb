/// Tests of one person that share one error budget.
package enum FalseDiscoveries {
  /// The p-value of several tests of the same thing together.
  ///
  /// R. J. Simes, “An improved Bonferroni procedure for multiple tests of significance”, Biometrika 73 (1986) 751–754.
  package static func together(_ ps: [Double]) -> Double {
    let count = Double(ps.count)
    return ps.sorted().enumerated().reduce(1) { min($0, count * $1.element / Double($1.offset + 1)) }
  }

  /// Tests with their p-values, each adjusted for all of them.
  package struct Adjusted: Sendable, Hashable {
    /// Where one is at most the budget, the share of false ones among all like it is at most the budget too.
    package let ps: [Double]
    /// How many of the tests could be significant at all.
    package let count: Int
  }

  /// Adjusts the p-values of `tests`, each with the least that it could have had.
  ///
  /// Y. Benjamini, Y. Hochberg, “Controlling the false discovery rate”, JRSS B 57 (1995) 289–300, over those tests that could be
  /// significant: R. E. Tarone, Biometrics 46 (1990) 515–522; P. B. Gilbert, “A modified false discovery rate multiple-comparisons
  /// procedure for discrete data”, JRSS C 54 (2005) 143–158. The others have 1.
  package static func adjusted(_ tests: [(p: Double, least: Double)], budget: Double) -> Adjusted {
    var bound = 1
    while bound < tests.count, tests.count(where: { $0.least <= budget / Double(bound) }) > bound { bound += 1 }
    let order = tests.indices.filter { tests[$0].least <= budget / Double(bound) }.sorted { a, b in
      (tests[a].p, a) < (tests[b].p, b)
    }
    var ps = [Double](repeating: 1, count: tests.count)
    var smallest = 1.0
    for (rank, index) in order.enumerated().reversed() {
      smallest = min(smallest, tests[index].p * Double(order.count) / Double(rank + 1))
      ps[index] = smallest
    }
    return Adjusted(ps: ps, count: order.count)
  }
}
