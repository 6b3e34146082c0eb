import TerrainBase
import TerrainExpressions
import TerrainRules
import Testing

/// What an author reads when types do not fit.
@Suite struct TypingDiagnosticTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var decisions: String
    var diagnosticLines: [String]
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "literals of another type in cells",
      decisions: """
        a:
            hit: first
            rows:
              - { id: a, when: { n: 1️⃣"3" }, then: 1 }
              - { id: b, when: { n: 2️⃣warm }, then: 1 }
              - { id: c, when: { n: 3️⃣1.5 }, then: 1 }
              - { id: d, when: { color: 4️⃣rde }, then: 1 }
              - { id: e, when: { color: [red, 5️⃣green] }, then: 1 }
              - { id: f, when: { flag: 6️⃣yes }, then: 1 }
              - { id: g, when: { text: 7️⃣3 }, then: 1 }
              - { id: h, when: { tags: 8️⃣red }, then: 1 }
              - { id: i, when: { n: "<= 9️⃣1.5" }, then: 1 }
            otherwise: 0
        """,
      diagnosticLines: [
        // Three uses of `n` need the same other type, which is one mistake at its declaration.
        "shop.rules.yaml:4:3 rules/mistyped-declaration: `n` is `int`, and 3 uses of it need `decimal` [declare it as `decimal`, or change these uses] {1: expected a whole number, not `3`} {3: expected a whole number, not the number 1.5} {9: expected a whole number, not the number 1.5}",
        "2 rules/literal-type: expected a whole number, not `warm`",
        "4 rules/not-a-case: `rde` is not a value of `color` [did you mean `red`?]",
        "5 rules/not-a-case: `green` is not a value of `color` [its values are red, blue]",
        "6 rules/literal-type: expected `true` or `false`, not `yes`",
        "7 rules/literal-type: expected text, not the number 3 [put it in quotes]",
        "8 rules/list-input: `tags` is a list, and a list is not equal to one value [to ask whether it holds the value, write \"= 'red' in it\"]",
      ]),
    Case(
      name: "a number in quotes",
      decisions: """
        a:
            hit: first
            rows:
              - { id: a, when: { n: 1️⃣"3" }, then: 1 }
            otherwise: 0
        """,
      diagnosticLines: ["1 rules/literal-type: expected a whole number, not `3` [leave out the quotes]"]),
    Case(
      name: "tests that mean nothing",
      decisions: """
        a:
            hit: first
            rows:
              - { id: a, when: { color: 1️⃣"<= red" }, then: 1 }
              - { id: b, when: { flag: 2️⃣"> true" }, then: 1 }
              - { id: c, when: { n: 3️⃣none }, then: 1 }
              - { id: d, when: { color: "!= 4️⃣rde" }, then: 1 }
              - { id: e, when: { text: "!= 5️⃣tea" }, then: 1 }
              - { id: f, when: { n: "= [1].exists(it, it == 1)" }, then: 1 }
            otherwise: 0
        """,
      diagnosticLines: [
        "1 rules/no-order: `<=` means nothing here: the input is a value of `color`, which has no order [list the values it may have: `[…, …]`; or, where `color` is declared, list its values, the least first, and add `ordered: true`]",
        "2 rules/no-order: `>` means nothing here: the input is `true` or `false`, which has no order",
        "3 rules/none-not-optional: `none` means absent, but `n` is always there [write `\"-\"` for anything, or give the fact `optional: true`]",
        "4 rules/unknown-name: `rde` is neither a value of `color` nor a name [did you mean `red`?]",
        "5 rules/unknown-name: there is no `tea` here [to compare with the text itself, put it in quotes: `'tea'`]",
        "shop.rules.yaml:19:32 rules/bad-name: `it` is what a cell calls its input, and cannot be a name [choose another name]",
      ]),
    Case(
      name: "rows that yield different things",
      decisions: """
        a:
            hit: first
            rows:
              - { id: a, then: 1️⃣1 }
              - { id: b, then: 2️⃣red }
          b: { value: [1, 3️⃣x] }
        """,
      diagnosticLines: [
        "2 rules/mixed-results: the rows of a decision yield one type: this yields the text `red`, and a row before it a whole number {1: the first result}",
        "3 rules/mixed-results: the elements of a list are of one type: this is the text `x`, and an element before it is a whole number",
      ]),
    Case(
      name: "results that are not what is declared",
      decisions: """
        a: { type: int, value: 1️⃣1.5 }
          b: { type: color, value: 2️⃣gren }
          c: { type: string, value: "= 3️⃣n" }
          d: { type: point, value: { x: 1, 4️⃣z: 2 } }
          e: { type: point, value: 5️⃣{ x: 1 } }
          f:
            hit: collect
            type: 6️⃣int
            rows: [{ id: a, then: 1 }]
        """,
      diagnosticLines: [
        "1 rules/literal-type: expected a whole number, not the number 1.5",
        "2 rules/not-a-case: `gren` is not a value of `color` [its values are red, blue]",
        "3 expressions/wrong-type: `string` is wanted here; this is `int`",
        "4 rules/unknown-key: a `point` has no `z` [what it may have: `x`, `y`]",
        "5 rules/missing-key: a `point` needs `y`",
        "6 rules/result-type: `hit: collect` yields a list, so its type cannot be `int` [write `type: list<int>`]",
      ]),
    Case(
      name: "sums and scores",
      decisions: """
        a: { hit: 1️⃣sum, rows: [{ id: a, then: red }] }
          b: { hit: 2️⃣max, rows: [{ id: a, then: true }] }
          c: { hit: highest, rows: [{ id: a, score: 3️⃣red, then: 1 }] }
          d: { hit: 4️⃣highest, rows: [{ id: a, score: true, then: 1 }] }
        """,
      diagnosticLines: [
        "1 rules/result-type: `hit: sum` needs numbers, and a value of `a` cannot be added",
        "2 rules/result-type: `hit: max` needs numbers, and `true` or `false` cannot be compared",
        "3 rules/text-for-expression: a score is a number, and this is text; an expression begins with `=` [did you mean \"= red\"?]",
        "4 rules/score-type: a score must be a number, not `true` or `false`",
      ]),
    Case(
      name: "expressions",
      decisions: """
        a:
            hit: first
            rows:
              - { id: a, when: "1️⃣n + 1", then: 1 }
              - { id: b, when: "n 2️⃣>= 1.5", then: 1 }
              - { id: c, when: "3️⃣mood >= 3", then: 1 }
              - { id: d, when: "color == 4️⃣'rde'", then: 1 }
              - { id: e, when: "n >= 3 5️⃣&&", then: 1 }
            otherwise: 0
        """,
      diagnosticLines: [
        "1 expressions/wrong-type: `bool` is wanted here; this is `int` [compare the number, for example `… > 0`]",
        "2 expressions/no-such-overload: `>=` does not take `int` and `double` [convert it: `double(n)`]",
        "3 expressions/bare-optional: `mood` may be absent, and then has no value to use here [give a default: `mood.orValue(0)`]",
        "4 expressions/not-a-member: `rde` is none of `color`: `red`, `blue` [did you mean `red`?]",
        "5 expressions/missing-value: `&&` needs a value on its right",
      ]),
  ]

  static let vocabulary = PackVocabulary([
    "color": .enumeration(EnumerationType(name: "color", cases: ["red", "blue"])),
    "point": .record(RecordType(name: "point", fields: [.init(name: "x", type: .int), .init(name: "y", type: .int)])),
  ])

  @Test(arguments: cases) func reports(_ testCase: Case) throws {
    let files = RuleFiles(
      """
      facts:
        n: { type: int }
        color: { type: color }
        flag: { type: bool }
        text: { type: string }
        tags: { type: list<color> }
        mood: { type: int, optional: true }
      decisions:
        \(testCase.decisions)
      """)
    let found = try files.diagnosticLines(vocabulary: Self.vocabulary)
    #expect(found == testCase.diagnosticLines)
  }

  /// A field that a misspelled key was meant for is not missing too.
  @Test func reportsAMisspelledFieldOnce() throws {
    let tea = RecordType(name: "tea", fields: [.init(name: "name", type: .string), .init(name: "grams", type: .int)])
    let files = RuleFiles(
      """
      parameters:
        tea: { type: tea, value: { name: oolong, 1️⃣grmas: 3 } }
      decisions:
        a: { value: "= tea.grams" }
      """)
    let found = try files.diagnosticLines(vocabulary: PackVocabulary(["tea": .record(tea)]))
    #expect(found == ["1 rules/unknown-key: a tea has no `grmas` [did you mean `grams`?]"])
  }
}
