import TerrainBase
import TerrainChecks
import TerrainDocuments

/// A server of the Language Server Protocol 3.17 for packs and rules: messages in, messages out.
///
/// It has no threads and reads no clock. The caller passes messages as they come (``receive(_:)``), calls ``settle()`` when none waits, and
/// runs the server's jobs (``nextJob()``) on any thread.
package final class LanguageServer {
  /// The parts of the program that a server needs.
  package struct Setup: Sendable {
    /// The program's version.
    let version: String
    /// Begins to work in the folder at an absolute path.
    let enter: @Sendable (_ folder: String) -> WorkspaceFolder
    /// The validator of the folder, as `terrain validate` has it there.
    let validator: @Sendable (WorkspaceFolder) -> Validator
    /// Finds the shares of people for rows.
    let shares: ValidationJob.FindShares
    /// Returns the address of the page that explains a code; nil if it is not known.
    let explanation: @Sendable (_ code: String) -> String?

    package init(
      version: String, enter: @escaping @Sendable (String) -> WorkspaceFolder,
      validator: @escaping @Sendable (WorkspaceFolder) -> Validator, shares: @escaping ValidationJob.FindShares,
      explanation: @escaping @Sendable (_ code: String) -> String? = { _ in nil }
    ) {
      (self.version, self.enter, self.validator, self.shares) = (version, enter, validator, shares)
      self.explanation = explanation
    }
  }

  private enum Phase { case waiting, running, shutDown }

  let setup: Setup
  private var phase = Phase.waiting
  /// The exit status, once the client has sent `exit`: 0 if it sent `shutdown` before, else 1.
  package private(set) var exitStatus: Int32?

  var outbox = Outbox()
  var client = ClientCapabilities()
  var workspace: Workspace?

  /// A server that no client has spoken to.
  package init(_ setup: Setup) { self.setup = setup }

  /// The messages to send, which it keeps no longer.
  package func takeMessages() -> [[UInt8]] { outbox.take() }

  // MARK: Messages

  /// Handles a frame of the input.
  package func receive(_ frame: MessageReader.Frame) {
    switch frame {
    case .message(let content): receive(content)
    case .tooLarge(let count):
      outbox.refuse(
        nil, .invalidRequest, "a message of \(count) bytes is too large; at most \(MessageReader.messageLimit) are read"
      )
    case .badHeader: outbox.refuse(nil, .parse, "a message has to begin with the header `Content-Length`")
    }
  }

  /// Takes the content of a message.
  package func receive(_ content: [UInt8]) {
    let message: Incoming
    do throws(Incoming.Refusal) {
      message = try Incoming(content)
    } catch {
      return outbox.refuse(error.id, error.code, error.message)
    }
    guard let method = message.method else { return }
    switch (method, phase) {
    case ("exit", _): exitStatus = phase == .shutDown ? 0 : 1
    case ("initialize", .waiting): initialize(message)
    case (_, .waiting):
      if let id = message.id { outbox.refuse(id, .notInitialized, "the first request has to be `initialize`") }
    case ("initialize", .running): outbox.refuse(message.id, .invalidRequest, "the server is initialized already")
    case ("shutdown", .running):
      phase = .shutDown
      workspace?.stop()
      if let id = message.id { outbox.respond(id) { $0.null() } }
    case (_, .shutDown):
      if let id = message.id { outbox.refuse(id, .invalidRequest, "the server is shut down") }
    case (_, .running):
      if let id = message.id { answer(method, message, id: id) } else { take(method, message) }
    }
  }

  private func initialize(_ message: Incoming) {
    guard let id = message.id else { return }
    phase = .running
    client = ClientCapabilities(message)
    let folders = message.node(["workspaceFolders"])?.elements.compactMap { $0["uri" as Text]?.text?.string } ?? []
    let named = folders + [message.text("rootUri")].compactMap { $0 }
    if let path = named.lazy.compactMap(DocumentURI.path).first ?? message.text("rootPath") { open(path) }
    outbox.respond(id) { [version = setup.version, client] writer in
      writer.object { writer in
        client.writeServerCapabilities(to: &writer)
        writer.object("serverInfo") { writer in
          writer.member("name", "terrain")
          writer.member("version", version)
        }
      }
    }
  }

  /// Begins to work in the folder at `path`.
  private func open(_ path: String) {
    let folder = setup.enter(path)
    workspace = Workspace(folder, validator: setup.validator(folder), findShares: setup.shares)
  }

  private func take(_ method: String, _ message: Incoming) {
    switch method {
    case "initialized": if client.watchesFiles { registerWatchers() }
    case "textDocument/didOpen":
      // Without a folder, the home of the first file is opened.
      if workspace == nil, let path = message.text("textDocument", "uri").flatMap(DocumentURI.path) {
        open(WorkspaceFolder.home(of: path))
      }
      didOpen(message)
    case "textDocument/didChange": didChange(message)
    case "textDocument/didClose": didClose(message)
    case "textDocument/didSave", "workspace/didChangeWatchedFiles": workspace?.noteSaved()
    // The protocol lets a server ignore `$/…`, and notifications that it does not know.
    default: break
    }
  }

  /// Asks the client to report files that others change.
  private func registerWatchers() {
    outbox.request("client/registerCapability") { writer in
      writer.object { writer in
        writer.array("registrations") { writer in
          writer.object { writer in
            writer.member("id", "files")
            writer.member("method", "workspace/didChangeWatchedFiles")
            writer.object("registerOptions") { writer in
              writer.array("watchers") { writer in
                writer.object { $0.member("globPattern", "**/*.{yaml,yml,json}") }
              }
            }
          }
        }
      }
    }
  }
}

