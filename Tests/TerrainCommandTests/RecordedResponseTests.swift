import Foundation
import TestSupport
import Testing

@testable import terrain

/// The bytes that `terrain serve` and `terrain --help` answer with, as hashes in `Fixtures/responses.txt` and `Fixtures/help.txt`.
///
/// A change of structure leaves both files as they are. `TERRAIN_RECORD=1 bin/test --filter RecordedResponseTests` writes them after
/// a change of behavior.
@Suite struct RecordedResponseTests {
  /// The hash of a pack, of its rules, or of a built pack, which changes with every word of them.
  private static var hash: Regex<Substring> { /[0-9a-f]{32}/ }

  @Test func responsesToExamplesAreAsRecorded() throws {
    var hashes = RecordedHashes()
    let examples = Dictionary(grouping: OperationExample.all, by: \.pack)
    #expect(examples.count == 6)
    for (pack, examples) in examples.sorted(by: { $0.key < $1.key }) {
      let requests = try examples.map { ($0.name, try $0.request().json) } + [("rpc.discover", "{}")]
      let lines = requests.map { name, json in
        "{\"jsonrpc\": \"2.0\", \"id\": \"\(name)\", \"method\": \"\(name)\", \"params\": \(json)}\n"
      }
      let run = try runCommand(
        ["serve", "--pack", pack, "--threads", "1", "--log-level", "error"], input: Array(lines.joined().utf8),
        environment: ["TERRAIN_HOME": nil], directory: TranscriptTests.checkout, timeout: 120)
      let responses = run.standardOutput.split(separator: "\n")
      try #require(responses.count == requests.count, "\(run.standardError)")
      for ((name, _), response) in zip(requests, responses) {
        hashes.add("\(pack) \(name)", response.replacing(Self.hash, with: "…").utf8)
      }
    }
    try hashes.check(against: Self.fixture("responses.txt"))
  }

  @Test func helpIsAsRecorded() throws {
    var hashes = RecordedHashes()
    func add(_ command: Command, _ path: [String]) throws {
      let run = try runCommand(path.dropFirst() + ["--help"], environment: ["COLUMNS": nil])
      hashes.add("\(path.joined(separator: " ")) --help = \(run.exitCode)", run.standardOutput.utf8)
      for child in command.subcommands { try add(child, path + [child.name]) }
    }
    try add(.terrain, ["terrain"])
    try hashes.check(against: Self.fixture("help.txt"))
  }

  private static func fixture(_ name: String) -> URL { TranscriptTests.folder.appending(path: "Fixtures/\(name)") }
}
