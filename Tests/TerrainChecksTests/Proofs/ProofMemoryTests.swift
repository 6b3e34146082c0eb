import TerrainDocuments
import TerrainRules
import TestSupport
import Testing

@testable import TerrainChecks

/// An analysis that remembers earlier ones has the findings of one that does not.
@Suite struct ProofMemoryTests {
  private static func lines(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { diagnostic in
      let related = diagnostic.related.map { "\n  \($0.place.fileAndLine) \($0.message)" }.joined()
      return
        "\(diagnostic.place?.fileAndLine ?? "") \(diagnostic.severity) \(diagnostic.code): \(diagnostic.message)\(related)"
    }
  }

  /// The diagnostics about `view`, with what `memory` has.
  private static func diagnostics(_ view: TableView, _ memory: ProofMemory?, _ limits: ProofLimits) -> [String] {
    let contents = memory.map { TableContents(view, $0) }
    return lines(RuleAnalysis.findings(for: view, needed: ["m.result"], limits: limits, contents: contents).diagnostics)
  }

  /// One memory of many modules that are alike: what it takes for equal has to be equal. The fewer steps there are, the more of
  /// them matter.
  @Test(arguments: [60_000_000, 6_000, 900, 200]) func randomModules(_ steps: Int) throws {
    var modules = RandomModules(seed: UInt64(steps))
    let memory = ProofMemory()
    var limits = ProofLimits()
    limits.steps = steps
    for number in 0..<60 {
      let hit = ["unique", "first", "collect", "sum"][number % 4]
      let text = modules.module(hit: hit)
      let view = try RuleFiles.module(text).tableView()
      let expected = Self.diagnostics(view, nil, limits)
      #expect(Self.diagnostics(view, memory, limits) == expected, "\(text)")
      #expect(Self.diagnostics(view, memory, limits) == expected, "\(text)")
    }
  }

  /// What changes a proof changes what a table contains; a threshold that still distinguishes as many values does not.
  @Test(arguments: [
    ("max: 9", "max: 8", true), ("\"< 4\"", "\"< 5\"", true), ("\"> 2\"", "\">= 2\"", true),
    ("then: 1 }", "then: 3 }", true), ("\"< 4\"", "\"< 1\"", false), ("max: 9", "max: 3", false),
    ("hit: unique", "hit: first", false), ("helper: low", "helper: high", false),
  ]) func contents(_ old: String, _ new: String, _ areEqual: Bool) throws {
    let text = """
      facts:
        size: { type: int, min: 0, max: 9 }
      decisions:
        helper:
          hit: first
          rows:
            - { id: a, when: { size: "< 4" }, then: low }
          otherwise: high
        result:
          hit: unique
          rows:
            - { id: b, when: { helper: low, size: "> 2" }, then: 1 }
            - { id: c, when: { helper: high }, then: 2 }
      """
    let memory = ProofMemory()
    func numbers(_ text: String) throws -> [Int?] {
      let view = try RuleFiles.module(text).tableView()
      let contents = TableContents(view, memory)
      return view.tables.indices.map { contents.number(ofTable: $0) }
    }
    let before = try numbers(text)
    #expect(!before.contains(nil))
    #expect(try numbers("# Comments and blank lines do not count.\n\n\(text)\n") == before)
    #expect((try numbers(text.replacing(old, with: new)).last == before.last) == areEqual)
  }
}