/// Requests about open files.
extension LanguageServer {
  func answer(_ method: String, _ message: Incoming, id: String) {
    switch method {
    case "textDocument/documentSymbol": documentSymbols(message, id)
    case "workspace/symbol": workspaceSymbols(message, id)
    case "textDocument/hover": hover(message, id)
    case "textDocument/definition": locations(message, id) { $0.declarations }
    case "textDocument/references":
      let withDeclaration = message.node(["context", "includeDeclaration"])?.bool ?? true
      locations(message, id) { (withDeclaration ? $0.declarations : []) + $0.uses.map(\.place) }
    case "textDocument/documentHighlight": highlights(message, id)
    case "textDocument/completion": complete(message, id)
    case "textDocument/formatting": format(message, id)
    case "textDocument/codeAction": codeActions(message, id)
    case "textDocument/prepareRename": prepareRename(message, id)
    case "textDocument/rename": rename(message, id)
    case "textDocument/inlayHint": inlayHints(message, id)
    case "textDocument/codeLens": codeLenses(message, id)
    case "workspace/executeCommand": execute(message, id)
    default: outbox.refuse(id, .methodNotFound, "the method `\(method.prefix(100))` is unknown")
    }
  }

  /// The file that a request is about, and its workspace; without these, the request is answered with `null`.
  func file(_ message: Incoming, _ id: String) -> (Workspace, name: String)? {
    guard let workspace, let name = message.text("textDocument", "uri").flatMap(workspace.folder.name(ofURI:)) else {
      outbox.respond(id) { $0.null() }
      return nil
    }
    return (workspace, name)
  }

  /// The name at the position of a request; without a name, the request is answered with `null`.
  private func name(_ message: Incoming, _ id: String) -> (Workspace, file: String, NameIndex, IndexedName)? {
    guard let (workspace, file) = file(message, id) else { return nil }
    guard let position = TextPosition(message.node(["position"])),
      let (index, name) = workspace.name(at: position, of: file, client.encoding)
    else {
      outbox.respond(id) { $0.null() }
      return nil
    }
    return (workspace, file, index, name)
  }

  // MARK: Names

  private func hover(_ message: Incoming, _ id: String) {
    guard let (workspace, _, _, name) = name(message, id) else { return }
    let text = NameHover(name: name, store: workspace.store).markdown
    outbox.respond(id) { writer in
      writer.object { writer in
        writer.object("contents") { writer in
          writer.member("kind", "markdown")
          writer.member("value", text)
        }
      }
    }
  }

  private func locations(_ message: Incoming, _ id: String, _ places: (IndexedName) -> [Place]) {
    guard let (workspace, _, _, name) = name(message, id) else { return }
    outbox.respond(id) { writer in
      writer.array { writer in
        for place in places(name) { writeLocation(place, of: workspace, to: &writer) }
      }
    }
  }

  private func highlights(_ message: Incoming, _ id: String) {
    guard let (workspace, file, _, name) = name(message, id) else { return }
    let places = (name.declarations + name.uses.map(\.place)).filter { $0.source.name == file }
    outbox.respond(id) { writer in
      writer.array { writer in
        for place in places {
          writer.object { writer in
            writer.key("range")
            write(place, of: workspace, to: &writer)
          }
        }
      }
    }
  }

  // MARK: Symbols

