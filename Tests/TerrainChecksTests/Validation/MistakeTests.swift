import Foundation
import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// Mistakes in the shipped packs and rules: each is found, once, at what is wrong.
@Suite struct MistakeTests {
  private let pack = "ContentPacks/terrain"

  /// One mistake, and all that is said of it.
  private func expect(
    _ mistake: Checkout.Mistake, _ message: String, without file: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    try Checkout.with { checkout in
      if let file { try FileManager.default.removeItem(at: checkout.folder.appending(path: file)) }
      let expected = try checkout.make([mistake])
      let report = checkout.validate()
      let text = DiagnosticRenderer.text(report.diagnostics)
      #expect(checkout.findings(report) == expected, "\(text)", sourceLocation: location)
      #expect(checkout.errors(report).first?.message == message, sourceLocation: location)
    }
  }

  @Test func aTypeThatNoAnswersLeadTo() throws {
    try Checkout.with { checkout in
      // Answers move less, and the threshold is farther off.
      let quiz = checkout.folder.appending(path: "\(pack)/quiz.yaml")
      let text = try String(contentsOf: quiz, encoding: .utf8)
      try text.replacing("cold_heat: -4", with: "cold_heat: -1").replacing("cold_heat: -2", with: "cold_heat: -0.1")
        .replacing("cold_heat: -1,", with: "cold_heat: -0.1,").write(to: quiz, atomically: true, encoding: .utf8)
      _ = try checkout.make([.init("", in: "Rules/terrain/types.yaml", "value: -3,", "value: -10,")])
      // The tests of the rules fail too, rightly.
      let found = checkout.errors(checkout.validate()).filter { !$0.code.hasPrefix("rules/test") }
      #expect(
        found.map(\.message) == [
          "no answers lead to the profile `cold_deficient_low_flame`: none of 1464843750 sets does",
          "no answers lead to the profile `cold_balanced_cool_core`: none of 1464843750 sets does",
        ], "\(DiagnosticRenderer.text(found))")
      let places = found.compactMap(\.place)
      #expect(places.map { $0.source.text(of: $0.range) } == ["cold_deficient_low_flame", "cold_balanced_cool_core"])
    }
  }

  @Test func aQuestionThatNobodyIsAsked() throws {
    try expect(
      .init(
        "quiz/never-asked", in: "\(pack)/quiz.yaml",
        """
        q16_menstrual
            text: { en-US: "Which of these is closest to your cycle?", zh-Hans: "哪一项最接近您的经期？" }
            required: false
            ask_when: '"menstrual_comfort" in goals'
        """,
        """
        1️⃣q16_menstrual2️⃣
            text: { en-US: "Which of these is closest to your cycle?", zh-Hans: "哪一项最接近您的经期？" }
            required: false
            ask_when: '"menstrual_comfort" in goals && goals == []'
        """),
      "`q16_menstrual` is never asked: no goals and answers make its condition hold",
      without: "\(pack)/examples/bright-but-thin.yaml")
  }

  @Test func aGoalThatThereIsNot() throws {
    try expect(
      .init(
        "quiz/unknown-value", in: "\(pack)/quiz.yaml", "'\"menstrual_comfort\" in goals'",
        "'1️⃣\"menstrual_confort\"2️⃣ in goals'"),
      "`menstrual_confort` is not a question, an option or a value of an enum, so no answers can contain it",
      without: "\(pack)/examples/bright-but-thin.yaml")
  }

  // MARK: One defect, one diagnostic

  @Test func aFileThatCannotBeReadIsOneDiagnostic() throws {
    try Checkout.with { checkout in
      let expected = try checkout.make([
        .init(
          "yaml/missing-space", in: "\(pack)/programs.yaml", "duration_days: 3", "duration_days1️⃣:2️⃣3"),
        .init("yaml/unquoted-text", in: "Rules/terrain/types.yaml", "\"<= cold_at_most\"", "1️⃣>= 32️⃣"),
      ])
      let report = checkout.validate()
      // Nothing is said to be missing that may stand in the file.
      #expect(checkout.findings(report) == expected, "\(DiagnosticRenderer.text(report.diagnostics))")
      #expect(report.diagnostics.allSatisfy { $0.severity == .error || $0.code.hasPrefix("pack/unused") == false })
    }
  }

  @Test func aLocaleThatIsMisspeltIsOneDiagnostic() throws {
    try expect(
      .init(
        "pack/unsupported-locale", in: "\(pack)/quiz.yaml", "zh-Hans: \"寒热\"", "1️⃣zh-Hant2️⃣: \"寒热\""),
      "`zh-Hant` is not among the pack's supported locales")
  }

  @Test func wordsForTruthValues() throws {
    try Checkout.with { checkout in
      let expected = try checkout.make([
        .init("schema/wrong-type", in: "\(pack)/quiz.yaml", "required: false", "required: 1️⃣no2️⃣")
      ])
      let report = checkout.validate()
      #expect(checkout.findings(report) == expected)
      #expect(checkout.errors(report).first?.fix == "write `false`: only `true` and `false` are truth values")
    }
  }

  @Test func aShareThatIsNotExact() throws {
    try expect(
      .init(
        "quiz/other-share", in: "\(pack)/profiles.yaml", "exact: 15.90 }",
        "exact: 1️⃣16.32️⃣ }"), "the exact share of `neutral_deficient_low_battery` is 15.9 %")
  }

  @Test func aRowThatIsMissing() throws {
    try expect(
      .init(
        "rules/table-gap", in: "Rules/terrain/types.yaml",
        """
        primary_type:
            doc: The terrain type.
            type: profile_id  # each result is the id of a profile in the pack, and is looked up there
            hit: unique
            rows:
              - { id: low_flame, when: { thermal: cold, reserve: deficient }, then: cold_deficient_low_flame }
        """,
        """
        1️⃣primary_type2️⃣:
            doc: The terrain type.
            type: profile_id  # each result is the id of a profile in the pack, and is looked up there
            hit: unique
            rows:
        """),
      "`terrain.types.primary_type` has no row for thermal = cold and reserve = deficient: cold_heat = -3, def_excess = -3 matches no row"
    )
  }

  @Test func answersToNoQuestion() throws {
    try expect(
      .init(
        "answers/unknown-option", in: "\(pack)/examples/overclocked.yaml", "q1_run_temp: always_hot",
        "q1_run_temp: 1️⃣always_warm2️⃣"), "this is not an option of `q1_run_temp`")
  }

  @Test func aTestThatFails() throws {
    try expect(
      .init(
        "rules/test-failed", in: "Rules/terrain/tests/types.yaml", "{ primary_type: cold_deficient_low_flame }",
        "{ primary_type: 1️⃣cold_balanced_cool_core2️⃣ }"),
      "`cold and deficient is Low Flame`: primary_type is cold_deficient_low_flame, not cold_balanced_cool_core")
  }

  /// What authors do: one finding, at the character, the key or the value.
  @Test(arguments: [
    Checkout.Mistake(
      "schema/not-a-choice", in: "ContentPacks/terrain/ingredients/teas.yaml", "category: tea", "category: tea1️⃣\u{A0}2️⃣"),
    .init(
      "schema/not-a-choice", in: "ContentPacks/terrain/ingredients/teas.yaml", "category: tea", "category: t1️⃣\u{435}2️⃣a"),
    .init(
      "schema/pattern", in: "ContentPacks/terrain/ingredients/teas.yaml", "id: green-tea", "id: green1️⃣\u{200B}2️⃣-tea"),
    .init("schema/not-a-choice", in: "ContentPacks/terrain/ingredients/teas.yaml", "category: tea", "category:1️⃣2️⃣"),
    .init(
      "schema/wrong-type", in: "ContentPacks/terrain/ingredients/teas.yaml", "goals: [energy, skin]", "goals: 1️⃣energy2️⃣"),
    .init("schema/not-a-choice", in: "ContentPacks/terrain/ingredients/teas.yaml", "[energy, skin]", "[1️⃣energy skin2️⃣]"),
    .init(
      "pack/unsupported-locale", in: "ContentPacks/terrain/ingredients/teas.yaml", "en-US: \"Green tea\"",
      "1️⃣en2️⃣: \"Green tea\""),
    .init(
      "schema/pattern", in: "ContentPacks/terrain/routines/lite.yaml", "[ginger, honey]",
      "[g1️⃣\u{456}2️⃣nger, honey]"),
    .init(
      "schema/wrong-type", in: "ContentPacks/terrain/routines/lite.yaml", "duration_seconds: 90",
      "duration_seconds: 1️⃣90s2️⃣"),
    .init("schema/pattern", in: "ContentPacks/terrain/pack.yaml", "version: 2.0.0", "version: 1️⃣v2.0.02️⃣"),
    .init("rules/cell-syntax", in: "Rules/terrain/types.yaml", "\"<= cold_at_most\"", "\"1️⃣=<2️⃣ cold_at_most\""),
  ])
  func naturalMistakesAreOneFindingEach(_ mistake: Checkout.Mistake) throws {
    try Checkout.with { checkout in
      let expected = try checkout.make([mistake])
      let report = checkout.validate()
      #expect(checkout.findings(report) == expected, "\(DiagnosticRenderer.text(report.diagnostics))")
    }
  }

  @Test func nineMistakesAreNineFindings() throws {
    try Checkout.with { checkout in
      let expected = try checkout.make([
        .init("schema/unknown-key", in: "\(pack)/routines/lite.yaml", "subtitle:", "1️⃣subtitel2️⃣:"),
        .init(
          "pack/unknown-reference", in: "\(pack)/routines/lite.yaml", "[ginger, honey]", "[1️⃣gingr2️⃣, honey, ginger]"),
        .init("schema/not-a-choice", in: "\(pack)/routines/medium.yaml", "tags: [warming", "tags: [1️⃣warmin2️⃣"),
        .init("pack/other-sum", in: "\(pack)/movements/lite.yaml", "duration_seconds: 90", "duration_seconds: 1️⃣1002️⃣"),
        .init("pack/out-of-sequence", in: "\(pack)/programs.yaml", "- day: 2", "- day: 1️⃣42️⃣"),
        .init(
          "pack/missing-default-text", in: "\(pack)/profiles.yaml", "{ en-US: \"Cold and low\", zh-Hans: \"偏寒偏虚\" }",
          "1️⃣{ zh-Hans: \"偏寒偏虚\" }2️⃣"),
        .init(
          "schema/missing-key", in: "\(pack)/profiles.yaml", "{ illustrative: 16, exact: 5.11 }", "1️⃣{ exact: 5.11 }2️⃣"),
        .init("schema/pattern", in: "\(pack)/pack.yaml", "version: 2.0.0", "version: 1️⃣2.0.x2️⃣"),
        .init("rules/unknown-name", in: "Rules/terrain/types.yaml", "\"<= cold_at_most\"", "\"<= 1️⃣cold_at_mots2️⃣\""),
      ])
      let report = checkout.validate()
      #expect(checkout.findings(report) == expected, "\(DiagnosticRenderer.text(report.diagnostics))")
    }
  }
}
