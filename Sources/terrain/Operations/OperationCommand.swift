import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainRules
import TerrainService
import TerrainBase

/// A command that runs an operation: arguments become a request, and the result a page or JSON.
struct OperationCommand: Sendable {
  /// The page of a result, for a session that can load more and the request's parameters.
  typealias Page<Result> =
    @Sendable (Result, OperationSession, Node) throws(DiagnosticError) -> any TerminalContent

  /// The operation.
  let operation: AnyOperation
  /// What the command line contributes to the request.
  let request: RequestArguments
  /// The page of the operation's result for a request; nil where people read JSON.
  let page: (@Sendable (OperationSession, Node) throws(DiagnosticError) -> any TerminalContent)?
  /// The command.
  let command: Command

  /// A command for `operation`.
  ///
  /// - Parameters:
  ///   - name: the command's name, where it is not the operation's.
  ///   - options: options that give no parameter, without `--pack` and `--json`.
  ///   - alternative: an option, and the operation that is run where it is given.
  ///   - pageContracts: what `page` requires of the rules beside the operation.
  ///   - page: the page that people read; without one they read JSON.
  ///   - status: the exit status for a result.
  init<Result>(
    _ operation: Operation<Result>, name: String? = nil, discussion: String = "", request: RequestArguments = .file(),
    options: [Option] = [.set], alternative: (option: Option, operation: Operation<Result>)? = nil,
    examples: [Command.Example] = [], pageContracts: [Contract] = [], page: Page<Result>? = nil,
    status: @escaping @Sendable (Result, Console) -> ExitStatus = { _, _ in .success }
  ) {
    self.operation = AnyOperation(operation)
    self.request = request
    self.page =
      if let page {
        { (session: OperationSession, node: Node) throws(DiagnosticError) -> any TerminalContent in
          var notes = RequestNotes()
          return try page(try operation.run(session, node, &notes), session, node)
        }
      } else { nil }
    command = Command(
      name: name ?? operation.name, summary: operation.summary, discussion: discussion,
      operands: request.parts.map(\.operand),
      options: [.pack] + options + request.options + (alternative.map { [$0.option] } ?? []) + [.json],
      examples: examples
    ) { arguments, console in
      let isAlternative = alternative.map { arguments.has($0.option) } ?? false
      let showsPage = page != nil && console.outputIsTerminal && !arguments.has(.json)
      do throws(DiagnosticError) {
        let workspace = try Workspace(arguments)
        let document = try request.document(arguments)
        let session = OperationSession(workspace.loader(also: showsPage ? pageContracts : []))
        session.runsOnce = true
        console.lasting?.keep(session)
        let operation = isAlternative ? alternative?.operation ?? operation : operation
        let response = try operation.response(session, document.root, console)
        if showsPage, let page {
          console.write(try page(response.result, session, document.root))
        } else {
          try console.write(response)
        }
        return status(response.result, console)
      } catch {
        return console.report(error)
      }
    }
  }
}

extension Operation {
  /// Runs the operation for the request `parameters`; `console` reports what is noted about the pack and the request.
  func response(
    _ session: OperationSession, _ parameters: Node, _ console: Console
  ) throws(DiagnosticError) -> Response<Result> {
    var notes = RequestNotes()
    defer {
      console.report(session.warnings)
      console.report(notes.warnings + notes.findings)
    }
    let result = try run(session, parameters, &notes)
    return Response(result, notes, type: self.result)
  }
}

extension Console {
  /// Writes the JSON of `response` to standard output: laid out for whoever reads there.
  func write<Result>(_ response: Response<Result>) throws(DiagnosticError) {
    write(try response.json(outputIsTerminal ? .pretty : .compact))
  }
}
