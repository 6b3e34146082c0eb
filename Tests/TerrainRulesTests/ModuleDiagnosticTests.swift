import TerrainRules
import Testing

/// What an author reads when a module is not shaped as one.
@Suite struct ModuleDiagnosticTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var module: String
    var diagnosticLines: [String]
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "an unknown key, and a near one",
      module: """
        1️⃣fact: {}
        decisions:
          a: { 2️⃣vaule: 3, value: 3 }
        """,
      diagnosticLines: [
        "1 rules/unknown-key: a module has no `fact` [did you mean `facts`?]",
        "2 rules/unknown-key: a decision has no `vaule` [did you mean `value`?]",
      ]),
    Case(
      name: "a key that is near no other",
      module: """
        facts:
          mood: { type: int, 1️⃣colour: red }
        """,
      diagnosticLines: [
        "1 rules/unknown-key: a fact has no `colour` [what it may have: `values`, `per`, `doc`, `type`, `min` and 7 more]"
      ]),
    Case(
      name: "a fact and a parameter of one name: uses are of the first",
      module: """
        facts:
          2️⃣mood: { type: int }
        parameters:
          1️⃣mood: { value: calm, type: string }
        decisions:
          high: { value: "= mood > 3" }
          low: { value: "= mood + 1" }
        """,
      diagnosticLines: [
        "1 rules/declared-twice: the name `mood` is here already [give one of them another name] {2: first here}"
      ]),
    Case(
      name: "a truth among results that an expression computes as numbers",
      module: """
        facts:
          mood: { type: int }
        decisions:
          a: { hit: first, rows: [{ id: a, when: { mood: 1 }, then: "= mood + 1" }], otherwise: 1️⃣true }
        """,
      diagnosticLines: [
        "1 rules/mixed-results: the rows of a decision yield one type: this yields `true` or `false`, and a row before it a whole number {shop.rules.yaml:6:64: the first result}"
      ]),
    Case(
      name: "a fact without a type",
      module: """
        facts:
          mood: 1️⃣{ min: 1 }
        """,
      diagnosticLines: ["1 rules/missing-key: a fact needs `type`"]),
    Case(
      name: "an unknown type",
      module: """
        facts:
          mood: { type: 1️⃣integer }
          goals: { type: list<2️⃣goals> }
          tags: { type: "map<3️⃣double, int>" }
          rates: { type: 4️⃣map<string, int> }
        """,
      diagnosticLines: [
        "1 rules/bad-type: there is no type `integer` [did you mean `int`?]",
        "2 rules/bad-type: there is no type `goals` [the types are CEL's, and the pack's enums, collections and kinds]",
        "shop.rules.yaml:6:18 rules/bad-type: a map's keys cannot be `double`",
        "4 rules/unquoted-expression: YAML cuts this expression in pieces, because it is not in quotes [put it in quotes: \"map<string, int>\"]",
      ]),
    Case(
      name: "ranges",
      module: """
        facts:
          a: { type: int, min: 3, max: 1️⃣1 }
          b: { type: string, min: 2️⃣1 }
          c: { type: int, max_size: 3️⃣3 }
          d: { type: int, min: 4️⃣1.5 }
          e: { type: int, values: 5️⃣[x] }
          f: { type: int, per: 6️⃣day }
        """,
      diagnosticLines: [
        "1 rules/empty-range: no value is at least 3 and at most 1 [put the lesser number under `min`]",
        "2 rules/no-range: `min` means nothing for `string`: its values have no order",
        "3 rules/no-range: `max_size` means nothing for `int`: it has no elements to count",
        "4 rules/literal-type: expected a whole number, not the number 1.5",
        "5 rules/no-range: `values` lists words, and goes with `type: string`, not `int`",
        "6 rules/wrong-shape: `per` must be `candidate`, not `day` [leave `per` out for a fact that is given once a request]",
      ]),
    Case(
      name: "a parameter outside its own range",
      module: """
        parameters:
          limit: { value: 1️⃣12, type: int, min: 0, max: 10 }
          rate: { value: 2️⃣"0.5", type: double }
          mode: { value: 3️⃣fats, type: string, values: [fast, slow] }
        """,
      diagnosticLines: [
        "1 rules/parameter-range: `limit` is 12, but must be at least 0 and at most 10",
        "2 rules/literal-type: expected a number, not `0.5` [leave out the quotes]",
        "3 rules/not-a-case: `fats` is not a value of `mode` [did you mean `fast`?]",
      ]),
    Case(
      name: "names",
      module: """
        facts:
          1️⃣in: { type: int }
          2️⃣two words: { type: int }
          3️⃣it: { type: int }
          4️⃣size_of: { type: int }
        parameters:
          5️⃣size_of: { type: int, value: 3 }
        """,
      diagnosticLines: [
        "1 rules/bad-name: `in` is a keyword of the expression language and cannot be a name [choose another name]",
        "2 rules/bad-name: `two words` cannot be a name [use letters, digits and `_`, and begin with a letter]",
        "3 rules/bad-name: `it` is what a cell calls its input, and cannot be a name [choose another name]",
        "5 rules/declared-twice: the name `size_of` is here already [give one of them another name] {4: first here}",
      ]),
    Case(
      name: "rows and values",
      module: """
        decisions:
          a: { 2️⃣hit: first, value: 1️⃣3 }
          b: 3️⃣{ doc: nothing }
          c: { hit: 4️⃣frist, rows: [{ id: x, then: 1 }] }
          d: { hit: first, rows: 5️⃣[] }
          e: 6️⃣{ rows: [{ id: x, then: 1 }] }
          f: { hit: first, 7️⃣limit: 3, rows: [{ id: x, then: 1 }] }
          g: { hit: first, rows: [{ id: x, 8️⃣score: 3, then: 1 }] }
          h: { hit: highest, rows: [{ id: 9️⃣x, then: 1 }] }
        """,
      diagnosticLines: [
        "2 rules/value-and-rows: a decision with a `value` has no `hit` [keep either `value` or `rows`] {1: the value}",
        "3 rules/missing-key: the decision `b` needs `rows` (with `hit`) or a `value`",
        "4 rules/unknown-hit: `hit` must be one of unique, first, highest, collect, sum, min, max, count, not `frist` [did you mean `first`?]",
        "5 rules/no-rows: there are no rows here [a decision that always yields the same has a `value` instead]",
        "6 rules/missing-key: a decision needs `hit`",
        "7 rules/only-for-lists: `limit` goes with `hit: collect`, which yields a list, not with `hit: first`",
        "8 rules/score-without-highest: `score` goes with `hit: highest`, not with `hit: first`",
        "9 rules/missing-key: the row `x` needs a `score`, since the highest one counts [add `score: \"= …\"`]",
      ]),
    Case(
      name: "a count with an otherwise",
      module: """
        facts: { n: { type: int } }
        decisions:
          a: { hit: count, rows: [{ id: x, when: "n > 3" }], 1️⃣otherwise: 7 }
        """,
      diagnosticLines: [
        "warning 1 rules/otherwise-of-count: `otherwise` has no effect with `hit: count`: where no row holds, the result is 0 [remove it]"
      ]),
    Case(
      name: "rows that are no rows",
      module: """
        decisions:
          a:
            hit: first
            rows:
              - 1️⃣{ when: "true", then: 1 }
              - { id: 2️⃣same, then: 1 }
              - { id: 3️⃣same, then: 1 }
              - 4️⃣{ id: x }
              - { id: y, when: 5️⃣3, then: 1 }
        """,
      diagnosticLines: [
        "1 rules/missing-key: a row needs `id`",
        "3 rules/declared-twice: the row `same` is here already [give one of them another name] {2: first here}",
        "4 rules/missing-key: a row needs `then`",
        "5 rules/wrong-shape: `when` must be a map of inputs, or a condition in quotes, not the number 3",
      ]),
    Case(
      name: "comparisons turned round",
      module: """
        facts:
          n: { type: int }
        decisions:
          a:
            hit: first
            rows:
              - { id: a, when: { n: "1️⃣=< 3" }, then: 1 }
              - { id: b, when: { n: "2️⃣=>3" }, then: 1 }
        """,
      diagnosticLines: [
        "1 rules/cell-syntax: there is no `=<` [write `<=`]",
        "2 rules/cell-syntax: there is no `=>` [write `>=`]",
      ]),
    Case(
      name: "cells that say nothing",
      module: """
        facts:
          n: { type: int }
        decisions:
          a:
            hit: first
            rows:
              - { id: a, when: { n: 1️⃣~ }, then: 1 }
              - { id: b, when: { n: 2️⃣[] }, then: 1 }
              - { id: c, when: { n: 3️⃣{ x: 1 } }, then: 1 }
              - { id: d, when: { n: 4️⃣"== 3" }, then: 1 }
              - { id: e, when: { n: 5️⃣">=" }, then: 1 }
              - { id: f, when: { n: [6️⃣[1]] }, then: 1 }
              - { id: g, when: { n: 7️⃣"=" }, then: 1 }
        """,
      diagnosticLines: [
        "1 rules/empty-cell: nothing is written in this cell [write `\"-\"` for anything, or `none` for an optional fact that is absent]",
        "2 rules/empty-cell: no value is one of an empty list [write `\"-\"` for anything]",
        "3 rules/wrong-shape: a cell must be a value, a list of values, a comparison or a range, not a map",
        "4 rules/cell-syntax: a cell that means \"equals\" is just the value [leave out the `==`]",
        "5 rules/cell-syntax: `>=` needs something to compare with [for example `\">= 3\"`]",
        "6 rules/wrong-shape: a list in a list means nothing in a cell [write the values in one list]",
        "shop.rules.yaml:15:31 expressions/empty: there is no expression here [write a condition or a value, such as `points >= 1200`]",
      ]),
    Case(
      name: "an expression that YAML cuts at a comma",
      module: """
        facts:
          tags: { type: list<string> }
        decisions:
          a:
            hit: first
            rows:
              - { id: a, when: 1️⃣tags.exists(t, t == "x"), then: 1 }
            otherwise: 0
        """,
      diagnosticLines: [
        "1 yaml/cut-at-comma: between brackets a comma ends a text, so this one is cut in two [put it in quotes: `'tags.exists(t, t == \"x\")'`]"
      ]),
    Case(
      name: "an expression that YAML cuts at a number sign",
      module: """
        facts:
          name: { type: string }
        decisions:
          a:
            hit: first
            rows:
              - id: a
                when: 1️⃣name == "a # b"
                then: 1
            otherwise: 0
        """,
      diagnosticLines: [
        "1 rules/unquoted-expression: YAML cuts this expression in pieces, because it is not in quotes [put it in quotes: 'name == \"a # b\"']"
      ]),
    Case(
      name: "the language's version and the module's name",
      module: """
        rules: 1️⃣2
        module: shop.2️⃣rules
        """,
      diagnosticLines: ["1 rules/language-version: Terrain reads version 1 of the rule language [write `rules: 1`]"]),
  ]

  @Test(arguments: cases) func reports(_ testCase: Case) throws {
    let found = try RuleFiles(testCase.module).diagnosticLines()
    #expect(found == testCase.diagnosticLines)
  }

  @Test func reportsAFileThatIsAnotherModule() throws {
    let files = RuleFiles(["shop.rules": "rules: 1\nmodule: 1️⃣shop.other\n"])
    #expect(
      try files.diagnosticLines() == [
        "1 rules/module-mismatch: this file declares the module `shop.other`, but the rule set lists it as `shop.rules` {ruleset.yaml:5:3: listed here}"
      ])
  }

  @Test func reportsModulesInACycle() throws {
    let files = RuleFiles([
      "shop.a": "uses: [1️⃣shop.b]", "shop.b": "uses: [1️⃣shop.c]", "shop.c": "uses: [1️⃣shop.a, 2️⃣shop.d]",
    ])
    let found = try files.diagnosticLines()
    #expect(
      found == [
        "1 rules/module-cycle: modules use each other in a circle: `shop.a` → `shop.b` → `shop.c` → `shop.a` [move what both need into a module of its own] {1: uses `shop.b`} {1: uses `shop.c`}",
        "2 rules/unknown-module: the rule set has no module `shop.d` [did you mean `shop.a`?]",
      ])
  }
}