  private func documentSymbols(_ message: Incoming, _ id: String) {
    guard let (workspace, name) = file(message, id) else { return }
    let file = workspace.store.file(name)
    let symbols = DocumentOutline(file.documents).symbols
    outbox.respond(id) { writer in
      writer.array { writer in
        guard let source = file.source else { return }
        for symbol in symbols { write(symbol, of: source, in: workspace, to: &writer) }
      }
    }
  }

  private func write(
    _ symbol: DocumentOutline.Symbol, of source: SourceText, in workspace: Workspace, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("name", symbol.name)
      writer.member("detail", ifAny: symbol.detail)
      writer.member("kind", symbol.kind.rawValue)
      writer.key("range")
      write(Place(source: source, range: symbol.range), of: workspace, to: &writer)
      writer.key("selectionRange")
      write(Place(source: source, range: symbol.selection), of: workspace, to: &writer)
      guard !symbol.children.isEmpty else { return }
      writer.array("children") { writer in
        for child in symbol.children { write(child, of: source, in: workspace, to: &writer) }
      }
    }
  }

  /// The most names of a workspace in one response.
  private static let mostSymbols = 500

  private func workspaceSymbols(_ message: Incoming, _ id: String) {
    let query = message.text("query")?.lowercased() ?? ""
    guard let workspace else { return outbox.respond(id) { $0.null() } }
    let names = workspace.allNames.filter { query.isEmpty || $0.name.string.lowercased().contains(query) }
    outbox.respond(id) { writer in
      writer.array { writer in
        for name in names.prefix(Self.mostSymbols) {
          guard let place = name.declarations.first else { continue }
          writer.object { writer in
            writer.member("name", name.name)
            writer.member("kind", name.kind.symbol.rawValue)
            writer.member("containerName", ifAny: name.owner)
            writer.key("location")
            writeLocation(place, of: workspace, to: &writer)
          }
        }
      }
    }
  }
}

extension IndexedName.Kind {
  /// The protocol's kind of symbol.
  fileprivate var symbol: DocumentOutline.Kind {
    switch self {
    case .module: .module
    case .fact: .variable
    case .parameter: .constant
    case .decision: .function
    case .value: .enumMember
    case .row, .record, .part: .object
    case .kind, .enumeration, .type: .property
    }
  }
}

/// Texts that the client has opened.
extension LanguageServer {
  func didOpen(_ message: Incoming) {
    guard let workspace, let document = message.node(["textDocument"]), let uri = document["uri" as Text]?.text?.string,
      let text = document["text" as Text]?.text, let name = workspace.folder.name(ofURI: uri)
    else { return }
    let version = document["version" as Text]?.int.map { Int($0) } ?? 0
    workspace.open(OpenDocument(uri: uri, name: name, version: version, text: Array(text.utf8)))
  }

  func didChange(_ message: Incoming) {
    guard let workspace, let uri = message.text("textDocument", "uri"), let changes = message.node(["contentChanges"])
    else { return }
    let version = message.node(["textDocument", "version"])?.int.map { Int($0) }
    workspace.change(uri, changes.elements.compactMap(OpenDocument.Change.init), version: version, client.encoding)
  }

  func didClose(_ message: Incoming) {
    guard let uri = message.text("textDocument", "uri") else { return }
    workspace?.close(uri)
  }
}

extension LanguageServer {
  /// The text of the open document at `uri`; nil if none is open.
  package func text(of uri: String) -> String? {
    guard let workspace, let name = workspace.folder.name(ofURI: uri) else { return nil }
    return workspace.document(name).map { String(decoding: $0.source.bytes, as: UTF8.self) }
  }
}

extension OpenDocument.Change {
  /// The change that `node` describes; nil without a text, or with an invalid range.
  init?(_ node: Node) {
    guard let text = node["text" as Text]?.text else { return nil }
    guard let range = node["range" as Text], range.kind == .map else {
      self.init(range: nil, text: Array(text.utf8))
      return
    }
    guard let start = TextPosition(range["start" as Text]), let end = TextPosition(range["end" as Text]), start <= end
    else { return nil }
    self.init(range: start..<end, text: Array(text.utf8))
  }
}

/// Diagnostics for the client.
extension LanguageServer {
  /// Shows the findings of the quick checks, if files have changed. To be called when no message waits.
  package func settle() { publish(workspace?.settle() ?? []) }

  /// The next slow job; nil if everything is shown.
  package func nextJob() -> ValidationJob? {
    guard let job = workspace?.nextJob() else { return nil }
    if client.showsProgress { beginProgress(job) }
    return job
  }

  /// Shows the interim findings of a job.
  package func show(_ interim: ValidationJob.Interim) { publish(workspace?.show(interim) ?? []) }

