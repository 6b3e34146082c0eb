import Foundation
import TestSupport
import Testing

/// `terrain rules table` and `terrain rules dmn` on a copy of a pack and its rules.
@Suite struct SheetAndModelCommandTests {
  private func run(_ words: [String], in folder: URL) throws -> CommandResult {
    try runCommand(["rules"] + words, environment: ["TERRAIN_HOME": nil, "NO_COLOR": nil], directory: folder)
  }

  private func withCopy(_ pack: String, _ body: (URL) throws -> Void) throws {
    try withTemporaryDirectory { folder in
      for name in ["ContentPacks/Schemas", "ContentPacks/\(pack)", "Rules/\(pack)"] {
        let copy = folder.appending(path: name)
        try FileManager.default.createDirectory(
          at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: TranscriptTests.checkout.appending(path: name), to: copy)
      }
      try body(folder)
    }
  }

  @Test func aTableIsAWorkbook() throws {
    try withCopy("yeetcard") { folder in
      let export = { (words: [String]) in
        try run(["table", "export", "lock.notice", "--pack", "yeetcard"] + words, in: folder)
      }
      for name in ["a.xlsx", "b.xlsx"] { #expect(try export(["-o", name]).exitCode == 0) }
      let files = try ["a.xlsx", "b.xlsx"].map { try Data(contentsOf: folder.appending(path: $0)) }
      #expect(files[0] == files[1] && files[0].starts(with: Data("PK".utf8)))
      #expect(try export(["-o", "c.xlsx", "--format", "csv"]).exitCode == 0)
      #expect(try Data(contentsOf: folder.appending(path: "c.xlsx")).starts(with: Data("id,".utf8)))
      let outcome = try run(["table", "import", "lock.notice", "a.xlsx", "--pack", "yeetcard"], in: folder)
      #expect(outcome.exitCode == 0 && outcome.standardError == "nothing changed\n", "\(outcome.standardError)")
      let half = files[0].prefix(files[0].count / 2)
      try half.write(to: folder.appending(path: "half.xlsx"))
      let broken = try run(["table", "import", "lock.notice", "half.xlsx", "--pack", "yeetcard"], in: folder)
      #expect(broken.exitCode == 1 && broken.standardError.contains("error[archive/damaged]: `half.xlsx`"))
    }
  }

  @Test func aModuleIsAModel() throws {
    try withCopy("yeetcard") { folder in
      let export = try run(["dmn", "export", "yeetcard.lock", "--pack", "yeetcard", "-o", "lock.dmn"], in: folder)
      #expect(export.exitCode == 0 && export.standardOutput.isEmpty, "\(export.standardError)")
      let text = try String(contentsOf: folder.appending(path: "lock.dmn"), encoding: .utf8)
      #expect(text.hasPrefix("<?xml") && text.contains("name=\"yeetcard.lock\""))
      let unknown = try run(["dmn", "export", "yeetcard.lok", "--pack", "yeetcard"], in: folder)
      #expect(unknown.exitCode == 1 && unknown.standardError.contains("did you mean"), "\(unknown.standardError)")
    }
  }

  @Test func aModelIsARuleSet() throws {
    try withTemporaryDirectory { folder in
      let fixture = TranscriptTests.folder.appending(path: "Fixtures/loan.dmn").path
      let first = try run(["dmn", "import", fixture, "-o", "Rules/loan"], in: folder)
      #expect(first.exitCode == 0, "\(first.standardError)")
      #expect(
        first.standardOutput
          == "created Rules/loan/ruleset.yaml\ncreated Rules/loan/decisions.yaml\nnext: terrain rules check Rules/loan\n"
      )
      #expect(first.standardError.contains("warning[dmn/not-carried]: the decision `Reasons` is not carried over"))
      let check = try run(["check", "Rules/loan"], in: folder)
      #expect(check.exitCode == 0, "\(check.standardOutput)\(check.standardError)")
      let again = try run(["dmn", "import", fixture], in: folder)
      #expect(again.exitCode == 1 && again.standardError.contains("error[new/file-exists]"), "\(again.standardError)")
    }
  }
}
