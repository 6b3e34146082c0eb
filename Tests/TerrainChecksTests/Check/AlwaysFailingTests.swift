import TerrainRules
import Testing

@testable import TerrainChecks

/// Expressions that fail whenever they are evaluated are found before anybody asks.
@Suite struct AlwaysFailingTests {
  private func found(_ text: String) throws -> [String] {
    let rules = try RuleFiles.module(
      "facts:\n  n: { type: int, min: -9, max: 9 }\n  s: { type: string }\n  b: { type: bool }\n"
        + "  l: { type: list<int> }\n  t: { type: timestamp }\nparameters:\n  zero: { value: 0, type: int }\n" + text)
    return RuleAnalysis.diagnostics(for: rules).filter { $0.code == "rules/always-fails" }.map { found in
      let text = found.place.map { $0.source.text(of: $0.range) } ?? ""
      let code = found.message.split(separator: "`").dropLast().last ?? ""
      return "\(found.severity.rawValue) \(code): \(text)"
    }
  }

  static let cases: [(String, [String])] = [
    // Constants that have no value.
    ("9223372036854775807 + 1", ["error overflow: 9223372036854775807 + 1"]),
    ("n + 2 * (9223372036854775807 - -1)", ["error overflow: 9223372036854775807 - -1"]),
    ("-(-9223372036854775807 - 1)", ["error overflow: -(-9223372036854775807 - 1)"]),
    ("1 / 0", ["error division-by-zero: 1 / 0"]),
    ("int('x')", ["error invalid-argument: int('x')"]),
    ("timestamp('tomorrow')", ["error invalid-argument: timestamp('tomorrow')"]),
    ("duration('5 days')", ["error invalid-argument: duration('5 days')"]),
    ("[1, 2][2]", ["error index-out-of-range: [1, 2][2]"]),
    ("{'a': 1}['b'] + n", ["error no-such-key: {'a': 1}['b']"]),
    ("[1, 2].map(x, 10 / (x - 1))", ["error division-by-zero: 10 / (x - 1)"]),
    ("optional.none().value()", ["error absent-value: optional.none().value()"]),
    // Operations that no first operand lets succeed.
    ("n / 0", ["error division-by-zero: n / 0"]),
    ("n % zero", ["error division-by-zero: n % zero"]),
    ("s.matches('^(a?){9000}b$')", ["error invalid-argument: s.matches('^(a?){9000}b$')"]),
    ("s.matches('(')", ["error invalid-argument: s.matches('(')"]),
    ("t.getHours('Nowhere/Land')", ["error invalid-argument: t.getHours('Nowhere/Land')"]),
    ("l[-1]", ["error index-out-of-range: l[-1]"]),
    // Always evaluated.
    ("b ? 1 / 0 : 2 % 0", ["error division-by-zero: 1 / 0"]),
    ("(1 / 0 == 1) || (1 / 0 == 2)", ["error division-by-zero: 1 / 0"]),
    ("true && 1 / 0 == 1", ["error division-by-zero: 1 / 0"]),
    ("false || n / 0 == 1", ["error division-by-zero: n / 0"]),
    ("(1 / 0 == 1) ? 1 : 2", ["error division-by-zero: 1 / 0"]),
    ("true ? n / 0 : 2", ["error division-by-zero: n / 0"]),
    ("l.map(x, x + 1).size() + 1 / 0", ["error division-by-zero: 1 / 0"]),
    // Evaluated for some facts only.
    ("b ? 1 / 0 : 2", ["warning division-by-zero: 1 / 0"]),
    ("b && s.matches('(')", ["warning invalid-argument: s.matches('(')"]),
    ("s.matches('(') || b", ["warning invalid-argument: s.matches('(')"]),
    // A text that is written out and cannot be converted is a mistake wherever it is.
    ("b ? int('x') : 2", ["error invalid-argument: int('x')"]),
    ("b && decimal('0,5') < decimal('1')", ["error invalid-argument: decimal('0,5')"]),
    ("l.map(x, x / 0)", ["warning division-by-zero: x / 0"]),
    ("l.exists(x, x == 1 / 0)", ["warning division-by-zero: 1 / 0"]),
    // Never evaluated, or of no consequence: legal CEL.
    ("false && 1 / 0 == 1", []),
    ("1 / 0 == 1 && false", []),
    ("true || n / 0 == 1", []),
    ("n / 0 == 1 || true", []),
    ("true ? 1 : 1 / 0", []),
    ("zero == 0 ? 1 : 1 / zero", []),
    ("[].map(x, 1 / 0).size()", []),
    ("[1, 2].exists(x, x == 1 || 1 / 0 == 1)", []),
    // Nothing wrong.
    ("n / 3", []), ("n / (zero + 1)", []), ("s.matches('^a+$')", []), ("int('12') + n", []), ("l[0]", []),
    ("timestamp('2026-01-02T03:04:05Z') < t", []),
    ("lists.range(9).map(x, x * x)", []),
  ]

