import TerrainDocuments
import TerrainOperations
import TerrainValues

/// A client of the Model Context Protocol: lines in, lines out. One thread.
///
/// It reads pack and rules again where their files have changed.
package final class MCPSession {
  let setup: MCPSetup
  let tools: [MCPTool]
  /// The revision of the handshake; nil before one.
  private var agreed: MCPRevision?
  /// The version that operations run.
  private(set) var served: ServedSystem
  private(set) var session: OperationSession
  let author: MCPAuthor

  /// A session over `served`.
  package init(_ served: ServedSystem, _ setup: MCPSetup) {
    self.setup = setup
    self.served = served
    author = MCPAuthor(served, setup)
    tools = MCPTool.all(isWriting: setup.writableFolder != nil)
    session = OperationSession(served, limits: setup.limits)
    prepare()
  }

  private func prepare() { (session.host as? ServiceContext)?.tools = author }

  /// The session of operations over the files as they are now.
  ///
  /// - Throws: what is wrong with them.
  func currentSession() throws(DiagnosticError) -> OperationSession {
    if !served.isCurrent {
      served = try ServedSystem(served.place)
      session = OperationSession(served, limits: setup.limits)
      prepare()
    }
    return session
  }

  // MARK: Lines

  /// Writes the answer to `line`, and a line end; nothing where there is nothing to answer.
  package func answer(_ line: UnsafeBufferPointer<UInt8>, to writer: inout JSONWriter) {
    if RequestText.isBlank(line) { return }
    let text = RequestText(line, limits: setup.limits)
    guard let root = text.document?.root, text.error == nil else { return refuse(text, to: &writer) }
    guard root.kind == .list, agreed?.hasBatches == true, root.count > 0, root.count <= setup.limits.batchSize else {
      if answer(root, of: text, to: &writer) { writer.newline() }
      return
    }
    let begin = writer.checkpoint
    var isAnswered = false
    writer.beginArray()
    for request in root.elements where answer(request, of: text, to: &writer) { isAnswered = true }
    writer.endArray()
    if isAnswered { writer.newline() } else { writer.rewind(to: begin) }
  }

  /// Writes the answer to a line that is longer than the limit.
  func refuseLongLine(_ beginning: UnsafeBufferPointer<UInt8>, to writer: inout JSONWriter) {
    let beginning = UnsafeRawBufferPointer(beginning)
    refuse(RequestText(tooLong: beginning, isWhole: false, limits: setup.limits), to: &writer)
  }

  private func refuse(_ text: RequestText, to writer: inout JSONWriter) {
    let error = text.error ?? RPCError(.internal)
    refuse(MCPError(error.code, error.diagnostics), text.id, text, to: &writer)
    writer.newline()
  }

  /// Answers one message; false where it wants no answer.
  private func answer(_ request: Node, of text: RequestText, to writer: inout JSONWriter) -> Bool {
    // What answers a request of ours: there is none.
    if request.kind == .map, request["method"] == nil, request["result"] ?? request["error"] != nil { return false }
    let begin = writer.checkpoint
    let duplicates = text.duplicates(in: request)
    let id = RequestID(of: request)
    do throws(MCPError) {
      if !duplicates.isEmpty { throw MCPError(.invalidRequest, duplicates) }
      if let diagnostic = Self.diagnostic(about: request) { throw MCPError(.invalidRequest, [diagnostic]) }
      guard request["id"] != nil else { return false }
      Self.begin(id, to: &writer)
      writer.limit(toFurther: setup.limits.responseSize)
      defer { writer.limit = .max }
      try run(request, text, to: &writer)
      writer.endObject()
      if writer.isOverLimit { throw MCPError(.limit, [.responseTooLarge(limit: setup.limits.responseSize)]) }
    } catch {
      writer.rewind(to: begin)
      refuse(error, id, text, to: &writer)
    }
    return true
  }

  private static func diagnostic(about request: Node) -> Diagnostic? {
    guard request.kind == .map else { return .notARequest(request) }
    guard request["jsonrpc"]?.isText("2.0") ?? false else { return .otherVersion(request["jsonrpc"] ?? request) }
    guard request["method"]?.kind == .string else { return .noMethod(request["method"] ?? request) }
    if let parameters = request["params"], parameters.kind != .map { return .wrongParameters(parameters) }
    if let id = request["id"], !isID(id) { return .wrongRequestID(id) }
    return nil
  }

  private static func isID(_ node: Node) -> Bool { node.kind == .string || node.kind == .number && node.isInteger }

  private static func begin(_ id: RequestID, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("jsonrpc", "2.0")
    // An error about a line whose id is unknown has none: the protocol has no `null`.
    switch id {
    case .none: return
    case .node(let node): if !isID(node) { return }
    case .seen(let json):
      // A number that is cut off or no integer is not worth an error that is not valid itself.
      guard json.first == UInt8(ascii: "\"") || json.allSatisfy({ (0x30...0x39).contains($0) }) else { return }
    }
    writer.key("id")
    id.write(to: &writer)
  }

  private func refuse(_ error: MCPError, _ id: RequestID, _ text: RequestText, to writer: inout JSONWriter) {
    Self.begin(id, to: &writer)
    error.write(ErrorData(text.source, text.document), to: &writer)
    writer.endObject()
  }

  // MARK: Methods

  private static let meta: Text = "_meta"
  private static let revision: Text = "io.modelcontextprotocol/protocolVersion"
  private static let capabilities: Text = "io.modelcontextprotocol/clientCapabilities"

  /// The revision by which `request` is answered.
  private func revision(of request: Node) throws(MCPError) -> MCPRevision {
    let meta = request["params"]?[Self.meta]
    guard let meta, meta.kind == .map, let named = meta[Self.revision] else {
      guard let agreed else { throw MCPError(.invalidParameters, [.noRevision(request)]) }
      return agreed
    }
    guard let name = named.text?.string else { throw MCPError(.invalidParameters, [.noRevision(named)]) }
    guard name == MCPRevision.stateless.rawValue else { throw MCPError(unsupported: name) }
    guard meta[Self.capabilities]?.kind == .map else { throw MCPError(.invalidParameters, [.noCapabilities(meta)]) }
    return .stateless
  }

  /// Writes the member `result` of the response to `request`.
  private func run(_ request: Node, _ text: RequestText, to writer: inout JSONWriter) throws(MCPError) {
    let method = request["method"]?.text?.string ?? ""
    let parameters = request["params"]
    if method == "initialize" { return try initialize(parameters ?? request, to: &writer) }
    if method == "ping", parameters?[Self.meta]?[Self.revision] == nil { return writer.object("result") { _ in } }
    let revision = try revision(of: request)
    guard let write = Self.methods[method], method != "server/discover" || revision == .stateless else {
      throw MCPError(.methodNotFound, [.unknownMethod(request["method"] ?? request, among: Self.methods.keys.sorted())])
    }
    writer.key("result")
    writer.beginObject()
    try write.body(self)(MCPRequest(node: request, text: text, revision: revision), &writer)
    if revision == .stateless {
      writer.member("resultType", "complete")
      if write.isCacheable {
        // Files may be edited at any time.
        writer.member("ttlMs", 0)
        writer.member("cacheScope", "private")
      }
      writer.object("_meta") { writer in
        writer.key("io.modelcontextprotocol/serverInfo")
        Self.writeServer(to: &writer)
      }
    }
    writer.endObject()
  }

  private typealias Body = (MCPRequest, inout JSONWriter) throws(MCPError) -> Void

  private struct Method: Sendable {
    let isCacheable: Bool
    let body: @Sendable (MCPSession) -> Body
  }

  private static let methods: [String: Method] = [
    "server/discover": Method(isCacheable: true) { session in { session.discover($0, to: &$1) } },
    "tools/list": Method(isCacheable: true) { session in
      { (request, writer) throws(MCPError) in try session.listTools(request, to: &writer) }
    },
    "tools/call": Method(isCacheable: false) { session in
      { (request, writer) throws(MCPError) in try session.callTool(request, to: &writer) }
    },
    "resources/list": Method(isCacheable: true) { session in
      { (request, writer) throws(MCPError) in try session.listResources(request, to: &writer) }
    },
    "resources/templates/list": Method(isCacheable: true) { session in
      { (request, writer) throws(MCPError) in try session.listTemplates(request, to: &writer) }
    },
    "resources/read": Method(isCacheable: true) { session in
      { (request, writer) throws(MCPError) in try session.readResource(request, to: &writer) }
    },
    "prompts/list": Method(isCacheable: true) { session in
      { (request, writer) throws(MCPError) in try session.listPrompts(request, to: &writer) }
    },
    "prompts/get": Method(isCacheable: false) { session in
      { (request, writer) throws(MCPError) in try session.getPrompt(request, to: &writer) }
    },
  ]

  private func initialize(_ parameters: Node, to writer: inout JSONWriter) throws(MCPError) {
    guard let requested = parameters["protocolVersion"]?.text?.string else {
      throw MCPError(.invalidParameters, [.noRevision(parameters)])
    }
    let named = MCPRevision(rawValue: requested)
    let revision = named.flatMap { $0.hasHandshake ? $0 : nil } ?? .newestWithHandshake
    agreed = revision
    writer.object("result") { writer in
      writer.member("protocolVersion", revision.rawValue)
      writeCapabilities(to: &writer)
      writer.key("serverInfo")
      Self.writeServer(to: &writer)
    }
  }

  private func discover(_ request: MCPRequest, to writer: inout JSONWriter) {
    writer.member("supportedVersions", MCPRevision.allCases.reversed().map(\.rawValue))
    writeCapabilities(to: &writer)
  }

  private func writeCapabilities(to writer: inout JSONWriter) {
    writer.object("capabilities") { writer in
      for name in ["tools", "resources", "prompts"] { writer.object(name) { _ in } }
    }
    writer.member("instructions", MCPPrompt.instructions)
  }

  private static func writeServer(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", "terrain")
      writer.member("version", ProgramVersion.text)
    }
  }
}

/// A request whose method was found.
struct MCPRequest {
  let node: Node
  let text: RequestText
  let revision: MCPRevision

  /// The member `name` of the parameters.
  subscript(_ name: Text) -> Node? { node["params"]?[name] }

  /// - Throws: that nothing is on a page that the client names: everything is on the first.
  func checkPage() throws(MCPError) {
    if let cursor = self["cursor"], cursor.kind != .null { throw MCPError(.invalidParameters, [.noSuchPage(cursor)]) }
  }

  /// The text of the parameter `name`.
  func required(_ name: Text) throws(MCPError) -> Text {
    guard let text = self[name]?.text else {
      throw MCPError(.invalidParameters, [.noText(name, at: node["params"] ?? node)])
    }
    return text
  }
}
