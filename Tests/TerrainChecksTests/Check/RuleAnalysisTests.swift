import TerrainDocuments
import TerrainRules
import Testing

@testable import TerrainChecks

@Suite struct RuleAnalysisTests {
  /// Two ranges made into words, and a table over the words; `rows` names the pairs it has rows for.
  private func chain(rows: [(String, String)], hit: HitPolicy = .unique, otherwise: String? = nil) -> TableView {
    var view = ViewBuilder()
    let cold = view.int("m.cold", -10...10, starts: [-2, 3])
    let reserve = view.int("m.reserve", -10...10, starts: [-2, 3])
    let low = ["low", "middle", "high"]
    func ladder(_ name: String, _ column: Int) -> Int {
      view.table(
        name, .first, inputs: [column], words: low,
        rows: [("low", .in(column, 0...0), "low"), ("high", .in(column, 2...2), "high")], otherwise: "middle")
    }
    let warmth = ladder("m.warmth", cold)
    let strength = ladder("m.strength", reserve)
    let warmthColumn = view.decision(warmth, low)
    let strengthColumn = view.decision(strength, low)
    func index(_ word: String) -> Int { low.firstIndex(of: word) ?? 0 }
    _ = view.table(
      "m.kind", hit, inputs: [warmthColumn, strengthColumn], words: rows.map { "\($0)_\($1)" },
      rows: rows.map { a, b in
        let when = TableView.Formula.all([
          .in(warmthColumn, index(a)...index(a)), .in(strengthColumn, index(b)...index(b)),
        ])
        return ("\(a)_\(b)", when, "\(a)_\(b)")
      }, otherwise: otherwise)
    return view.view
  }

  private static let all = ["low", "middle", "high"].flatMap { a in ["low", "middle", "high"].map { (a, $0) } }

  private func messages(_ view: TableView) -> [String] {
    RuleAnalysis.diagnostics(for: view).map { "\($0.severity.rawValue) \($0.code): \($0.message)" }
  }

  @Test func wholeTableOverDecisions() {
    #expect(messages(chain(rows: Self.all)) == [])
  }

