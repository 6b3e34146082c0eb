import Foundation
import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// A pack of a few things and the sets they are in, written into a temporary folder. Its files can be replaced, and marks
/// (`1️⃣` and `2️⃣`) in them say where a diagnostic is expected.
struct SmallPack {
  private var files: [String: String] = [
    "things.schema.json": """
    {
      "properties": { "items": { "items": { "properties": {
        "id": {},
        "name": { "x-localized": true },
        "group": { "$ref": "shared.schema.json#/$defs/group" },
        "size": { "enum": ["small", "large"], "x-enum": "size" },
        "flags": { "items": { "x-enum": "flag" } },
        "picture": { "x-file": true }
      } } } }
    }
    """,
    "sets.schema.json": """
    {
      "properties": { "items": { "items": { "properties": {
        "id": {},
        "name": { "x-localized": true },
        "things": { "items": { "$ref": "#/$defs/thing" } },
        "for": { "items": { "x-enum": "group" } },
        "without": { "items": { "x-enum": "flag" } },
        "flags": { "items": { "x-enum": "flag" } },
        "steps": { "items": { "properties": { "number": {}, "thing": { "$ref": "#/$defs/thing" }, "weight": {} } } },
        "count": {},
        "weight": {},
        "review": { "properties": { "status": { "x-enum": "status" } } }
      } } } },
      "$defs": { "thing": { "x-refers-to": "thing" } }
    }
    """,
    "shared.schema.json": #"{ "$defs": { "group": { "x-enum": "group" } } }"#,
    "things.yaml": """
    kind: thing
    items:
      - { id: ball, name: { en: Ball, de: Kugel }, group: round, size: small, flags: [rolls] }
      - { id: box, name: { en: Box, de: Kiste }, group: square, size: large, flags: [] }
    """,
    "sets.yaml": """
    kind: set
    items:
      - { id: both, name: Both, things: [ball, box], flags: [rolls], for: [round] }
    """,
  ]

  /// What `pack.yaml` says besides who the pack is.
  private var manifest = ""
  private var kinds = """
      thing: { schema: things.schema.json, path: things.yaml }
      set: { schema: sets.schema.json, path: sets.yaml }
    """

  init(_ changes: [String: String] = [:], manifest: String = "", kinds: String? = nil) {
    files.merge(changes) { $1 }
    self.manifest = manifest
    if let kinds { self.kinds = kinds }
  }

  private var everything: [String: String] {
    let pack = """
      id: small
      version: 1.0.0
      default_locale: en
      supported_locales: [en, de]
      rules: { id: small, version: "^1.0.0" }
      enums:
        group: { values: [round, square] }
        size: { values: [small, large] }
        flag: { values: [rolls, breaks] }
        status: { values: [draft, looked_at, out] }
      kinds:
      \(kinds)
      \(manifest)
      """
    return files.merging(["pack.yaml": pack]) { mine, _ in mine }
  }

  /// What is found in it, by the checks of its records.
  func findings(prepare: (URL) throws -> Void = { _ in }) throws -> [Diagnostic] {
    try withTemporaryDirectory { folder in
      for (name, text) in everything { try folder.write(MarkedText(text).text, to: name) }
      try prepare(folder)
      let store = SourceStore()
      let root = try #require(store.file("\(folder.path)/pack.yaml").documents.first?.root)
      return LintRules.findings(in: PackContents(folder: folder.path, manifest: root, files: store))
        .sortedForReport().map { diagnostic in
          // Names relative to the pack are the same every time.
          var diagnostic = diagnostic
          if let place = diagnostic.place {
            let name = String(place.source.name.dropFirst(folder.path.count + 1))
            diagnostic.place = Place(source: SourceText(name: name, bytes: place.source.bytes), range: place.range)
          }
          return diagnostic
        }
    }
  }

  /// Expects one diagnostic and no other, from the mark 1 to the mark 2.
  func expect(
    _ code: String, _ message: String, fix: String? = nil, prepare: (URL) throws -> Void = { _ in },
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try findings(prepare: prepare).onePerCause()
    #expect(found.map(\.code) == [code], "\(DiagnosticRenderer.text(found))", sourceLocation: location)
    guard let diagnostic = found.first else { return }
    #expect(diagnostic.message == message, sourceLocation: location)
    if let fix { #expect(diagnostic.fix == fix, sourceLocation: location) }
    let marked = everything.first { $0.value.contains("1️⃣") }
    let file = try #require(marked, sourceLocation: location)
    let range = MarkedText(file.value).range(1, 2)
    let place = try #require(diagnostic.place, sourceLocation: location)
    #expect(place.source.name.hasSuffix(file.key), sourceLocation: location)
    #expect(
      Int(place.range.start)..<Int(place.range.end) == range,
      "marked `\(String(decoding: Array(MarkedText(file.value).text.utf8)[range], as: UTF8.self))`, found `\(place.source.text(of: place.range))`",
      sourceLocation: location)
  }
}
