import Foundation
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TestSupport
import Testing

/// Records that are handed in: what the schema and the rules say together, each at its field.
@Suite struct FormValidationTests {
  static let forms: [(form: String, problems: [String])] = [
    ("{ fruit: pear, lines: [] }", []),
    ("{ fruit: pear, lines: [{ quantity: 3 }], size: large, name: Ann }", []),
    // The schema alone.
    ("{}", ["fruit schema/missing-key Choose a fruit.", "lines schema/missing-key Order needs the key `lines`"]),
    ("{ fruit: pear, lines: [], name: '' }", ["name schema/too-short `name` must not be empty"]),
    ("{ fruit: pear, lines: [], name: ' ' }", ["name schema/pattern `name` must not be blank"]),
    (
      "{ fruit: pear, lines: [{ quantity: 1 }, { quantity: 0 }, {}] }",
      [
        "lines[1].quantity schema/out-of-bounds At least one.",
        "lines[2].quantity schema/missing-key Line needs the key `quantity`",
      ]
    ),
    ("{ fruit: pear, lines: 3 }", ["lines schema/wrong-type `lines` must be a list, not a number"]),
    // What the schema says of the pack's own records and words.
    ("{ fruit: paer, lines: [] }", ["fruit check/unknown-record We have none."]),
    (
      "{ fruit: pear, lines: [], size: huge }",
      ["size check/not-a-choice this is not a value of `size`"]
    ),
    // The rules alone.
    ("{ fruit: plum, lines: [] }", ["fruit order_form.not_ripe Plum is not ripe."]),
    (
      "{ fruit: pear, lines: [{ quantity: 1 }, { quantity: 1 }, { quantity: 1 }] }",
      ["lines[2].quantity order_form.too_many At most 2."]
    ),
    (
      "{ fruit: pear, lines: [], name: Maximiliane }",
      ["name request/fact-range `name` has to be no longer than 10"]
    ),
    // Both: a field that is reported keeps the rules from looking at it, and at the whole record, but at nothing else.
    (
      "{ fruit: plum, lines: [{ quantity: 1 }, { quantity: 1 }, { quantity: 0 }] }",
      ["lines[2].quantity schema/out-of-bounds At least one.", "fruit order_form.not_ripe Plum is not ripe."]
    ),
    (
      "{ form: { fruit: plum, name: 7, lines: [] }, now: '2026-11-21T21:00:00Z', facts: { member: false } }",
      [
        "name schema/wrong-type `name` must be text, not a number", "fruit order_form.not_ripe Plum is not ripe.",
        " order_form.closed We are closed.", "name order_form.stranger Who are you?",
      ]
    ),
  ]

  @Test(arguments: forms.indices) func everyProblemIsAtItsField(_ index: Int) throws {
    let check = try FormFixture().load()
    #expect(try check.problems(Self.forms[index].form) == Self.forms[index].problems)
    // What can be checked can be explained.
    _ = try check.traces(for: FormRequest(FormFixture.root(Self.forms[index].form), for: check.engine))
  }

  @Test func problemsKnowTheirPlaceAndWhatWouldBeRight() throws {
    let check = try FormFixture().load()
    let text = "form:\n  fruit: pear\n  lines:\n    - quantity: 1\n    - quantity: 1\n    - quantity: 1"
    let found = try check.check(FormRequest(FormFixture.root(text), for: check.engine))
    let problem = try #require(found.problems.first)
    #expect({ if case .int(0)? = problem.expected { true } else { false } }())
    #expect(problem.rendered?.origin?.row == "too_many")
    #expect(problem.place.source.position(at: Int(problem.place.range.start)).line == 6)
    let unknown = try check.check(
      FormRequest(FormFixture.root("{ fruit: pear, size: smal, lines: [] }"), for: check.engine))
    #expect(unknown.problems.first?.fix == "did you mean `small`?")
  }

