import Foundation
import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// A pack and its rules in which everything refers to everything: records to records, checks to kinds, facts to kinds, ids and
/// vocabularies, rows to ids, tests to records. A mistake in it has every chance to be reported more than once.
struct SmallWorld {
  /// A change of one file; marks 1 and 2 in what is written instead say where the diagnostic is expected.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let file: String
    /// What is replaced; nil: all of the file. An empty `wrong` without marks then removes the file.
    let text: String?
    let wrong: String
    let code: String
    /// Where the diagnostic is expected, when it is in another file: the file, and what stands there.
    var elsewhere: (file: String, text: String)?
    /// What the author is advised.
    var fix: String?

    init(
      _ code: String, in file: String, _ text: String?, _ wrong: String, elsewhere: (String, String)? = nil,
      fix: String? = nil
    ) {
      (self.code, self.file, self.text, self.wrong, self.fix) = (code, file, text, wrong, fix)
      self.elsewhere = elsewhere.map { (file: $0.0, text: $0.1) }
    }

    var testDescription: String { "\(code) in \(file): \(wrong.prefix(40))" }
  }

  static let pack = "ContentPacks/shop"
  static let rules = "Rules/shop"

  static let files: [String: String] = [
    "\(pack)/pack.yaml": """
    id: shop
    version: 1.0.0
    default_locale: en
    supported_locales: [en]
    rules: { id: shop, version: "^1.0.0" }
    enums:
      group: { values: [round, square] }
    kinds:
      thing: { path: things, schema: things.schema.json }
      set: { path: sets.yaml, schema: sets.schema.json }
    records:
      pick:
        fields: { thing: thing_id, second: optional<thing_id>, group: group }
      piece: { of: [thing], fields: { group: group, price: int } }
    checks:
      used: { thing: [set.things] }
      covered: [{ of: set, by: [things] }, { of: set, by: [things.group] }]
      carried: [{ of: set, field: groups, from: things.group }]
      summed: [{ of: set, field: parts, to: whole }]
    """,
    "\(pack)/things.schema.json": """
    { "$schema": "https://json-schema.org/draft/2020-12/schema",
      "required": ["kind", "items"], "additionalProperties": false, "properties": {
        "kind": { "const": "thing" },
        "items": { "type": "array", "items": { "$ref": "#/$defs/thing" } } },
      "$defs": { "thing": { "type": "object", "additionalProperties": false, "required": ["id", "group", "price"],
        "properties": {
          "id": { "type": "string", "pattern": "^[a-z]+$" }, "group": { "type": "string", "x-enum": "group" },
          "price": { "type": "integer", "minimum": 0 } } } } }
    """,
    "\(pack)/sets.schema.json": """
    { "$schema": "https://json-schema.org/draft/2020-12/schema",
      "required": ["kind", "items"], "additionalProperties": false, "properties": {
        "kind": { "const": "set" },
        "items": { "type": "array", "items": { "type": "object", "additionalProperties": false, "properties": {
          "id": { "type": "string" },
          "things": { "type": "array", "items": { "type": "string", "x-refers-to": "thing" } },
          "groups": { "type": "array", "items": { "type": "string", "x-enum": "group" } },
          "parts": { "type": "array", "items": { "type": "integer", "minimum": 0 } }, "whole": { "type": "integer" } } } } } }
    """,
    "\(pack)/things/round.yaml": """
    kind: thing
    items:
      - { id: ball, group: round, price: 3 }
      - { id: ring, group: round, price: 5 }
    """,
    "\(pack)/things/square.yaml": """
    kind: thing
    items:
      - { id: box, group: square, price: 9 }
    """,
    "\(pack)/sets.yaml": """
    kind: set
    items:
      - { id: all, things: [ball, ring, box], groups: [round, square], parts: [1, 2], whole: 3 }
      - { id: few, things: [ball], groups: [round], parts: [1], whole: 1 }
    """,
    "\(rules)/ruleset.yaml": """
    rules: 1
    id: shop
    version: 1.0.0
    modules: { shop.words: words.yaml, shop.offers: offers.yaml }
    """,
    "\(rules)/words.yaml": """
    rules: 1
    module: shop.words
    facts:
      warmth: { type: int, min: -10, max: 10 }
      had: { type: list<thing_id>, max_size: 20 }
      goods: { type: list<thing>, max_size: 20 }
      pieces: { type: list<piece>, max_size: 20 }
    parameters:
      cold_at_most: { value: -3, type: int, min: -10, max: -1 }
    decisions:
      side:
        hit: first
        rows:
          - { id: cold, when: { warmth: "<= cold_at_most" }, then: cold }
        otherwise: warm
      dear: { value: "= goods.filter(good, good.price > 4 && good.group == 'round').map(good, good.id)" }
      total: { value: "= pieces.map(piece, piece.price).sum()" }
    """,
    "\(rules)/offers.yaml": """
    rules: 1
    module: shop.offers
    uses: [shop.words]
    decisions:
      offer:
        type: thing_id
        hit: unique
        rows:
          - { id: cold, when: { side: cold }, then: box }
          - { id: warm, when: { side: warm }, then: ball }
      pick:
        type: pick
        value: { thing: ball, second: "= 'box' in had ? 'ring' : 'box'", group: "= dear.size() > 0 ? 'round' : 'square'" }
      many: { value: "= total > cold_at_most * -3 || had.size() > 2" }
      several:
        hit: sum
        rows:
          - { id: dear, when: { total: "> 10" }, then: "= total" }
          - { id: had, when: { had: "= 'ring' in it" }, then: 1 }
    """,
    "\(rules)/tests/offers.yaml": """
    tests: shop.offers
    cases:
      - { name: cold, given: { warmth: -5, had: [box], goods: [ring], pieces: [ball, box] }, expect: { offer: box, many: true } }
      - { name: warm, given: { warmth: 5, had: [], goods: [ring], pieces: [ball] }, expect: { offer: ball, several: 0 } }
    """,
  ]

  /// What is found with the changes made when `paths` are validated, and what is expected.
  static func findings(_ mistakes: [Mistake], of paths: [String] = ["ContentPacks", "Rules"]) throws -> (
    found: [Diagnostic], expected: [Checkout.Finding], root: String
  ) {
    try withTemporaryDirectory { folder in
      var files = files
      var expected: [Checkout.Finding] = []
      for mistake in mistakes {
        let before = files[mistake.file] ?? ""
        let marked = MarkedText(mistake.wrong)
        let range = mistake.text.map { before.firstRange(of: $0) } ?? before.startIndex..<before.endIndex
        guard let range else { throw Missing(text: mistake.text ?? "", file: mistake.file) }
        let start = before[..<range.lowerBound].utf8.count
        var after = before
        after.replaceSubrange(range, with: marked.text)
        files[mistake.file] = mistake.text == nil && mistake.wrong.isEmpty ? nil : after
        if let (file, text) = mistake.elsewhere {
          guard let whole = files[file], let range = whole.firstRange(of: text) else {
            throw Missing(text: text, file: file)
          }
          let from = whole[..<range.lowerBound].utf8.count
          expected.append(.init(file: file, start: from, end: from + text.utf8.count, code: mistake.code))
        } else if let from = marked.offsets[1], let to = marked.offsets[2] {
          expected.append(.init(file: mistake.file, start: start + from, end: start + to, code: mistake.code))
        }
      }
      for (name, text) in files { try folder.write(text, to: name) }
      let report = Validator().validate(paths.map { .path("\(folder.path)/\($0)") })
      return (report.diagnostics, expected.sorted(), folder.path)
    }
  }

  /// A change that cannot be made.
  struct Missing: Error {
    let text: String
    let file: String
  }
}

extension Checkout.Finding {
  /// `diagnostic`, with its file's name relative to `root`.
  init(_ diagnostic: Diagnostic, in root: String) {
    let place = diagnostic.place
    self.init(
      file: place.map { String($0.source.name.dropFirst(root.count + 1)) } ?? "",
      start: place.map { Int($0.range.start) } ?? -1, end: place.map { Int($0.range.end) } ?? -1,
      code: diagnostic.code)
  }
}
