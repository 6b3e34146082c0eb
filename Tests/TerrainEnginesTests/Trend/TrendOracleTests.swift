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
        let numbers = comparison.map { [$0.lower, $0.autocorrelation, $0.inflation] }
        #expect(Self.agree(numbers, answer), "series \(number): \(numbers ?? []), \(answer ?? [])")
      }
    }
    for (person, expected) in table.people.enumerated() {
      let family = (0..<11).flatMap { number -> [(p: Double, weight: Double)] in
        let comparisons = tests[person * 11 + number]
        guard !comparisons.isEmpty else { return [] }
        let share = Self.first.contains(number) ? 0.31 : 0.01
        let sign = Self.fewerIsBetter.contains(number) ? -1.0 : 1.0
        return [(-1.0, 0.85), (1.0, 1 - 0.85)].map { side, part in
          (p: ErrorBudget.together(comparisons.map { $0.p(side * sign) }), weight: share * part)
        }
      }
      let adjusted = ErrorBudget.adjusted(family)
      let found = stride(from: 0, to: adjusted.count, by: 2).map { min(adjusted[$0], adjusted[$0 + 1]) }
      #expect(Self.agree(found, expected), "person \(person)")
    }
  }

  /// The positions of the series with most of the error budget, and of those of which fewer is better, as in the shipped rules.
  private static let first = [0, 1, 4]
  private static let fewerIsBetter = [3, 5, 6, 7, 9]
  private static let windows = [
    ChanceRules.Window(days: 7, before: 90, least: 4), ChanceRules.Window(days: 14, before: 90, least: 4),
  ]
  private static let assumption = Autocorrelation.Assumption(value: 0.4, pairs: 60)

  private static func agree(_ found: [Double]?, _ expected: [Double]?) -> Bool {
    guard let found, let expected else { return found == nil && expected == nil }
    return found.count == expected.count
      && zip(found, expected).allSatisfy { abs($0 - $1) <= 1e-9 * max(1e-6, abs($1)) }
  }

  @Test func thePermutationTestIsExact() throws {
    let values: [Double] = [0, 20, 3, 15, 8, 8, 1, 12, 19, 4, 6]
    let test = try #require(WindowPermutation(values, recent: 4))
    // 4 of 11 days: 330 choices.
    #expect(abs((test.lower * 660).rounded() - test.lower * 660) < 1e-9)
    #expect(abs(test.lower + test.higher - 1) < 1e-15)
    #expect(WindowPermutation([1, 1, 1], recent: 1) == nil, "values that are all the same go nowhere")
    #expect(WindowPermutation([1, 2], recent: 2) == nil, "there is nothing before")
    #expect(WindowPermutation([], recent: 0) == nil)
    let step = try #require(WindowPermutation([Double](repeating: 8, count: 7) + [4, 4, 4, 4, 4, 4, 4], recent: 7))
    #expect(abs(step.lower - 0.5 / 3432) < 1e-15, "1 of 3432 choices, which counts half")
  }

  @Test func daysThatResembleEachOtherSayLess() {
    let days = Array(0..<97)
    func inflation(_ value: Double) -> Double {
      Autocorrelation([], on: [], recent: 0, assuming: Autocorrelation.Assumption(value: value, pairs: 1))
        .inflation(on: days, recent: 7)
    }
    #expect(inflation(0) == 1)
    #expect(inflation(0.2) > 1.3 && inflation(0.4) > inflation(0.2) && inflation(0.8) > 2 * inflation(0.4))
  }

  @Test func aFamilySharesItsBudget() {
    #expect(ErrorBudget.together([0.01, 0.5]) == 0.02)
    #expect(ErrorBudget.together([0.03, 0.04]) == 0.04)
    #expect(ErrorBudget.together([]) == 1)
    #expect(ErrorBudget.adjusted([(0.01, 1), (0.02, 1), (0.9, 1)]) == [0.03, 0.04, 0.9], "Holm")
    #expect(ErrorBudget.adjusted([(0.01, 3), (0.01, 1)]).map { ($0 * 1e6).rounded() / 1e6 } == [0.013333, 0.013333])
    #expect(
      ErrorBudget.adjusted([(0.5, 0), (0.04, 1)]) == [1, 0.04], "a test without a share takes nothing from the others")
    #expect(ErrorBudget.adjusted([]).isEmpty)
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