  @Test func wordsAreInTheLanguageAskedFor() throws {
    let check = try FormFixture().load()
    #expect(try check.problems("{ form: { lines: [] }, locale: zh-Hans }") == ["fruit schema/missing-key 请选水果。"])
    #expect(
      try check.problems("{ form: { fruit: plum, lines: [] }, locale: zh-Hans }") == ["fruit order_form.not_ripe 李子没熟。"]
    )
  }

  @Test func withoutRulesTheSchemaAloneChecks() throws {
    let check = try FormFixture(kinds: "order: { schema: order.schema.json }").load()
    #expect(try check.problems("{ fruit: plum, lines: [] }") == [])
    #expect(try check.problems("{ lines: [] }") == ["fruit schema/missing-key Choose a fruit."])
  }

  /// A kind whose records the pack holds has the schema of a file of them; a form is one.
  @Test func kindsWithRecordsAreCheckedByTheSchemaOfOne() throws {
    let baskets = "basket: { schema: fruits.schema.json, check: order_form }"
    let check = try FormFixture(kinds: FormFixture.order + "\n  " + baskets).load("basket")
    #expect(try check.problems("{ id: melon }") == ["ripe schema/missing-key Fruit needs the key `ripe`"])
  }

  static let refused: [(request: String, codes: [String])] = [
    ("{ form: { fruit: pear, lines: [] }, now: today }", ["request/moment"]),
    ("{ form: { fruit: pear, lines: [] }, facts: { membre: true } }", ["request/unknown-fact"]),
    ("{ form: { fruit: pear, lines: [] }, fatcs: {} }", ["content/unknown-field"]),
  ]

  @Test(arguments: refused.indices) func requestsThatAreWrongAreNoProblemsOfTheForm(_ index: Int) throws {
    let check = try FormFixture().load()
    do {
      _ = try check.problems(Self.refused[index].request)
      Issue.record("it was taken")
    } catch let error as DiagnosticError {
      #expect(error.diagnostics.map(\.code) == Self.refused[index].codes)
    }
  }

  @Test func theKindHasToBeClear() throws {
    let check = try FormFixture().load()
    let kinds = check.engine.pack.kinds
    func code(_ name: Text?, _ text: String) throws -> String {
      do { return try FormRequest.kind(name, of: FormFixture.root(text), among: kinds).name.string } catch {
        return (error as? DiagnosticError)?.diagnostics.first?.code ?? "?"
      }
    }
    #expect(try code(nil, "{ fruit: pear }") == "order")
    #expect(try code(nil, "{ kind: odd, fruit: pear }") == "order", "a field of the form's own")
    #expect(try code(nil, "{ kind: odd, form: {} }") == "check/unknown-kind")
    #expect(try code("fruit", "{}") == "check/unknown-kind", "nobody hands these in")
    let two = try FormFixture(kinds: FormFixture.order + "\n  offer: { schema: order.schema.json, check: order_form }")
      .load()
    #expect(throws: DiagnosticError.self) {
      try FormRequest.kind(nil, of: FormFixture.root("{}"), among: two.engine.pack.kinds)
    }
  }

  private func diagnostics(_ fixture: FormFixture) throws -> [String] {
    try findings(fixture).filter { $0.code.hasPrefix("check/") || $0.code.hasPrefix("message/") }.map {
      "\($0.code) \($0.message)"
    }
  }

  private func findings(_ fixture: FormFixture) throws -> [Diagnostic] {
    try withTemporaryDirectory { folder in
      try fixture.write(to: folder)
      var validator = Validator()
      let rules = folder.appending(path: "Rules/stall").path
      validator.ruleSet = { _, _ in rules }
      return validator.validate([.path(folder.appending(path: "ContentPacks/stall").path), .path(rules)]).diagnostics
    }
  }

  @Test func validationKnowsWhoSaysWhat() throws {
    #expect(try diagnostics(FormFixture()) == ["message/never-named no rule names the message `lost.words`"])
    // Where the schema alone checks, its diagnostics are worded all the same.
    let unchecked = try diagnostics(FormFixture(kinds: "order: { schema: order.schema.json }"))
    #expect(unchecked.count == 1, "\(unchecked)")
  }

  static let misspelt = [
    ("problem.fruit.mising-key", "no problem of a schema is called `mising-key`", "problem.fruit.missing-key"),
    ("problem.friut.missing-key", "no record that is validated has a field `friut`", "problem.fruit.missing-key"),
    (
      "problem.lines.quantiti.out-of-bound", "no record that is validated has a field `lines.quantiti`",
      "problem.lines.quantity.out-of-bounds"
    ),
    ("problem.to-long", "no problem of a schema is called `to-long`", "problem.too-long"),
    ("problem.lines.fruit.missing-key", "no record that is validated has a field `lines.fruit`", nil),
    ("problem.fruit", "no problem of a schema is called `fruit`", nil),
  ]

  @Test(arguments: misspelt.indices) func wordsForNothingAreFound(_ index: Int) throws {
    let (id, why, right) = Self.misspelt[index]
    let fixture = FormFixture(words: "  - { id: \(id), texts: { text: No. } }")
    let found = try findings(fixture).filter { $0.code == "message/words-nothing" }
    #expect(found.map(\.message) == ["the message `\(id)` is never shown: \(why)"])
    if let right { #expect(found.first?.fix == "did you mean `\(right)`?") }
  }

  @Test(arguments: [
    "fruit.missing-key", "lines.quantity.wrong-type", "lines.too-few-items", "phone.unknown-key", "format",
    "size.not-a-choice",
  ])
  func wordsForDiagnosticsAreNot(_ id: String) throws {
    let fixture = FormFixture(words: id == "fruit.missing-key" ? "" : "  - { id: problem.\(id), texts: { text: No. } }")
    #expect(try findings(fixture).filter { $0.code == "message/words-nothing" }.isEmpty)
  }

  /// What the page of diagnostics lists of schemas' diagnostics about values can be worded, and nothing else.
  @Test func keywordsAreThoseOfDiagnostics() throws {
    let ofSchemas: Set = [
      "too-deep", "too-many-steps", "more-findings", "unresolved-reference", "endless-reference", "invalid-pattern",
      "lenient-pattern", "unknown-dialect", "unknown-vocabulary", "unknown-keyword", "repeated-id", "too-many-schemas",
      "not-a-schema", "required-without-property",
    ]
    let pages = Conformance.packageRoot.appending(path: "Documentation/reference/diagnostics/schema").path
    let diagnostics = try FileManager.default.contentsOfDirectory(atPath: pages).map {
      String($0.dropLast(".md".count))
    }.filter { !ofSchemas.contains($0) }
    for keyword in diagnostics {
      let fixture = FormFixture(words: "  - { id: problem.name.\(keyword), texts: { text: No. } }")
      #expect(try findings(fixture).filter { $0.code == "message/words-nothing" }.isEmpty, "\(keyword)")
    }
    #expect(diagnostics.count > 15)
  }

  @Test func thePacksOwnRecordsAreChecked() throws {
    var fixture = FormFixture(kinds: "")
    fixture.fruit = "fruit: { schema: fruits.schema.json, path: fruits.yaml, label: name, check: order_form }"
    func module(_ fact: String, _ condition: String) -> String {
      """
      rules: 1
      module: stall.order_form
      facts: { ripe: { type: bool, optional: true }, \(fact) }
      decisions:
        problems:
          type: list<problem>
          hit: collect
          rows: [{ id: not_ripe, when: { ripe: false, \(condition) }, then: { at: ripe, message: fruit.not-ripe, fruit: plum } }]
      """
    }
    fixture.module = module("hour: { type: int, optional: true }", "hour: [none, '>= 0']")
    let found = try findings(fixture).filter { $0.code == "check/wrong-record" }
    #expect(found.map(\.message) == ["the fruit `plum`: Plum is not ripe."])
    #expect(found.first?.fix == "Take another.")
    let place = try #require(found.first?.place)
    #expect(place.source.name.hasSuffix("fruits.yaml") && place.source.text(of: place.range) == "false")
    // What needs to know more than the record is left to those who know it.
    fixture.module = module("hour: { type: int }", "hour: '>= 0'")
    #expect(try findings(fixture).allSatisfy { !$0.code.hasPrefix("check/") })
  }

  @Test func modulesThatSayNoProblemsAreRefused() throws {
    let other = FormFixture.order.replacing("order_form", with: "oder_form")
    #expect(try diagnostics(FormFixture(kinds: other)).contains { $0.hasPrefix("check/no-problems") })
    #expect(throws: DiagnosticError.self) { try FormFixture(kinds: other).load() }
    let module = FormFixture.orderForm.replacing(
      /problems:[\s\S]*/,
      with: "problems: { value: \"= member.orValue(false) && order.hasValue() && hour.hasValue()\" }")
    #expect(try diagnostics(FormFixture(module: module)).contains { $0.hasPrefix("check/problems") })
  }
}
