import Foundation
import TestSupport
import Testing

/// Which files commands mean: never the program's own where something else is meant, and never others in silence.
@Suite struct LocatingTests {
  /// What is in somebody's own folder, which has no pack called `terrain`.
  enum Surroundings: String, CaseIterable, Sendable {
    case nothing, emptyFolders, noManifest, aFile, anotherPack, rulesOnly

    func make(in folder: URL) throws {
      let files = FileManager.default
      func add(_ name: String) throws {
        try files.createDirectory(at: folder.appending(path: name), withIntermediateDirectories: true)
      }
      switch self {
      case .nothing: break
      case .emptyFolders:
        try add("ContentPacks")
        try add("Rules")
      case .noManifest: try add("ContentPacks/terrain")
      case .aFile: try folder.write("", to: "ContentPacks")
      case .anotherPack: try copySmall(["ContentPacks", "Rules"], to: folder)
      case .rulesOnly: try copySmall(["Rules"], to: folder)
      }
    }
  }

  private static func copySmall(_ parts: [String], to folder: URL) throws {
    let small = TranscriptTests.folder.appending(path: "Fixtures/small")
    for part in parts {
      try FileManager.default.copyItem(at: small.appending(path: part), to: folder.appending(path: part))
    }
  }

  /// Answers belong to the pack in whose folder they are, also where that is the current folder.
  @Test(arguments: ["ContentPacks/shop/", ""]) func answersBelongToThePackAroundThem(_ prefix: String) throws {
    try withTemporaryDirectory { folder in
      let shop = TranscriptTests.folder.appending(path: "Fixtures/complaints/worlds/shop")
      for part in ["ContentPacks", "Rules"] {
        try FileManager.default.copyItem(at: shop.appending(path: part), to: folder.appending(path: part))
      }
      try folder.write("answers: { frist: weak }\n", to: "ContentPacks/shop/examples/mine.yaml")
      let inside = prefix.isEmpty ? folder.appending(path: "ContentPacks/shop") : folder
      let result = try run(["validate", prefix.isEmpty ? "." : prefix], in: inside)
      #expect(result.standardOutput.contains("error[answers/unknown-question]: `frist`"), "\(result.standardOutput)")
    }
  }

  private func run(_ words: [String], in folder: URL, home: String? = nil) throws -> CommandResult {
    try runCommand(words, environment: ["TERRAIN_HOME": home, "GITHUB_ACTIONS": nil], directory: folder)
  }

  /// What `TERRAIN_HOME` has may be others' files: only who names the pack changes them.
  @Test(arguments: [
    ["rename", "need_points", "points"], ["fmt"], ["test", "--accept"], ["validate", "--fix"],
  ]) func changesNothingElsewhere(_ words: [String]) throws {
    try withTemporaryDirectory { folder in
      try Self.copySmall(["ContentPacks", "Rules"], to: folder.appending(path: "home"))
      let home = folder.appending(path: "home")
      let rules = home.appending(path: "Rules/small/suggest.yaml")
      let files = FileManager.default
      try files.moveItem(
        at: home.appending(path: "ContentPacks/small"), to: home.appending(path: "ContentPacks/terrain"))
      try files.createDirectory(at: folder.appending(path: "mine"), withIntermediateDirectories: true)
      try Self.spoil(words, home)
      let before = try String(contentsOf: rules, encoding: .utf8)
      let mine = folder.appending(path: "mine")
      let refused = try run(words, in: mine, home: home.path)
      let printed = refused.standardOutput + refused.standardError
      #expect(printed.contains("[file/elsewhere]") && refused.exitCode == 2, "\(printed)")
      #expect(printed.contains("--pack \(home.path)/ContentPacks/terrain"), "\(printed)")
      #expect(try String(contentsOf: rules, encoding: .utf8) == before)
      let told = try run(words + ["--pack", "terrain"], in: mine, home: home.path)
      #expect(told.exitCode != 2, "\(told.standardError)")
      let inside = try run(words, in: home.appending(path: "Rules"), home: home.path)
      #expect(inside.exitCode != 2, "\(inside.standardError)")
    }
  }

  /// Makes a file in `home` one that the command of `words` changes.
  private static func spoil(_ words: [String], _ home: URL) throws {
    if words.contains("--accept") {
      try home.write(
        """
        requests:
          anna: { now: "2026-01-10T08:00:00+08:00", facts: { person_type: cold, need: warmth } }
        scenarios:
          - { name: a cold morning, for: suggest, request: anna, expect: { "suggestions.items[0].id": jujube } }
        """, to: "Rules/small/scenarios/day.yaml")
    } else if words.contains("--fix") {
      let pack = "ContentPacks/terrain/pack.yaml"
      let text = try String(contentsOf: home.appending(path: pack), encoding: .utf8)
      try home.write(text.replacing("labels: { calm: Calm }", with: "labels: { clam: Calm }"), to: pack)
    }
  }

  private static let authoring: [[String]] = [
    ["validate"], ["check"], ["test"], ["fmt", "--check"], ["fmt"],
  ]

  /// Commands that check an author's files find none here, whatever stands in for them.
  @Test(arguments: Surroundings.allCases) func checksNothingElse(_ surroundings: Surroundings) throws {
    try withTemporaryDirectory { folder in
      try surroundings.make(in: folder)
      for words in Self.authoring {
        let result = try run(words, in: folder)
        let output = result.standardOutput + result.standardError
        #expect(result.exitCode == 2, "\(words) \(output)")
        #expect(output.contains("pack/not-found"), "\(words) \(output)")
      }
    }
  }

