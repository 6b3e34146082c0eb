import Foundation
import TestSupport
import Testing

@testable import TerrainEngines

/// The test and the slope against pymannkendall and SciPy on random series with gaps: run where Python has them, and else
/// against a table of what they said (`TERRAIN_RECORD=1` writes it anew).
@Suite struct TrendOracleTests {
  private static let count = 1000
  private static let folder = TerrainFixture.checkout.appending(path: "Tests")
  private static let table = folder.appending(path: "Generators/trend-oracle.json")

  /// Series of 5 to 60 days with up to half of them missing: taps, points, hours, and numbers of every size.
  private static func series() -> [[Double?]] {
    var random = SplitMix64(seed: 20_260_214)
    return (0..<count).map { number in
      let length = number % 3 == 0 ? 14 : Int.random(in: 5...60, using: &random)
      let gaps = Double.random(in: 0...0.5, using: &random)
      let drift = Double.random(in: -0.2...0.2, using: &random)
      var values: [Double?] = (0..<length).map { day in
        if Double.random(in: 0..<1, using: &random) < gaps { return nil }
        let tendency = drift * Double(day)
        switch number % 4 {
        case 0: return Double.random(in: 0..<1, using: &random) < 0.4 + tendency / 8 ? 1 : 0
        case 1: return min(10, max(1, (5.5 + tendency + Double.random(in: -2...2, using: &random)).rounded()))
        case 2: return Double(Int.random(in: 300...600, using: &random)) / 60
        default: return tendency + Double.random(in: -1000...1000, using: &random)
        }
      }
      // An oracle wants two values.
      values[0] = values[0] ?? 1
      values[length - 1] = values[length - 1] ?? 2
      return values
    }
  }

  private static func ask(_ series: [[Double?]]) throws -> String? {
    guard let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first(where: FileManager.default.fileExists)
    else {
      return nil
    }
    let lists = series.map { "[" + $0.map { $0.map { "\($0)" } ?? "null" }.joined(separator: ",") + "]" }
    // The first Python on the path, which is the one that packages are installed for.
    let result = try runCommand(
      ["python3", folder.appending(path: "Generators/trend-oracle.py").path],
      program: URL(fileURLWithPath: "/usr/bin/env"), input: Array("[\(lists.joined(separator: ","))]".utf8),
      timeout: 120)
    if result.exitCode != 0 {
      print("pymannkendall or SciPy is not installed for \(python): the stored table is used")
      return nil
    }
    return result.standardOutput
  }

  @Test func agreesWithPythonOnRandomSeries() throws {
    let series = Self.series()
    let asked = try Self.ask(series)
    if let asked, ProcessInfo.processInfo.environment["TERRAIN_RECORD"] == "1" {
      try asked.write(to: Self.table, atomically: true, encoding: .utf8)
    }
    let stored = try String(contentsOf: Self.table, encoding: .utf8)
    for answers in [asked, stored].compactMap(\.self) {
      let lines = answers.split(separator: "\n")
      #expect(lines.count == Self.count)
      for (number, (values, line)) in zip(series, lines).enumerated() {
        let expected = try JSONDecoder().decode([Double].self, from: Data(line.utf8))
        let days = values.indices.filter { values[$0] != nil }
        let numbers = days.compactMap { values[$0] }
        let test = try #require(MannKendall(numbers))
        let slope = try #require(TheilSen.slope(numbers, over: days))
        let found = [Double(test.score), test.variance, test.z, test.p, slope]
        for (name, (one, other)) in zip(["S", "Var S", "z", "p", "slope"], zip(found, expected)) {
          #expect(abs(one - other) <= 1e-9 * max(1, abs(other)), "\(name) of series \(number)")
        }
      }
    }
  }

  @Test func saysNothingOfOneValue() {
    #expect(MannKendall([]) == nil)
    #expect(MannKendall([1]) == nil)
    #expect(TheilSen.slope([1], over: [0]) == nil)
    #expect(TheilSen.slope([1, 2], over: [3, 3]) == nil)
  }

  @Test func valuesThatAreAllTheSameGoNowhere() throws {
    let test = try #require(MannKendall([Double](repeating: 3, count: 14)))
    #expect(test.score == 0)
    #expect(test.variance == 0)
    #expect(test.z == 0)
    #expect(test.p == 1)
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
