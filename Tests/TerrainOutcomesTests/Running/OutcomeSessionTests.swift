import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainOutcomes
import Testing

/// Operations run over a loaded system, and conditions over what comes out.
@Suite struct OutcomeSessionTests {
  private static let request = """
    { person_id: anna, now: 2026-02-05T07:30:00+08:00, facts: { profile: cold_deficient_low_flame, modifier: shen,
      goals: [sleep], safety: [], cold_heat: -8, def_excess: -6, damp_dry: 0, qi_stagnation: 1, shen_unsettled: 4,
      symptoms: [stressed] } }
    """

  private func holds(
    _ condition: String, of operation: String, for request: String, with pack: String = "terrain"
  ) throws -> Bool {
    let session = try ShippedSystem.session(pack)
    let operation = try #require(session.operation(operation))
    let page = operation.name == "page" ? "{ page: today, " : "{ "
    let request = try ShippedSystem.tree(page + request.drop { $0 == "{" || $0 == " " })
    guard case .result(let result, _) = session.run(operation, request) else {
      Issue.record("\(session.run(operation, request))")
      return false
    }
    let description = session.description(of: operation)
    let node = try ShippedSystem.tree("|-\n  \(condition)")
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
    ("suggest", #"request.facts.goals == ["sleep"] && !has(request.facts.age)"#),
    ("suggest", #"request.facts.profile_record.id == "cold_deficient_low_flame""#),
    ("page", #"result.days[0].parts.headline.all(h, h.message_record.id == h.message)"#),
    ("page", #"result.days[0].parts.suggestions.items.exists(s, s.kind == "ingredient" && has(s.record.name.common))"#),
    ("page", #"!result.days[0].parts.suggestions.items.exists(s, s.id == "no-such-record")"#),
  ])
  func conditionsReachRequestsResultsAndRecords(_ operation: String, _ condition: String) throws {
    #expect(try holds(condition, of: operation, for: Self.request))
  }

  @Test func numbersAreDoublesAndCountsAreInts() throws {
    let request = """
      { now: 2026-02-05, facts: { profile: cold_deficient_low_flame, modifier: none },
        logs: [{ date: 2026-02-04, mood: 3 }, { date: 2026-02-05, mood: 4 }] }
      """
    #expect(try holds("result.window.days == 14 && result.activity.total >= 0.0", of: "trend", for: request))
  }

  private static let order = """
    { account: anna, event: { id: order-1, type: earn, time: "2026-10-05T09:30:00-04:00", amount: { currency: USD, minor: 2000 },
      facts: { fulfilment: pickup } } }
    """

  /// As texts, `aura` is less than `ember`, and `medium_dark` greater than `medium` and `dark`.
  @Test(arguments: [
    // A result's field, which can be null; a field of unknown type; two of them.
    "result.level < 'aura' && !(result.level >= 'aura') && result.level == 'ember'",
    "'aura' > result.standing.tier && result.standing.tier.startsWith('emb')",
    "result.standing.tier <= result.level && result.level < result.standing.next",
    "[result.level].all(l, l < 'halo') && result.level in ['ember', 'aura']",
  ])
  func valuesOfAnOrderedEnumInAResultAreComparedInItsOrder(_ condition: String) throws {
    #expect(try holds(condition, of: "loyalty.apply", for: Self.order, with: "embera"))
  }

  @Test(arguments: [
    "request.facts.current_level < 'halo' && request.facts.current_level.next().value() == 'halo'",
    "request.facts.current_level.position() == 1 && request.facts.current_level > request.facts.own_tier",
    "result.suggestions.items.exists(i, has(i.record.roast) && i.record.roast > 'light') && !has(request.facts.points)",
    "result.suggestions.items.all(i, !has(i.record.roast) || i.record.roast >= 'light')",
  ])
  func valuesOfAnOrderedEnumInARequestAndARecordAreComparedInItsOrder(_ condition: String) throws {
    let request = """
      { now: "2026-11-04T09:00:00-05:00", ranking: products,
        facts: { current_level: aura, own_tier: ember, points: null } }
      """
    #expect(try holds(condition, of: "suggest", for: request, with: "embera"))
  }

  @Test func aPlanHasAPageForEachDay() throws {
    let plan = Self.request.replacing("{ person_id: anna,", with: "{ person_id: anna, days: 2,")
    #expect(try holds("result.days.size() == 2 && has(result.days[1].parts)", of: "page", for: plan))
  }

  @Test(arguments: [
    ("suggest", "result.sugestions.items.size() > 0", "expressions/unknown-field", "did you mean `suggestions`?"),
    ("suggest", #"request.facts.profil == """#, "expressions/unknown-field", "did you mean `profile`?"),
    ("streak", #"result.streak.today == "keept""#, "expressions/not-a-member", "did you mean `kept`?"),
    ("suggest", "result.suggestions.items.size()", "expressions/wrong-type", "compare the number, for example `… > 0`"),
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

  @Test(arguments: [
    ("result.level >= 'aurra'", "expressions/not-a-member"),
    ("request.event.facts.fulfilment < 'pickup'", "expressions/no-order"),
    ("result.level > result.outcome", "expressions/wrong-type"),
  ])
  func whatCannotBeComparedInAnOrderIsDiagnosed(_ condition: String, _ code: String) throws {
    let session = try ShippedSystem.session("embera")
    let description = session.description(of: try #require(session.operation("loyalty.apply")))
    let (compiled, diagnostics) = OutcomeCondition.compile(
      try ShippedSystem.tree("|-\n  \(condition)"), description)
    #expect(compiled == nil)
    #expect(diagnostics.map(\.code) == [code])
  }

  /// What turns out not to be a value of the enum fails, and is not compared as a text.
  @Test func aValueThatIsNotOfTheOrderedEnumFails() throws {
    #expect(throws: EvaluationError.self) {
      try holds("result.standing.points < 'aura'", of: "loyalty.apply", for: Self.order, with: "embera")
    }
  }

  @Test func aRequestThatIsWrongIsRefused() throws {
    let session = try ShippedSystem.session("terrain")
    let operation = try #require(session.operation("page"))
    guard
      case .refused(let diagnostics) = session.run(
        operation, try ShippedSystem.tree("{ page: today, facts: { profile: warm } }"))
    else {
      Issue.record("the request has no day")
      return
    }
    #expect(diagnostics.hasErrors)
  }

  @Test func anExplanationHasTheRowsThatFired() throws {
    let session = try ShippedSystem.session("terrain")
    let operation = try #require(session.operation("page"))
    let explanation = try session.explanation(
      of: operation, ShippedSystem.tree(Self.request.replacing("{ person_id", with: "{ page: today, person_id")))
    guard case .decisions(let traces) = explanation.content else {
      Issue.record("\(explanation.content)")
      return
    }
    #expect(traces.contains { trace in trace.rows.contains { $0.outcome == .fired } })
  }
}
