import TerrainRules
import Testing

@testable import TerrainChecks

/// Tables that cannot be proved complete, in decisions that somebody needs.
@Suite struct NeededDecisionTests {
  private func found(_ decisions: String) throws -> [String] {
    let rules = try RuleFiles.module("facts:\n  s: { type: string }\n  n: { type: int, min: 0, max: 9 }\n" + decisions)
    return RuleAnalysis.diagnostics(for: rules).filter { $0.code == "rules/undecided" }
      .map { "\($0.severity.rawValue) \($0.message)" }
  }

  private static let open = "rows: [{ id: a, when: \"s.startsWith('a')\", then: 1 }]"
  private static func undecided(_ decision: String) -> String {
    "whether `m.\(decision)` has a row for all inputs cannot be decided: none matches if `s.startsWith('a')` is false"
  }

  @Test func anotherDecisionNeedsIt() throws {
    #expect(
      try found("decisions:\n  d: { hit: first, \(Self.open) }\n  e: { value: \"= d + 1\" }\n")
        == ["error \(Self.undecided("d"))"])
  }

  @Test func nobodyNeedsIt() throws {
    #expect(try found("decisions:\n  d: { hit: first, \(Self.open) }\n") == ["info \(Self.undecided("d"))"])
  }

  /// A page, a ranking and a check each name decisions that no other decision uses.
  @Test func anEngineNeedsIt() throws {
    #expect(
      try found(
        "decisions:\n  page: { value: [{ id: a, show: shown }] }\n  shown: { hit: first, \(Self.open) }\n"
          + "  hidden: { hit: first, \(Self.open) }\n")
        == ["error \(Self.undecided("shown"))", "info \(Self.undecided("hidden"))"])
    #expect(
      try found(
        "decisions:\n  excluded: { value: none }\n  score: { hit: first, \(Self.open) }\n")
        == ["error \(Self.undecided("score"))"])
    #expect(
      try found("decisions:\n  problems: { hit: first, \(Self.open) }\n") == ["error \(Self.undecided("problems"))"])
  }

  @Test func anOtherwiseOrARowSettlesIt() throws {
    #expect(
      try found("decisions:\n  d: { hit: first, \(Self.open), otherwise: 2 }\n  e: { value: \"= d + 1\" }\n").isEmpty)
    #expect(
      try found(
        "decisions:\n  d: { hit: first, rows: [{ id: a, when: \"s.startsWith('a')\", then: 1 }, "
          + "{ id: b, when: \"!s.startsWith('a')\", then: 2 }] }\n  e: { value: \"= d + 1\" }\n"
      ).isEmpty)
  }

  /// What ships has nothing left that is not proved.
  @Test(arguments: ["design", "diamond-desk", "embera", "quicksip", "terrain", "yeetcard"])
  func shippedRulesAreProved(name: String) throws {
    let found = RuleAnalysis.diagnostics(for: try RuleFiles.repository(name))
    #expect(found.filter { $0.code == "rules/undecided" || $0.code == "rules/always-fails" }.map(\.message) == [])
  }
}