  @Test func gapOfAMissingCombinationIsTracedToFacts() {
    let view = chain(rows: Self.all.filter { $0 != ("low", "high") })
    #expect(
      messages(view) == [
        "error rules/table-gap: `m.kind` has no row for warmth = low and strength = high: cold = -3, reserve = 3 matches no row"
      ])
  }

  @Test func anOverlapShowsBothRows() throws {
    var rows = Self.all
    rows.append(("low", "low"))
    let found = RuleAnalysis.diagnostics(for: chain(rows: rows))
    let overlap = try #require(found.first)
    #expect(found.count == 1)
    #expect(
      overlap.message
        == "rows `low_low` and `low_low` of `m.kind` both hold for cold = -3, reserve = -3, and `hit: unique` allows only one"
    )
    #expect(overlap.place == ViewBuilder.place("when: low_low") && overlap.related.count == 1)
  }

  @Test func anOtherwiseThatNothingIsLeftForIsNoted() {
    #expect(
      messages(chain(rows: Self.all, otherwise: "none"))
        == ["warning rules/dead-row: `otherwise` of `m.kind` can never be reached: its rows hold for all inputs"])
  }

  /// One decision over one int fact of -10...10, cut before -3, 0, 3 and 6, and an expression that is true or false.
  private func single(
    _ hit: HitPolicy, optional: Bool = false, otherwise: String? = nil, _ rows: (Int) -> [TableView.Formula]
  ) -> [String] {
    var view = ViewBuilder()
    let fact = view.int("x", -10...10, starts: [-3, 0, 3, 6], optional: optional)
    _ = view.condition("name.startsWith('a')")
    let when = rows(fact)
    let words = when.indices.map { "r\($0)" }
    _ = view.table(
      "m.d", hit, inputs: [fact], words: words + ["rest"],
      rows: when.enumerated().map { ("r\($0)", $1, "r\($0)") }, otherwise: otherwise)
    return messages(view.view)
  }

  @Test func gapsAreReportedAsRegions() {
    let gap = "error rules/table-gap: `m.d` has no row"
    #expect(single(.first) { [.in($0, 1...4)] } == ["\(gap) for x <= -4: x = -4 matches no row"])
    #expect(single(.first) { [.in($0, 0...2)] } == ["\(gap) for x >= 3: x = 3 matches no row"])
    #expect(
      single(.first) { [.in($0, 0...0, 4...4)] } == ["\(gap) for x in -3..5: x = 0 matches no row"])
    #expect(
      single(.first) { [.in($0, 1...1, 3...3)] }
        == ["\(gap) for (x <= -4 or x in 0..2 or x >= 6): x = 0 matches no row"])
    #expect(
      single(.highest) { _ in [.constant(false)] }.first == "\(gap) whatever the inputs are: x = 0 matches no row")
    #expect(single(.collect) { [.in($0, 0...0)] } == [])
    #expect(single(.first, otherwise: "rest") { [.in($0, 0...0)] } == [])
  }

  @Test func absenceIsAValueLikeOthers() {
    #expect(
      single(.first, optional: true) { [.in($0, 0...4)] }
        == ["error rules/table-gap: `m.d` has no row for x is absent: x is absent matches no row"])
    #expect(single(.first, optional: true) { [.in($0, 0...5)] }.filter { $0.contains("gap") } == [])
  }

  @Test func rowsThatCanNeverFire() {
    #expect(
      single(.first, otherwise: "rest") { [.in($0, 0...1), .in($0, 2...3), .in($0, 1...2)] }
        == [
          "warning rules/dead-row: row `r2` can never fire: rows `r0`, `r1` together take everything it could fire for"
        ])
    #expect(
      single(.first, otherwise: "rest") { [.in($0, 0...2), .in($0, 2...3), .in($0, 1...2)] }
        == ["warning rules/dead-row: row `r2` can never fire: row `r0` takes everything it could fire for"])
    #expect(
      single(.collect) { [.all([.in($0, 0...1), .in($0, 3...4)])] }
        == ["warning rules/dead-row: row `r0` can never fire: its conditions exclude one another"])
  }

  @Test func rowsNoFactsLeadTo() {
    var view = ViewBuilder()
    let fact = view.int("m.x", -10...10, starts: [0, 5])
    let sign = view.table(
      "m.sign", .first, inputs: [fact], words: ["negative", "positive"], rows: [("n", .in(fact, 0...0), "negative")],
      otherwise: "positive")
    let column = view.decision(sign, ["negative", "positive"])
    _ = view.table(
      "m.d", .unique, inputs: [column, fact], words: ["a", "b", "c"],
      rows: [
        ("a", .all([.in(column, 0...0), .in(fact, 2...2)]), "a"), ("b", .in(column, 0...0), "b"),
        ("c", .all([.in(column, 1...1), .in(fact, 1...2)]), "c"),
      ])
    #expect(
      messages(view.view) == [
        "warning rules/dead-row: row `a` can never fire: no facts lead to what it asks for together"
      ])
  }

  @Test func comparisonsThatTellNothing() {
    #expect(
      single(.collect) { [.all([.in($0, 0...4, text: "x >= -10"), .in($0, 1...2, text: "x < 3")])] }
        == ["warning rules/constant-comparison: `x >= -10` is always true in row `r0`, whatever the inputs are"])
    #expect(
      single(.collect) { [.all([.in($0, 0...3, text: "x < 6"), .in($0, 0...2, text: "x < 3")])] }
        == [
          "warning rules/redundant-comparison: `x < 6` changes nothing: row `r0` holds for the same inputs without it"
        ])
  }

  /// Without the first comparison, the second one would fail of a value that is absent.
  @Test(arguments: [
    ("n.orValue(0) > 2 && n.value() > 5", 0), ("n.hasValue() && n.value() > 5", 0),
    ("n.value() > 5 && n.orValue(0) > 2", 0), ("n.orValue(0) > 2 && n.orValue(1) > 5", 1),
    ("n.hasValue() && n.value() > 5 && n.value() > 2", 1),
  ])
  func aComparisonThatProtectsAnotherFromAbsence(_ condition: String, _ redundant: Int) throws {
    let rules = try RuleFiles.module(
      """
      facts: { n: { type: int, optional: true } }
      decisions: { d: { hit: first, rows: [{ id: x, when: "\(condition)", then: 1 }], otherwise: 2 } }
      """)
    let codes = RuleAnalysis.diagnostics(for: rules).map(\.code)
    #expect(codes.filter { $0 == "rules/redundant-comparison" }.count == redundant)
  }

  @Test func whatCannotBeDecidedIsSaid() {
    let opaque = TableView.Formula.in(1, 1...1)
    #expect(single(.first) { _ in [opaque, .not(opaque)] } == [])
    #expect(
      single(.first) { [.all([.in($0, 0...1), opaque]), .in($0, 2...4)] }
        == [
          "info rules/undecided: whether `m.d` has a row for all inputs cannot be decided: none matches x = -1 if "
            + "`name.startsWith('a')` is false"
        ])
    #expect(
      single(.unique, otherwise: "rest") { [.in($0, 0...3), opaque] }
        == [
          "info rules/undecided: whether rows `r0` and `r1` of `m.d` can both hold cannot be decided: they do if "
            + "`name.startsWith('a')` is true; should it happen, it is an error then"
        ])
  }

  @Test func anExpressionUsedAsAnInput() {
    var view = ViewBuilder()
    let size = view.expression("size(list)", comparedWith: 2)
    _ = view.table("m.d", .first, inputs: [size], words: ["a"], rows: [("a", .in(size, 1...1), "a")])
    #expect(
      messages(view.view)
        == [
          "info rules/undecided: whether `m.d` has a row for all inputs cannot be decided: none matches if size(list) = 0"
        ])
  }

  /// Rows that compete by score, used as an input of a table.
  @Test func whichOfTheHighestWinsIsNotGuessed() {
    var view = ViewBuilder()
    let a = view.int("m.a", 0...10, starts: [4])
    let b = view.int("m.b", 0...10, starts: [4])
    let words = ["x", "y", "none"]
    let pull = view.table(
      "m.pull", .highest, inputs: [a, b], words: words,
      rows: [("x", .in(a, 1...1), "x"), ("y", .in(b, 1...1), "y")], otherwise: "none")
    let column = view.decision(pull, words)
    _ = view.table(
      "m.d", .unique, inputs: [column], words: ["q", "r"],
      rows: [("q", .in(column, 0...0), "q"), ("r", .in(column, 2...2), "r")])
    #expect(
      messages(view.view) == ["error rules/table-gap: `m.d` has no row for pull = y: a = 0, b = 4 matches no row"])
  }

  @Test func namesNobodyUses() {
    var view = ViewBuilder()
    for (kind, name) in [(TableView.NameUse.Kind.fact, "m.f"), (.parameter, "m.p"), (.decision, "m.d")] {
      view.names.append(TableView.NameUse(kind: kind, name: name, place: nil, isUsed: false))
    }
    view.names.append(TableView.NameUse(kind: .fact, name: "m.used", place: nil, isUsed: true))
    let found = RuleAnalysis.diagnostics(for: view.view, asked: []).map(\.message)
    #expect(
      found == ["nothing uses the decision `m.d`", "nothing uses the fact `m.f`", "nothing uses the parameter `m.p`"])
    #expect(
      RuleAnalysis.diagnostics(for: view.view, asked: []).map(\.code)
        == ["rules/unused-decision", "rules/unused-fact", "rules/unused-parameter"])
    #expect(RuleAnalysis.diagnostics(for: view.view, asked: ["m.d"]).count == 2)
    #expect(RuleAnalysis.diagnostics(for: view.view).count == 2)
  }

  @Test func aProofThatWouldTakeTooLongSaysWhereItStopped() {
    var limits = ProofLimits()
    limits.steps = 8
    limits.stepsPerRow = 8
    let found = RuleAnalysis.diagnostics(for: chain(rows: Self.all), limits: limits).map(\.message)
    #expect(
      found.contains {
        $0.hasPrefix("whether `m.kind` has a row for all inputs is not decided: ")
          && $0.hasSuffix("the proofs of the rule set take more than 8 steps (limit `proof-steps`)")
      })
    limits.columns = 1
    #expect(
      RuleAnalysis.diagnostics(for: chain(rows: Self.all), limits: limits).map(\.message).contains(
        "what `m.kind` covers is not decided: the proof takes more than 1 (limit `proof-columns`)"))
  }

  /// Where an engine or another decision needs a value, "perhaps none" is an error; where nobody does, it is said.
  @Test func whatIsNeededMustBeKnownToHaveAValue() {
    func severities(needed: Set<String>, used: Bool = false, otherwise: String? = nil) -> [String] {
      var view = ViewBuilder()
      let x = view.int("x", -10...10, starts: [0])
      let opaque = TableView.Formula.in(view.condition("name.startsWith('a')"), 1...1)
      _ = view.table(
        "m.d", .first, inputs: [x], words: ["a", "b"],
        rows: [("r0", .all([.in(x, 0...0), opaque]), "a"), ("r1", .in(x, 1...1), "b")], otherwise: otherwise)
      view.names.append(TableView.NameUse(kind: .decision, name: "m.d", place: nil, isUsed: used))
      return RuleAnalysis.diagnostics(for: view.view, needed: needed).map { "\($0.severity.rawValue) \($0.code)" }
    }
    #expect(severities(needed: []) == ["info rules/undecided"])
    #expect(severities(needed: ["m.other"]) == ["info rules/undecided"])
    #expect(severities(needed: ["m.d"]) == ["error rules/undecided"])
    #expect(severities(needed: [], used: true) == ["error rules/undecided"])
    #expect(severities(needed: ["m.d"], used: true, otherwise: "a") == [])
  }

  /// A proof that stops leaves it as unknown as a condition that cannot be decided.
  @Test func whatIsNeededAndTakesTooLongIsAnError() {
    var limits = ProofLimits()
    limits.steps = 8
    let found = RuleAnalysis.diagnostics(for: chain(rows: Self.all), needed: ["m.kind"], limits: limits)
    #expect(
      found.contains { $0.severity == .error && $0.message.hasPrefix("whether `m.kind` has a row for all inputs") })
    limits.columns = 1
    let large = RuleAnalysis.diagnostics(for: chain(rows: Self.all), needed: ["m.kind"], limits: limits)
    #expect(large.contains { $0.severity == .error && $0.message.hasPrefix("what `m.kind` covers is not decided") })
  }

  /// Parameters with other values may open a gap, which is an error where another decision needs the value.
  @Test func otherParametersAreProvedAnew() throws {
    let module = """
      facts:
        n: { type: int, min: 0, max: 9 }
      parameters:
        edge: { value: 5, type: int }
      decisions:
        size:
          hit: first
          rows:
            - { id: low, when: "n < edge", then: 1 }
            - { id: high, when: { n: ">= 5" }, then: 2 }
        next: { value: "= size + 1" }

      """
    try RuleAnalysis.prove(RuleFiles.module(module))
    let changed = try RuleFiles.module(module, set: ["m.edge=4"])
    let error = #expect(throws: DiagnosticError.self) { try RuleAnalysis.prove(changed) }
    #expect(error?.diagnostics.map(\.code) == ["rules/table-gap"])
  }

  /// What is found of messages is added to a row that can never fire, and to no other diagnostic.
  @Test func rowsThatCanNeverFireAreNamed() throws {
    func reported(_ rows: String) throws -> (codes: [String], lines: [Int]) {
      let rules = try RuleFiles.module(
        "facts:\n  n: { type: int, min: 0, max: 9 }\ndecisions:\n  size:\n    hit: first\n    rows:\n\(rows)"
          + "  next: { value: \"= size + 1\" }\n")
      let found = RuleAnalysis.findings(for: rules, rules.tableView())
      return (found.diagnostics.map(\.code), found.reported.values.compactMap(\.line).sorted())
    }
    let low = "      - { id: low, when: { n: \"< 5\" }, then: 1 }\n"
    let dead = try reported("\(low)      - { id: dead, when: { n: \"> 20\" }, then: 2 }\n    otherwise: 3\n")
    #expect(dead.codes == ["rules/dead-row"] && dead.lines == [10], "\(dead)")
    let gap = try reported(low)
    #expect(gap.codes == ["rules/table-gap"] && gap.lines == [], "\(gap)")
  }
}
