import Foundation
import TerrainAuthoring
import TerrainDocuments
import TerrainEngines
import TerrainYAML
import TestSupport
import Testing

@Suite struct PackStatsTests {
  @Test func aSmallPack() throws {
    try withTemporaryDirectory { folder in
      try folder.write(
        """
        id: small
        version: 1.0.0
        default_locale: en
        supported_locales: [en, de]
        kinds: { thing: { schema: things.schema.json, path: things } }
        enums: { group: { values: [round, square] }, size: { values: [small, large] }, other: { values: [x] } }
        checks: { covered: [{ of: thing, by: [group, size] }, { of: thing, by: group, at_least: 2 }] }
        """, to: "pack.yaml")
      try folder.write(
        """
        { "properties": { "items": { "items": { "properties": {
          "name": { "x-localized": true }, "group": { "x-enum": "group" }, "size": { "x-enum": "size" } } } } } }
        """, to: "things.schema.json")
      try folder.write(
        "items: [{ id: a, name: A, group: round, size: small }, { id: b, name: { en: B, de: B }, group: round, size: large }]",
        to: "things/one.yaml")
      try folder.write("items: [{ id: c, name: { en: C }, group: square, size: large }]", to: "things/two.yaml")
      let stats = try PackStats(folder.path)
      #expect(
        stats.text == """
          small 1.0.0

          kinds
            thing  3 2 files

          thing by group and size
                    small large
            round       1     1
            square      0     1

          thing by group
            round   2
            square  1

          vocabularies
            group  round 2, square 1
            size   small 1, large 2

          texts
            en  3 of 3
            de  1 of 3

          """)
      var writer = JSONWriter()
      stats.write(to: &writer)
      #expect(
        writer.string
          == #"{"pack":{"id":"small","version":"1.0.0"},"kinds":{"thing":3},"coverage":[{"of":"thing","by":["group","#
          + #""size"],"cells":[{"values":["round","small"],"count":1},{"values":["round","large"],"count":1},{"values":["square","#
          + #""small"],"count":0},{"values":["square","large"],"count":1}]},{"of":"thing","by":["group"],"cells":[{"values":["#
          + #""round"],"count":2},{"values":["square"],"count":1}]}],"vocabularies":{"group":{"round":2,"square":1},"size":{"#
          + #""small":1,"large":2}},"texts":{"en":3,"de":1}}"#)
    }
  }

  @Test func theShippedPack() throws {
    let root = Conformance.packageRoot
    let pack = root.appending(path: "ContentPacks/terrain").path
    let system = try LoadedSystem.load(
      packAt: pack, rulesAt: root.appending(path: "Rules/terrain").path, documents: SourceReader.read,
      contracts: [ScoringEngine.contract], kinds: [ScoringEngine.quizKind])
    let stats = try PackStats(pack, engine: ScoringEngine(system))
    #expect(stats.shares?.ways == 1_464_843_750)
    #expect(stats.text.contains("\nshares of 1464843750 sets of answers\n"))
    // What content must at least have.
    let counts = Dictionary(uniqueKeysWithValues: stats.kinds.map { ($0.kind, $0.records) })
    let least: [String: Int] = [
      "ingredient": 43, "routine": 24, "movement": 18, "lesson": 17, "program": 8, "profile": 8, "quiz": 1,
    ]
    for (kind, number) in least { #expect((counts[.init(kind)] ?? 0) >= number, "\(kind)") }
  }
}
