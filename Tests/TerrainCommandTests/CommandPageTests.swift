import Foundation
import Testing

@testable import terrain

/// `Documentation/reference/commands.md` is what the descriptions of the commands make of it.
///
/// `TERRAIN_RECORD=1 bin/test --filter CommandPageTests` writes the page; review the difference.
@Suite struct CommandPageTests {
  private static let url = TranscriptTests.checkout.appending(path: "Documentation/reference/commands.md")

  @Test func isCurrent() throws {
    let page = CommandPage(root: .terrain)
    let text = page.text
    if ProcessInfo.processInfo.environment["TERRAIN_RECORD"] != nil {
      try text.write(to: Self.url, atomically: true, encoding: .utf8)
    } else {
      let lines = { (text: String) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
      let difference = lines(text).difference(from: lines(try String(contentsOf: Self.url, encoding: .utf8)))
      #expect(difference.isEmpty, "record the page again: bin/test --filter CommandPageTests")
    }
  }

  /// A topic is of a command that exists, so that a command which is renamed keeps its links.
  @Test func topicsAreOfCommands() {
    var lines: Set<String> = []
    for command in Command.terrain.subcommands {
      lines.insert(command.name)
      for below in command.subcommands { lines.insert("\(command.name) \(below.name)") }
    }
    for topic in CommandPage.topics.keys { #expect(lines.contains(topic), "no command `\(topic)`") }
  }
}
