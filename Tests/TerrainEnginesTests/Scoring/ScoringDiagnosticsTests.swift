import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

/// What is wrong with a pack, its quiz or its rules is said with its place and its mend: whole texts.
@Suite struct ScoringDiagnosticsTests {
  static let pack = """
    id: shop
    version: 1.0.0
    default_locale: en
    rules: { id: shop, version: "^1.0.0" }
    kinds: { quiz: { path: quiz.yaml } }
    """
  static let quiz = """
    kind: quiz
    axes: [{ id: taste, label: Taste, low: mild, high: strong }]
    questions:
      - id: first
        text: How strong?
        options:
          - { id: weak, text: Weak, deltas: { taste: -1 } }
          - { id: strong, text: Strong, deltas: { taste: 2.5 } }
    """
  static let ruleset = """
    rules: 1
    id: shop
    version: 1.0.0
    modules: { shop.scoring: scoring.yaml, shop.types: types.yaml }
    """
  static let scoring = """
    rules: 1
    module: shop.scoring
    decisions: { rounding: { value: half_even }, clamp: { value: once } }
    """
  static let types = """
    rules: 1
    module: shop.types
    facts: { taste: { type: int, min: -3, max: 3 } }
    decisions:
      primary_type: { hit: first, rows: [{ id: bold, when: { taste: "> 0" }, then: bold }], otherwise: calm }
      modifier: { value: none }
    """

  /// Everything said about the shop with `changes`, file by file.
  private func diagnostics(_ changes: [String: String?]) throws -> String {
    try withTemporaryDirectory { folder in
      let files = [
        "pack.yaml": Self.pack, "quiz.yaml": Self.quiz, "rules/ruleset.yaml": Self.ruleset,
        "rules/scoring.yaml": Self.scoring, "rules/types.yaml": Self.types,
      ].merging(changes.mapValues { $0 ?? "" }) { $1 }
      for (name, text) in files where changes[name] != .some(nil) { _ = try folder.write(Array(text.utf8), to: name) }
      do {
        _ = try TerrainFixture.engine(pack: folder.path, rules: folder.path + "/rules")
        return ""
      } catch let error as DiagnosticError {
        return DiagnosticRenderer.text(error.diagnostics.sortedForReport()).replacing("\(folder.path)/", with: "")
      }
    }
  }

  private func change(_ text: String, _ old: String, _ new: String) -> String {
    precondition(text.contains(old))
    return text.replacing(old, with: new)
  }

  @Test func theShopItselfIsFine() throws { #expect(try diagnostics([:]) == "") }

  @Test func anAxisThatTheQuizDoesNotHave() throws {
    #expect(
      try diagnostics(["quiz.yaml": change(Self.quiz, "{ taste: -1 }", "{ tast: -1 }")]) == """
        error[quiz/unknown-axis]: `tast` is not an axis of this quiz
         --> quiz.yaml:7:43
          |
        7 |       - { id: weak, text: Weak, deltas: { tast: -1 } }
          |                                           ^^^^
        help: did you mean `taste`?

        """)
  }

