import TerrainAuthoring
import TerrainDocuments
import TerrainOperations
import TerrainPages
import TerrainPlatform
import TerrainServer

extension Command {
  private static let allowWrite = Option(
    name: "allow-write", kind: .path("DIR"),
    help: "Let the client replace files in this folder, by changes that are valid, tested and compared")
  private static let timeout = Option(
    name: "timeout", kind: .number(1...3_600_000),
    help: "The milliseconds that an operation may take. Without it: \(MCPSetup.standardTimeout)")
  private static let limit = Option.limit(RequestLimits.namesForLines)

  /// `terrain mcp`: a server of the Model Context Protocol.
  static let modelContext = Command(
    name: "mcp", summary: "Serve assistants: the Model Context Protocol on standard input and output",
    discussion: """
      An assistant starts it. Tools are the operations of `terrain serve`, and validation,
      tests, impact, difference and quality of texts that it proposes; resources are the files
      of the pack and its rules, and the pages of diagnostics; prompts are tasks of authors.
      Nothing is written without --allow-write, and then only a change in that folder that is
      valid, whose tests pass, and whose impact was reported.
      """,
    options: [.pack, .set, allowWrite, timeout, limit],
    examples: [
      .init(line: "terrain mcp --pack terrain", purpose: "What an assistant starts"),
      .init(line: "terrain mcp --allow-write Rules", purpose: "Let it change rules, not the pack"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let workspace = try Workspace(arguments)
        guard let limits = arguments.limits(RequestLimits.namesForLines, console) else { return .couldNotRun }
        var folder: String?
        if let path = arguments.value(of: allowWrite) {
          guard Folder.kind(of: path) == .folder, let real = Folder.realPath(path) else {
            throw DiagnosticError(.noWritableFolder(path))
          }
          folder = real
        }
        let served = try workspace.served()
        console.report(served.warnings)
        let setup = MCPSetup(
          validator: .complete(answersPack: workspace.isBuilt ? nil : workspace.packPath, locator: Workspace.locator()),
          report: { (session, request) throws(DiagnosticError) in try session.report(on: request).page.html() },
          codes: DiagnosticSummaries.all.map(\.code), explanation: { DiagnosticPages.process().text(of: $0) },
          writableFolder: folder, limits: limits,
          timeout: arguments.value(of: timeout).flatMap { Int($0) } ?? MCPSetup.standardTimeout)
        let isTaken = MCPService.run(served, setup, input: .standardInput, output: .standardOutput)
        return isTaken ? .success : .couldNotRun
      } catch {
        return console.report(error)
      }
    })
}

extension Diagnostic {
  fileprivate static func noWritableFolder(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "mcp/no-folder", message: "`\(path)` is not a folder in which files could be replaced", place: nil,
      fix: "name a folder that exists: `--allow-write DIR`")
  }
}
