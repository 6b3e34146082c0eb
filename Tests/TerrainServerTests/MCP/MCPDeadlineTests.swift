import Foundation
import Synchronization
import TerrainDocuments
import TerrainPlatform
import TestSupport
import Testing

/// That tools of authors end in time, and do not work out again what they know.
@Suite struct MCPDeadlineTests {
  /// A clock on which time passes when somebody has looked at it often enough.
  private final class Looks: Sendable {
    private let count = Atomic<Int>(0)
    private let most = Atomic<Int>(.max)

    var clock: MonotonicClock {
      MonotonicClock { [self] in
        count.add(1, ordering: .relaxed).newValue > most.load(ordering: .relaxed) ? 1 << 60 : 0
      }
    }

    /// How often somebody looks while `body` runs, which has a deadline that passes at look `last`.
    func during(last: Int = .max, _ body: () throws -> Void) throws -> Int {
      most.store(last, ordering: .relaxed)
      count.store(0, ordering: .relaxed)
      try body()
      return count.load(ordering: .relaxed)
    }
  }

  /// Arguments that give the rules a text that they have not had: with another threshold, or without a difference.
  private static func arguments(
    _ client: MCPFixture, _ number: Int, moving: Bool = false, people: Int? = nil
  ) throws -> String {
    let text = try client.text(MCPFixture.rules)
    let moved = moving ? text.replacing("value: 18", with: "value: 19") : text
    let changes = MCPFixture.changes([(try client.path(MCPFixture.rules), "\(moved)# \(number)\n")])
    return people.map { "\(changes.dropLast()),\"people\":\($0)}" } ?? changes
  }

  /// Wherever the deadline passes, an operation ends soon.
  @Test(arguments: ["validate", "impact", "diff", "propose"])
  func everyStepEndsInTime(_ tool: String) throws {
    let looks = Looks()
    // A text that is not valid has no impact.
    let moving = ["impact", "diff"].contains(tool)
    try MCPFixture.with(clock: looks.clock, checksResults: true) { client in
      let whole = try looks.during {
        let refusals = try client.tool(tool, Self.arguments(client, 0, moving: moving)).refusals()
        #expect(refusals == nil)
      }
      #expect(whole > 3)
      for sample in 0..<16 {
        // The first look makes the deadline, and the last one may be that of a result that is there.
        let last = 1 + (whole - 2) * sample / 16
        let count = try looks.during(last: last) {
          let result = try client.tool(tool, Self.arguments(client, sample + 1, moving: moving))
          let refusals = try result.refusals()
          #expect(refusals == ["mcp/timeout"], "\(tool), \(last) of \(whole)")
        }
        #expect(count - last < 50, "\(tool), \(last) of \(whole)")
      }
      // What ended early is not taken for a result.
      _ = try looks.during {
        let result = try client.tool(tool, Self.arguments(client, 0, moving: moving))
        let refusals = try result.refusals()
        #expect(refusals == nil && result["structuredContent"]?["valid"]?.bool != false)
      }
    }
  }

  /// An impact looks at the deadline for each person, whatever it compares.
  @Test(arguments: ["", #","operation":"decide""#]) func eachPersonIsBeforeTheDeadline(_ operation: String) throws {
    let looks = Looks()
    try MCPFixture.with(clock: looks.clock) { client in
      let counts = try [10, 200].map { people in
        let arguments = "\(try Self.arguments(client, people, moving: true, people: people).dropLast())\(operation)}"
        return try looks.during { _ = try client.tool("impact", arguments) }
      }
      if operation.isEmpty { #expect(counts[1] - counts[0] >= 190) }
    }
  }

  /// A proposal of texts that were validated before validates nothing again.
  @Test func whatIsKnownIsNotValidatedAgain() throws {
    let looks = Looks()
    try MCPFixture.with(clock: looks.clock, checksResults: true) { client in
      let arguments = try Self.arguments(client, 1)
      let first = try looks.during { _ = try client.tool("validate", arguments) }
      let again = try looks.during { _ = try client.tool("validate", arguments) }
      #expect(again * 2 < first, "\(again) of \(first)")
      let report = try client.tool("validate", arguments)["structuredContent"]
      let other = try client.tool("validate", Self.arguments(client, 2))["structuredContent"]
      #expect(report?["summary"]?.text == other?["summary"]?.text && report?["valid"]?.bool == true)
    }
  }

  /// A file that was replaced by one of the same size and time is read again before a change is compared with it.
  @Test func theBytesOfFilesCount() throws {
    try MCPFixture.with { client in
      func propose(_ number: Int) throws -> Node {
        let text = try client.text(MCPFixture.rules) + "# \(number)\n"
        return try #require(
          try client.tool("propose", MCPFixture.changes([(client.path(MCPFixture.rules), text)]))["structuredContent"])
      }
      #expect(try propose(1)["token"] != nil)
      let messages = client.folder.appending(path: MCPFixture.messages)
      let kept = client.folder.appending(path: "kept.yaml")
      try FileManager.default.moveItem(at: messages, to: kept)
      try FileManager.default.copyItem(at: kept, to: messages)
      let text = try client.text(MCPFixture.messages)
      let other = text.replacing("greeting.day", with: "greeting.dax")
      #expect(other != text)
      let file = try FileHandle(forWritingTo: messages)
      try file.write(contentsOf: Data(other.utf8))
      try file.close()
      _ = try runCommand(
        ["-r", kept.path, messages.path], program: URL(fileURLWithPath: "/usr/bin/touch"), timeout: 60)
      #expect(try propose(2)["valid"]?.bool == false)
    }
  }
}
