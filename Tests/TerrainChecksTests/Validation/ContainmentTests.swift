import Foundation
import TerrainBase
import TerrainDocuments
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

@testable import TerrainChecks

/// Paths that files of packs, rule sets, and schemas name never lead to other files of the machine.
@Suite struct ContainmentTests {
  /// A place in a file that names a path.
  struct Site: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The folder that the path is relative to, under the home.
    let base: String
    /// The file with the path, under the home.
    let file: String
    /// The content of that file with the path `P`.
    let content: String
    /// A path that the file may name.
    let inside: String
  }

  private static let manifest = """
    id: pak
    version: 1.0.0
    default_locale: en
    supported_locales: [en]
    rules: { id: rul, version: "^1.0.0" }

    """
  private static let ruleSet = "rules: 1\nid: rul\nversion: 1.0.0\ndoc: Rules.\n"
  private static let pack = "ContentPacks/pak"

  static let sites: [Site] = [
    Site(
      testDescription: "records of a kind", base: pack, file: "\(pack)/pack.yaml",
      content: manifest + "kinds: { one: { path: P } }\n", inside: "one.yaml"),
    Site(
      testDescription: "schema of a kind", base: pack, file: "\(pack)/pack.yaml",
      content: manifest + "kinds: { one: { path: one.yaml, schema: P } }\n", inside: "../Schemas/own.json"),
    Site(
      testDescription: "reference in a schema of the pack", base: "\(pack)/schemas", file: "\(pack)/schemas/one.json",
      content: #"{ "properties": { "b": { "$ref": "P" } } }"#, inside: "../../Schemas/own.json"),
    Site(
      testDescription: "reference in a published schema", base: "ContentPacks/Schemas",
      file: "ContentPacks/Schemas/other.json", content: #"{ "properties": { "b": { "$ref": "P" } } }"#,
      inside: "own.json"),
    Site(
      testDescription: "comment", base: pack, file: "\(pack)/q.yaml",
      content: "# yaml-language-server: $schema=P\na: 1\n", inside: "../Schemas/own.json"),
    Site(
      testDescription: "member", base: pack, file: "\(pack)/q.json", content: #"{ "$schema": "P", "a": 1 }"#,
      inside: "schemas/one.json"),
    Site(
      testDescription: "comment in rules", base: "Rules/rul/tests", file: "Rules/rul/tests/q.yaml",
      content: "# yaml-language-server: $schema=P\na: 1\n", inside: "../../../ContentPacks/Schemas/own.json"),
    Site(
      testDescription: "file", base: pack, file: "\(pack)/one.yaml",
      content: "kind: one\nitems: [{ id: a, picture: P }]\n", inside: "q.yaml"),
    Site(
      testDescription: "module", base: "Rules/rul", file: "Rules/rul/ruleset.yaml",
      content: ruleSet + "modules: { own: P }\n", inside: "own.yaml"),
    Site(
      testDescription: "earlier version", base: "Rules/rul", file: "Rules/rul/ruleset.yaml",
      content: ruleSet + "modules: { own: own.yaml }\nearlier: [P]\n", inside: "tests"),
  ]

  /// The ways to write the path of the file `secret.yaml` in the home, from a folder that is `depth` folders below it.
  private static func ways(_ depth: Int, _ home: String) -> [String] {
    let up = Array(repeating: "../", count: depth).joined()
    return [
      "\(up)secret.yaml", "./\(up)secret.yaml", "nothing/../\(up)secret.yaml", "\(up)ContentPacks/../secret.yaml",
      "\(home)/secret.yaml", "link.yaml", "out/secret.yaml", "linked.yaml",
    ]
  }

  private static let codes: Set = [
    "pack/path-leaves-pack", "pack/link-leaves-pack", "ruleset/path-leaves-folder", "file/schema-outside",
  ]

  private func diagnostics(_ site: Site, _ reference: String, _ home: URL) throws -> [Diagnostic] {
    let files = [
      "\(Self.pack)/pack.yaml": Self.manifest + "kinds: { one: { path: one.yaml, schema: schemas/file.json } }\n",
      "\(Self.pack)/one.yaml": "kind: one\nitems: [{ id: a }]\n",
      "\(Self.pack)/q.yaml": "# yaml-language-server: $schema=schemas/one.json\na: 1\n",
      "\(Self.pack)/schemas/one.json": #"{ "properties": { "a": { "$ref": "../../Schemas/other.json" } } }"#,
      "\(Self.pack)/schemas/file.json": """
      { "properties": { "items": { "items": { "properties": { "picture": { "type": "string", "x-file": true } } } } } }
      """,
      "ContentPacks/Schemas/own.json": #"{ "type": ["object", "integer"] }"#,
      "ContentPacks/Schemas/other.json": #"{ "type": ["object", "integer"] }"#,
      "Rules/rul/ruleset.yaml": Self.ruleSet + "modules: { own: own.yaml }\n",
      "Rules/rul/own.yaml": "rules: 1\nmodule: own\ndoc: Rules.\n", "Rules/rul/tests/q.yaml": "a: 1\n",
      "secret.yaml": "SECRET: [4711\n",
    ].merging([site.file: site.content.replacing("P", with: reference)]) { $1 }
    for (name, text) in files { try home.write(text, to: name) }
    for (name, target) in [("link.yaml", "secret.yaml"), ("out", ""), ("linked.yaml", "link.yaml")] {
      let link = home.appending(path: "\(site.base)/\(name)").path
      if (try? FileManager.default.attributesOfItem(atPath: link)) != nil { continue }
      let target = name == "linked.yaml" ? target : "\(home.path)/\(target)"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    }
    return Validator().validate([
      .path(home.appending(path: "ContentPacks").path), .path(home.appending(path: "Rules").path),
    ])
    .diagnostics
  }

  @Test(arguments: sites) func everyPathStaysInside(site: Site) throws {
    try withTemporaryDirectory { home in
      for way in Self.ways(site.base.split(separator: "/").count, home.path) {
        let found = try diagnostics(site, way, home)
        let text = DiagnosticRenderer.text(found)
        #expect(found.contains { Self.codes.contains($0.code) }, "\(way): \(text)")
        #expect(!text.contains("SECRET"), "\(way): \(text)")
      }
      let found = try diagnostics(site, site.inside, home)
      #expect(!found.contains { Self.codes.contains($0.code) }, "\(DiagnosticRenderer.text(found))")
    }
  }

  /// A reference leads to a file exactly if it is written as a path inside and all links end inside.
  @Test func randomPaths() throws {
    try withTemporaryDirectory { home in
      let root = try #require(Folder.realPath(home.path))
      for name in [
        "P/pack.yaml", "P/a/x.json", "P/a/b/x.json", "Schemas/x.json", "Schemas/a/x.json", "other/x.json", "x.json",
      ] {
        try home.write("{}", to: name)
      }
      let links = [
        ("P/up", ".."), ("P/in", "a"), ("P/a/file", "../../x.json"), ("P/a/own", "b/x.json"), ("P/b", "../Schemas"),
        ("P/a/loop", "loop"), ("Schemas/out", "../other"), ("P/a/b/far", "../../../P/a/x.json"),
        ("P/gone", "../nothing"),
      ]
      for (name, target) in links {
        try FileManager.default.createSymbolicLink(
          atPath: home.appending(path: name).path, withDestinationPath: target)
      }
      let files = ContentFiles.disk(SourceReader.read)
      let steps = [
        "..", "..", ".", "", "P", "a", "b", "Schemas", "other", "x.json", "up", "in", "file", "own", "out", "far",
        "loop", "gone",
      ]
      var random = SplitMix64(seed: 36)
      for _ in 0..<TestExtent.count(2000, long: 20_000, of: "paths") {
        let parts = (0...Int(random.next() % 5)).map { _ in steps[Int(random.next() % UInt64(steps.count))] }
        let name = (random.next() % 10 == 0 ? "\(root)/" : "") + parts.joined(separator: "/")
        let file = ["P/pack.yaml", "P/a/x.json", "P/a/b/x.json", "Schemas/x.json", "Schemas/a/x.json"][
          Int(random.next() % 5)]
        let isPack = file.hasPrefix("P/")
        let base = FilePath.folder("\(root)/\(file)")
        let roots = isPack ? ["\(root)/P", "\(root)/Schemas"] : ["\(root)/Schemas"]
        let path = name.isEmpty ? nil : FilePath.normal(name.hasPrefix("/") ? name : "\(base)/\(name)")
        func stays(_ path: String, _ folder: String) -> Bool {
          guard path == folder || path.hasPrefix("\(folder)/") else { return false }
          let real = Folder.realPath(path) ?? path
          return real == folder || real.hasPrefix("\(folder)/")
        }
        let isInside = path.map { path in roots.contains { stays(path, $0) } } ?? false
        #expect(files.schema(name, from: "\(root)/\(file)").path == (isInside ? path : nil), "\(file): \(name)")
        let strict = files.path(name, inside: "\(root)/P").path
        let isStrict =
          !name.isEmpty && !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
          && stays(FilePath.normal("\(root)/P/\(name)"), "\(root)/P")
        #expect((strict != nil) == isStrict, "\(name)")
      }
    }
  }

  @Test(
    arguments: [
      ("text", "not-a-schema"), ("list", "not-a-schema"), ("map", "not-a-schema"), ("schema", nil), ("empty", nil),
      ("boolean", nil), ("own", nil),
    ] as [(String, String?)])
  func referencesLeadToSchemas(name: String, code: String?) throws {
    try withTemporaryDirectory { folder in
      let targets = [
        "text": "registry.example:4711 token\n", "list": "[1, 2]\n", "map": "kind: one\ntitle: One\n",
        "schema": "type: integer\n", "empty": "{}\n", "boolean": "true\n", "own": "title: One\nx-own: 1\n",
      ]
      try folder.write(targets[name] ?? "", to: "target.yaml")
      try folder.write(#"{ "properties": { "a": { "$ref": "target.yaml" } } }"#, to: "s.json")
      let path = try folder.write("# yaml-language-server: $schema=s.json\na: 1\n", to: "a.yaml")
      let found = Validator().validate([.path(path)]).diagnostics
      #expect(found.map(\.code) == (code.map { ["schema/\($0)"] } ?? []), "\(DiagnosticRenderer.text(found))")
      #expect(found.allSatisfy { $0.place?.source.name.hasSuffix("s.json") ?? false })
    }
  }
}
