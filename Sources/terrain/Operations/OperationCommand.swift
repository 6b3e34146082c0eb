import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainRules
import TerrainService

/// A command that runs an operation: arguments become a request, and the result a page or JSON.
struct OperationCommand: Sendable {
  /// The page of a result, for a session that can load more and the request's parameters.
  typealias Page<Result> =
    @Sendable (Result, OperationSession, Node) throws(DiagnosticError) -> any TerminalContent

  /// The operation.
  let operation: AnyOperation
  /// The parts of the request that the command line provides.
  let request: RequestArguments
  /// The page of the operation's result for a request; nil if people read JSON.
  let page: (@Sendable (OperationSession, Node) throws(DiagnosticError) -> any TerminalContent)?
  /// The command.
  let command: Command

  /// A command for `operation`.
  ///
  /// - Parameters:
  ///   - name: the command's name, if it differs from the operation's name.
  ///   - options: options that give no parameter, without `--pack` and `--json`.
  ///   - pageContracts: the contracts of `page` with the rules, in addition to those of the operation.
  ///   - page: the page that people read; without one they read JSON.
  ///   - status: the exit status for a result.
  init<Result>(
    _ operation: Operation<Result>, name: String? = nil, discussion: String = "", request: RequestArguments = .file(),
    options: [Option] = [.set],
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
    var last: [Option] = []
    if operation.takesExplain { last.append(.explain) }
    last.append(.json)
    command = Command(
      name: name ?? operation.name, summary: operation.summary, discussion: discussion,
      operands: request.parts.map(\.operand),
      options: [.pack] + options + request.options + last,
      examples: examples
    ) { arguments, console in
      let showsPage = page != nil && console.outputIsTerminal && !arguments.has(.json)
      let workspace = try Workspace(arguments)
      let document = try request.document(arguments)
      let session = OperationSession(workspace.loader(also: showsPage ? pageContracts : []))
      session.runsOnce = true
      session.explains = showsPage || arguments.has(.explain)
      console.lasting?.keep(session)
      let response = try operation.response(session, document.root, console)
      if showsPage, let page {
        console.write(try page(response.result, session, document.root))
      } else {
        try console.write(response)
      }
      return status(response.result, console)
    }
  }
}

extension Operation {
  /// Runs the operation for the request `parameters`; `console` reports the notes about the pack and the request.
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
  /// Writes the JSON of `response` to standard output, pretty-printed on a terminal.
  func write<Result>(_ response: Response<Result>) throws(DiagnosticError) {
    write(try response.json(outputIsTerminal ? .pretty : .compact))
  }
}

/// The parts of a request that a command line provides: files that are the request or members of it, and options that are parameters.
///
/// Values keep their locations: values of files have locations in the files, and values of options and operands have locations under their
/// names (`--days`).
struct RequestArguments: Sendable {
  /// An operand, and its part of the request.
  struct Part: Sendable {
    enum Role: Sendable {
      /// A file that is the request.
      case request
      /// A file that is this member.
      case member(String)
      /// A file with the request, or with only this member of it.
      case requestOrMember(String)
      /// Text that is this member.
      case text(String)
      /// A file with the request, if the argument is `-` or looks like a file name; else text that is this member.
      case requestOrText(String)
    }

    let operand: Operand
    let role: Role

    /// The member that the argument `text` is; nil if it names a file.
    fileprivate func textMember(_ text: String) -> String? {
      switch role {
      case .text(let name): name
      case .requestOrText(let name): Self.isDocument(text) ? nil : name
      case .request, .member, .requestOrMember: nil
      }
    }

    /// Returns true if the argument names a document, by its ending or its path.
    private static func isDocument(_ text: String) -> Bool {
      text == "-" || text.hasPrefix("/") || text.hasPrefix(".") || PackLoader.endings.contains { text.hasSuffix($0) }
    }
  }

  /// The operands, in their order.
  let parts: [Part]
  /// The options; each gives the parameter of the same name: its text, or the document in the file that it names.
  let options: [Option]

  /// Arguments with a request as their one operand.
  static func file(_ operand: Operand = .request, options: [Option] = []) -> RequestArguments {
    RequestArguments(parts: [Part(operand: operand, role: .request)], options: options)
  }

  /// The request that `arguments` make.
  func document(_ arguments: Arguments) throws(DiagnosticError) -> Document {
    var request: Document?
    var members: [(name: String, value: Node)] = []
    for (index, part) in parts.enumerated() {
      if part.operand.arity == .optional, arguments.operand(index) == nil { continue }
      let text = arguments.operand(index) ?? "-"
      if let name = part.textMember(text) {
        members.append((name, try Self.value(of: part.operand.name) { $0.string(text) }))
        continue
      }
      let document = try Workspace.document(at: text)
      switch part.role {
      case .member(let name): members.append((name, document.root))
      case .requestOrMember(let name) where document.root[name]?.kind != .map: members.append((name, document.root))
      case .request, .requestOrMember, .text, .requestOrText: request = document
      }
    }
    return try Self.overlay(members + options(of: arguments), on: request)
  }

  /// `request` with the options of `arguments`.
  func document(_ arguments: Arguments, on request: Document) throws(DiagnosticError) -> Document {
    try Self.overlay(options(of: arguments), on: request)
  }

  private func options(of arguments: Arguments) throws(DiagnosticError) -> [(name: String, value: Node)] {
    var members: [(name: String, value: Node)] = []
    for option in options where arguments.has(option) {
      let text = arguments.value(of: option) ?? ""
      if case .path = option.kind {
        members.append((option.name, try Workspace.document(at: text).root))
        continue
      }
      let value = try Self.value(of: "--\(option.name)") { writer in
        switch option.kind {
        case .flag: writer.bool(true)
        case .number: writer.int(Int(text) ?? 0)
        case .value, .path, .choice: writer.string(text)
        }
      }
      members.append((option.name, value))
    }
    return members
  }

  /// `request` with `members`, which replace members of the same names. A request that is not a map is returned unchanged: operations
  /// diagnose it.
  private static func overlay(
    _ members: [(name: String, value: Node)], on request: Document?
  ) throws(DiagnosticError) -> Document {
    guard let base = request?.root ?? members.first?.value else { return try empty() }
    if let request, members.isEmpty || base.kind != .map { return request }
    let keys = try value(of: base.document.source.name) { writer in
      writer.object { writer in for member in members { writer.member(member.name, true) } }
    }
    var all = request.map { $0.root.members.filter { keys[$0.key.text ?? ""] == nil } } ?? []
    for (key, member) in zip(keys.members, members) { all.append((key.key, member.value)) }
    return Document.map(of: all, at: base)
  }

  private static func empty() throws(DiagnosticError) -> Document {
    try value(of: "the command line") { $0.object { _ in } }.document
  }

  /// The value that `write` writes, as if `name` were a file with it.
  static func value(
    of name: String, _ write: (inout JSONWriter) -> Void
  ) throws(DiagnosticError) -> Node {
    var writer = JSONWriter(.compact)
    write(&writer)
    let (document, found) = JSONReader.read(SourceText(name: name, bytes: writer.bytes))
    guard let document else { throw DiagnosticError(found) }
    return document.root
  }
}

extension Operand {
  /// A file with a request.
  static let request = Operand(name: "REQUEST", help: "A request as JSON or YAML; `-` is standard input")
}
