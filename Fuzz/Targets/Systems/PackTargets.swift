import Foundation
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainRules

extension FuzzTarget {
  private static let packWords = [
    "pack: 1\n", "id: ", "version: 1.0.0\n", "kinds:\n", "vocabularies:\n", "locales: [en-US, zh-Hans]\n", "files: ",
    "records:\n", "=== pack/a.yaml\n", "=== rules/m.yaml\n", "requires:", "type: ", "text: { en-US: \"a\" }",
  ]

  /// Small systems: the pack's folder, and the rule set's.
  private static let systems: [(pack: URL, rules: URL)] = {
    let root = SeedFiles.root
    let fixtures = root.appending(path: "Tests/TerrainCommandTests/Fixtures")
    let packs = SeedFiles.paths(under: fixtures, endings: ["/pack.yaml"]).map { $0.deletingLastPathComponent() }
    let found = packs.compactMap { pack -> (pack: URL, rules: URL)? in
      let home = pack.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Rules")
      guard let rules = SeedFiles.paths(under: home, endings: ["ruleset.yaml"]).first else { return nil }
      return (pack, rules.deletingLastPathComponent())
    }
    return found + [(root.appending(path: "ContentPacks/design"), root.appending(path: "Rules/design"))]
  }()

  private static let systemSeeds: @Sendable () -> [[UInt8]] = {
    systems.map { FileTree.input([("pack", $0.pack), ("rules", $0.rules)], endings: [".yaml", ".json"]) }
  }

  /// The files of a pack and of its rules: loaded, or refused with an error.
  static let pack = FuzzTarget("pack", dictionary: packWords, seeds: systemSeeds) { input throws(FuzzFailure) in
    let files = FileTree(input).content
    let system = try DiagnosticCheck.result("the pack is not loaded") { () throws(DiagnosticError) in
      try LoadedSystem.load(
        PackLoader(path: "pack", files: files), rulesAt: "rules", files: files, contracts: [], kinds: nil)
    }
    if let system { return try DiagnosticCheck.check(system.warnings) }
    // Mistakes keep a loader from ending, not from going on.
    let loader = try DiagnosticCheck.result("mistakes are not accepted") { () throws(DiagnosticError) in
      try PackLoader(path: "pack", files: files, acceptsMistakes: true)
    }
    guard let loader else { return }
    loader.loadAll()
    try DiagnosticCheck.check(loader.finish().diagnostics)
  }

  /// Built packs. Their hash is made right, so that what they contain is looked at.
  static let built = FuzzTarget(
    "built", dictionary: ["\"path\":\"", "\"origin\":[", "\"content\":", "\"files\":[\n", "\"folder\":\"", "\n]}"]
  ) {
    systems.prefix(4).compactMap { system in
      try? PackBuilder(pack: system.pack.path, rules: system.rules.path).build().bytes
    }
  } body: { input throws(FuzzFailure) in
    for bytes in [input, withRightHash(input)] {
      let system = try DiagnosticCheck.result("the built pack is not loaded") { () throws(DiagnosticError) in
        try LoadedSystem.load(BuiltPack(SourceText(name: "built.json", bytes: bytes)), contracts: [], kinds: nil)
      }
      if let system { try DiagnosticCheck.check(system.warnings) }
    }
  }

  /// The built pack `input`, with the hash that its files have.
  private static func withRightHash(_ input: [UInt8]) -> [UInt8] {
    let document = JSONReader.read(SourceText(name: "built.json", bytes: input)).document
    guard let root = document?.root, let files = root[BuiltPack.Key.files]?.range,
      let hash = root[BuiltPack.Key.contentHash]?.range, hash.end <= files.start
    else { return input }
    let right = "\"\(BuiltPack.hash(of: input[Int(files.start)..<Int(files.end)]))\""
    return Array(input[..<Int(hash.start)]) + Array(right.utf8) + input[Int(hash.end)...]
  }
}
