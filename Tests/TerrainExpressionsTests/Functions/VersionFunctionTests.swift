import TerrainBase
import TerrainExpressions
import TestSupport
import Testing

/// `semver.compare` by Semantic Versioning 2.0.0; `functions.md` has examples.
@Suite struct VersionFunctionTests {
  private func compare(_ a: String, _ b: String) throws -> Value {
    try VersionFunctions.compare(.string(Text(a)), .string(Text(b)))
  }

  /// The order of versions is that of their numbers, whatever is missing or follows `+`.
  @Test func numbersAreCompared() throws {
    var random = SplitMix64(seed: 18)
    for _ in 0..<TestExtent.count(2000, long: 20_000, of: "pairs of versions") {
      func version() -> (numbers: [Int], text: String) {
        let numbers = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          [0, 1, 2, 9, 10, 11, 100].randomElement(using: &random) ?? 0
        }
        let build = Int.random(in: 0...3, using: &random) == 0 ? "+build.7" : ""
        return (
          numbers + Array(repeating: 0, count: 3 - numbers.count),
          numbers.map { "\($0)" }.joined(separator: ".") + build
        )
      }
      let (a, b) = (version(), version())
      let order = a.numbers == b.numbers ? 0 : a.numbers.lexicographicallyPrecedes(b.numbers) ? -1 : 1
      #expect(try compare(a.text, b.text).isIdentical(to: .int(Int64(order))), "\(a.text) \(b.text)")
      #expect(try compare(b.text, a.text).isIdentical(to: .int(Int64(-order))), "\(b.text) \(a.text)")
    }
  }

  /// The example of the standard, in ascending order.
  @Test func preReleasesPrecedeTheirVersion() throws {
    let ascending = [
      "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0-rc.1",
      "1",
      "1.9", "1.10", "2.0.0-rc.1", "2",
    ]
    for (index, a) in ascending.enumerated() {
      for (other, b) in ascending.enumerated() {
        let order: Int64 = index < other ? -1 : index == other ? 0 : 1
        #expect(try compare(a, b).isIdentical(to: .int(order)), "\(a) \(b)")
      }
    }
  }

  @Test(arguments: ["", "v1.0.0", "1.0.0.0", "01.0.0", "1..0", "1.x", "1.0.0-", "-1", "latest"])
  func otherTextsAreErrors(text: String) {
    #expect(throws: FunctionFailure.self) { try compare(text, "1.0.0") }
    #expect(throws: FunctionFailure.self) { try compare("1.0.0", text) }
  }
}
