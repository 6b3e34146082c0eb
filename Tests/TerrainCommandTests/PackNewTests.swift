import Foundation
import TestSupport
import Testing

/// `terrain init`: a shipped pack under another name is a valid pack.
@Suite struct PackNewTests {
  private func run(_ arguments: [String], in folder: URL) throws -> CommandResult {
    try runCommand(
      arguments, environment: ["TERRAIN_HOME": TranscriptTests.checkout.path], directory: folder, timeout: 300)
  }

  @Test func aSystemOfNoPartsIsRefused() throws {
    try withTemporaryDirectory { folder in
      for parts in ["", ","] {
        let made = try run(["init", "shop", "--with", parts], in: folder)
        #expect(made.exitCode == 1, "\(parts)")
        #expect(made.standardError.contains("help: its parts are `loyalty`, `page`, `quiz`, `suggest`"))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  /// `--fix` and `--accept` show what they change, and change only that.
  @Test func fixesAndExpectationsAreWritten() throws {
    try withTemporaryDirectory { folder in
      #expect(try run(["init", "--name", "walks", "--with", "page"], in: folder).exitCode == 0)
      let module = folder.appending(path: "Rules/walks/today.yaml")
      let right = try String(contentsOf: module, encoding: .utf8)
      let wrong = right.replacing(">= late_from", with: ">= late_form")
      try Data(wrong.utf8).write(to: module)
      let fix = ["validate", "ContentPacks", "Rules", "--fix"]
      let dry = try run(fix + ["--dry-run"], in: folder)
      #expect(dry.exitCode == 1)
      #expect(dry.standardError.hasPrefix("--- Rules/walks/today.yaml\n+++ Rules/walks/today.yaml\n@@ "))
      #expect(dry.standardError.hasSuffix("1 replacement; nothing is written\n"))
      #expect(try String(contentsOf: module, encoding: .utf8) == wrong)
      let fixed = try run(fix, in: folder)
      #expect(fixed.exitCode == 0 && fixed.standardError.hasSuffix("1 replacement written\n"))
      #expect(try String(contentsOf: module, encoding: .utf8) == right)
      #expect(try run(fix + ["--dry-run"], in: folder).exitCode == 0)

      try Data(right.replacing("value: 18", with: "value: 17").utf8).write(to: module)
      let accepted = try run(["test", "Rules", "--accept"], in: folder)
      #expect(accepted.exitCode == 1)
      #expect(accepted.standardOutput.contains("\n--- Rules/walks/tests/today.yaml\n"))
      #expect(accepted.standardOutput.contains("Rules/walks/tests/today.yaml: 2 values written\n"))
      #expect(try run(["test", "Rules", "--accept"], in: folder).standardOutput.hasSuffix("all passed\n"))
    }
  }

  /// A score that is a table is explained by its rows; a rule set that is named alone is compared with the types of its own pack.
  @Test func aNewSystemIsExplainedAndCompared() throws {
    try withTemporaryDirectory { folder in
      let made = try run(["init", "--name", "walks", "--with", "page,quiz,suggest"], in: folder)
      #expect(made.exitCode == 0, "\(made.standardError)")
      try folder.write("{ now: 2026-02-05, facts: { walker: companion } }", to: "request.yaml")
      let explained = try run(["explain", "suggest", "request.yaml", "--pack", "walks"], in: folder)
      #expect(explained.standardOutput.contains("  score 12: suits, together (Rules/walks/suggest.yaml:"))
      for arguments in [
        ["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"],
      ] {
        let git = Process()
        git.executableURL = URL(fileURLWithPath: "/usr/bin/git")
        git.arguments = arguments
        git.currentDirectoryURL = folder
        try git.run()
        git.waitUntilExit()
      }
      let compared = try run(["impact", "Rules/walks", "--against", "HEAD", "--page", "today"], in: folder)
      #expect(compared.standardOutput.hasPrefix("page: 0 of "), "\(compared.standardError)")
      let three = try run(["impact", "Rules/walks", "Rules/walks", "--against", "HEAD"], in: folder)
      #expect(
        three.standardError.hasPrefix("error[impact/no-versions]: two versions are compared, and this names three"))
    }
  }

  /// A name with hyphens: names of modules have `_` for each.
  private func copy(_ pack: String, in folder: URL) throws -> CommandResult {
    let copied = try run(["init", "--name", "my-own-\(pack)", "--from", pack], in: folder)
    #expect(copied.exitCode == 0, "\(copied.standardError)")
    return copied
  }

  @Test(arguments: ["embera", "quicksip", "diamond-desk", "yeetcard", "design"])
  func aCopyIsValid(pack: String) throws {
    try withTemporaryDirectory { folder in
      let copied = try copy(pack, in: folder)
      let valid = try run(
        ["validate", "ContentPacks/my-own-\(pack)", "Rules/my-own-\(pack)", "--strict"], in: folder)
      #expect(valid.exitCode == 0, "\(valid.standardOutput)\(valid.standardError)")
      let prefix = pack.replacingOccurrences(of: "-", with: "_")
      for file in FileManager.default.enumerator(atPath: folder.appending(path: "Rules").path) ?? .init() {
        guard let file = file as? String, file.hasSuffix(".yaml") else { continue }
        let text = try String(contentsOf: folder.appending(path: "Rules/\(file)"), encoding: .utf8)
        let names = text.matches(of: try Regex("(^|[^a-z_])\(prefix)\\.[a-z]"))
        #expect(names.isEmpty, "\(file)")
      }
      // A file in which people still read the old name is listed. Only the tokens, called after what they are, have one.
      let hasOldName = copied.standardOutput.contains("the old name is a word in")
      #expect(hasOldName == (pack == "design"), "\(copied.standardOutput)")
      let copyPath = "ContentPacks/my-own-\(pack)"
      let manifest = try String(contentsOf: folder.appending(path: "\(copyPath)/pack.yaml"), encoding: .utf8)
      #expect(manifest.contains("\"My Own \(title(pack))\""))
      let old = try String(
        contentsOf: TranscriptTests.checkout.appending(path: "ContentPacks/\(pack)/pack.yaml"), encoding: .utf8)
      let oldTitle = try #require(old.firstMatch(of: /title: .*?"([^"]+)"/)).1
      for file in FileManager.default.enumerator(atPath: folder.appending(path: copyPath).path) ?? .init() {
        guard let file = file as? String, file.hasSuffix(".json") || file.hasSuffix(".yaml") else { continue }
        let text = try String(contentsOf: folder.appending(path: "\(copyPath)/\(file)"), encoding: .utf8)
        // The new title has the old one in it here.
        let others = text.replacing("My Own \(title(pack))", with: "")
        #expect(!others.contains("\(oldTitle) pack"), "\(file)")
      }
      let again = try run(["init", "--name", "my-own-\(pack)", "--from", pack], in: folder)
      #expect(again.exitCode == 1 && again.standardError.contains("init/file-exists"))
    }
  }

  /// A pack in any folder brings the schemas that it was written against.
  @Test func schemasComeFromBesideThePack() throws {
    try withTemporaryDirectory { folder in
      let home = folder.appending(path: "home")
      for part in ["ContentPacks/design", "ContentPacks/Schemas", "Rules/design"] {
        let copy = home.appending(path: part)
        try FileManager.default.createDirectory(
          at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: TranscriptTests.checkout.appending(path: part), to: copy)
      }
      let common = "ContentPacks/Schemas/common.schema.json"
      let own = try String(contentsOf: home.appending(path: common), encoding: .utf8) + "\n\n"
      try home.write(own, to: common)
      let work = folder.appending(path: "work")
      try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
      let pack = home.appending(path: "ContentPacks/design").path
      let copied = try runCommand(
        ["init", "--name", "my-design", "--from", pack], environment: [:], directory: work, timeout: 300)
      #expect(copied.exitCode == 0, "\(copied.standardError)")
      #expect(try String(contentsOf: work.appending(path: common), encoding: .utf8) == own)
      let valid = try runCommand(
        ["validate", "ContentPacks/my-design", "Rules/my-design", "--strict"], environment: [:], directory: work,
        timeout: 300)
      #expect(valid.exitCode == 0, "\(valid.standardOutput)\(valid.standardError)")
    }
  }

  /// The words of an id, each with a capital.
  private func title(_ id: String) -> String {
    id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }

  /// The largest pack, by its examples: whole validation takes long.
  @Test func aCopyOfTerrainAnswers() throws {
    try withTemporaryDirectory { folder in
      _ = try copy("terrain", in: folder)
      let pack = "ContentPacks/my-own-terrain"
      for method in ["score", "page", "trend", "suggest"] {
        let request = "\(pack)/examples/requests/\(method).json"
        let words = method == "page" ? ["page", "today"] : [method]
        let own = try run(words + [request, "--pack", pack], in: folder)
        #expect(own.exitCode == 0, "\(method): \(own.standardError)")
        let shipped = try run(words + [request, "--pack", "terrain"], in: folder)
        // The same but for names and hashes.
        #expect(own.standardOutput.count > shipped.standardOutput.count / 2)
      }
      if TestExtent.count(0, long: 1, of: "copies of Terrain that are validated") == 1 {
        let valid = try run(["validate", pack, "Rules/my-own-terrain", "--strict"], in: folder)
        #expect(valid.exitCode == 0, "\(valid.standardOutput)\(valid.standardError)")
      }
    }
  }

  @Test(arguments: [("My Shop", "init/bad-name"), ("ab", "init/bad-name"), ("while", "init/bad-name")])
  func otherNamesAreRefused(name: String, code: String) throws {
    try withTemporaryDirectory { folder in
      let refused = try run(["init", "--name", name, "--from", "design"], in: folder)
      #expect(refused.exitCode == 1 && refused.standardError.contains(code), "\(refused.standardError)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
  }
}
