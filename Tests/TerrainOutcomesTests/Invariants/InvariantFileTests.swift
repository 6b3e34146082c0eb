import TerrainBase
import TerrainDocuments
import Testing

@testable import TerrainOutcomes

struct InvariantFileTests {
  @Test func `A file is read with all that it has`() throws {
    let (file, diagnostics) = InvariantFile.read(
      try ShippedSystem.tree(
        """
        doc: What must hold.
        invariants:
          one:
            doc: One thing.
            for: suggest
            with: { ranking: rewards }
            first: { for: loyalty.replay, carry: [account] }
            vary: { facts.points: [0, 1] }
            when: "has(request.id)"
            never: "false"
        """))
    #expect(diagnostics.isEmpty)
    let invariant = try #require(file.invariants.first)
    #expect(invariant.name == "one")
    #expect(invariant.isNever)
    #expect(invariant.first?.carry == ["account"])
    #expect(invariant.vary.map(\.path) == [["facts", "points"]])
  }

  @Test(arguments: [
    ("{ doc: a, for: page }", "invariants/condition"),
    ("{ doc: a, for: page, never: 'true', always: 'true' }", "invariants/condition"),
    ("{ for: page, never: 'true' }", "rules/missing-key"),
    ("{ doc: a, for: page, nevr: 'true' }", "rules/unknown-key"),
    ("{ doc: a, for: page, never: 'true', vary: [1] }", "rules/wrong-shape"),
    ("{ doc: a, for: page, never: 'true', vary: { facts.a: 1 } }", "rules/wrong-shape"),
    ("{ doc: a, for: page, never: 'true', first: { for: loyalty.replay } }", "rules/missing-key"),
    ("{ doc: a, for: page, never: 'true', with: 3 }", "rules/wrong-shape"),
  ])
  func `A wrong invariant is diagnosed at its location`(text: String, code: String) throws {
    let (file, diagnostics) = InvariantFile.read(try ShippedSystem.tree("invariants:\n  one: \(text)"))
    #expect(diagnostics.map(\.code).contains(code))
    #expect(diagnostics.allSatisfy { $0.place != nil })
    #expect(file.invariants.isEmpty)
  }

  @Test func `More values than can be combined are diagnosed`() throws {
    let values = (0...64).map { "\($0)" }.joined(separator: ", ")
    let (_, diagnostics) = InvariantFile.read(
      try ShippedSystem.tree("invariants: { one: { doc: a, for: page, never: 'true', vary: { a: [\(values)] } } }"))
    #expect(diagnostics.map(\.code) == ["invariants/too-many-values"])
  }
}
