import TerrainBase
import TerrainExpressions
import Testing

/// Unleash publishes a recipe for percentages that stick, `murmur3_x86_32("group:id") % 100 + 1` with seed 0, and who
/// falls where: in its clients' tests (73 and 25) and in client-specification's 03, where of group AB12A at 50 % user
/// 122 is in and 155 is not.
@Suite struct HashFunctionTests {
  static let buckets: [(group: String, id: String, bucket: Int)] = [
    ("gr1", "123", 73), ("groupX", "999", 25), ("AB12A", "122", 23), ("AB12A", "155", 100),
  ]

  @Test(arguments: buckets) func bucketsAreUnleashs(group: String, id: String, bucket: Int) throws {
    let hash = try #require(Int(call("hash.murmur3", .string(Text("\(group):\(id)")))))
    #expect(hash % 100 + 1 == bucket)
  }

  @Test func aHashIsNeverNegative() {
    #expect(call("hash.murmur3", "") == "0")
    #expect(call("hash.murmur3", "groupX:999") == "3843606124")
    #expect(call("hash.murmur3", 1) == "error: no overload")
  }

  @Test func bucketsAreFilledEvenly() throws {
    var counts = [Int](repeating: 0, count: 101)
    for id in 0..<10_000 {
      counts[try #require(Int(call("hash.murmur3", .string(Text("wide:\(id)"))))) % 100 + 1] += 1
    }
    #expect(counts[1...].allSatisfy { 50...160 ~= $0 })
  }
}