  /// Shows the result of `job`.
  package func finish(_ job: ValidationJob, _ result: ValidationJob.Result?) {
    if client.showsProgress { endProgress(job) }
    publish(workspace?.finish(result) ?? [])
    if client.refreshesHints, result != nil { outbox.request("workspace/inlayHint/refresh") { $0.null() } }
  }

  private func publish(_ names: [String]) {
    guard let workspace else { return }
    for name in names {
      let document = workspace.document(name)
      let diagnostics = workspace.findings.byFile[name] ?? []
      outbox.notify("textDocument/publishDiagnostics") { writer in
        writer.object { writer in
          writer.member("uri", document?.uri ?? workspace.folder.uri(name))
          writer.member("version", ifAny: document?.version)
          writer.array("diagnostics") { writer in
            for diagnostic in diagnostics { write(diagnostic, of: workspace, to: &writer) }
          }
        }
      }
    }
  }

  private func write(_ diagnostic: Diagnostic, of workspace: Workspace, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("range")
      if let place = diagnostic.place {
        write(place, of: workspace, to: &writer)
      } else {
        write(TextPosition(line: 0, character: 0)..<TextPosition(line: 0, character: 0), to: &writer)
      }
      writer.member("severity", diagnostic.severity.number)
      writer.member("code", diagnostic.code)
      if let page = setup.explanation(diagnostic.code) {
        writer.object("codeDescription") { $0.member("href", page) }
      }
      writer.member("source", "terrain")
      writer.member("message", diagnostic.message + (diagnostic.fix.map { "\n\($0)" } ?? ""))
      if !diagnostic.related.isEmpty {
        writer.array("relatedInformation") { writer in
          for related in diagnostic.related {
            writer.object { writer in
              writer.key("location")
              writeLocation(related.place, of: workspace, to: &writer)
              writer.member("message", related.message)
            }
          }
        }
      }
    }
  }

  /// Writes the location of `place`: the address of its file, and its range.
  func writeLocation(_ place: Place, of workspace: Workspace, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("uri", workspace.uri(place.source.name))
      writer.key("range")
      write(place, of: workspace, to: &writer)
    }
  }

  /// Writes the range of `place`.
  func write(_ place: Place, of workspace: Workspace, to writer: inout JSONWriter) {
    write(workspace.range(of: place, client.encoding), to: &writer)
  }

  func write(_ range: Range<TextPosition>, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("start")
      range.lowerBound.write(to: &writer)
      writer.key("end")
      range.upperBound.write(to: &writer)
    }
  }

  // MARK: Progress

  private func beginProgress(_ job: ValidationJob) {
    outbox.request("window/workDoneProgress/create") { writer in
      writer.object { $0.member("token", Self.token(job)) }
    }
    progress(job) { writer in
      writer.member("kind", "begin")
      writer.member("title", "Tests, scenarios, invariants and gates")
    }
  }

  private func endProgress(_ job: ValidationJob) { progress(job) { $0.member("kind", "end") } }

  private func progress(_ job: ValidationJob, _ body: (inout JSONWriter) -> Void) {
    outbox.notify("$/progress") { writer in
      writer.object { writer in
        writer.member("token", Self.token(job))
        writer.object("value") { body(&$0) }
      }
    }
  }

  private static func token(_ job: ValidationJob) -> String { "validation-\(job.edition)" }
}

extension Workspace {
  /// The address of the file called `name`, as the client knows it.
  func uri(_ name: String) -> String { document(name)?.uri ?? folder.uri(name) }

  /// The range of `place` for the client.
  func range(of place: Place, _ encoding: PositionEncoding) -> Range<TextPosition> {
    let written = store.file(place.source.name).source
    let start = place.source.textPosition(at: Int(place.range.start), encoding, in: written)
    let end = place.source.textPosition(at: Int(max(place.range.start, place.range.end)), encoding, in: written)
    return start..<max(start, end)
  }
}

extension Severity {
  /// The protocol's number.
  fileprivate var number: Int {
    switch self {
    case .error: 1
    case .warning: 2
    case .info: 3
    }
  }
}

/// The relevant capabilities of the client, and the server's capabilities that follow from them.
struct ClientCapabilities {
  /// The server's capabilities without options.
  private static let features = [
    "documentSymbol", "workspaceSymbol", "hover", "definition", "references", "documentHighlight",
    "documentFormatting", "inlayHint",
  ]

  /// The unit of positions.
  private(set) var encoding = PositionEncoding.utf16
  /// True if the client can report files that other programs change.
  private(set) var watchesFiles = false
  /// True if the client shows the progress of work.
  private(set) var showsProgress = false
  /// True if edits of a workspace may have versions of documents.
  private(set) var versionsEdits = false

