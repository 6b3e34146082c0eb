import TerrainDocuments
import TerrainEngines

extension Operations {
  /// The operations, as an OpenRPC document.
  package static var discover: Operation<[UInt8]> {
    Operation(
      name: "rpc.discover", summary: "Describe the methods that the pack can answer, as an OpenRPC document",
      parameters: .object([]), result: .json(.map(.anything))
    ) { _, session, _ throws(DiagnosticError) in
      let served = try session.service().served
      // The document is the same for every request about a version.
      return try served.discovered { () throws(DiagnosticError) in
        var writer = JSONWriter(.compact)
        try OpenRPCDocument(session, served).write(to: &writer)
        return writer.bytes
      }
    }
  }
}

/// The table of methods as an OpenRPC document (spec.open-rpc.org, 1.3).
struct OpenRPCDocument {
  /// The version of the specification.
  static let specification = "1.3.2"
  /// The title of the interface.
  static let title = "Terrain"

  private let session: OperationSession
  private let served: ServedSystem

  /// The document, with the examples of the pack of `served`, which `session` runs.
  init(_ session: OperationSession, _ served: ServedSystem) {
    self.session = session
    self.served = served
  }

  /// Writes it as one value.
  func write(to writer: inout JSONWriter) throws(DiagnosticError) {
    var schemas = ShapeSchema(references: "#/components/schemas/")
    writer.beginObject()
    writer.member("openrpc", Self.specification)
    writer.object("info") { writer in
      writer.member("title", Self.title)
      writer.member(
        "description",
        "Rule-driven content and personalization over lines of JSON-RPC 2.0. "
          + "Examples are those of the pack \(served.pack.id) \(served.pack.version).")
      writer.member("version", ProgramVersion.text)
    }
    writer.key("methods")
    writer.beginArray()
    for operation in AnyOperation.all where operation.isSupported(in: session) {
      try write(operation, &schemas, to: &writer)
    }
    writer.endArray()
    writer.object("components") { writer in
      schemas.definitions(under: "schemas", to: &writer)
      writer.object("errors") { writer in
        for code in RPCError.Code.allCases {
          writer.key(code.name)
          writer.object { writer in
            writer.member("code", code.rawValue)
            writer.member("message", code.message)
          }
        }
      }
    }
    writer.endObject()
  }

  private func write(
    _ operation: AnyOperation, _ schemas: inout ShapeSchema, to writer: inout JSONWriter
  ) throws(DiagnosticError) {
    writer.beginObject()
    writer.member("name", operation.name)
    writer.member("summary", operation.summary)
    writer.member("paramStructure", "by-name")
    writer.key("params")
    writer.beginArray()
    schemas.allowsNull = true
    for field in operation.parameters.fields {
      writer.beginObject()
      writer.member("name", field.name)
      writer.member("description", field.doc)
      writer.member("required", field.isRequired)
      writer.key("schema")
      schemas.write(schemas.shape(of: field), to: &writer)
      writer.endObject()
    }
    writer.endArray()
    schemas.allowsNull = false
    writer.key("result")
    writer.beginObject()
    writer.member("name", "\(operation.name).result")
    writer.key("schema")
    schemas.write(operation.result, to: &writer)
    writer.endObject()
    writer.array("errors") { writer in
      for code in RPCError.Code.ofMethods {
        writer.object { writer in
          writer.member("$ref", "#/components/errors/\(code.name)")
        }
      }
    }
    if let example = served.examples[operation.name] {
      try self.example(of: operation, example, to: &writer)
    } else if let result = try operation.exampleResult(served) {
      writeExample(of: operation, parameters: { $0.array { _ in } }, result: { $0.raw(result) }, to: &writer)
    }
    writer.endObject()
  }

  private func example(
    of operation: AnyOperation, _ source: SourceText, to writer: inout JSONWriter
  ) throws(DiagnosticError) {
    let (document, diagnostics) = JSONReader.read(source)
    guard let root = document?.root else { throw DiagnosticError(diagnostics) }
    var parameters = JSONWriter(.compact)
    do throws(JSONWriterError) {
      parameters.beginArray()
      for (key, value) in root.members {
        guard let name = key.text, name != "$schema" else { continue }
        parameters.beginObject()
        parameters.member("name", name)
        try parameters.member("value", value.value(fractions: .decimal))
        parameters.endObject()
      }
      parameters.endArray()
    } catch {
      throw DiagnosticError(.noJSON(because: error))
    }
    var result = JSONWriter(.compact)
    try operation.run(session, root, to: &result)
    writeExample(
      of: operation, parameters: { $0.raw(parameters.bytes) }, result: { $0.raw(result.bytes) }, to: &writer)
  }

  private func writeExample(
    of operation: AnyOperation, parameters: (inout JSONWriter) -> Void, result: (inout JSONWriter) -> Void,
    to writer: inout JSONWriter
  ) {
    writer.key("examples")
    writer.array { writer in
      writer.object { writer in
        writer.member("name", "\(operation.name).example")
        writer.key("params")
        parameters(&writer)
        writer.object("result") { writer in
          writer.member("name", "\(operation.name).result")
          writer.key("value")
          result(&writer)
        }
      }
    }
  }
}
