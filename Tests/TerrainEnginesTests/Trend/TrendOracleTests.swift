import Foundation
import TestSupport
import Testing

@testable import TerrainEngines

/// What chance makes of random series with gaps, beside the reference in NumPy and SciPy, whose answers
/// `Tests/Generators/trend-oracle.py` writes.
@Suite struct TrendOracleTests {
  /// Series, a value per day; for each the numbers of two comparisons; and for each eleven series their adjusted p-values.
  private struct Table: Decodable {
    let series: [[Double?]]
    let comparisons: [[[Double]?]]
    let people: [[Double]]
  }

  @Test func agreesWithTheReferenceOnRandomSeries() throws {
    let url = TerrainFixture.checkout.appending(path: "Tests/Generators/trend-oracle.json")
    let table = try JSONDecoder().decode(Table.self, from: Data(contentsOf: url))
    #expect(table.series.count == 220 && table.comparisons.count == 220 && table.people.count == 20)
    var tests: [[WindowComparison]] = []
    for (number, (values, expected)) in zip(table.series, table.comparisons).enumerated() {
      let found = Self.windows.map { WindowComparison($0, values, weights: nil, assuming: Self.assumption) }
      tests.append(found.compactMap(\.self))
      for (comparison, answer) in zip(found, expected) {
        let numbers = comparison.map { [$0.p, $0.least, $0.autocorrelation, $0.inflation] }
        #expect(Self.agree(numbers, answer), "series \(number): \(numbers ?? []), \(answer ?? [])")
      }
    }
    for (person, expected) in table.people.enumerated() {
      let family = tests[(person * 11)..<(person * 11 + 11)].filter { !$0.isEmpty }.map { comparisons in
        (p: FalseDiscoveries.together(comparisons.map(\.p)), least: FalseDiscoveries.together(comparisons.map(\.least)))
      }
      #expect(Self.agree(FalseDiscoveries.adjusted(family, budget: 0.1).ps, expected), "person \(person)")
    }
  }

  private static let windows = [
    ChanceRules.Window(days: 7, before: 90, least: 4), ChanceRules.Window(days: 14, before: 90, least: 8),
  ]
  private static let assumption = Autocorrelation.Assumption(value: 0.4, pairs: 14, least: 60)

  private static func agree(_ found: [Double]?, _ expected: [Double]?) -> Bool {
    guard let found, let expected else { return found == nil && expected == nil }
    return found.count == expected.count
      && zip(found, expected).allSatisfy { abs($0 - $1) <= 1e-9 * max(1e-6, abs($1)) }
  }

  /// SciPy's `permutation_test` over all choices, and Fisher's exact test of a sign on 2 of 7 days and on 27 of 93, twice the smaller tail.
  @Test func thePermutationTestIsExact() throws {
    let values: [Double] = [0, 20, 3, 15, 8, 8, 1, 12, 19, 4, 6]
    let test = try #require(WindowPermutation(values, recent: 4))
    // 4 of 11 days: 330 choices.
    #expect(abs((test.p * 330).rounded() - test.p * 330) < 1e-9)
    #expect(WindowPermutation([1, 1, 1], recent: 1) == nil, "values that are all the same go nowhere")
    #expect(WindowPermutation([1, 2], recent: 2) == nil, "there is nothing before")
    #expect(WindowPermutation([], recent: 0) == nil)
    let step = try #require(WindowPermutation([Double](repeating: 8, count: 7) + [4, 4, 4, 4, 4, 4, 4], recent: 7))
    #expect(abs(step.p - 2.0 / 3432) < 1e-15 && step.least == step.p, "1 of 3432 choices on each side")
  }

  @Test func daysThatResembleEachOtherSayLess() {
    let days = Array(0..<97)
    func inflation(_ value: Double) -> Double {
      Autocorrelation([], on: [], recent: 0, assuming: Autocorrelation.Assumption(value: value, pairs: 1, least: 0))
        .inflation(on: days, recent: 7)
    }
    #expect(inflation(0) == 1)
    #expect(inflation(0.2) > 1.3 && inflation(0.4) > inflation(0.2) && inflation(0.8) > 2 * inflation(0.4))
  }

  @Test func aFamilySharesItsBudget() {
    #expect(FalseDiscoveries.together([0.01, 0.5]) == 0.02)
    #expect(FalseDiscoveries.together([0.03, 0.04]) == 0.04)
    #expect(FalseDiscoveries.together([]) == 1)
    let adjusted = FalseDiscoveries.adjusted([(0.01, 0), (0.02, 0), (0.9, 0), (0.04, 0.3)], budget: 0.1)
    #expect(adjusted.count == 3, "what could never be significant takes nothing from the others")
    #expect(adjusted.ps == [0.03, 0.03, 0.9, 1])
    #expect(FalseDiscoveries.adjusted([], budget: 0.1).ps.isEmpty)
  }

  /// Wilson's interval against SciPy's `binomtest(k, n).proportion_ci(method="wilson")`.
  @Test(arguments: [
    (0.0, 1, 0.0, 0.793_450_685_622_762_6), (1.0, 1, 0.206_549_314_377_237_45, 1.0),
    (6.0 / 7, 7, 0.486_872_170_725_681_1, 0.974_320_375_655_256_5),
    (0.5, 10, 0.236_593_090_512_564, 0.763_406_909_487_436_1),
    (1.0, 100, 0.963_006_501_793_014_3, 1.0),
  ])
  func wilson(share: Double, count: Int, low: Double, high: Double) throws {
    let interval = try #require(WilsonInterval(share: share, of: count, z: 1.959_963_984_540_054))
    #expect(abs(interval.low - low) < 1e-9)
    #expect(abs(interval.high - high) < 1e-9)
    #expect(WilsonInterval(share: share, of: 0, z: 1.96) == nil)
  }
}