  @Test func aMoveThatIsNoNumber() throws {
    #expect(
      try diagnostics(["quiz.yaml": change(Self.quiz, "taste: 2.5", "taste: 0.00000001")]) == """
        error[quiz/unusable-move]: a move has to be a number from -1000000 to 1000000, with at most 6 places once weighted
         --> quiz.yaml:8:54
          |
        8 |       - { id: strong, text: Strong, deltas: { taste: 0.00000001 } }
          |                                                      ^^^^^^^^^^

        """)
  }

  @Test func anOptionNamedTwice() throws {
    #expect(
      try diagnostics(["quiz.yaml": change(Self.quiz, "id: strong", "id: weak")]) == """
        error[quiz/repeated-id]: the option id `weak` is used twice
         --> quiz.yaml:8:15
          |
        8 |       - { id: weak, text: Strong, deltas: { taste: 2.5 } }
          |               ^^^^
        note: first used here
         --> quiz.yaml:7:15
          |
        7 |       - { id: weak, text: Weak, deltas: { taste: -1 } }
          |               ^^^^
        help: give one of them another id

        """)
  }

  @Test func anAxisThatTheRulesDoNotKnow() throws {
    #expect(
      try diagnostics(["rules/types.yaml": change(Self.types, "taste", "tastes")]) == """
        error[score/axis-without-fact]: the quiz moves `taste`, and the rules declare no fact of that name
         --> quiz.yaml:2:14
          |
        2 | axes: [{ id: taste, label: Taste, low: mild, high: strong }]
          |              ^^^^^
        help: did you mean `tastes`?

        error[score/fact-without-axis]: the rules need the fact `tastes`, and the quiz has no axis of that name
         --> rules/types.yaml:3:10
          |
        3 | facts: { tastes: { type: int, min: -3, max: 3 } }
          |          ^^^^^^
        help: add the axis to the quiz, or make the fact optional

        """)
  }

  @Test func anAxisWithoutEnds() throws {
    #expect(
      try diagnostics(["rules/types.yaml": change(Self.types, ", min: -3, max: 3", "")]) == """
        error[score/axis-without-ends]: `taste` is an axis, and needs `type: int`, a `min` and a `max`
         --> rules/types.yaml:3:10
          |
        3 | facts: { taste: { type: int } }
          |          ^^^^^

        """)
  }

  @Test func aPackWithoutAQuiz() throws {
    #expect(
      try diagnostics(["pack.yaml": change(Self.pack, "{ quiz: { path: quiz.yaml } }", "{}")]) == """
        error[score/no-quiz]: the pack `shop` has no record of kind `quiz`
        help: declare the kind in its `pack.yaml`, with the file that holds the questions

        """)
  }

  @Test func aConditionThatIsNoCondition() throws {
    #expect(
      try diagnostics([
        "quiz.yaml": change(Self.quiz, "    text: How strong?", "    text: How strong?\n    ask_when: size(goal) > 0")
      ]) == """
        error[expressions/unknown-name]: there is no `goal` here
         --> quiz.yaml:6:20
          |
        6 |     ask_when: size(goal) > 0
          |                    ^^^^
        help: did you mean `goals`?

        """)
  }

  @Test func aRuleSetOfAnotherVersion() throws {
    #expect(
      try diagnostics(["rules/ruleset.yaml": change(Self.ruleset, "version: 1.0.0", "version: 2.0.0")]) == """
        error[ruleset/other-version]: the pack needs version ^1.0.0 of `shop`, and this is 2.0.0
         --> rules/ruleset.yaml:3:10
          |
        3 | version: 2.0.0
          |          ^^^^^
        note: needed here
         --> pack.yaml:4:8
          |
        4 | rules: { id: shop, version: "^1.0.0" }
          |        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

        """)
  }

  @Test func contentThatIsNotThere() throws {
    #expect(
      try diagnostics(["quiz.yaml": nil]) == """
        error[pack/missing-content]: there is no file or folder `quiz.yaml` in the pack
         --> pack.yaml:5:24
          |
        5 | kinds: { quiz: { path: quiz.yaml } }
          |                        ^^^^^^^^^

        """)
    for file in ["quiz.yml", "content/quiz.yaml"] {
      #expect(try diagnostics(["quiz.yaml": nil, file: Self.quiz]).contains("help: did you mean `\(file)`?\n"))
    }
    #expect(
      try diagnostics(["pack.yaml": change(Self.pack, "path: quiz.yaml", "path: ../quiz.yaml")]).hasPrefix(
        "error[pack/path-leaves-pack]: a path has to stay inside the pack's folder\n"))
  }

  @Test func rulesThatAnotherEngineWouldNeed() throws {
    #expect(
      try diagnostics(["rules/types.yaml": change(Self.types, "modifier", "modifer")]) == """
        error[rules/contract-decision]: `terrain score` needs the decision `types.modifier`, and there is none
         --> rules/types.yaml:6:3
          |
        6 |   modifer: { value: none }
          |   ^^^^^^^
        help: did you mean `types.modifer`?

        """)
  }
}
