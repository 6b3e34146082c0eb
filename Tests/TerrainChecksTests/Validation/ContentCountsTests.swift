import Foundation
import TerrainChecks
import TestSupport
import Testing

/// The numbers of records and texts that `terrain validate` prints.
@Suite struct ContentCountsTests {
  private func write(_ pack: String, to folder: URL) throws {
    try folder.write(
      """
      id: \(pack)
      version: 1.0.0
      default_locale: en
      supported_locales: [en, de]
      kinds: { thing: { schema: things.schema.json, path: things }, idea: { path: ideas.yaml } }
      """, to: "\(pack)/pack.yaml")
    try folder.write(
      #"{ "properties": { "items": { "items": { "properties": { "name": { "x-localized": true } } } } } }"#,
      to: "\(pack)/things.schema.json")
    try folder.write(
      "items: [{ id: a, name: A }, { id: b, name: { en: B, de: B } }]", to: "\(pack)/things/one.yaml")
    try folder.write("items: [{ id: c, name: { en: C } }]", to: "\(pack)/things/two.yaml")
  }

  @Test func countsByKindOrByPack() throws {
    try withTemporaryDirectory { folder in
      try write("first", to: folder)
      #expect(Validator().validate([.path(folder.path)]).contentCounts == "records: 3 thing\ntexts: 3 en, 1 de\n")
      try write("second", to: folder)
      #expect(
        Validator().validate([.path(folder.path)]).contentCounts
          == "records: 3 first, 3 second\ntexts: 6 en, 2 de\n")
      let single = try folder.write("a: 1", to: "single.yaml")
      #expect(Validator().validate([.path(single)]).contentCounts == "")
    }
  }
}
