import Foundation
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import TestSupport

/// The example of Documentation/reference/forms.md: orders at a stall, with rules of a test's own in place of its own.
struct FormFixture {
  var module = Self.orderForm
  var kinds = Self.order
  var fruit = "fruit: { schema: fruits.schema.json, path: fruits.yaml, label: name }"
  /// Messages besides those that are said.
  var words = ""

  static let order = "order: { schema: order.schema.json, check: order_form }"
  static let orderForm = """
    rules: 1
    module: stall.order_form
    facts:
      fruit:  { type: fruit, optional: true }
      name:   { type: string, optional: true, max_size: 10 }
      order:  { type: order, optional: true }
      hour:   { type: int, min: 0, max: 23, optional: true }
      member: { type: bool, optional: true }
    decisions:
      problems:
        type: list<problem>
        hit: collect
        rows:
          - { id: not_ripe, when: "fruit.hasValue() && !fruit.value().ripe", then: { at: fruit, message: fruit.not-ripe, fruit: "= fruit.value().id" } }
          - { id: closed,   when: { hour: "20..23" }, then: { at: "", message: stall.closed } }
          - { id: stranger, when: { member: false, name: none }, then: { at: name, message: name.needed } }
          - id: too_many
            when: "order.hasValue() && order.value().lines.size() > 2"
            then: { at: "lines[2].quantity", message: lines.too-many, most: 2, expected: 0 }
    """

  func write(to folder: URL) throws {
    let pack = """
      kind: pack
      id: stall
      title: Stall
      version: 1.0.0
      default_locale: en-US
      supported_locales: [en-US, zh-Hans]
      updated_at: "2026-11-21T00:00:00Z"
      review: { status: draft, reviewed_by: [] }
      rules: { id: stall, version: "^1.0.0" }
      kinds:
        \(fruit)
        \(kinds)
        message: { path: messages.yaml }
      enums:
        size: { values: [small, large] }
      records:
        problem: { fields: { at: string, message: message_id, most: optional<int>, expected: optional<int>, fruit: optional<fruit_id> } }
      """
    let files = [
      "ContentPacks/stall/pack.yaml": pack,
      "ContentPacks/stall/fruits.yaml":
        "{ kind: fruit, items: [{ id: pear, ripe: true }, { id: plum, ripe: false, name: { en-US: Plum, zh-Hans: 李子 } }, { id: sour-plum, ripe: true }] }",
      "ContentPacks/stall/fruits.schema.json": """
      { "$id": "fruits.schema.json", "type": "object", "properties": { "kind": {}, "items": { "type": "array",
        "items": { "title": "Fruit", "type": "object", "required": ["id", "ripe"],
          "properties": { "id": { "type": "string" }, "ripe": { "type": "boolean" } } } } } }
      """,
      "ContentPacks/stall/order.schema.json": """
      { "$id": "order.schema.json", "title": "Order", "type": "object", "required": ["fruit", "lines"],
        "additionalProperties": false, "properties": {
          "fruit": { "type": "string", "x-refers-to": "fruit" },
          "size": { "type": "string", "x-enum": "size" },
          "name": { "type": "string", "minLength": 1, "pattern": "\\\\S" },
          "lines": { "type": "array", "items": { "$ref": "line.schema.json" } } } }
      """,
      "ContentPacks/stall/line.schema.json": """
      { "$id": "line.schema.json", "title": "Line", "type": "object", "required": ["quantity"],
        "properties": { "quantity": { "type": "integer", "minimum": 1 } } }
      """,
      "ContentPacks/stall/messages.yaml": """
      kind: message
      items:
        - { id: fruit.not-ripe, texts: { text: { en-US: "{fruit} is not ripe.", zh-Hans: "{fruit}没熟。" }, advice: Take another. } }
        - { id: stall.closed, texts: { text: We are closed. } }
        - { id: name.needed, texts: { text: Who are you? } }
        - { id: lines.too-many, texts: { text: "At most {most}." } }
        - { id: problem.fruit.missing-key, texts: { text: { en-US: Choose a fruit., zh-Hans: 请选水果。 } } }
        - { id: problem.lines.quantity.out-of-bounds, texts: { text: At least one. } }
        - { id: problem.unknown-record, texts: { text: We have none. } }
        - { id: lost.words, texts: { text: Nobody says this. } }
      \(words)
      """,
      "Rules/stall/order-form.yaml": module,
      "Rules/stall/ruleset.yaml":
        "rules: 1\nid: stall\nversion: 1.0.0\nmodules: { stall.order_form: order-form.yaml }",
    ]
    for (path, text) in files { try folder.write(text, to: path) }
  }

  func load(_ kind: Text = "order") throws -> FormValidation {
    try withTemporaryDirectory { folder in
      try write(to: folder)
      let system = try LoadedSystem.load(
        packAt: folder.appending(path: "ContentPacks/stall").path, rulesAt: folder.appending(path: "Rules/stall").path,
        documents: SourceReader.read, contracts: [], kinds: nil)
      let kind = try FormRequest.kind(kind, of: Self.root("{}"), among: system.pack.kinds)
      return try FormValidation(system, kind: kind, files: .disk(SourceReader.read))
    }
  }

  static func root(_ text: String) throws -> Node {
    let (documents, diagnostics) = SourceReader.read(SourceText(name: "form.yaml", text: text))
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    guard let root = documents.first?.root else { throw DiagnosticError(diagnostics) }
    return root
  }
}

extension FormValidation {
  /// The problems of the form or request `text`: field, code and words.
  func problems(_ text: String) throws -> [String] {
    try check(FormRequest(FormFixture.root(text), for: engine)).problems.map { "\($0.at) \($0.code) \($0.message)" }
  }
}
