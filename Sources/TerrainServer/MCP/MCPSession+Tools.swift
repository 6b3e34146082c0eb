import TerrainDocuments
import TerrainOperations
import TerrainValues

extension MCPSession {
  func listTools(_ request: MCPRequest, to writer: inout JSONWriter) throws(MCPError) {
    try request.checkPage()
    writer.array("tools") { writer in for tool in tools { tool.write(for: request.revision, to: &writer) } }
  }

  func callTool(_ request: MCPRequest, to writer: inout JSONWriter) throws(MCPError) {
    let name = try request.required("name")
    guard let tool = tools.first(where: { Text($0.name) == name }) else {
      throw MCPError(.invalidParameters, [.unknownTool(request["name"] ?? request.node, among: tools.map(\.name))])
    }
    if let arguments = request["arguments"], arguments.kind != .map {
      throw MCPError(.invalidParameters, [.wrongParameters(arguments)])
    }
    var result = JSONWriter(.compact)
    result.limit = setup.limits.responseSize
    do throws(DiagnosticError) {
      try run(tool, request, to: &result)
    } catch {
      var text = JSONWriter(.compact)
      text.object { writer in
        writer.key("diagnostics")
        ErrorData(request.text.source, request.text.document).write(error.diagnostics, to: &writer)
      }
      write(text.string, to: &writer)
      return writer.member("isError", true)
    }
    write(result.string, to: &writer)
    if request.revision.hasStructuredContent {
      writer.key("structuredContent")
      writer.raw(result.bytes)
    }
    writer.member("isError", false)
  }

  private func write(_ text: String, to writer: inout JSONWriter) {
    writer.array("content") { writer in
      writer.object { writer in
        writer.member("type", "text")
        writer.member("text", text)
      }
    }
  }

  private func run(_ tool: MCPTool, _ request: MCPRequest, to writer: inout JSONWriter) throws(DiagnosticError) {
    var session = self.session
    // Files that cannot be loaded can be corrected.
    do throws(DiagnosticError) { session = try currentSession() } catch {
      if !tool.worksOnFiles { throw error }
    }
    let deadline = setup.clock.now() + setup.patience
    session.isCancelled = { [clock = setup.clock] in clock.now() > deadline }
    defer { session.isCancelled = { false } }
    do throws(DiagnosticError) {
      try tool.operation.run(session, arguments(request), to: &writer)
    } catch {
      throw session.isCancelled() ? DiagnosticError(.tookTooLong(milliseconds: setup.patience / 1_000_000)) : error
    }
    if writer.isOverLimit { throw DiagnosticError(.responseTooLarge(limit: setup.limits.responseSize)) }
  }

  /// The arguments of a call, which may have none.
  private func arguments(_ request: MCPRequest) throws(DiagnosticError) -> Node {
    if let given = request["arguments"] { return given }
    let (document, diagnostics) = JSONReader.read(SourceText(name: "arguments", text: "{}"))
    guard let document else { throw DiagnosticError(diagnostics) }
    return document.root
  }
}