  /// The program's own pack answers where nothing else is meant, and only the default one.
  @Test(arguments: Surroundings.allCases) func answersWithItsOwnPackWhereNothingElseIsMeant(
    _ surroundings: Surroundings
  ) throws {
    try withTemporaryDirectory { folder in
      try surroundings.make(in: folder)
      let expected: Int32 = surroundings == .nothing ? 0 : 2
      // A program that is installed with its packs: that of the tests is in a folder of their own.
      let home = folder.appending(path: "../installed-\(folder.lastPathComponent)").standardizedFileURL
      defer { try? FileManager.default.removeItem(at: home) }
      let program = home.appending(path: "bin/terrain")
      try FileManager.default.createDirectory(
        at: home.appending(path: "bin"), withIntermediateDirectories: true)
      try FileManager.default.createDirectory(
        at: home.appending(path: "share"), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: terrainProgram, to: program)
      try FileManager.default.createSymbolicLink(
        at: home.appending(path: "share/terrain"), withDestinationURL: TranscriptTests.checkout)
      func run(_ words: [String], in folder: URL) throws -> CommandResult {
        try runCommand(
          words, program: program, environment: ["TERRAIN_HOME": nil, "GITHUB_ACTIONS": nil], directory: folder)
      }
      for words in [["loyalty", "--help"], ["run", "merge"]] where words == ["run", "merge"] {
        let empty = try folder.write("{}", to: "empty.json")
        let result = try run(words + [empty, empty], in: folder)
        #expect(result.exitCode == expected, "\(surroundings) \(result.standardError)")
        let named = try run(words + [empty, empty, "--pack", "terrain"], in: folder)
        #expect(named.exitCode == expected, "\(surroundings) \(named.standardError)")
      }
      let other = try run(["diff", "embera", "embera"], in: folder)
      #expect(other.exitCode == 2)
      let built = try run(["build", "design"], in: folder)
      #expect(built.exitCode == 2, "\(built.standardError)")
    }
  }

  /// `TERRAIN_HOME` says what is meant, also where it has no packs.
  @Test func aHomeWithoutPacksIsNotReplaced() throws {
    try withTemporaryDirectory { folder in
      let empty = try folder.write("{}", to: "empty.json")
      let result = try run(["run", "merge", empty, empty], in: folder, home: folder.path)
      #expect(result.exitCode == 2)
      #expect(result.standardError.contains("pack/not-found"), "\(result.standardError)")
    }
  }

  @Test func ownPacksAreListedWhereTheDefaultOneIsMissing() throws {
    try withTemporaryDirectory { folder in
      try Surroundings.anotherPack.make(in: folder)
      let result = try run(["validate"], in: folder)
      #expect(result.standardOutput.contains("name a pack with `--pack`: `small`"), "\(result.standardOutput)")
      let named = try run(["check", "--pack", "small"], in: folder)
      #expect(named.standardOutput.contains("rule set `small`"), "\(named.standardOutput)")
    }
  }

  @Test func aFolderWithoutManifestIsNamed() throws {
    try withTemporaryDirectory { folder in
      try Surroundings.noManifest.make(in: folder)
      let result = try run(["score", "x.json"], in: folder)
      #expect(result.exitCode == 2)
      #expect(
        result.standardError.contains("the folder `ContentPacks/terrain` has no `pack.yaml`"), "\(result.standardError)"
      )
    }
  }

  /// A rule set that is missing is not replaced by one of the same id that the working folder has.
  @Test(arguments: [
    ["validate", "PACK"], ["check", "--pack", "PACK"], ["test", "--pack", "PACK"],
    ["build", "PACK"],
  ]) func missingRulesAreNotReplaced(_ words: [String]) throws {
    try withTemporaryDirectory { folder in
      let pack = folder.appending(path: "ContentPacks/design")
      try FileManager.default.createDirectory(
        at: folder.appending(path: "ContentPacks"), withIntermediateDirectories: true)
      try FileManager.default.copyItem(at: TranscriptTests.checkout.appending(path: "ContentPacks/design"), to: pack)
      let result = try run(words.map { $0 == "PACK" ? pack.path : $0 }, in: TranscriptTests.checkout)
      let output = result.standardOutput + result.standardError
      #expect(result.exitCode == 2, "\(output)")
      #expect(output.contains("rules/not-found"), "\(output)")
    }
  }

  /// Rules that are named by their folder need no pack; the program's own is not one of theirs.
  @Test func rulesByTheirFolderNeedNoPack() throws {
    try withTemporaryDirectory { folder in
      try folder.write("rules: 1\nid: r\nversion: 1.0.0\nmodules: { r.m: m.yaml }\n", to: "mine/ruleset.yaml")
      try folder.write("rules: 1\nmodule: r.m\ndecisions: { a: { value: 1 } }\n", to: "mine/m.yaml")
      try folder.write(
        "tests: r.m\ncases: [{ name: one, given: {}, expect: { a: 1 } }]\n", to: "mine/tests/m.yaml")
      let checked = try run(["check", "mine"], in: folder)
      #expect(checked.exitCode == 0, "\(checked.standardOutput)\(checked.standardError)")
      let tested = try run(["test", "mine"], in: folder)
      #expect(tested.exitCode == 0, "\(tested.standardOutput)\(tested.standardError)")
      // A type of the program's own pack is not known.
      try folder.write(
        "rules: 1\nmodule: r.m\ndecisions: { a: { type: profile_id, value: warm_balanced } }\n", to: "mine/m.yaml")
      let foreign = try run(["check", "mine"], in: folder)
      #expect(foreign.standardOutput.contains("rules/bad-type"), "\(foreign.standardOutput)")
    }
  }
}
