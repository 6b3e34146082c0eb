import Foundation
import TerrainBase
import TerrainDocuments
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

@testable import TerrainChecks

/// Mutants of small modules, whose fates are worked out by hand, and of a shipped rule set.
@Suite struct MutationRunTests {
  private let level = """
    facts:
      cold: { type: int, min: 0, max: 10 }
    parameters:
      edge: { type: int, value: 5, min: 0, max: 10 }
    decisions:
      level:
        hit: first
        rows:
          - { id: high, when: { cold: ">= 8" }, then: 3 }
          - { id: middle, when: "cold > edge", then: 2 }
        otherwise: 1

    """

  @Test func everyKindIsKilledOrSurvives() throws {
    let report = try MutationLines.report(
      RuleFiles.module(level),
      """
        - { name: high, given: { cold: 8 }, expect: { level: 3 } }
        - { name: middle, given: { cold: 6 }, expect: { level: 2 } }
      """)
    #expect(
      MutationLines.lines(report) == [
        "6 threshold: 5 → 6: killed by m.tests.yaml:4 middle",
        "6 threshold: 5 → 4: survived",
        "11 comparison: cold >= 8 → cold > 8: killed by m.tests.yaml:3 high",
        "11 threshold: cold >= 8 → cold >= 7: survived",
        "11 result: 3 → 4: killed by m.tests.yaml:3 high",
        "11 removed: row `high` → nothing: killed by m.tests.yaml:3 high",
        "11 swapped: row `high` before row `middle` → after it: killed by m.tests.yaml:3 high",
        "12 comparison: cold > edge → cold >= edge: survived",
        "12 result: 2 → 3: killed by m.tests.yaml:4 middle",
        "12 removed: row `middle` → nothing: killed by m.tests.yaml:4 middle",
        "13 result: 1 → 2: survived",
      ])
    #expect(report.counts == .init(killed: 7, survived: 4))
    #expect(
      report.text == """
        m.yaml:6: m.edge: no test notices `4` instead of `5`
        m.yaml:11: m.level, row `high`: no test notices `cold >= 7` instead of `cold >= 8`
        m.yaml:12: m.level, row `middle`: no test notices `cold >= edge` instead of `cold > edge`
        m.yaml:13: m.level: no test notices `2` instead of `1`

        m: 11 mutants: 7 killed, 4 survived
        11 mutants: 7 killed, 4 survived; 2 rule tests

        """)
  }

  @Test func testsAtEveryBoundKillAll() throws {
    let report = try MutationLines.report(
      RuleFiles.module(level),
      """
        - { name: high, given: { cold: 8 }, expect: { level: 3 } }
        - { name: below high, given: { cold: 7 }, expect: { level: 2 } }
        - { name: middle, given: { cold: 6 }, expect: { level: 2 } }
        - { name: low, given: { cold: 5 }, expect: { level: 1 } }
      """)
    #expect(report.counts == .init(killed: 11))
  }

  @Test func whatDecidesTheSameIsProvedEqual() throws {
    let rules = try RuleFiles.module(
      """
      facts:
        cold: { type: int, min: 0, max: 10 }
      decisions:
        far:
          hit: first
          rows:
            - { id: never, when: { cold: "> 20" }, then: 5 }
            - { id: some, when: { cold: ">= 3" }, then: 7 }
          otherwise: 6

      """)
    #expect(
      try MutationLines.lines(rules, "  - { name: none, given: { cold: 1 }, expect: { far: 6 } }\n") == [
        "9 comparison: cold > 20 → cold >= 20: equal",
        "9 threshold: cold > 20 → cold > 21: equal",
        "9 result: 5 → 6: equal",
        "9 removed: row `never` → nothing: equal",
        "9 swapped: row `never` before row `some` → after it: equal",
        "10 comparison: cold >= 3 → cold > 3: survived",
        "10 threshold: cold >= 3 → cold >= 2: survived",
        "10 result: 7 → 8: survived",
        "10 removed: row `some` → nothing: survived",
        "11 result: 6 → 7: killed by m.tests.yaml:3 none",
      ])
  }

  /// Rows that are collected make a list in their order; where one row alone may hold, another that holds too is an error.
  @Test func orderAndOverlapsAreNotProvedAway() throws {
    let rules = try RuleFiles.module(
      """
      facts:
        cold: { type: int, min: 0, max: 10 }
      decisions:
        all:
          hit: collect
          rows:
            - { id: a, when: { cold: ">= 3" }, then: x }
            - { id: b, when: { cold: ">= 5" }, then: y }
        one:
          hit: unique
          rows:
            - { id: low, when: { cold: "< 5" }, then: x }
            - { id: high, when: { cold: ">= 5" }, then: x }

      """)
    let report = try MutationLines.report(rules, "  - { name: none, given: { cold: 1 }, expect: { all: [] } }\n")
    let fates = MutationLines.lines(report)
    #expect(fates.contains("9 swapped: row `a` before row `b` → after it: survived: both rows may hold together"))
    #expect(fates.contains("14 comparison: cold < 5 → cold <= 5: survived: two rows may hold together"))
    #expect(!fates.contains { $0.hasSuffix(": equal") }, "\(fates)")
  }

  /// Which of two rows holds makes no difference where both yield the same constant, however their conditions are written.
  @Test func rowsThatYieldTheSameMayChangePlaces() throws {
    let rules = try RuleFiles.module(
      """
      facts:
        tags: { type: list<string>, max_size: 5 }
      decisions:
        first:
          hit: first
          rows:
            - { id: a, when: "tags.exists(t, t == 'a')", then: x }
            - { id: b, when: "tags.size() > 2", then: x }
            - { id: c, when: "tags.size() > 1", then: y }
          otherwise: z

      """)
    let fates = try MutationLines.lines(rules, "  - { name: none, given: { tags: [] }, expect: { first: z } }\n")
    #expect(fates.contains("9 swapped: row `a` before row `b` → after it: equal"), "\(fates)")
    #expect(fates.contains { $0.hasPrefix("10 swapped: row `b` before row `c` → after it: survived") }, "\(fates)")
  }

  @Test func whatTheTimeDidNotSufficeForIsCounted() throws {
    let report = try MutationLines.report(
      RuleFiles.module(level), "  - { name: high, given: { cold: 8 }, expect: { level: 3 } }\n", isOver: true)
    #expect(report.counts == .init(untried: 11))
    #expect(report.text.hasSuffix("11 mutants: 0 killed, 0 survived, 11 not tried; 1 rule tests\n"))
  }

  /// Inside a macro only what an author wrote is changed, not the loop that it became.
  @Test func macrosAreChangedWhereTheyAreWritten() throws {
    let rules = try RuleFiles.module(
      """
      facts:
        sizes: { type: list<int> }
      decisions:
        one: { value: "= sizes.exists_one(s, s > 3)" }

      """)
    #expect(
      MutantMaker.mutants(of: rules).map { "\($0.was) → \($0.became)" } == ["s > 3 → s >= 3", "s > 3 → s > 4"])
  }

  @Test func scenariosAreRunOnWhatNoTestNotices() throws {
    let rules = try RuleFiles.module(level)
    let prepared = try PreparedTests(
      rules,
      files: [
        try MutationLines.tests("tests: m\ncases:\n  - { name: high, given: { cold: 8 }, expect: { level: 3 } }\n")
      ])
    let report = MutationRun(rules, prepared).report(on: MutantMaker.mutants(of: rules)) { changed in
      let session = RuleSession(changed)
      session.begin()
      guard let cold = changed.fact("cold"), let level = changed.decision("m.level") else { return "no rules" }
      try? session.set(cold, 0)
      return (try? session.value(level).isEqual(to: 1)) == true ? nil : "the lowest"
    }
    #expect(MutationLines.lines(report).contains("13 result: 1 → 2: killed by the lowest"))
    #expect(report.counts.killedByScenarios == 1)
  }

  /// Each mutant that is reported as killed fails a test that the runner of tests runs on it; none that survives does.
  @Test func whatIsKilledFailsATest() throws {
    let rules = try RuleFiles.repository("design")
    let folder = Conformance.packageRoot.appendingPathComponent("Rules/design/tests", isDirectory: true)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
      try MutationLines.tests(String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8), name: name)
    }
    let mutants = MutantMaker.mutants(of: rules)
    let report = MutationRun(rules, try PreparedTests(rules, files: files)).report(on: mutants)
    #expect(report.counts.killed > 40)
    // Tests about records of the pack fail in any case here.
    var base = try RuleTestRunner(rules)
    for file in files { base.run(file) }
    for (mutant, fate) in zip(mutants, report.fates) {
      let changed = try #require(rules.applying(mutant.variant))
      var runner = try RuleTestRunner(changed)
      for file in files { runner.run(file) }
      var isKilled = false
      if case .killed = fate { isKilled = true }
      #expect(
        (runner.report.failed > base.report.failed) == isKilled,
        "\(mutant.place.line): \(mutant.was) → \(mutant.became)")
    }
  }
}
