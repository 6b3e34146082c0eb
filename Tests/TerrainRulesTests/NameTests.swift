import TerrainBase
import TerrainExpressions
import TerrainRules
import Testing

/// How names find what they mean, across modules.
@Suite struct NameTests {
  @Test func decisionsUseDecisions() throws {
    let rules = try RuleFiles(
      """
      facts:
        n: { type: int }
      decisions:
        label:
          value: "= size + ' / ' + sign"
        size:
          hit: first
          rows: [{ id: big, when: { n: "> 9" }, then: big }]
          otherwise: small
        sign:
          hit: first
          rows: [{ id: minus, when: { n: "< 0", size: small }, then: minus }]
          otherwise: plus
      """
    ).loaded()
    #expect(try rules.decide("rules.label", ["n": 12]).isEqual(to: "big / plus"))
    #expect(try rules.decide("rules.label", ["n": -1]).isEqual(to: "small / minus"))
  }

  @Test func usedModulesAreNamedBareOrFull() throws {
    let rules = try RuleFiles([
      "shop.limits": """
      facts:
        n: { type: int }
      parameters:
        high: { value: 9, type: int }
      decisions:
        is_high: { value: "= n > high" }
      """,
      "shop.main": """
      uses: [shop.limits]
      facts:
        m: { type: int }
      decisions:
        bare: { value: "= is_high && m < high" }
        full: { value: "= shop.limits.is_high && m < shop.limits.high && shop.main.bare" }
        cells:
          hit: first
          rows: [{ id: a, when: { shop.limits.is_high: true, m: "< high" }, then: 1 }]
          otherwise: 0
      """,
    ]).loaded()
    for name in ["main.bare", "main.full"] {
      #expect(try rules.decide(name, ["n": 10, "m": 3]).isEqual(to: true))
      #expect(try rules.decide(name, ["n": 9, "m": 3]).isEqual(to: false))
    }
    #expect(try rules.decide("shop.main.cells", ["n": 10, "m": 3]).isEqual(to: 1))
    #expect(rules.decision("main.bare")?.name == "shop.main.bare")
    #expect(rules.decision("shop.main.bare")?.name == "shop.main.bare")
    #expect(rules.decision("bare") == nil)
  }

  @Test func ownNamesWinOverUsedOnes() throws {
    let rules = try RuleFiles([
      "shop.limits": "parameters:\n  high: { value: 9, type: int }",
      "shop.main": """
      uses: [shop.limits]
      parameters:
        high: { value: 1, type: int }
      decisions:
        own: { value: "= high" }
        used: { value: "= shop.limits.high" }
      """,
    ]).loaded()
    #expect(try rules.decide("main.own", [:]).isEqual(to: 1))
    #expect(try rules.decide("main.used", [:]).isEqual(to: 9))
  }

  @Test func namesThatAreNotThere() throws {
    let files = RuleFiles([
      "shop.a": "parameters:\n  high: { value: 9, type: int }\n  only_a: { value: 1, type: int }",
      "shop.b": "parameters:\n  high: { value: 8, type: int }",
      "shop.c": "parameters:\n  low: { value: 8, type: int }",
      "shop.main": """
      uses: [shop.a, shop.b]
      facts:
        number: { type: int }
      decisions:
        a: { value: "= 1️⃣high" }
        b: { value: "= 2️⃣shop.c.low + 1" }
        c: { value: "= 3️⃣numbr + 1" }
        d:
          hit: first
          rows:
            - { id: x, when: { 4️⃣nummer: 3 }, then: 1 }
            - { id: y, when: { number: "> 5️⃣only_b" }, then: 1 }
          otherwise: 0
        e: { value: "= a + c + d" }
      """,
    ])
    let found = try files.diagnosticLines()
    #expect(
      found == [
        "1 rules/ambiguous-name: several used modules have a `high` [write `shop.a.high` or `shop.b.high`]",
        "2 rules/module-not-used: `shop.main` does not use `shop.c` [add `shop.c` under `uses`]",
        "3 expressions/unknown-name: there is no `numbr` here [did you mean `number`?]",
        "4 expressions/unknown-name: there is no `nummer` here [did you mean `number`?]",
        "5 rules/unknown-name: there is no `only_b` here [did you mean `only_a`?]",
      ])
  }

  @Test func circlesOfDecisions() throws {
    let files = RuleFiles(
      """
      decisions:
        1️⃣a: { value: "= b + 1" }
        2️⃣b: { value: "= c + 1" }
        3️⃣c: { value: "= a + 1" }
        4️⃣own: { value: "= own" }
        fine: { value: 1 }
        later: { value: "= a + fine" }
        turn: { value: "= [1].exists(turn, turn == 1)" }
      """)
    let found = try files.diagnosticLines()
    #expect(
      found == [
        "1 rules/decision-cycle: a decision needs its own result: `a` → `b` → `c` → `a` [take one of these uses out] {2: `b` is in the circle} {3: `c` is in the circle}",
        "4 rules/decision-cycle: a decision needs its own result: `own` → `own` [take one of these uses out]",
      ])
  }

  /// However many names of a module are mentioned that is not used, and however often: it is one mistake.
  @Test func namesOfAModuleThatIsNotUsed() throws {
    let files = RuleFiles([
      "shop.a": "facts:\n  n: { type: int }\ndecisions:\n  many: { value: \"= n > 3\" }",
      "shop.b":
        "decisions:\n  d: { value: \"= 1️⃣n + 1\" }\n  e: { value: \"= n + (many ? 1 : 2)\" }\n  f: { value: \"= 2️⃣nn\" }",
    ])
    let found = try files.diagnosticLines()
    #expect(
      found == [
        "1 rules/module-not-used: there is no `n` here; the module `shop.a` has it, which `shop.b` does not use [add `shop.a` under `uses`]",
        "2 expressions/unknown-name: there is no `nn` here",
      ])
  }

  @Test func aCycleOfModulesIsOneDiagnosticWhateverIsInIt() throws {
    let files = RuleFiles([
      "shop.a": "uses: [shop.b]\ndecisions:\n  x: { value: \"= y + 1\" }",
      "shop.b": "uses: [shop.a]\ndecisions:\n  y: { value: \"= x + 1\" }",
    ])
    let found = try files.diagnosticLines()
    #expect(found.count == 1 && found.first?.contains("rules/module-cycle") == true, "\(found)")
  }

  @Test func factsThatModulesDeclareDifferently() throws {
    let files = RuleFiles([
      "shop.a": "facts:\n  n: { type: int, min: 0 }\n  1️⃣m: { type: int, max: 3 }",
      "shop.b": "facts:\n  n: { type: int, min: 0 }\n  2️⃣m: { type: int, max: 4 }",
    ])
    let found = try files.diagnosticLines()
    #expect(
      found == [
        "2 rules/fact-conflict: the fact `m` is declared differently in another module [declare it the same way in both, or in one module that the other uses] {1: also declared here}"
      ])
  }

  @Test func onlyWhatIsAskedForIsRead() throws {
    let files = RuleFiles([
      "shop.used": "parameters:\n  high: { value: 9, type: int }",
      "shop.main": "uses: [shop.used]\ndecisions:\n  d: { value: \"= high\" }",
      "shop.broken": "decisions: 3",
    ])
    let contract = Contract("test", decisions: [.init("main.d", .int)])
    let rules = try files.loaded(extent: .contracts([contract]))
    #expect(rules.decisions.map(\.name) == ["shop.main.d"])
    #expect(try rules.decide("main.d", [:]).isEqual(to: 9))
    #expect(try !files.diagnosticLines().isEmpty)
  }
}
