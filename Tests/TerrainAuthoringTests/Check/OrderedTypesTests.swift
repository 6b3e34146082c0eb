import TerrainDocuments
import Testing

@testable import TerrainAuthoring

/// Comparisons of types that have an order but are no numbers: nothing false is said of them.
@Suite struct OrderedTypesTests {
  private func messages(_ text: String) throws -> [String] {
    RulesCheck.diagnostics(for: try RuleFiles.module(text).tableView()).map { "\($0.code): \($0.message)" }
  }

  @Test(arguments: [
    ("timestamp", "timestamp('2026-01-01T00:00:00Z')"), ("duration", "duration('1h')"), ("string", "'m'"),
    ("decimal", "decimal('1.5')"), ("double", "1.5"), ("uint", "3u"),
  ]) func aThresholdTellsTwoSidesApart(type: String, constant: String) throws {
    let rows = """
      facts:
        x: { type: \(type) }
      decisions:
        whole:
          hit: unique
          rows:
            - { id: below, when: "x < \(constant)", then: 1 }
            - { id: above, when: "x >= \(constant)", then: 2 }
        gap:
          hit: unique
          rows:
            - { id: below, when: "x < \(constant)", then: 1 }
            - { id: at, when: "x == \(constant)", then: 2 }
      """
    let found = try messages(rows)
    #expect(!found.contains { $0.contains("m.whole` has no row") || $0.contains("dead") || $0.contains("constant") })
    #expect(found.contains { $0.contains("`m.gap`") }, "\(found)")
    #expect(!found.contains { $0.contains("overlap:") }, "\(found)")
  }
}
