import TerrainAuthoring
import TerrainDocuments
import TerrainForms
import TerrainOperations

/// An operation as a tool of the Model Context Protocol.
struct MCPTool: Sendable {
  /// What a tool changes.
  enum Effect { case none, remembers, writes }

  let operation: AnyOperation
  let effect: Effect
  /// Whether it reads the files itself, so that it works where they are wrong.
  let worksOnFiles: Bool
  /// The name: that of the operation, without dots, which some clients refuse.
  let name: String
  /// The schemas, on one line each.
  let inputSchema: [UInt8]
  let outputSchema: [UInt8]

  init(_ operation: AnyOperation, _ effect: Effect = .none, worksOnFiles: Bool = false) {
    self.worksOnFiles = worksOnFiles
    self.operation = operation
    self.effect = effect
    name = operation.name.replacing(".", with: "_")
    inputSchema = Self.schema(of: operation.parameters)
    outputSchema = Self.schema(of: operation.result)
  }

  /// What a schema of `shape` says of values, whose root names its type: the protocol demands that. Clients read the schemas of all tools at
  /// once, so an account, which is passed back as it is, is an object and no more; `terrain schema` prints the whole.
  private static func schema(of shape: Shape) -> [UInt8] {
    let line = ShapeSchema.line(of: shape, opaque: [AccountDocument.shapeName])
    let (document, _) = JSONReader.read(SourceText(name: "schema", bytes: line))
    guard document?.root["type"] == nil else { return line }
    return Array(#"{"type":"object","#.utf8) + line.dropFirst()
  }

  /// Writes it as an element of `tools/list`.
  func write(for revision: MCPRevision, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("description", operation.summary)
      writer.key("inputSchema")
      writer.raw(inputSchema)
      if revision.hasStructuredContent {
        writer.key("outputSchema")
        writer.raw(outputSchema)
      }
      if revision.hasAnnotations {
        writer.object("annotations") { writer in
          writer.member("readOnlyHint", effect != .writes)
          writer.member("destructiveHint", effect == .writes)
          writer.member("openWorldHint", false)
        }
      }
    }
  }

  /// The tools of a server; `isWriting` adds the one that replaces files.
  static func all(isWriting: Bool) -> [MCPTool] {
    let loaded =
      AnyOperation.evaluating + [
        AnyOperation(Operations.explain(AnyOperation.evaluating)), AnyOperation(Operations.report),
      ]
    var tools = loaded.map { MCPTool($0) } + AnyOperation.authoring.map { MCPTool($0, worksOnFiles: true) }
    tools.append(MCPTool(AnyOperation(Operations.propose), .remembers, worksOnFiles: true))
    if isWriting { tools.append(MCPTool(AnyOperation(Operations.write), .writes, worksOnFiles: true)) }
    return tools
  }
}
