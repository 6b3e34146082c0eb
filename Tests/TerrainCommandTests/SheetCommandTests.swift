import Foundation
import TestSupport
import Testing

/// `terrain table` on a copy of a pack and its rules.
@Suite struct SheetCommandTests {
  private func run(_ words: [String], in folder: URL) throws -> CommandResult {
    try runCommand(words, environment: ["TERRAIN_HOME": nil, "NO_COLOR": nil], directory: folder)
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
}
