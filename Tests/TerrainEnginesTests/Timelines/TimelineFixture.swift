import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import TestSupport

/// The example of Documentation/reference/timelines.md, with a module of a test's own in place of its own.
struct TimelineFixture {
  var module = Self.parcels

  static let pack = """
    kind: pack
    id: parcels
    version: 1.0.0
    default_locale: en-US
    supported_locales: [en-US, zh-Hans]
    rules: { id: parcels, version: "^1.0.0" }
    kinds: { message: { path: messages.yaml } }
    enums:
      parcel_state:
        values: [packing, on_the_way, arrived, lost]
        labels: { packing: { en-US: Being packed, zh-Hans: 打包中 } }
      audience: { values: [customer, staff] }
    records:
      notice: { fields: { to: audience, message: message_id, parcel: optional<string> } }
    """
  static let messages = """
    kind: message
    items:
      - { id: parcel.arrived, texts: { title: Here, text: "Parcel {parcel} is here." } }
      - { id: parcel.lost, texts: { title: Lost, text: { en-US: We have lost it., zh-Hans: 丢失了。 } } }
      - { id: parcel.lost-staff, texts: { text: { en-US: Look for it., zh-Hans: 找一找。 } } }
      - { id: status.moving, texts: { text: It moves. } }
    """
  static let parcels = """
    rules: 1
    module: parcels.timeline
    facts:
      placed_at:   { type: timestamp }
      promised_at: { type: timestamp, optional: true }
      parcel:      { type: string, optional: true }
      state:       { type: parcel_state, optional: true }
      move:        { type: parcel_state, optional: true }
    decisions:
      begins: { value: "= placed_at" }
      ends:   { value: "= promised_at" }
      phases:
        value:
          - { id: packing, lasts: "30m" }
          - { id: on_the_way, rest: true }
          - { id: arrived }
      moves:
        type: list<parcel_state>
        hit: collect
        rows:
          - { id: lose, when: { state: on_the_way }, then: lost }
          - { id: find, when: { state: lost }, then: on_the_way }
      notices:
        type: list<notice>
        hit: collect
        rows:
          - { id: arrived,    when: { move: arrived }, then: { to: customer, message: parcel.arrived, parcel: "= parcel" } }
          - { id: lost,       when: { move: lost },    then: { to: customer, message: parcel.lost } }
          - { id: lost_staff, when: { move: lost },    then: { to: staff,    message: parcel.lost-staff } }
      status:
        type: optional<message_id>
        hit: first
        rows: [{ id: moving, when: { state: on_the_way }, then: status.moving }]
        otherwise: ~
    """

  func load() throws -> TimelineEngine {
    try withTemporaryDirectory { folder in
      try folder.write(Self.pack, to: "ContentPacks/parcels/pack.yaml")
      try folder.write(Self.messages, to: "ContentPacks/parcels/messages.yaml")
      try folder.write(module, to: "Rules/parcels/timeline.yaml")
      try folder.write(
        "rules: 1\nid: parcels\nversion: 1.0.0\nmodules: { parcels.timeline: timeline.yaml }",
        to: "Rules/parcels/ruleset.yaml")
      return try TimelineEngine(
        LoadedSystem.load(
          packAt: folder.appending(path: "ContentPacks/parcels").path,
          rulesAt: folder.appending(path: "Rules/parcels").path, documents: SourceReader.read,
          contracts: [TimelineEngine.contract("timeline")], kinds: []), module: "timeline")
    }
  }

  func complaints(_ request: String) throws -> [String] {
    do {
      _ = try load().answer(request)
      return []
    } catch let error as DiagnosticError {
      return error.diagnostics.map { "\($0.path ?? "-") \($0.code)" + ($0.fix.map { " — \($0)" } ?? "") }
    }
  }
}

extension TimelineEngine {
  func answer(_ text: String) throws -> Timeline {
    try TimelineSession(self).timeline(for: request(TerrainFixture.document(text, name: "request.yaml").root))
  }
}