  /// True if the client asks for hints again when it is told to.
  private(set) var refreshesHints = false

  /// A client that nothing is known of.
  init() {}

  /// The client that `initialize` is from.
  init(_ message: Incoming) {
    func flag(_ path: Text...) -> Bool { message.node(["capabilities"] + path)?.bool ?? false }
    let encodings = message.node(["capabilities", "general", "positionEncodings"])?.elements.compactMap(\.text) ?? []
    // UTF-8 needs no counting, and is preferred if the client supports it.
    if encodings.contains("utf-8") { encoding = .utf8 }
    watchesFiles = flag("workspace", "didChangeWatchedFiles", "dynamicRegistration")
    showsProgress = flag("window", "workDoneProgress")
    refreshesHints = flag("workspace", "inlayHint", "refreshSupport")
    versionsEdits = flag("workspace", "workspaceEdit", "documentChanges")
  }

  /// Writes the member `capabilities` of the server's.
  func writeServerCapabilities(to writer: inout JSONWriter) {
    writer.object("capabilities") { writer in
      writer.member("positionEncoding", encoding.rawValue)
      writer.object("textDocumentSync") { writer in
        writer.member("openClose", true)
        // Incremental.
        writer.member("change", 2)
        writer.object("save") { $0.member("includeText", false) }
      }
      writer.object("completionProvider") { $0.member("triggerCharacters", [":", " ", ".", "\"", "'"] as [String]) }
      writer.object("renameProvider") { $0.member("prepareProvider", true) }
      writer.object("codeLensProvider") { $0.member("resolveProvider", false) }
      writer.object("executeCommandProvider") { $0.member("commands", [LanguageServer.runTests]) }
      writer.object("codeActionProvider") { $0.member("codeActionKinds", ["quickfix", "source.fixAll"] as [String]) }
      for feature in Self.features { writer.member("\(feature)Provider", true) }
    }
  }
}

/// A message of the client.
struct Incoming {
  /// The id of a request, as it was written; nil for a notification.
  let id: String?
  /// The name of the method; nil for a response.
  let method: String?
  /// The parameters, or `null`.
  let parameters: Node?

  /// Longer ids are not echoed (`idSize`).
  private static let longestID = 1024

  /// The reason for refusing a message.
  struct Refusal: Error {
    let code: Outbox.ErrorCode
    let message: String
    let id: String?
  }

  /// Reads the content of a message.
  init(_ content: [UInt8]) throws(Refusal) {
    let (document, diagnostics) = JSONReader.read(SourceText(name: "message", bytes: content))
    guard let root = document?.root, !diagnostics.hasErrors else {
      throw Refusal(code: .parse, message: diagnostics.first?.message ?? "a message has to be JSON", id: nil)
    }
    guard root.kind == .map else {
      throw Refusal(code: .invalidRequest, message: "a message has to be an object", id: nil)
    }
    let node = root["id" as Text]
    guard node.map({ $0.kind == .number || $0.kind == .string && $0.range.count <= Self.longestID }) ?? true else {
      throw Refusal(code: .invalidRequest, message: "`id` has to be a number or a short string", id: nil)
    }
    id = node.map { $0.document.source.text(of: $0.range) }
    method = root["method" as Text]?.text?.string
    parameters = root["params" as Text]
    guard root["jsonrpc" as Text]?.isText("2.0") ?? false else {
      throw Refusal(code: .invalidRequest, message: "`jsonrpc` has to be \"2.0\"", id: id)
    }
    let isResponse = root["result" as Text] != nil || root["error" as Text] != nil
    guard method != nil || isResponse else {
      throw Refusal(code: .invalidRequest, message: "a message has to have a `method`", id: id)
    }
  }

  /// The text under `path` in the parameters.
  func text(_ path: Text...) -> String? { node(path)?.text?.string }

  /// The value under `path` in the parameters.
  func node(_ path: [Text]) -> Node? {
    var node = parameters
    for key in path { node = node?[key] }
    return node
  }
}

extension TextPosition {
  /// The position that `node` is: `{"line": 3, "character": 5}`.
  init?(_ node: Node?) {
    guard let line = node?["line" as Text]?.int, let character = node?["character" as Text]?.int, line >= 0,
      character >= 0
    else { return nil }
    self.init(line: Int(clamping: line), character: Int(clamping: character))
  }

  /// Writes the position.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("line", line)
      writer.member("character", character)
    }
  }
}
