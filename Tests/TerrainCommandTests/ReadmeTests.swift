import Foundation
import TerrainBase
import TestSupport
import Testing

/// The README, guides and pages with examples: their commands are run as pasted, in a copy of the checkout.
///
/// `TERRAIN_RECORD=1 bin/test --filter ReadmeTests` writes the present output into the pages; review the difference.
@Suite struct ReadmeTests {
  private static let url = TranscriptTests.checkout.appending(path: "README.md")

  @Test(arguments: [
    ("README.md", 7), ("Documentation/how-to/change-a-threshold.md", 10),
    ("Documentation/how-to/write-a-loyalty-program.md", 3), ("Documentation/how-to/test-a-page.md", 8),
    ("Documentation/reference/scenarios.md", 2), ("Documentation/how-to/limit-a-bonus.md", 4),
    ("Documentation/how-to/change-a-program-from-a-day-on.md", 8),
    ("Documentation/how-to/five-business-changes.md", 25),
    ("Documentation/how-to/vouchers-and-shared-accounts.md", 6),
  ])
  func commandsRunAsPasted(page: String, leastSteps: Int) throws {
    try withTemporaryDirectory { folder in
      for name in ["ContentPacks", "Rules"] {
        try FileManager.default.copyItem(
          at: TranscriptTests.checkout.appending(path: name), to: folder.appending(path: name))
      }
      // In place of the scripts that build: the program that was built with this test, and no tests within a test.
      for (name, script) in [("bin/terrain", "exec '\(terrainProgram.path)' \"$@\""), ("bin/test", "exit 0")] {
        let path = try folder.write("#!/bin/sh\n\(script)\n", to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      }
      // A clone, as far as `git` can see: pages compare with its last commit.
      for arguments in [
        ["init", "--quiet"], ["add", "ContentPacks", "Rules", "bin"],
        ["-c", "user.name=Terrain", "-c", "user.email=terrain@example.org", "commit", "--quiet", "--message", "Begin"],
      ] {
        let process = try ChildProcess.run("git", ["-C", folder.path] + arguments)
        #expect(process.status == 0, "\(process.errors)")
      }
      var followed = ExecutablePage(url: TranscriptTests.checkout.appending(path: page), leastSteps: leastSteps)
      // The guide to thresholds runs it too, in a larger script.
      followed.slowScripts = ["bin/terrain validate ContentPacks/terrain Rules/terrain --strict"]
      try followed.check(in: folder)
    }
  }

  @Test func fitsOnAFewScreens() throws {
    let page = try String(contentsOf: Self.url, encoding: .utf8)
    #expect(page.count { $0 == "\n" } <= 120)
  }

  /// The Swift that the README shows is in the example package, which another test builds and runs.
  @Test func swiftIsThatOfTheExample() throws {
    let page = try String(contentsOf: Self.url, encoding: .utf8)
    let example = try String(
      contentsOf: TranscriptTests.checkout.appending(
        path: "Documentation/Examples/Embedding/Sources/embedding/main.swift"), encoding: .utf8)
    let source = Set(example.split(separator: "\n"))
    let block = try #require(page.firstMatch(of: /```swift\n([^`]*)```/)).1
    for line in block.split(separator: "\n") { #expect(source.contains(line), "\(line)") }
  }
}
