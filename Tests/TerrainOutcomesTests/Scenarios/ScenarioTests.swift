import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainOutcomes
import Testing

/// Scenarios run over the shipped pack `terrain`.
@Suite struct ScenarioTests {
  private static let requests = """
    requests:
      anna:
        now: 2026-02-05T07:30:00+08:00
        person_id: anna
        facts: { profile: cold_deficient_low_flame, modifier: none, goals: [sleep], cold_heat: -8, def_excess: -6, damp_dry: 0,
          qi_stagnation: 1, shen_unsettled: 4 }
      stressed: { from: anna, page: today, facts: { symptoms: [stressed] } }
      circle: { from: ring }
      ring: { from: circle }

    """

  private func run(_ scenario: String) throws -> ScenarioRunner {
    let source = "\(Self.requests)scenarios:\n  - name: it\n    \(scenario.replacing("\n", with: "\n    "))\n"
    return try run(file: source)
  }

  private func run(file source: String) throws -> ScenarioRunner {
    let (file, diagnostics) = ScenarioFile.read(try ShippedSystem.tree(source))
    var runner = ScenarioRunner(try ShippedSystem.session("terrain"))
    runner.run(try #require(file, "\(diagnostics)"))
    return runner
  }

  private func failures(_ scenario: String) throws -> [Diagnostic] {
    try run(scenario).files.flatMap { $0.cases.flatMap(\.failures) }
  }

  @Test(arguments: [
    #"for: page\nrequest: stressed\nexpect: { "days[0].parts.headline[0].message": headline.symptom.stressed.2 }"#,
    #"for: page\nrequest: stressed\nexpect: { "days[0].parts.headline[*].message": [headline.symptom.stressed.2] }"#,
    #"for: page\nrequest: stressed\nexpect: { "days[0].parts.dos[message=do.symptom.stressed.hands-on-belly].layer": [symptom] }"#,
    #"for: page\nrequest: stressed\nexpect: { "days[0].parts.dos[*].message": { contains: do.symptom.stressed.hands-on-belly } }"#,
    #"for: page\nrequest: stressed\nexpect: { "days[0].parts.dos[*].message": { excludes: [dont.symptom.stressed.caffeine] } }"#,
    #"for: page\nrequest: stressed\nexpect: { "days[0].parts.nothing": { absent: true }, "days[0].parts.dos": { count: 2 } }"#,
    #"for: suggest\nrequest: anna\nexpect: { "suggestions.items[0].score": { at_least: 1, at_most: 100 } }"#,
    #"for: suggest\nrequest: anna\nholds: ["result.suggestions.items.all(s, s.record.id == s.id)"]"#,
    #"for: suggest\nrequest: { from: anna, facts: { profile: no_such } }\nerrors: [request/unknown-record]"#,
    #"for: streak\nrequest: { now: 2026-02-05 }\nexpect: { "streak.current": 0, "streak.today": open }"#,
  ])
  func aScenarioThatIsTruePasses(_ scenario: String) throws {
    #expect(try failures(scenario.replacing(#"\n"#, with: "\n")).map(\.message) == [])
  }

  @Test(arguments: [
    (
      #"for: page\nrequest: stressed\nexpect: { "days[0].parts.headline[0].message": headline.modifier.shen }"#,
      "`it`: `days[0].parts.headline[0].message` is \"headline.symptom.stressed.2\", not \"headline.modifier.shen\" (chosen by `terrain.insight.hours.phrase_now`)"
    ),
    (
      #"for: page\nrequest: stressed\nexpect: { "days[0].parts.headlin": { count: 1 } }"#,
      "`it`: `days[0].parts.headlin` has 0 values, not 1"
    ),
    (
      #"for: streak\nrequest: { now: 2026-02-05 }\nexpect: { "streak.longest": { at_least: 3 } }"#,
      "`it`: `streak.longest` is 0, not at least 3"
    ),
    (
      #"for: page\nrequest: stressed\nexpect: { "days[0].parts.headline[*].message": { excludes: headline.symptom.stressed.2 } }"#,
      "`it`: `days[0].parts.headline[*].message` contains \"headline.symptom.stressed.2\", at position 1 (chosen by `terrain.insight.hours.phrase_now`)"
    ),
    (
      #"for: suggest\nrequest: anna\nholds: ["result.suggestions.items.size() == 0"]"#,
      "`it`: this does not hold: `result.suggestions.items.size() == 0`"
    ),
    (
      #"for: suggest\nrequest: anna\nerrors: [request/unknown-record]"#,
      "`it`: `request/unknown-record` was expected, and there is none"
    ),
  ])
  func aScenarioThatIsFalseFailsWithBothValues(_ scenario: String, _ message: String) throws {
    #expect(try failures(scenario.replacing(#"\n"#, with: "\n")).map(\.message) == [message])
  }

  @Test(arguments: [
    (#"for: pag\nrequest: anna\nholds: ["true"]"#, "scenarios/unknown-operation", "did you mean `page`?"),
    (
      #"for: streak\nrequest: { now: 2026-02-05, logs: [{ mood_rating: 5 }] }\nholds: ["true"]"#, "scenarios/warned",
      nil
    ),
    (#"for: page\nrequest: ana\nholds: ["true"]"#, "scenarios/unknown-request", "did you mean `anna`?"),
    (#"for: page\nrequest: circle\nholds: ["true"]"#, "scenarios/request-circle", nil),
    (
      #"for: suggest\nrequest: anna\nexpect: { "sugestions.items": { count: 3 } }"#, "scenarios/unknown-path",
      "did you mean `suggestions`?"
    ),
    (#"for: suggest\nrequest: anna\nexpect: { "suggestions.items[first]": 1 }"#, "scenarios/not-a-path", nil),
    (
      #"for: suggest\nrequest: anna\nexpect: { "suggestions.items": { counts: 3 } }"#, "scenarios/unknown-expectation",
      "did you mean `count`?"
    ),
    (
      #"for: suggest\nrequest: anna\nexpect: { "suggestions.items[*].id": { excludes: gingr } }"#,
      "scenarios/unknown-record", "did you mean `ginger`?"
    ),
    (
      #"for: suggest\nrequest: { from: anna, facts: { profile: no_such } }\nholds: ["true"]"#, "scenarios/refused", nil
    ),
    (
      #"for: suggest\nrequest: anna\nholds: ["result.sugestions.items.size() > 0"]"#, "expressions/unknown-field",
      "did you mean `suggestions`?"
    ),
    (
      #"for: suggest\nrequest: anna\nholds: ["result.suggestions.items.all(s, s.record.tempratur == '')"]"#,
      "expressions/unknown-field", "did you mean `temperature`?"
    ),
  ])
  func aScenarioThatIsWrongIsDiagnosedWithAFix(_ scenario: String, _ code: String, _ fix: String?) throws {
    let diagnostics = try failures(scenario.replacing(#"\n"#, with: "\n"))
    #expect(diagnostics.map(\.code) == [code])
    if let fix { #expect(diagnostics.first?.fix == fix) }
    #expect(diagnostics.allSatisfy { $0.place?.source.name == "request.yaml" })
  }

  @Test(arguments: [
    ("scenarios: [{ name: a, for: page }]", "scenarios/expects-nothing"),
    (
      "scenarios: [{ name: a, for: page, holds: ['true'] }, { name: a, for: page, holds: ['true'] }]",
      "scenarios/named-twice"
    ),
    ("scenarios: [{ name: a, for: page, expects: {} }]", "content/unknown-field"),
    ("scenarios: [{ name: a, holds: ['true'] }]", "content/missing-field"),
  ])
  func aFileThatCannotBeUnderstoodIsDiagnosed(_ source: String, _ code: String) throws {
    let (file, diagnostics) = ScenarioFile.read(try ShippedSystem.tree(source))
    #expect(file == nil)
    #expect(diagnostics.map(\.code).contains(code))
  }

  @Test func stepsCarryFieldsOfResults() throws {
    let scenario = """
      carry: [enrolments]
      steps:
        - for: program
          request: { now: 2026-02-05, enrol: 3-day-warm-start }
          expect: { "active.program": 3-day-warm-start, "active.day": 1 }
        - for: program
          request: { now: 2026-02-06 }
          expect: { "active.day": 2 }
      """
    #expect(try failures(scenario).map(\.message) == [])
    #expect(try failures(scenario.replacing("carry: [enrolments]", with: "carry: [date]")).map(\.message) != [])
  }

  @Test func acceptedValuesReplaceExpectedOnesAndNothingElse() throws {
    let source = """
      # What is expected.
      requests:
        a: { now: 2026-02-05 }  # a day
      scenarios:
        - name: it
          for: streak
          request: a
          expect:
            "streak.current": 7  # not yet
            "streak.today":
            "streak.longest": { count: 4, at_most: 3 }
            date: 2026-02-04
          holds: ["false"]
      """
    let runner = try run(file: source)
    let text = SourceText(name: "request.yaml", text: source)
    let written = String(decoding: AcceptedValue.write(runner.accepted, into: text), as: UTF8.self)
    let expected = source.replacing(": 7  #", with: ": 0  #").replacing("today\":", with: "today\": open")
      .replacing("count: 4", with: "count: 1").replacing("date: 2026-02-04", with: "date: \"2026-02-05\"")
    #expect(written == expected)
  }

  @Test func whatScenariosReachIsCounted() throws {
    var runner = ScenarioRunner(try ShippedSystem.session("terrain"), measuring: true)
    let source = "\(Self.requests)scenarios: [{ name: it, for: page, request: stressed, holds: ['true'] }]"
    runner.run(try #require(ScenarioFile.read(ShippedSystem.tree(source)).file))
    let text = try #require(runner.coverage?.text)
    #expect(text.hasPrefix("scenarios of terrain: ") && !text.contains(": 0 of") && !text.contains(" 0 of"))
  }
}
