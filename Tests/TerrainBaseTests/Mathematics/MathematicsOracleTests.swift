import Foundation
import TerrainBase
import TestSupport
import Testing

/// Elementary functions beside mpmath with 60 digits, whose results `Tests/Generators/mathematics-oracle.py` writes.
@Suite struct MathematicsOracleTests {
  private static let rows: [String: [[Double]]] = {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Generators/mathematics-oracle.json")
    guard let data = try? Data(contentsOf: url),
      let rows = try? JSONDecoder().decode([String: [[String]]].self, from: data)
    else { return [:] }
    return rows.mapValues { $0.map { $0.map { UInt64($0, radix: 16).map { Double(bitPattern: $0) } ?? .nan } } }
  }()

  private static let functions: [String: @Sendable (Double) -> Double] = [
    "complementaryError": Mathematics.complementaryError, "sine": Mathematics.sine, "cosine": Mathematics.cosine,
    "arcsine": Mathematics.arcsine,
  ]

  @Test(arguments: functions.keys.sorted())
  func agreesInFifteenDigits(_ name: String) throws {
    let function = try #require(Self.functions[name])
    let rows = try #require(Self.rows[name])
    #expect(rows.count > 500)
    var worst = 0.0
    for row in rows {
      let found = function(row[0])
      let error = abs(found - row[1])
      // Among the smallest numbers a last place is more than that.
      #expect(
        error <= 1e-15 * abs(row[1]) || error <= 2 * .leastNonzeroMagnitude,
        "\(name)(\(row[0])): \(found), not \(row[1])")
      if row[1].magnitude >= .leastNormalMagnitude { worst = max(worst, error / abs(row[1])) }
    }
    #expect(worst < 6e-16, "\(name)")
  }

  @Test func powersAreTheNearestDoubles() throws {
    let rows = try #require(Self.rows["power"])
    #expect(rows.count > 1500)
    for row in rows {
      let found = Mathematics.power(row[0], row[1])
      #expect(found == row[2], "\(row[0]) to the power of \(row[1]): \(found), not \(row[2])")
    }
  }

  /// The special cases that IEEE 754 lists for `pow`.
  @Test func powersOfSpecialNumbers() {
    let power = Mathematics.power
    for base in [0, -0.0, 1, -1, 2, .infinity, -.infinity, .nan] {
      #expect(power(base, 0) == 1 && power(base, -0.0) == 1)
    }
    for exponent in [0.5, -3, .infinity, -.infinity, .nan] { #expect(power(1, exponent) == 1) }
    #expect(power(.nan, 2).isNaN && power(2, .nan).isNaN && power(-8, 1 / 3).isNaN && power(-2, 0.5).isNaN)
    #expect(power(0, 3) == 0 && power(-0.0, 3).sign == .minus && power(-0.0, 2).sign == .plus && power(-0.0, 0.5) == 0)
    #expect(power(0, -3) == .infinity && power(-0.0, -3) == -.infinity && power(-0.0, -2) == .infinity)
    #expect(power(-1, .infinity) == 1 && power(-1, -.infinity) == 1)
    #expect(power(0.5, .infinity) == 0 && power(0.5, -.infinity) == .infinity && power(-2, .infinity) == .infinity)
    #expect(power(.infinity, 0.5) == .infinity && power(.infinity, -1) == 0 && power(-.infinity, 3) == -.infinity)
    #expect(
      power(-.infinity, 2) == .infinity && power(-.infinity, -3).sign == .minus && power(-.infinity, 0.5) == .infinity)
    #expect(power(-1, 0x1p53) == 1 && power(-1, 0x1p53 - 1) == -1 && power(-1, 1e300) == 1 && power(-1, 3) == -1)
    #expect(power(2, 1e300) == .infinity && power(0.5, 1e300) == 0 && power(-2, 1e300) == .infinity)
    #expect(power(2, 1023) == 0x1p1023 && power(2, 1024) == .infinity && power(2, -1074) == .leastNonzeroMagnitude)
    #expect(power(2, -1075) == 0 && power(2, -1074.9) == .leastNonzeroMagnitude && power(-2, -1075).sign == .minus)
  }

  @Test func anglesAndTailsOfSpecialNumbers() {
    #expect(Mathematics.sine(-0.0).sign == .minus && Mathematics.cosine(0) == 1 && Mathematics.arcsine(1) == .pi / 2)
    #expect(Mathematics.arcsine(-0.0).sign == .minus)
    #expect(Mathematics.sine(.infinity).isNaN && Mathematics.cosine(.nan).isNaN && Mathematics.arcsine(1.5).isNaN)
    #expect(Mathematics.complementaryError(0) == 1 && Mathematics.complementaryError(.nan).isNaN)
    #expect(Mathematics.complementaryError(.infinity) == 0 && Mathematics.complementaryError(-.infinity) == 2)
  }
}
