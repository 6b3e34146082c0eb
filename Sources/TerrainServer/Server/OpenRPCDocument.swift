import TerrainDocuments

/// The table of methods as an OpenRPC document (spec.open-rpc.org, 1.3).
struct OpenRPCDocument {
  /// The version of the specification.
  static let specification = "1.3.2"
  /// The title of the interface.
  static let title = "Terrain"

  private let session: OperationSession

  /// The document, with the examples of the pack that `session` serves.
  init(_ session: OperationSession) { self.session = session }

  /// Writes it as one value.
  func write(to writer: inout JSONWriter) throws(DiagnosticError) {
    var schemas = ShapeSchema(references: "#/components/schemas/")
    writer.beginObject()
    writer.member("openrpc", Self.specification)
    writer.object("info") { writer in
      writer.member("title", Self.title)
      let served = session.served
      writer.member(
        "description",
        "Rule-driven content and personalization over lines of JSON-RPC 2.0. "
          + "Examples are those of the pack \(served.pack.id) \(served.pack.version).")
      writer.member("version", ProgramVersion.text)
    }
    writer.key("methods")
    writer.beginArray()
    for method in Method.all { try write(method, &schemas, to: &writer) }
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
    _ method: Method, _ schemas: inout ShapeSchema, to writer: inout JSONWriter
  ) throws(DiagnosticError) {
    writer.beginObject()
    writer.member("name", method.name)
    writer.member("summary", method.summary)
    writer.member("paramStructure", "by-name")
    writer.key("params")
    writer.beginArray()
    for field in method.parameters.fields {
      writer.beginObject()
      writer.member("name", field.name)
      writer.member("description", field.doc)
      writer.member("required", field.isRequired)
      writer.key("schema")
      schemas.write(field.shape, to: &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.key("result")
    writer.beginObject()
    writer.member("name", "\(method.name).result")
    writer.key("schema")
    schemas.write(method.result, to: &writer)
    writer.endObject()
    writer.array("errors") { writer in
      for code in RPCError.Code.allCases where code.isOfMethods || code == .cancelled && method.runsApart {
        writer.object { writer in
          writer.member("$ref", "#/components/errors/\(code.name)")
        }
      }
    }
    if let example = session.served.examples[method.name] {
      try self.example(of: method, example, to: &writer)
    } else if let result = method.exampleResult(session) {
      writeExample(of: method, parameters: { $0.array { _ in } }, result: { $0.raw(result) }, to: &writer)
    }
    writer.endObject()
  }

  private func example(
    of method: Method, _ source: SourceText, to writer: inout JSONWriter
  ) throws(DiagnosticError) {
    let (document, diagnostics) = JSONReader.read(source)
    guard let root = document?.root else { throw DiagnosticError(diagnostics) }
    var parameters = JSONWriter(.compact)
    try parameters.document { writer throws(JSONWriterError) in
      writer.beginArray()
      for (key, value) in root.members {
        guard let name = key.text, name != "$schema" else { continue }
        writer.beginObject()
        writer.member("name", name)
        try writer.member("value", value.value(fractions: .decimal))
        writer.endObject()
      }
      writer.endArray()
    }
    var result = JSONWriter(.compact)
    _ = try method.answer(root, session, to: &result)
    writeExample(
      of: method, parameters: { $0.raw(parameters.bytes) }, result: { $0.raw(result.bytes) }, to: &writer)
  }

  private func writeExample(
    of method: Method, parameters: (inout JSONWriter) -> Void, result: (inout JSONWriter) -> Void,
    to writer: inout JSONWriter
  ) {
    writer.key("examples")
    writer.array { writer in
      writer.object { writer in
        writer.member("name", "\(method.name).example")
        writer.key("params")
        parameters(&writer)
        writer.object("result") { writer in
          writer.member("name", "\(method.name).result")
          writer.key("value")
          result(&writer)
        }
      }
    }
  }
}

extension RPCError.Code {
  /// Whether every method that was found can end with it.
  fileprivate var isOfMethods: Bool {
    switch self {
    case .parse, .invalidRequest, .methodNotFound, .cancelled: false
    case .invalidParameters, .internal, .rulesFailed, .limit, .system: true
    }
  }
}
