import TerrainFuzzing
import TestSupport
import Testing

/// Short runs of the targets that `bin/fuzz` runs for long: their seeds, and seeded mutations of them.
@Suite struct FuzzTargetTests {
  private static let names = FuzzTarget.all.map(\.name)

  /// Targets that take longer for an input get fewer.
  private static let slow: Set<String> = ["analysis", "requests", "accounts", "pack", "rules", "built"]

  private func target(_ name: String) throws -> FuzzTarget {
    try #require(FuzzTarget.all.first { $0.name == name })
  }

  @Test func eachTargetHasItsName() {
    #expect(Set(Self.names).count == Self.names.count)
    #expect(Self.names.count >= 18)
  }

  @Test(arguments: names) func holdsForSeedsAndMutations(_ name: String) throws {
    let target = try target(name)
    let isSlow = Self.slow.contains(name)
    let all = target.seeds
    try #require(!all.isEmpty)
    let seeds = all.count < 20 ? all : TestExtent.sample(all, oneOf: 8, of: "seeds of the fuzz target \(name)")
    var mutation = Mutation(seeds: seeds, dictionary: target.dictionary.map { Array($0.utf8) }, seed: 49)
    let count = TestExtent.count(isSlow ? 40 : 300, long: 5_000, of: "mutations for the fuzz target \(name)")
    for input in seeds + (0..<count).map({ _ in mutation.next() }) {
      do throws(FuzzFailure) { try target.run(input) } catch {
        Issue.record("\(name): \(error), for \(String(decoding: input.prefix(2000), as: UTF8.self).debugDescription)")
        return
      }
    }
  }
}

/// Mutations as libFuzzer makes them, but repeatable.
private struct Mutation {
  let seeds: [[UInt8]]
  let dictionary: [[UInt8]]
  private var random: SplitMix64

  init(seeds: [[UInt8]], dictionary: [[UInt8]], seed: UInt64) {
    (self.seeds, self.dictionary, random) = (seeds, dictionary, SplitMix64(seed: seed))
  }

  mutating func next() -> [UInt8] {
    var input = seeds.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...4, using: &random) { change(&input) }
    return input
  }

  private mutating func change(_ input: inout [UInt8]) {
    let place = Int.random(in: 0...input.count, using: &random)
    let end = min(input.count, place + Int.random(in: 0...8, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: input.replaceSubrange(place..<end, with: [])
    case 1: input.insert(UInt8.random(in: 0...255, using: &random), at: place)
    case 2: input.insert(contentsOf: dictionary.randomElement(using: &random) ?? [], at: place)
    case 3: input.insert(contentsOf: input[place..<end], at: place)
    case 4:
      let other = seeds.randomElement(using: &random) ?? []
      let start = Int.random(in: 0...other.count, using: &random)
      input.replaceSubrange(place..<end, with: other[start...].prefix(64))
    default: if place < input.count { input[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
    }
  }
}
