import TerrainDocuments
import TerrainValues

extension Diagnostic {
  static func noRevision(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "mcp/no-revision", message: "the request names no revision of the protocol", place: node.place,
      fix: "begin with `initialize`, or name it in `_meta` as `io.modelcontextprotocol/protocolVersion`")
  }

  static func wrongRequestID(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "mcp/request-id", message: "`id` is a text or an integer, and this is \(node.kind.named)",
      place: node.place,
      fix: "give each request an id of its own; a notification has none")
  }

  static func noCapabilities(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "mcp/no-capabilities", message: "`_meta` has no object `io.modelcontextprotocol/clientCapabilities`",
      place: node.place, fix: "add it; it may be empty")
  }

  static func noSuchPage(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "mcp/unknown-cursor", message: "no list has a page with this cursor", place: node.place,
      fix: "leave `cursor` out: every list is one page")
  }

  static func noText(_ name: Text, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "mcp/missing-parameter", message: "the text `\(name)` is missing", place: node.place, fix: "add it")
  }

  static func unknownTool(_ node: Node, among names: [String]) -> Diagnostic {
    unknown("mcp/unknown-tool", "a tool", "`tools/list` lists them", node, names)
  }

  static func unknownPrompt(_ node: Node, among names: [String]) -> Diagnostic {
    unknown("mcp/unknown-prompt", "a prompt", "`prompts/list` lists them", node, names)
  }

  static func unknownResource(_ node: Node) -> Diagnostic {
    unknown("mcp/unknown-resource", "the address of a resource", "`resources/list` lists them", node, [])
  }

  private static func unknown(
    _ code: String, _ what: String, _ fix: String, _ node: Node, _ names: [String]
  ) -> Diagnostic {
    let nearest = node.text.flatMap { Suggestion.nearest(to: $0.string, among: names) }
    return Diagnostic(
      code: code, message: "this is not \(what) of this server", place: node.place,
      fix: nearest.map { "did you mean `\($0)`?" } ?? fix)
  }

  static func tookTooLong(milliseconds: Int) -> Diagnostic {
    Diagnostic(
      code: "mcp/timeout", message: "the operation did not end within \(milliseconds) milliseconds", place: nil,
      fix: "ask for less, or start the server with a larger `--timeout`")
  }

  static let authoringNeedsFolders = Diagnostic(
    code: "mcp/built-pack", message: "the pack is one built file, whose files cannot be changed", place: nil,
    fix: "start the server with the folder of a pack")

  static func unknownFile(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "mcp/unknown-file", message: "this is not the path of a file of the pack or its rules", place: node.place,
      fix: "name a file as `resources/list` does; files are neither created nor removed")
  }

  static func sameFileTwice(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "mcp/same-file", message: "two changes are about the same file", place: node.place,
      fix: "give each file once, with its whole text")
  }

  static let filesChanged = Diagnostic(
    code: "mcp/files-changed", message: "files of the pack or its rules changed since the change was compared",
    place: nil,
    fix: "read the files again, and propose the change again")

  static func unknownToken(_ node: Node) -> Diagnostic {
    Diagnostic(
      code: "mcp/unknown-token", message: "this is not the token of a change that was proposed here", place: node.place,
      fix: "call `propose`; its token serves once, and the last \(MCPProposals.most) are kept")
  }

  static func notWritable(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "mcp/not-writable", message: "`\(path)` is outside of the folder of `--allow-write`, or a link", place: nil,
      fix: "change a file in that folder, or start the server with another one")
  }

  static func notWritten(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      code: "mcp/not-written", message: "`\(path)` could not be written: \(reason)", place: nil,
      fix: "make room or give permission, then propose the change again")
  }

  /// The operation `name` evaluates no request.
  package static func impactOperation(_ name: String, among names: [String]) -> Diagnostic {
    Diagnostic(
      code: "impact/unknown-operation", message: "`\(name)` is not an operation that evaluates a request", place: nil,
      fix: Suggestion.fix(Text(name), among: names) ?? "they are \(names.quoted)")
  }
}
