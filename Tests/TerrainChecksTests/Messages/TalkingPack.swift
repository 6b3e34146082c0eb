import Foundation
import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// A pack of messages and rules that choose them, written into a temporary folder. Marks (`1️⃣` and `2️⃣`) say where a diagnostic
/// is expected.
struct TalkingPack {
  private var files: [String: String] = [
    "ContentPacks/talk/pack.yaml": """
    id: talk
    version: 1.0.0
    default_locale: en
    supported_locales: [en]
    rules: { id: talk, version: "^1.0.0" }
    enums:
      layer: { values: [high, middle, low] }
      topic: { values: [tea, walk, rest, cold] }
      weather: { values: [cold, hot] }
    kinds:
      message: { schema: messages.schema.json, path: messages.yaml }
      card: { schema: cards.schema.json, path: cards.yaml }
    records:
      choice:
        fields: { message: message_id, layer: layer, priority: optional<int> }
    """,
    "ContentPacks/talk/messages.schema.json": """
    { "properties": { "items": { "items": { "properties": { "id": {}, "topic": { "x-enum": "topic" },
      "opposes": { "items": { "x-enum": "topic" } },
      "texts": { "properties": { "text": { "x-localized": true } } } } } } } }
    """,
    "ContentPacks/talk/cards.schema.json": """
    { "properties": { "items": { "items": { "properties": { "id": {}, "says": { "x-refers-to": "message" } } } } } }
    """,
    "ContentPacks/talk/cards.yaml": "kind: card\nitems: [{ id: one }]\n",
    "Rules/talk/ruleset.yaml": "rules: 1\nid: talk\nversion: 1.0.0\nmodules: { talk.day: day.yaml }\n",
  ]

  /// `messages` are lines of the list of messages, `rules` what `decisions` holds.
  init(messages: String, rules: String, cards: String? = nil) {
    files["ContentPacks/talk/messages.yaml"] = "kind: message\nitems:\n" + messages
    files["Rules/talk/day.yaml"] = """
      rules: 1
      module: talk.day
      facts:
        weather: { type: weather, optional: true }
        steps: { type: int, min: 0, max: 100 }
      decisions:
      \(rules)
      """
    if let cards { files["ContentPacks/talk/cards.yaml"] = "kind: card\nitems:\n" + cards }
  }

  /// The same with `text` in the file `name` replaced; a file that is not there is added.
  func replacing(_ text: String, in name: String, with other: String) -> TalkingPack {
    var copy = self
    copy.files[name] = files[name]?.replacing(text, with: other) ?? other
    return copy
  }

  /// What is found, and the files as they are without marks.
  func findings() throws -> [Diagnostic] {
    try withTemporaryDirectory { folder in
      for (name, text) in files { try folder.write(MarkedText(text).text, to: name) }
      let report = Validator().validate([.path(folder.path)])
      // Not every test needs every fact.
      return report.diagnostics.filter { $0.code != "rules/unused-fact" }.map { diagnostic in
        var diagnostic = diagnostic
        diagnostic.place = diagnostic.place.map { place in
          let name = String(place.source.name.dropFirst(folder.path.count + 1))
          return Place(source: SourceText(name: name, bytes: place.source.bytes), range: place.range)
        }
        return diagnostic
      }
    }
  }

  /// Expects these codes and no others; the first of them from the mark 1 to the mark 2, with this message.
  @discardableResult
  func expect(
    _ codes: [String], _ message: String? = nil, at location: SourceLocation = #_sourceLocation
  ) throws -> [Diagnostic] {
    let found = try findings()
    #expect(found.map(\.code) == codes, "\(DiagnosticRenderer.text(found))", sourceLocation: location)
    guard let message, let diagnostic = found.first else { return found }
    #expect(diagnostic.message == message, sourceLocation: location)
    try expectMarked(diagnostic, at: location)
    return found
  }

  /// Expects a diagnostic from mark 1 to mark 2.
  func expectMarked(_ diagnostic: Diagnostic?, at location: SourceLocation = #_sourceLocation) throws {
    let diagnostic = try #require(diagnostic, sourceLocation: location)
    let file = try #require(files.first { $0.value.contains("1️⃣") }, sourceLocation: location)
    let place = try #require(diagnostic.place, sourceLocation: location)
    #expect(place.source.name == file.key, sourceLocation: location)
    #expect(
      Int(place.range.start)..<Int(place.range.end) == MarkedText(file.value).range(1, 2),
      "found at `\(place.source.text(of: place.range))`", sourceLocation: location)
  }
}
