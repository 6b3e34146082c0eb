import TerrainBase
import TerrainDocuments
import TerrainEngines

/// The Model Context Protocol over the dispatcher of `terrain serve`.
///
/// A call of a tool becomes the request of an operation with the same id, and its response becomes the tool's result: limits,
/// cancellation, new versions, and the log are those of the service. The adapter keeps nothing between messages. Results are
/// valid under all revisions with a handshake; a request that names the stateless revision gets the members that it adds.
package struct MCPAdapter {
  /// The supported revisions, the newest first. The newest has no handshake: each request names it.
  private static let revisions = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  private let state: ServiceState
  private let worker: ServiceWorker
  private let requests: OpenRequests

  /// Serves the client at `input` and `output` until the input ends.
  ///
  /// - Returns: false if responses could not be written, or if the system provides no pipe.
  package static func run(_ state: ServiceState, input: Descriptor, output: Descriptor) -> Bool {
    let server = LineServer(
      [LineInput(input)], output: LineOutput(output), threads: state.threads, limits: state.limits, clock: state.clock)
    guard let server else { return false }
    return server.run { [requests = server.requests] in
      let adapter = MCPAdapter(state: state, worker: ServiceWorker(state, requests), requests: requests)
      return LineWorker(
        answer: { line, origin, writer, beforeSlow, _ in
          // Another thread reads meanwhile: the next line may cancel this request.
          beforeSlow(&writer)
          adapter.answer(line, origin, to: &writer)
        },
        refuseLongLine: { line, writer in
          let text = RequestText(tooLong: UnsafeRawBufferPointer(line), isWhole: false, limits: state.limits)
          adapter.refuse(text, to: &writer)
        })
    }
  }

  private func answer(_ line: UnsafeBufferPointer<UInt8>, _ origin: LineOrigin, to writer: inout JSONWriter) {
    if RequestText.isBlank(line) { return }
    let text = RequestText(line, limits: state.limits)
    guard let root = text.document?.root, text.error == nil else { return refuse(text, to: &writer) }
    // Revision 2025-03-26 has batches.
    let begin = writer.checkpoint
    let isBatch = root.kind == .list && 1...state.limits.batchSize ~= root.count
    var isAnswered = false
    if isBatch { writer.beginArray() }
    for message in isBatch ? Array(root.elements) : [root] where answer(message, of: text, origin, to: &writer) {
      isAnswered = true
    }
    if isBatch { writer.endArray() }
    if isAnswered { writer.newline() } else { writer.rewind(to: begin) }
  }

  /// Refuses a line that could not be read.
  private func refuse(_ text: RequestText, to writer: inout JSONWriter) {
    Self.begin(text.id, to: &writer)
    (text.error ?? RPCError(.internal)).write(ErrorData(text.source, text.document), to: &writer)
    writer.endObject()
    writer.newline()
  }

  /// Answers one message, or returns false for notifications, canceled requests, and responses: they want no answer.
  private func answer(
    _ message: Node, of text: RequestText, _ origin: LineOrigin, to writer: inout JSONWriter
  ) -> Bool {
    let method = message["method"]?.text?.string
    if message.kind == .map, message["id"] == nil || message["result"] ?? message["error"] != nil {
      if method == "notifications/cancelled", let id = message["params"]?["requestId"] {
        _ = requests.cancel(id.document.source.text(of: id.range), line: origin.number)
      }
      return false
    }
    let begin = writer.checkpoint
    do throws(Refusal) {
      guard let method, message["jsonrpc"]?.isText("2.0") ?? false, Self.isID(message["id"].map(Self.json) ?? ""),
        text.duplicates(in: message).isEmpty
      else { throw Refusal(.invalidRequest, "a request has `jsonrpc`: \"2.0\", an id, a method, and no key twice") }
      Self.begin(RequestID(of: message), to: &writer)
      writer.key("result")
      writer.beginObject()
      try run(method, message, origin, to: &writer)
      writer.endObject()
    } catch {
      writer.rewind(to: begin)
      if error.code == RPCError.Code.cancelled.rawValue { return false }
      Self.begin(RequestID(of: message), to: &writer)
      writer.object("error") { writer in
        writer.member("code", error.code)
        writer.member("message", error.message)
        guard let data = error.data else { return }
        writer.key("data")
        writer.raw(data)
      }
    }
    writer.endObject()
    return true
  }

  private static func json(_ node: Node) -> String { node.document.source.text(of: node.range) }
  private static func isID(_ json: String) -> Bool {
    json.first == "\"" || !json.isEmpty && json.allSatisfy { $0.isNumber || $0 == "-" }
  }

  /// Begins a response. The protocol has no id `null`: a response to an unreadable request has no id.
  private static func begin(_ id: RequestID, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("jsonrpc", "2.0")
    var json = JSONWriter(.compact)
    id.write(to: &json)
    guard isID(json.string) else { return }
    writer.key("id")
    writer.raw(json.string)
  }

  /// Writes the members of the result of `method`.
  private func run(
    _ method: String, _ request: Node, _ origin: LineOrigin, to writer: inout JSONWriter
  ) throws(Refusal) {
    let revision = request["params"]?["_meta"]?["io.modelcontextprotocol/protocolVersion"]
    if let revision, revision.text?.string != Self.revisions[0] {
      var refusal = Refusal(.invalidParameters, "Unsupported protocol version")
      refusal.code = -32022
      refusal.data = #"{"supported":\#(Self.revisions),"requested":\#(Self.json(revision))}"#
      throw refusal
    }
    switch method {
    case "initialize":
      let requested = request["params"]?["protocolVersion"]?.text?.string
      let agreed = Self.revisions.dropFirst().first { $0 == requested } ?? Self.revisions[1]
      writer.raw(#""protocolVersion":"\#(agreed)","capabilities":{"tools":{}},"serverInfo":\#(Self.server)"#)
    case "server/discover":
      writer.raw(#""supportedVersions":\#(Self.revisions),"capabilities":{"tools":{}}"#)
    case "ping": break
    case "tools/list":
      writer.key("tools")
      writer.raw(MCPTools.list(state))
    case "tools/call": try call(request, origin, to: &writer)
    default: throw Refusal(.methodNotFound, "the methods are initialize, ping, tools/list, and tools/call")
    }
    guard revision != nil else { return }
    if method != "tools/call" { writer.raw(#""ttlMs":0,"cacheScope":"private""#) }
    writer.raw(#""resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":\#(Self.server)}"#)
  }

  private static let server = #"{"name":"terrain","version":"\#(ProgramVersion.text)"}"#

  /// Passes a call on as the request of an operation, and writes its response as the result of the tool.
  private func call(_ request: Node, _ origin: LineOrigin, to writer: inout JSONWriter) throws(Refusal) {
    let name = request["params"]?["name"]?.text?.string ?? ""
    guard let operation = MCPTools.operations.first(where: { MCPTools.name(of: $0) == name }) else {
      throw Refusal(.invalidParameters, "there is no such tool; `tools/list` lists the tools")
    }
    let (id, arguments) = (request["id"].map(Self.json), request["params"]?["arguments"].map(Self.json))
    let inner = #"{"jsonrpc":"2.0","id":\#(id ?? "null"),"method":"\#(operation.name)","params":\#(arguments ?? "{}")}"#
    var response = JSONWriter(.compact)
    Array(inner.utf8).withUnsafeBufferPointer { line in
      worker.dispatcher.answer(line, from: origin, to: &response, beforeSlow: { _ in }, spill: { _ in true })
    }
    let root = JSONReader.read(SourceText(name: "response", bytes: response.bytes)).document?.root
    let error = root?["error"]
    if error?["code"]?.int == Int64(RPCError.Code.cancelled.rawValue) { throw Refusal(.cancelled, "") }
    let result = root?["result"].map(Self.json)
    writer.array("content") { writer in
      writer.object { writer in
        writer.member("type", "text")
        writer.member("text", result ?? Self.text(of: error))
      }
    }
    if let result {
      writer.key("structuredContent")
      writer.raw(result)
    }
    writer.member("isError", result == nil)
  }

  /// The message of an error, and a line for each of its diagnostics.
  private static func text(of error: Node?) -> String {
    let diagnostics = (error?["data"]?["diagnostics"]?.elements).map(Array.init) ?? []
    let members: [Text] = ["code", "path", "message", "fix"]
    let lines = diagnostics.map { line in members.compactMap { line[$0]?.text?.string }.joined(separator: ": ") }
    return ([error?["message"]?.text?.string ?? "Internal error"] + lines).joined(separator: "\n")
  }
}

/// An error of the protocol; `data` is JSON.
private struct Refusal: Error {
  var code: Int
  let message: String
  var data: String?

  init(_ code: RPCError.Code, _ message: String) { (self.code, self.message) = (code.rawValue, message) }
}

/// The tools of the Model Context Protocol: operations that the served pack can answer.
enum MCPTools {
  static let operations =
    AnyOperation.evaluating + [
      AnyOperation(Operations.explain(AnyOperation.evaluating)), AnyOperation(Operations.packValidate),
    ]

  /// The name of the tool: some clients refuse dots.
  static func name(of operation: AnyOperation) -> String { operation.name.replacing(".", with: "_") }

  /// The list of tools as JSON. Models read the complete list, so that schemas have only top-level parameters; the dispatcher checks the
  /// rest.
  static func list(_ state: ServiceState) -> [UInt8] {
    let session = OperationSession(state.served, service: state)
    var writer = JSONWriter(.compact)
    writer.array { writer in
      for operation in operations where operation.isSupported(in: session) {
        writer.object { writer in
          writer.member("name", name(of: operation))
          writer.member("description", operation.summary)
          writer.key("inputSchema")
          writer.raw(ShapeSchema.outline(of: operation.parameters))
          writer.object("annotations") { writer in writer.member("readOnlyHint", true) }
        }
      }
    }
    return writer.bytes
  }
}
