import Foundation
import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// One mistake that much depends on is one diagnostic, where it was made: what cannot be read is not known, and is not reported as
/// missing.
@Suite struct FollowUpTests {
  typealias Mistake = SmallWorld.Mistake

  private static let pack = SmallWorld.pack
  private static let rules = SmallWorld.rules

  @Test func nothingIsWrong() throws {
    let found = try SmallWorld.findings([]).found
    #expect(found.isEmpty, "\(DiagnosticRenderer.text(found))")
  }

  /// Expects that these mistakes are reported, warnings included, and nothing else.
  private func expect(_ mistakes: [Mistake], at location: SourceLocation = #_sourceLocation) throws {
    let (found, expected, root) = try SmallWorld.findings(mistakes)
    #expect(
      found.map { Checkout.Finding($0, in: root) }.sorted() == expected, "\(DiagnosticRenderer.text(found))",
      sourceLocation: location)
    for fix in mistakes.compactMap(\.fix) {
      let fixes = found.map { $0.fix?.replacing(root, with: "ROOT") }
      #expect(fixes.contains(fix), sourceLocation: location)
    }
  }

  // MARK: Files that cannot be read

  private static let unreadable: [Mistake] = [
    .init(
      "yaml/bad-indentation", in: "\(pack)/things/round.yaml", "  - { id: ring, group: round, price: 5 }",
      " 1️⃣- { id: ring, group: round, price: 5 }2️⃣"),
    .init("yaml/expected-colon", in: "\(pack)/things/round.yaml", "items:", "1️⃣items2️⃣"),
    .init("file/no-document", in: "\(pack)/things/square.yaml", nil, "1️⃣2️⃣# nothing yet\n"),
    .init("yaml/expected-colon", in: "\(pack)/sets.yaml", "items:", "1️⃣items2️⃣"),
    .init("yaml/expected-colon", in: "\(pack)/pack.yaml", "kinds:", "1️⃣kinds2️⃣"),
    .init(
      "json/expected-key", in: "\(pack)/things.schema.json", "\"required\": [\"kind\"", "1️⃣required2️⃣: [\"kind\""),
    .init("yaml/expected-colon", in: "\(rules)/words.yaml", "parameters:", "1️⃣parameters2️⃣"),
    .init(
      "yaml/unquoted-text", in: "\(rules)/words.yaml", "\"<= cold_at_most\"", "1️⃣> 4 and < 172️⃣",
      fix: "two limits are written as one range in a cell: write `\"(4..17)\"`"),
    .init("schema/not-a-choice", in: "\(pack)/things/round.yaml", "kind: thing", "kind: 1️⃣set2️⃣"),
    // The decision under its own name is unknown wherever it is used.
    .init("yaml/duplicate-key", in: "\(rules)/words.yaml", "dear:", "1️⃣side2️⃣:"),
  ]

  @Test(arguments: unreadable) func aFileThatCannotBeRead(_ mistake: Mistake) throws { try expect([mistake]) }

  // MARK: What the manifest says

  private static let manifests: [Mistake] = [
    .init("pack/missing-content", in: "\(pack)/pack.yaml", "path: things,", "path: 1️⃣thing2️⃣,"),
    .init("pack/path-leaves-pack", in: "\(pack)/pack.yaml", "path: things,", "path: 1️⃣../things2️⃣,"),
    .init("file/schema-not-found", in: "\(pack)/pack.yaml", "things.schema.json", "1️⃣thing.schema.json2️⃣"),
    .init("file/schema-not-found", in: "\(pack)/pack.yaml", "sets.schema.json", "1️⃣set.schema.json2️⃣"),
    .init("rules/not-found", in: "\(pack)/pack.yaml", "id: shop,", "id: 1️⃣shp2️⃣,", fix: "did you mean `shop`?"),
    .init("content/wrong-kind", in: "\(pack)/pack.yaml", "{ id: shop, version: \"^1.0.0\" }", "1️⃣shop2️⃣"),
    .init("content/unknown-field", in: "\(pack)/pack.yaml", "enums:", "1️⃣enum2️⃣:", fix: "did you mean `enums`?"),
    .init("content/unknown-field", in: "\(pack)/pack.yaml", "records:", "1️⃣record2️⃣:", fix: "did you mean `records`?"),
    .init("content/unknown-field", in: "\(pack)/pack.yaml", "values:", "1️⃣value2️⃣:", fix: "did you mean `values`?"),
    .init("pack/unknown-type", in: "\(pack)/pack.yaml", "optional<thing_id>", "optional<1️⃣thin_id2️⃣>"),
    .init("pack/unknown-kind", in: "\(pack)/pack.yaml", "of: [thing]", "of: [1️⃣thin2️⃣]"),
  ]

  @Test(arguments: manifests) func aManifestThatIsWrong(_ mistake: Mistake) throws { try expect([mistake]) }

  // MARK: What schemas have found

  private static let contents: [Mistake] = [
    .init("schema/unknown-key", in: "\(pack)/things/round.yaml", "items:", "1️⃣item2️⃣:"),
    .init("schema/unknown-key", in: "\(pack)/sets.yaml", "items:", "1️⃣item2️⃣:"),
    .init("schema/pattern", in: "\(pack)/things/round.yaml", "id: ring", "id: 1️⃣Ring2️⃣"),
    // The id that is meant is unknown wherever it is used.
    .init("pack/repeated-id", in: "\(pack)/things/round.yaml", "id: ring", "id: 1️⃣ball2️⃣"),
    .init("schema/unknown-key", in: "\(pack)/things/round.yaml", "id: ring", "1️⃣idd2️⃣: ring"),
    .init("schema/wrong-type", in: "\(pack)/things/round.yaml", "id: ring", "id: 1️⃣32️⃣"),
    .init(
      "schema/missing-key", in: "\(pack)/things/round.yaml", "{ id: ring, group: round, price: 5 }",
      "1️⃣{ group: round, price: 5 }2️⃣"),
    .init("schema/out-of-bounds", in: "\(pack)/things/round.yaml", "price: 5", "price: 1️⃣-52️⃣"),
    .init("schema/wrong-type", in: "\(pack)/things/round.yaml", "price: 5", "price: 1️⃣five2️⃣"),
    .init("schema/out-of-bounds", in: "\(pack)/sets.yaml", "[1, 2]", "[1, 1️⃣-22️⃣]"),
    .init("schema/unknown-key", in: "\(pack)/sets.yaml", "groups:", "1️⃣group2️⃣:"),
    .init("schema/not-a-choice", in: "\(pack)/things.schema.json", "\"integer\"", "1️⃣\"integr\"2️⃣"),
    .init("schema/unresolved-reference", in: "\(pack)/things.schema.json", "\"#/$defs/thing\"", "1️⃣\"#/$defs/thng\"2️⃣"),
    .init("pack/unknown-value", in: "\(pack)/things/round.yaml", "group: round", "group: 1️⃣rund2️⃣"),
    .init("pack/unknown-value", in: "\(pack)/sets.yaml", "[round, square]", "[1️⃣rund2️⃣, square]"),
    .init("pack/unknown-reference", in: "\(pack)/sets.yaml", "ring, box]", "1️⃣rng2️⃣, box]", fix: "did you mean `ring`?"),
  ]

  @Test(arguments: contents) func aRecordThatIsWrong(_ mistake: Mistake) throws { try expect([mistake]) }

  // MARK: Declarations of rules

  private static let declarations: [Mistake] = [
    .init("rules/bad-type", in: "\(rules)/words.yaml", "type: int,", "type: 1️⃣integer2️⃣,", fix: "did you mean `int`?"),
    .init("rules/wrong-shape", in: "\(rules)/words.yaml", "{ type: int, min: -10, max: 10 }", "1️⃣int2️⃣"),
    .init("rules/unknown-key", in: "\(rules)/words.yaml", "{ type: int,", "{ 1️⃣typ2️⃣: int,", fix: "did you mean `type`?"),
    .init("rules/bad-type", in: "\(rules)/words.yaml", "list<thing_id>", "list<1️⃣thing_ids2️⃣>"),
    .init("rules/bad-type", in: "\(rules)/words.yaml", "list<piece>", "list<1️⃣pece2️⃣>"),
    .init("rules/literal-type", in: "\(rules)/words.yaml", "value: -3", "value: 1️⃣\"-3\"2️⃣"),
    // It is not known which of them is wrong, and so not what the fact is.
    .init(
      "rules/no-range", in: "\(rules)/words.yaml", "{ type: int, min: -10, max: 10 }",
      "{ type: string, min: 1️⃣-102️⃣, max: 10 }"),
    .init("rules/wrong-shape", in: "\(rules)/words.yaml", "{ type: int,", "{ optional: 1️⃣[x]2️⃣, type: int,"),
    .init(
      "rules/wrong-shape", in: "\(rules)/words.yaml", "{ type: int,", "{ optional: 1️⃣yes2️⃣, type: int,",
      fix: "write `true`"),
    .init("rules/literal-type", in: "\(rules)/words.yaml", "value: -3", "value: 1️⃣-3.52️⃣"),
    .init(
      "rules/missing-key", in: "\(rules)/words.yaml", "{ value: -3, type: int, min: -10, max: -1 }", "1️⃣{ type: int }2️⃣"),
    // A decision loses its rows.
    .init(
      "rules/missing-key", in: "\(rules)/words.yaml",
      "hit: first\n    rows:\n      - { id: cold, when: { warmth: \"<= cold_at_most\" }, then: cold }\n    otherwise: warm",
      "1️⃣hit: first\n    otherwise: warm2️⃣"),
    .init(
      "rules/mistyped-declaration", in: "\(rules)/words.yaml", "had: { type: list<thing_id>", "1️⃣had2️⃣: { type: list<int>"
    ),
    .init("rules/unknown-hit", in: "\(rules)/words.yaml", "hit: first", "hit: 1️⃣frist2️⃣"),
    .init("rules/bad-type", in: "\(rules)/offers.yaml", "type: thing_id", "type: 1️⃣thing_ids2️⃣"),
    .init("rules/unknown-module", in: "\(rules)/offers.yaml", "[shop.words]", "[1️⃣shop.word2️⃣]"),
    .init("expressions/unknown-field", in: "\(rules)/words.yaml", "good.price", "good.1️⃣prize2️⃣"),
    .init("expressions/unknown-name", in: "\(rules)/words.yaml", "= goods", "= 1️⃣good2️⃣"),
  ]

  @Test(arguments: declarations) func aDeclarationThatIsWrong(_ mistake: Mistake) throws { try expect([mistake]) }

  // MARK: Modules that the rule set does not list

  /// Whatever refers to the module, it is reported once: at the module, with what to add to the list.
  static let unlisted: [Mistake] = [
    .init(
      "rules/unlisted-module", in: "\(rules)/ruleset.yaml", "shop.words: words.yaml, ", "",
      elsewhere: ("\(rules)/words.yaml", "shop.words"),
      fix: "add `shop.words: words.yaml` under `modules` in `ROOT/\(rules)/ruleset.yaml`"),
    .init(
      "rules/unlisted-module", in: "\(rules)/ruleset.yaml", ", shop.offers: offers.yaml", "",
      elsewhere: ("\(rules)/offers.yaml", "shop.offers")),
    .init(
      "rules/unlisted-module", in: "\(rules)/sub/extra.yaml", nil,
      "rules: 1\nmodule: 1️⃣shop.extra2️⃣\ndecisions: { a: { value: 1 } }\n"),
    .init(
      "rules/unlisted-module", in: "\(rules)/old.yaml", nil,
      "rules: 1\nmodule: 1️⃣shop.words2️⃣\ndecisions: { a: { value: 1 } }\n",
      fix: "remove this file, or give its module a name of its own"),
    .init(
      "ruleset/missing-module", in: "\(rules)/ruleset.yaml", "shop.words: words.yaml", "1️⃣shop.words2️⃣: word.yaml",
      fix: "did you mean `words.yaml`?"),
  ]

  @Test(arguments: unlisted) func aModuleThatIsNotListed(_ mistake: Mistake) throws { try expect([mistake]) }

  /// It is an error where something needs it, be it a test, and else a warning: nothing is wrong with what runs.
  @Test func howGraveAnUnlistedModuleIs() throws {
    for (index, severity) in [Severity.error, .error, .warning, .warning].enumerated() {
      #expect(try SmallWorld.findings([Self.unlisted[index]]).found.map(\.severity) == [severity], "\(index)")
    }
  }

  /// Whoever loads rules to use them gets the same.
  @Test func anUnlistedModuleOfWhatRuns() throws {
    try withTemporaryDirectory { folder in
      for (name, text) in SmallWorld.files { try folder.write(text, to: name) }
      try folder.write(
        "rules: 1\nid: shop\nversion: 1.0.0\nmodules: { shop.offers: offers.yaml }\n", to: "\(Self.rules)/ruleset.yaml")
      let error = #expect(throws: DiagnosticError.self) {
        try PackBuilder(
          pack: folder.appending(path: Self.pack).path, rules: folder.appending(path: Self.rules).path
        ).build()
      }
      #expect(error?.diagnostics.map(\.code) == ["rules/unlisted-module"])
    }
  }

  // MARK: Names and values that many uses depend on

  private static let names: [Mistake] = [
    // A fact, a parameter and a decision under another name: reported at the first use.
    .init(
      "file/misspelled-declaration", in: "\(rules)/words.yaml", "goods: { type: list<thing>",
      "1️⃣good2️⃣: { type: list<thing>", fix: "did you mean `goods`?"),
    .init(
      "expressions/unknown-name", in: "\(rules)/words.yaml", "cold_at_most: {", "cold_at_least: {",
      elsewhere: ("\(rules)/offers.yaml", "cold_at_most")),
    .init(
      "expressions/unknown-name", in: "\(rules)/words.yaml", "side:", "sid:",
      elsewhere: ("\(rules)/offers.yaml", "side"), fix: "did you mean `sid`?"),
    // A name twice: what the other was called is unknown, and so is whatever uses it.
    .init(
      "yaml/duplicate-key", in: "\(rules)/words.yaml", "had: { type: list<thing_id>",
      "1️⃣warmth2️⃣: { type: list<thing_id>"),
    .init("yaml/duplicate-key", in: "\(rules)/words.yaml", "total:", "1️⃣dear2️⃣:"),
    .init(
      "yaml/duplicate-key", in: "\(rules)/words.yaml", "cold_at_most: { value: -3, type: int, min: -10, max: -1 }",
      "cold_at_most: { value: -3, type: int, min: -10, max: -1 }\n  1️⃣cold_at_most2️⃣: { value: 1, type: int }"),
    .init("rules/declared-twice", in: "\(rules)/offers.yaml", "id: warm", "id: 1️⃣cold2️⃣"),
    .init(
      "pack/repeated-id", in: "\(pack)/things/round.yaml", "{ id: ring, group: round, price: 5 }",
      "{ id: ring, group: round, price: 5 }\n  - { id: 1️⃣ring2️⃣, group: round, price: 6 }"),
    // A record, and a value of an enum, misspelled where they are declared.
    .init(
      "pack/unknown-reference", in: "\(pack)/things/round.yaml", "id: ball", "id: 1️⃣bal2️⃣",
      fix: "did you mean `ball`?"),
    .init("pack/unknown-value", in: "\(pack)/pack.yaml", "[round, square]", "[round, 1️⃣squar2️⃣]"),
    .init(
      "pack/unknown-value", in: "\(pack)/pack.yaml", "group: { values: [round, square] }",
      "1️⃣group2️⃣: { values: [round] }"),
    // A result that cells ask for.
    .init(
      "rules/missing-result", in: "\(rules)/words.yaml", "\n    otherwise: warm\n", "\n",
      elsewhere: ("\(rules)/words.yaml", "side"), fix: "add `otherwise: warm`, or a row that yields it"),
    // Keys.
    .init("schema/unknown-key", in: "\(pack)/things/round.yaml", "price: 5", "1️⃣prise2️⃣: 5"),
    .init("rules/unknown-key", in: "\(rules)/words.yaml", "rows:", "1️⃣rwos2️⃣:", fix: "did you mean `rows`?"),
    .init("rules/unknown-key", in: "\(rules)/offers.yaml", "then: box", "1️⃣tehn2️⃣: box"),
    // A module that says it is another: what uses it is not reported too.
    .init("rules/module-mismatch", in: "\(rules)/words.yaml", "shop.words", "1️⃣shop.wrods2️⃣"),
    // Files.
    .init("file/empty", in: "\(rules)/words.yaml", nil, "1️⃣2️⃣"),
    .init("file/empty", in: "\(pack)/things/square.yaml", nil, "1️⃣2️⃣"),
  ]

  @Test(arguments: names) func whatManyUsesDependOn(_ mistake: Mistake) throws { try expect([mistake]) }

  /// The other uses are named beside the first.
  @Test func theOtherUsesAreRelated() throws {
    let found = try SmallWorld.findings([
      .init("", in: "\(Self.rules)/words.yaml", "cold_at_most: {", "cold_at_least: {")
    ]).found
    #expect(found.first?.related.map(\.message) == ["also here"], "\(found)")
  }

  /// A word that is a value of no enum any more is not an expression because something has its name.
  @Test func aValueThatIsANameToo() throws {
    try expect([
      .init("pack/unknown-value", in: "\(Self.pack)/pack.yaml", "[round, square]", "[round, 1️⃣squar2️⃣]"),
      .init("", in: "\(Self.rules)/words.yaml", "  had: {", "  square: { type: bool }\n  had: {"),
      .init("", in: "\(Self.rules)/offers.yaml", "group: \"= dear.size() > 0 ? 'round' : 'square'\"", "group: square"),
    ])
  }

  /// A kind's schema under a key that is misspelled is not missing.
  @Test func aMisspelledKeyOfAKind() throws {
    try expect([
      .init(
        "content/unknown-field", in: "\(Self.pack)/pack.yaml", "schema: things.schema.json",
        "1️⃣shcema2️⃣: things.schema.json")
    ])
  }

  /// What is made of a type that is unknown is unknown too.
  @Test func aFieldOfAnUnknownType() throws {
    try expect([
      .init(
        "pack/unknown-type", in: "\(Self.pack)/pack.yaml", "fields: { group: group, price",
        "fields: { group: 1️⃣gruop2️⃣, price"),
      .init(
        "", in: "\(Self.rules)/words.yaml", "  total:",
        "  groups: { type: list<group>, value: \"= pieces.map(piece, piece.group)\" }\n  total:"),
    ])
  }

  /// One of two keys that are alike was meant to be another, with another value.
  @Test func theValueOfAKeyThatIsThereTwice() throws {
    try expect([
      .init(
        "yaml/duplicate-key", in: "\(Self.pack)/things/round.yaml", "id: ring, group: round, price: 5",
        "id: ring, group: round, price: 5, 1️⃣group2️⃣: 7")
    ])
  }

  /// Where a decision lacks rows, comparisons with its result that change nothing are not reported as well.
  @Test func comparisonsBehindADecisionWithAGap() throws {
    try expect([
      .init(
        "rules/table-gap", in: "\(Self.rules)/words.yaml", "    otherwise: warm\n",
        "      - { id: warm, when: { warmth: \"> 5\" }, then: warm }\n", elsewhere: ("\(Self.rules)/words.yaml", "side")
      ),
      .init(
        "", in: "\(Self.rules)/offers.yaml", "  many:",
        "  sided: { hit: first, rows: [{ id: either, when: { side: [cold, warm] }, then: 1 }], otherwise: 2 }\n  many:"),
    ])
  }

  // MARK: Rows

  @Test func twoRowsThatBothHold() throws {
    let (found, _, _) = try SmallWorld.findings([
      .init("", in: "\(Self.rules)/offers.yaml", "when: { side: warm }", "when: { warmth: \"> -5\" }")
    ])
    // The test that meets both rows does not tell it again.
    #expect(found.map(\.code) == ["rules/overlap"], "\(DiagnosticRenderer.text(found))")
  }

  @Test func aRowThatCanNeverFire() throws {
    let (found, _, _) = try SmallWorld.findings([
      .init("", in: "\(Self.rules)/words.yaml", "\"<= cold_at_most\"", "\"<= -30\"")
    ])
    let text = DiagnosticRenderer.text(found)
    #expect(found.map(\.code) == ["rules/dead-row"], "\(text)")
    #expect(
      found.first?.message == "row `cold` can never fire: `warmth` is from -10 to 10, so `<= -30` never holds")
    // What follows from it is reported with it; and since a test fails, it is more than a warning.
    #expect(found.first?.severity == .error)
    #expect(
      found.first?.related.map(\.message) == [
        "this is never true", "so row `cold` can never fire", "so this test fails",
      ], "\(text)")
  }

  /// Where a decision has no row, rows that ask for what it cannot be are reported with it.
  @Test func rowsBehindADecisionWithoutARow() throws {
    let (found, _, _) = try SmallWorld.findings([
      .init("", in: "\(Self.rules)/words.yaml", "    otherwise: warm\n", "")
    ])
    #expect(found.map(\.code) == ["rules/missing-result"], "\(DiagnosticRenderer.text(found))")
  }

  /// A test of a decision that is computed fails because of a row two decisions away.
  @Test func testsOfWhatNeedsADeadRow() throws {
    let (found, _, _) = try SmallWorld.findings([
      .init("", in: "\(Self.rules)/words.yaml", "\"<= cold_at_most\"", "\"< -10\""),
      .init(
        "", in: "\(Self.rules)/offers.yaml", "  many:", "  worded: { value: \"= offer == 'box' ? 1 : 2\" }\n  many:"),
      .init("", in: "\(Self.rules)/tests/offers.yaml", "expect: { offer: box,", "expect: { worded: 1,"),
    ])
    #expect(found.map(\.code) == ["rules/dead-row"], "\(DiagnosticRenderer.text(found))")
  }

  /// One decision under a name that tests do not know is one mistake, however many tests there are.
  @Test func testsOfOneUnknownDecision() throws {
    let (found, _, _) = try SmallWorld.findings([
      .init("", in: "\(Self.rules)/offers.yaml", "  offer:", "  offered:")
    ])
    #expect(found.map(\.code) == ["rules/test-unknown-decision"], "\(DiagnosticRenderer.text(found))")
    #expect(found.first?.related.count == 1)
  }

  @Test func aDeadRowThatTheAuthorKnowsOfHidesNothing() throws {
    let (found, _, _) = try SmallWorld.findings([
      .init(
        "", in: "\(Self.rules)/words.yaml", "- { id: cold, when: { warmth: \"<= cold_at_most\" }, then: cold }",
        "- { id: cold, when: { warmth: \"<= -30\" }, then: cold }  # terrain:ignore rules/dead-row kept for winter"),
      .init(
        "", in: "\(Self.rules)/offers.yaml", "then: box }",
        "then: box }  # terrain:ignore rules/dead-row for winter too"),
    ])
    #expect(found.map(\.code) == ["rules/test-failed"], "\(DiagnosticRenderer.text(found))")
  }

  /// A fact that may not have what tests give it is the mistake, and not the rows that are unreachable because of it.
  @Test(arguments: [
    ("warmth: { type: int, min: -10, max: 10 }", "1️⃣warmth2️⃣: { type: int, min: 0, max: 10 }")
  ])
  func aFactWithTooFewValues(_ old: String, _ new: String) throws {
    try expect([.init("rules/test-fact", in: "\(Self.rules)/words.yaml", old, new)])
  }

  // MARK: Several at once

  @Test func independentMistakesAreAllReported() throws {
    try expect([
      .init("yaml/expected-colon", in: "\(Self.pack)/things/round.yaml", "items:", "1️⃣items2️⃣"),
      .init("schema/out-of-bounds", in: "\(Self.pack)/sets.yaml", "[1, 2]", "[1, 1️⃣-22️⃣]"),
      .init("rules/bad-type", in: "\(Self.rules)/words.yaml", "type: int,", "type: 1️⃣integer2️⃣,"),
      .init("expressions/unknown-name", in: "\(Self.rules)/words.yaml", "= pieces", "= 1️⃣pices2️⃣"),
    ])
  }

  @Test func rulesAloneSayWhatKeepsThemFromBeingChecked() throws {
    for (file, text, wrong, code) in [
      ("things/round.yaml", "items:", "items", "yaml/expected-colon"),
      ("pack.yaml", "kinds:", "kinds", "yaml/expected-colon"),
      ("pack.yaml", "id: shop,", "id: shp,", "rules/not-found"),
    ] {
      let mistake = Mistake(code, in: "\(Self.pack)/\(file)", text, wrong)
      let found = try SmallWorld.findings([mistake], of: ["Rules"]).found
      #expect(found.map(\.code) == [code], "\(DiagnosticRenderer.text(found))")
    }
  }
}
