import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainYAML
import Testing

@testable import TerrainChecks

@Suite struct RuleTestRunnerTests {
  private let rules = """
    facts:
      cold: { type: int, min: -10, max: 10 }
      mood: { type: int, min: 1, max: 10, optional: true }
    decisions:
      thermal:
        hit: first
        rows:
          - { id: low, when: { cold: "<= -3" }, then: cold }
          - { id: high, when: "cold >= 3 && cold < 9", then: warm }
        otherwise: neutral
      uplift:
        hit: unique
        rows:
          - { id: yes, when: { thermal: cold, mood: "1..4" }, then: true }
          - { id: no, when: { thermal: [warm, neutral] }, then: false }

    """

  private func report(_ tests: String) throws -> RuleTestReport {
    let source = SourceText(name: "m.tests.yaml", text: tests)
    let node = try #require(YAMLReader.readOne(source).document?.root)
    #expect(RuleTestFile.isTests(node))
    let (file, diagnostics) = RuleTestFile.read(node)
    #expect(diagnostics.isEmpty)
    var runner = try RuleTestRunner(RuleFiles.module(rules))
    runner.run(try #require(file))
    return runner.report
  }

  @Test func whatPassesIsCounted() throws {
    let report = try report(
      """
      tests: m
      cases:
        - { name: cold, given: { cold: -3, mood: 2 }, expect: { thermal: cold, uplift: true } }
        - { name: warm, given: { cold: 3 }, expect: { m.thermal: warm, uplift: false } }
        - { name: neither, given: { cold: 0, mood: null }, expect: { thermal: neutral } }
      """)
    #expect(
      report.text() == """
        m: 5 of 5 rows fired, 4 of 6 conditions seen both true and false
        3 cases, all passed

        """)
    #expect(report.failed == 0 && report.count == 3)
  }

  /// A row that fires in a scenario is covered.
  @Test func rowsOfScenariosAreCovered() throws {
    var report = try report(
      "{ tests: m, cases: [{ name: cold, given: { cold: -3, mood: 2 }, expect: { thermal: cold } }] }")
    let uncovered = report.uncovered(.init(rows: 100))
    let rows = Set(uncovered.filter { $0.message.contains("row `high`") }.compactMap(\.place))
    #expect(rows.count == 1)
    report.add(RuleTestReport(files: [], rows: rows))
    #expect(report.uncovered(.init(rows: 100)) == uncovered.filter { !$0.message.contains("row `high`") })
  }

  /// Accepted values replace only what differs; everything else stays as its author wrote it.
  @Test func acceptedValuesAreWrittenInPlace() throws {
    let rules = """
      facts:
        level: { type: int, min: 0, max: 9 }
      decisions:
        high: { value: "= level > 5" }
        notes:
          type: list<note>
          hit: collect
          rows:
            - { id: a, then: { text: "a b", count: "= level" } }
            - { id: b, when: { level: ">= 3" }, then: { text: b, count: 1, mark: "#" } }

      """
    let text = """
      tests: m
      cases:
        # The first case.
        - name: one
          given: { level: 2 }
          expect: { high: true, notes: [{ count: 1, text: 'a b' }] }  # two
        - { name: two, given: { level: 7 }, expect: { notes: [{ text: a b, count: 7 }], high: true } }

      """
    let source = SourceText(name: "m.tests.yaml", text: text)
    let note = RecordType(
      name: "note",
      fields: [
        .init(name: "text", type: .string), .init(name: "count", type: .int),
        .init(name: "mark", type: .optional(.string)),
      ])
    func run(_ source: SourceText) throws -> RuleTestRunner {
      let file = RuleTestFile.read(try #require(YAMLReader.readOne(source).document?.root)).file
      var runner = try RuleTestRunner(RuleFiles.module(rules, vocabulary: PackVocabulary(["note": .record(note)])))
      runner.run(try #require(file))
      return runner
    }
    let written = AcceptedValue.write(try run(source).accepted, into: source)
    let expected = text.replacing("high: true, notes: [{ count: 1", with: "high: false, notes: [{ count: 2")
      .replacing("[{ text: a b, count: 7 }]", with: "[{ text: \"a b\", count: 7 }, { text: b, count: 1, mark: \"#\" }]")
    #expect(String(decoding: written, as: UTF8.self) == expected)
    let again = try run(SourceText(name: "m.tests.yaml", bytes: written))
    #expect(again.report.failed == 0 && again.accepted.isEmpty)
  }

  /// A case leaves out what a request may leave out.
  @Test func factsHaveTheirDefaults() throws {
    let source = SourceText(
      name: "m.tests.yaml",
      text: """
        tests: m
        cases:
          - { name: left out, expect: { high: true } }
          - { name: given, given: { level: 2 }, expect: { high: false } }
          - { name: left out again, given: {}, expect: { high: true } }
        """)
    let node = try #require(YAMLReader.readOne(source).document?.root)
    let tests = try #require(RuleTestFile.read(node).file)
    let rules = try RuleFiles.module(
      "facts: { level: { type: int, default: 4 } }\ndecisions: { high: { value: \"= level >= 3\" } }\n")
    var runner = try RuleTestRunner(rules)
    runner.run(tests)
    #expect(runner.report.count == 3 && runner.report.failed == 0)
    #expect(try PreparedTests(rules, files: [tests]).count == 3)
  }

  @Test func whatIsNotCoveredIsListed() throws {
    let report = try report(
      """
      tests: m
      cases:
        - { name: warm, given: { cold: 3 }, expect: { thermal: warm } }
      """)
    #expect(report.uncovered(RuleTestReport.Thresholds()).isEmpty)
    #expect(report.uncovered(.init(rows: 20, conditions: 0)).isEmpty)
    #expect(
      report.uncovered(.init(rows: 21)).map(\.message) == [
        "no test makes row `low` of `m.thermal` fire", "no test reaches `otherwise` of `m.thermal`",
        "no test makes row `yes` of `m.uplift` fire", "no test makes row `no` of `m.uplift` fire",
      ])
    #expect(
      report.uncovered(.init(conditions: 100)).map(\.message) == [
        "no test sees true `cold: <= -3` of row `low`", "no test sees false `cold >= 3` of row `high`",
        "no test sees false `cold < 9` of row `high`", "no test looks at `thermal: cold` of row `yes`",
        "no test looks at `mood: 1..4` of row `yes`", "no test looks at `thermal: [warm, neutral]` of row `no`",
      ])
  }