  @Test(arguments: cases) func values(of expression: String, expected: [String]) throws {
    #expect(try found("decisions:\n  d: { value: \"= \(expression)\" }\n") == expected, "\(expression)")
  }

  @Test(arguments: [
    ("decimal('0,5')", "did you mean `decimal('0.5')`?"), ("double('-1,25')", "did you mean `double('-1.25')`?"),
    ("decimal('1,000')", "correct the constants in it"), ("int('x')", "correct the constants in it"),
    ("int('0,5')", "correct the constants in it"),
  ])
  func aDecimalComma(in expression: String, fix: String) throws {
    let rules = try RuleFiles.module(
      "facts: { b: { type: bool } }\ndecisions:\n  d: { value: \"= b ? [\(expression)] : []\" }\n")
    let found = RuleAnalysis.diagnostics(for: rules).filter { $0.code == "rules/always-fails" }
    #expect(found.map(\.fix) == [fix])
  }

  /// Every place where a module has an expression.
  @Test func everyPlaceIsLookedAt() throws {
    let all = try found(
      """
      decisions:
        cell: { hit: first, rows: [{ id: a, when: { n: "> 7 / zero" }, then: 1 }], otherwise: 2 }
        when: { hit: first, rows: [{ id: a, when: "n > 1 / 0", then: 1 }], otherwise: 2 }
        then: { hit: first, rows: [{ id: a, when: "n > 1", then: "= 2 / 0" }], otherwise: 2 }
        otherwise: { hit: first, rows: [{ id: a, when: "n > 1", then: 1 }], otherwise: "= 3 / 0" }
        score: { hit: highest, rows: [{ id: a, score: "= 4 / 0", then: 1 }] }
        nested: { value: { a: [1, "= 5 / 0"] } }
      """)
    #expect(
      all == ["7 / zero", "1 / 0", "2 / 0", "3 / 0", "4 / 0", "5 / 0"].map { "error division-by-zero: \($0)" })
  }

  // MARK: Sums

  private func sums(_ rows: String) throws -> [String] {
    let rules = try RuleFiles.module(
      "facts:\n  n: { type: int, min: 0, max: 9 }\n  b: { type: bool }\ndecisions:\n  d:\n    hit: sum\n    rows:\n\(rows)"
    )
    // A proof that does not end within its steps is reported too.
    return RuleAnalysis.diagnostics(for: rules).filter { ["rules/always-fails", "rules/undecided"].contains($0.code) }
      .map { "\($0.severity.rawValue) \($0.message)" }
  }

  private static let most = "9223372036854775807"

  @Test func rowsThatOverflowTogether() throws {
    #expect(
      try sums(
        "      - { id: x, when: { n: \">= 3\" }, then: \(Self.most) }\n      - { id: y, when: { b: true }, then: 1 }\n")
        == [
          "error the sum of `m.d` is too large or too small for its type where rows `x`, `y` hold: n = 3, b = true (`overflow`)"
        ])
    #expect(
      try sums(
        "      - { id: x, then: -\(Self.most) }\n      - { id: y, when: { n: 1 }, then: -1 }\n      - { id: z, when: { b: true }, then: -1 }\n"
      ).map { $0.contains("rows `x`, `y`, `z` hold") } == [true])
  }

  @Test func rowsThatExcludeOneAnotherDoNot() throws {
    #expect(
      try sums(
        "      - { id: x, when: { n: \">= 3\" }, then: \(Self.most) }\n      - { id: y, when: { n: \"< 3\" }, then: 1 }\n"
      )
        == [])
    // What is taken away first leaves room.
    #expect(
      try sums(
        "      - { id: w, then: -5 }\n      - { id: x, when: { n: 1 }, then: \(Self.most) }\n      - { id: y, when: { b: true }, then: 5 }\n"
      ) == [])
    #expect(
      try sums(
        "      - { id: x, when: { n: 1 }, then: \(Self.most) }\n      - { id: y, when: { b: true }, then: 5 }\n      - { id: w, then: -5 }\n"
      ).count == 1)
  }
}
