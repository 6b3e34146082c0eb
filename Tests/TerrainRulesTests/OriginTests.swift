import TerrainBase
import TerrainRules
import Testing

/// Where results come from: the row of each element of a list, of a single result, or the place it is written.
@Suite struct OriginTests {
  static let files = RuleFiles(
    """
    facts:
      n: { type: int }
    decisions:
      all:
        hit: collect
        rows:
          - { id: always, then: a }
          - { id: small, when: { n: "< 3" }, then: b }
          - { id: big, when: { n: "> 3" }, then: c, note: more than three }
      few:
        hit: collect
        distinct: true
        limit: 2
        rows:
          - { id: one, then: x }
          - { id: again, then: x }
          - { id: two, then: y }
          - { id: three, then: z }
      first:
        hit: first
        rows: [{ id: small, when: { n: "< 3" }, then: 1 }]
        otherwise: 2
      both: { value: "= first + 1" }
    """)

  @Test func namesTheRowOfEachElement() throws {
    let session = RuleSession(try Self.files.loaded())
    func origins(_ name: Text, n: Int64) throws -> [Text?] {
      session.begin()
      try session.set(try #require(session.ruleSet.fact("n")), .int(n))
      let decision = try #require(session.ruleSet.decision(name))
      _ = try session.value(decision)
      return session.origins(of: decision).map(\.row)
    }
    #expect(try origins("rules.all", n: 2) == ["always", "small"])
    #expect(try origins("rules.all", n: 3) == ["always"])
    #expect(try origins("rules.all", n: 4) == ["always", "big"])
    // What is said twice is from the row that said it first, and a limit ends both lists.
    #expect(try origins("rules.few", n: 0) == ["one", "two"])
    #expect(try origins("rules.first", n: 2) == ["small"])
    #expect(try origins("rules.first", n: 4) == [nil])
    #expect(try origins("rules.both", n: 4) == [nil])
  }
}