  @Test func whatFailsShowsTheRowThatDecided() throws {
    let report = try report(
      """
      tests: m
      cases:
        - { name: wrong, given: { cold: -3, mood: 9 }, expect: { thermal: warm, uplift: true } }
      """)
    #expect(
      report.text() == """
        error[rules/test-failed]: `wrong`: thermal is cold, not warm
          --> m.tests.yaml:3:69
           |
         3 |   - { name: wrong, given: { cold: -3, mood: 9 }, expect: { thermal: warm, uplift: true } }
           |                                                                     ^^^^
        note: low (m.yaml:10): cold = -3
          --> m.yaml:10:15
           |
        10 |       - { id: low, when: { cold: "<= -3" }, then: cold }
           |               ^^^

        error[rules/test-failed]: `wrong`: uplift has no value: no row of `m.uplift` holds, and it has no `otherwise` \
        (thermal = cold, mood = 9, cold = -3)
          --> m.tests.yaml:3:83
           |
         3 |   - { name: wrong, given: { cold: -3, mood: 9 }, expect: { thermal: warm, uplift: true } }
           |                                                                                   ^^^^
        note: the rule
          --> m.yaml:13:3
           |
        13 |   uplift:
           |   ^^^^^^

        m: 1 of 5 rows fired, 0 of 6 conditions seen both true and false
        1 case, 1 failed

        """)
  }

  @Test func mistakesInTestsAreFailures() throws {
    let report = try report(
      """
      tests: m
      cases:
        - { name: a, given: { clod: 1 }, expect: { thermal: cold } }
        - { name: b, given: { cold: 11 }, expect: { thermal: cold } }
        - { name: c, given: { cold: x }, expect: { thermal: cold } }
        - { name: d, given: { cold: 1 }, expect: { thremal: cold } }
        - { name: e, given: { cold: 1 }, expect: { thermal: hot } }
        - { name: f, given: {}, expect: { thermal: cold } }
      """)
    #expect(
      report.failures.map { "\($0.code): \($0.message)" } == [
        "rules/test-unknown-fact: there is no fact `clod`",
        "rules/test-fact: `b`: `cold` must be at least -10 and at most 10",
        "rules/literal-type: expected a whole number, not `x`",
        "rules/test-unknown-decision: there is no decision `thremal`",
        "rules/not-a-case: `hot` is not a value of `thermal`",
        "rules/test-failed: `f`: thermal has no value: `m.thermal` needs the fact `cold`, which is not given",
      ])
    #expect(report.failed == 6)
  }

  @Test func junit() throws {
    let report = try report(
      """
      tests: m
      cases:
        - { name: "a & b", given: { cold: 0 }, expect: { thermal: neutral } }
        - { name: b, given: { cold: 0 }, expect: { thermal: cold } }
      """)
    #expect(
      report.junit == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites tests="2" failures="1">
          <testsuite name="m" file="m.tests.yaml" tests="2" failures="1">
            <testcase name="a &amp; b" classname="m" file="m.tests.yaml" line="3"/>
            <testcase name="b" classname="m" file="m.tests.yaml" line="4">
              <failure type="rules/test-failed" message="`b`: thermal is neutral, not cold">\
        error[rules/test-failed]: `b`: thermal is neutral, not cold
          --&gt; m.tests.yaml:4:55
           |
         4 |   - { name: b, given: { cold: 0 }, expect: { thermal: cold } }
           |                                                       ^^^^
        note: m.thermal (m.yaml:12): cold = 0
          --&gt; m.yaml:12:16
           |
        12 |     otherwise: neutral
           |                ^^^^^^^
        </failure>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func filesThatAreNoTests() {
    func messages(_ text: String) -> [String] {
      let source = SourceText(name: "t.yaml", text: text)
      guard let node = YAMLReader.readOne(source).document?.root else { return ["unreadable"] }
      return RuleTestFile.read(node).diagnostics.map { "\($0.code): \($0.message)" + ($0.fix.map { " [\($0)]" } ?? "") }
    }
    #expect(messages("tests: m") == ["rules/missing-key: a file of tests needs `cases`"])
    #expect(messages("tests: m\ncases: 3") == ["rules/wrong-shape: `cases` must be a list, not the number 3"])
    #expect(
      messages("tests: m\ncases: [{ name: a, given: {}, expects: { d: 1 } }]") == [
        "rules/unknown-key: a test case has no `expects` [did you mean `expect`?]"
      ])
    #expect(
      messages("tests: m\ncases: [{ name: a, expect: {} }, { name: a, expect: { d: 1 } }]") == [
        "rules/test-expects-nothing: the case `a` expects nothing, and so cannot fail [name a decision and its value, or remove the case]",
        "rules/test-named-twice: there is a case `a` already, and a report could mean either [give it another name]",
      ])
  }
}
