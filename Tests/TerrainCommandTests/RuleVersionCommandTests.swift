import Foundation
import TestSupport
import Testing

/// EMBERA with an earlier version of its rules in a folder: commands, built packs and a service know both.
@Suite struct RuleVersionCommandTests {
  private static let events = """
    {"account":"anna","id":"a","type":"earn","time":"2026-05-31T18:00:00-04:00","amount":{"currency":"USD","minor":10000}}
    {"account":"anna","id":"b","type":"earn","time":"2026-06-01T10:00:00-04:00","amount":{"currency":"USD","minor":10000}}

    """

  private func withVersions(_ body: (URL) throws -> Void) throws {
    try withTemporaryDirectory { folder in
      for name in ["ContentPacks/Schemas", "ContentPacks/embera", "Rules/embera"] {
        let target = folder.appending(path: name)
        try FileManager.default.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: TranscriptTests.checkout.appending(path: name), to: target)
      }
      let rules = folder.appending(path: "Rules/embera")
      for (file, target) in [("house.yaml", "house.yaml"), ("loyalty/loyalty.yaml", "loyalty.yaml")] {
        let text = try String(contentsOf: rules.appending(path: file), encoding: .utf8)
        let own = text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().joined(separator: "\n")
        // An order of May earned half as much.
        try rules.write(
          own.replacing("points_a_dollar: { value: 10", with: "points_a_dollar: { value: 5"),
          to: "versions/1.0.0/\(target)")
      }
      try rules.write(
        """
        rules: 1
        id: embera
        version: 1.0.0
        modules: { embera.house: house.yaml, embera.loyalty: loyalty.yaml }

        """, to: "versions/1.0.0/ruleset.yaml")
      let manifest = try String(contentsOf: rules.appending(path: "ruleset.yaml"), encoding: .utf8)
      try rules.write(
        manifest.replacing(
          "version: 1.0.0", with: "version: 1.1.0\nvalid_from: 2026-06-01\nearlier: [versions/1.0.0]"),
        to: "ruleset.yaml")
      try folder.write(Self.events, to: "events.ndjson")
      try body(folder)
    }
  }

  private func run(_ arguments: [String], in folder: URL, input: String = "") throws -> CommandResult {
    try runCommand(
      arguments, input: Array(input.utf8), environment: ["TERRAIN_HOME": nil], directory: folder, timeout: 300)
  }

  @Test func foldersAndBuiltPacksAgree() throws {
    try withVersions { folder in
      let valid = try run(["validate", "ContentPacks/embera", "Rules/embera", "--strict"], in: folder)
      #expect(valid.exitCode == 0, "\(valid.standardOutput)\(valid.standardError)")
      let built = try run(["build", "ContentPacks/embera", "-o", "embera.json"], in: folder)
      #expect(built.exitCode == 0, "\(built.standardError)")
      let replays = try ["embera", "./embera.json"].map { pack in
        try run(["loyalty", "replay", "events.ndjson", "--pack", pack], in: folder)
      }
      #expect(replays[0].exitCode == 0, "\(replays[0].standardError)")
      // 500 and 100 for the first, then 1,000; the hash of the rules is the same.
      #expect(replays[0].standardOutput.contains("\"earned\":1600"))
      #expect(replays[0].standardOutput == replays[1].standardOutput)
    }
  }

  @Test func mistakesInEarlierVersionsAreFound() throws {
    try withVersions { folder in
      let file = folder.appending(path: "Rules/embera/versions/1.0.0/loyalty.yaml")
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains("refunded_before + subtotal"))
      try text.replacing("refunded_before + subtotal", with: "refunded_before + subtotl")
        .write(to: file, atomically: true, encoding: .utf8)
      for arguments in [
        ["validate", "Rules"], ["check", "Rules/embera"], ["build", "ContentPacks/embera"],
      ] {
        let found = try run(arguments, in: folder)
        #expect(found.exitCode == 1, "\(arguments)")
        #expect((found.standardOutput + found.standardError).contains("versions/1.0.0/loyalty.yaml"), "\(arguments)")
      }
    }
  }

  /// A service has the rules of all versions, and a hash that covers them.
  @Test func aServiceHasThemToo() throws {
    try withVersions { folder in
      let file = folder.appending(path: "Rules/embera/versions/1.0.0/loyalty.yaml")
      let text = try String(contentsOf: file, encoding: .utf8)
      let event =
        #"{"id":"a","type":"earn","time":"2026-05-31T18:00:00-04:00","amount":{"currency":"USD","minor":10000}}"#
      let quote = #"{"jsonrpc":"2.0","id":1,"method":"loyalty.quote","params":{"account":"anna","event":\#(event)}}"#
      var hashes: Set<Substring> = []
      for (rate, amount) in [(5, 500), (7, 700)] {
        try text.replacing("points_a_dollar: { value: 5", with: "points_a_dollar: { value: \(rate)")
          .write(to: file, atomically: true, encoding: .utf8)
        let served = try run(["serve", "--pack", "embera", "--threads", "1"], in: folder, input: quote + "\n")
        #expect(
          served.standardOutput.contains("\"amount\":\(amount)"), "\(served.standardOutput)\(served.standardError)")
        if let match = served.standardOutput.firstMatch(
          of: /"rules":{"id":"embera","version":"1.1.0","hash":"([0-9a-f]+)"/)
        {
          hashes.insert(match.1)
        }
      }
      #expect(hashes.count == 2)
    }
  }
}
