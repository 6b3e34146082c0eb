import TerrainDocuments
import TerrainOutcomes
import TerrainValues
import Testing

/// Operations run over a loaded system, and conditions over what comes out.
@Suite struct OutcomeSessionTests {
  private static let request = """
    { id: anna, now: 2026-02-05T07:30:00+08:00, person: { profile: cold_deficient_low_flame, modifier: shen,
      goals: [sleep], safety: [], cold_heat: -8, def_excess: -6, damp_dry: 0, qi_stagnation: 1, shen_unsettled: 4 },
      day: { symptoms: [stressed] } }
    """

  private func holds(_ condition: String, of operation: String, for request: String) throws -> Bool {
    let session = try ShippedSystem.session("terrain")
    let operation = try #require(session.operation(operation))
    let request = try ShippedSystem.tree(request)
    guard case .result(let result, _) = session.run(operation, request) else {
      Issue.record("\(session.run(operation, request))")
      return false
    }
    let description = session.description(of: operation)
    let node = try ShippedSystem.tree("'\(condition)'")
    let (compiled, diagnostics) = OutcomeCondition.compile(node, description)
    let runnable = try #require(compiled, "\(diagnostics)")
    return try runnable.holds(description.values(request: request, result: result))
  }

  @Test(arguments: [
    ("suggest", #"result.suggestions.items.all(s, s.record.kind == s.kind && s.record.id == s.id)"#),
    (
      "suggest",
      #"result.suggestions.items.exists(s, s.record.kind == "ingredient" && "warming" in s.record.tags)"#
    ),
    ("suggest", #"request.person.goals == ["sleep"] && !has(request.person.age)"#),
    ("suggest", #"request.person.profile_record.id == "cold_deficient_low_flame""#),
    ("today", #"result.parts.headline.all(h, h.message_record.id == h.message)"#),
    ("today", #"result.parts.suggestions.items.exists(s, s.kind == "ingredient" && has(s.record.name.common))"#),
    ("today", #"!result.parts.suggestions.items.exists(s, s.id == "no-such-record")"#),
  ])
  func conditionsReachRequestsResultsAndRecords(_ operation: String, _ condition: String) throws {
    #expect(try holds(condition, of: operation, for: Self.request))
  }

  @Test func numbersAreDoublesAndCountsAreInts() throws {
    let request = """
      { date: 2026-02-05, person: { profile: cold_deficient_low_flame, modifier: none },
        logs: [{ date: 2026-02-04, mood: 3 }, { date: 2026-02-05, mood: 4 }] }
      """
    #expect(try holds("result.window.days == 14 && result.activity.total >= 0.0", of: "trend", for: request))
  }

  @Test func oneOfSeveralResultsHasTheFieldsOfAll() throws {
    let plan = Self.request.replacing("{ id: anna,", with: "{ id: anna, days: 2,")
    #expect(try holds("result.days.size() == 2 && !has(result.parts)", of: "today", for: plan))
  }

  @Test(arguments: [
    ("suggest", "result.sugestions.items.size() > 0", "expressions/unknown-field", "did you mean `suggestions`?"),
    ("suggest", #"request.person.profil == """#, "expressions/unknown-field", "did you mean `profile`?"),
    ("streak", #"result.streak.today == "keept""#, "expressions/not-a-member", "did you mean `kept`?"),
    ("suggest", "result.suggestions.items.size()", "expressions/wrong-type", nil),
    ("suggest", "answer.x", "expressions/unknown-name", nil),
  ])
  func aMisspelledConditionIsDiagnosed(_ operation: String, _ condition: String, _ code: String, _ fix: String?) throws
  {
    let session = try ShippedSystem.session("terrain")
    let description = session.description(of: try #require(session.operation(operation)))
    let (compiled, diagnostics) = OutcomeCondition.compile(try ShippedSystem.tree("'\(condition)'"), description)
    #expect(compiled == nil)
    #expect(diagnostics.map(\.code) == [code])
    #expect(diagnostics.first?.fix == fix)
  }

  @Test func aRequestThatIsWrongIsRefused() throws {
    let session = try ShippedSystem.session("terrain")
    let operation = try #require(session.operation("today"))
    guard
      case .refused(let diagnostics) = session.run(operation, try ShippedSystem.tree("{ person: { profile: warm } }"))
    else {
      Issue.record("the request has no day")
      return
    }
    #expect(diagnostics.hasErrors)
  }

  @Test func anExplanationHasTheRowsThatFired() throws {
    let session = try ShippedSystem.session("terrain")
    let operation = try #require(session.operation("today"))
    let explanation = try session.explanation(of: operation, ShippedSystem.tree(Self.request))
    guard case .decisions(let traces) = explanation.content else {
      Issue.record("\(explanation.content)")
      return
    }
    #expect(traces.contains { trace in trace.rows.contains { $0.outcome == .fired } })
  }
}
