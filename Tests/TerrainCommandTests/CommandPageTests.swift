import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainService
import TestSupport
import Testing

@testable import terrain

/// `commands.md` and `methods.md` under `Documentation/reference` are what the descriptions of commands and methods make of them.
///
/// `TERRAIN_RECORD=1 bin/test --filter CommandPageTests` writes the pages; review the difference.
@Suite struct CommandPageTests {
  @Test func commandsAreCurrent() throws { try check("commands.md", CommandPage(root: .terrain).text) }

  @Test func methodsAreCurrent() throws {
    let request = #"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"# + "\n"
    let documents = try ["terrain", "embera", "quicksip"].map { pack in
      let result = try runCommand(
        ["serve", "--log-level", "error", "--pack", pack], input: Array(request.utf8),
        environment: ["TERRAIN_HOME": nil],
        directory: TranscriptTests.checkout)
      let response = JSONReader.read(SourceText(name: pack, bytes: Array(result.standardOutput.utf8))).document
      return (pack: pack, root: try #require(response?.root["result"], "\(result.standardError)"))
    }
    let names = AnyOperation.all.map(\.name)
    var listed: Set<String> = []
    for document in documents {
      for method in document.root["methods"]?.elements.map({ $0 }) ?? [] {
        listed.insert(method["name"]?.text?.string ?? "")
      }
    }
    #expect(listed == Set(names))
    try check("methods.md", MethodPage(documents, order: names).text)
  }

  private func check(_ page: String, _ text: String) throws {
    let url = TranscriptTests.checkout.appending(path: "Documentation/reference/\(page)")
    if ProcessInfo.processInfo.environment["TERRAIN_RECORD"] != nil {
      try text.write(to: url, atomically: true, encoding: .utf8)
    } else {
      let lines = { (text: String) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
      let difference = lines(text).difference(from: lines(try String(contentsOf: url, encoding: .utf8)))
      let changes = difference.map(\.shown).joined(separator: "\n")
      #expect(difference.isEmpty, "\(page) has to be recorded again:\n\(changes)")
    }
  }

  /// A command is found by the name that its own description has.
  @Test func commandsAreListedByTheirNames() {
    for child in Command.terrain.children { #expect(child.command().name == child.name) }
  }

  /// `records` was described, completed and tested as a request, and was no command. `quiz` asks what `quiz.next` returns.
  @Test func operationsAreCommands() {
    func all(_ command: Command) -> [Command] { command.subcommands.flatMap { [$0] + all($0) } }
    let summaries = all(.terrain).map(\.summary)
    for command in OperationCommand.all where command.operation.name != "quiz.next" {
      #expect(summaries.contains(command.command.summary), "\(command.operation.name)")
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

extension CollectionDifference<String>.Change {
  fileprivate var shown: String {
    switch self {
    case .remove(let offset, let line, _): "-\(offset + 1): \(line)"
    case .insert(let offset, let line, _): "+\(offset + 1): \(line)"
    }
  }
}
