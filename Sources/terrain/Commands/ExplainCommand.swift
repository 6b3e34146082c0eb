import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainService

extension Command {
  /// `terrain explain`: the explanation of operations' results.
  static let explain = Command(
    name: "explain", summary: "Show each row that was evaluated for a result, with the values that it saw",
    discussion: """
      Explains any operation; it takes what the command of the operation takes. For each
      decision: its rows in the order in which they were evaluated, the values that they
      saw, and why each held or did not, with file and line.
      """,
    examples: [
      .init(line: "terrain explain page today REQUEST", purpose: "Explain the page of a day"),
      .init(line: "terrain explain score ANSWERS --json", purpose: "As JSON, with the values of each condition"),
    ],
    children: AnyOperation.evaluating.map { operation in
      .init(explain(operation, OperationCommand.all.first { $0.operation.name == operation.name }))
    })

  private static func explain(_ operation: AnyOperation, _ command: OperationCommand?) -> Command {
    let request = command?.request ?? .file()
    return Command(
      name: operation.name,
      summary: "Explain: \(operation.summary)", operands: request.parts.map(\.operand),
      options: [.pack, .set] + request.options + [.jsonInstead]
    ) { arguments, console in
      let workspace = try Workspace(arguments)
      let document = try request.document(arguments)
      let session = OperationSession(workspace.loader())
      session.runsOnce = true
      let response = try Operations.explaining(operation).response(session, document.root, console)
      if arguments.has(.jsonInstead) {
        try console.write(response)
      } else {
        // The format is the same in a pipe, because people search and page through the lines. Control characters in texts of a request or a
        // pack have no effect on the terminal.
        let lines = response.result.explanation.lines
        console.write(lines.map { TerminalText.harmless($0) + "\n" }.joined())
      }
      if let failure = response.result.failure { throw failure }
      return .success
    }
  }
}
