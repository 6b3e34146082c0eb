import TerrainDocuments
import TerrainSchemas
import TerrainYAML
import Testing

/// A document of JSON.
func json(_ text: String, name: String = "test.json") throws -> Document {
  try #require(JSONReader.read(SourceText(name: name, text: text)).document)
}

/// A document of YAML.
func yaml(_ text: String) throws -> Document {
  try #require(YAMLReader.readOne(SourceText(name: "test.yaml", text: text)).document)
}

/// A schema of JSON or YAML; what is wrong with it fails the test.
func schema(
  _ text: String, uri: String = "", registry: SchemaRegistry = SchemaRegistry(), formats: FormatAssertion = .always,
  limits: SchemaLimits = .standard
) throws -> Schema {
  let (schema, diagnostics) = Schema.compile(
    try yaml(text).root, uri: uri, registry: registry, formats: formats, limits: limits)
  #expect(diagnostics.isEmpty, "\(diagnostics.map(\.message))")
  return try #require(schema)
}

/// `code at path: message (help)`
func summary(_ diagnostic: Diagnostic) -> String {
  let at = diagnostic.path.map { $0.isEmpty ? "" : " at \($0)" } ?? ""
  return "\(diagnostic.code)\(at): \(diagnostic.message)" + (diagnostic.fix.map { " (\($0))" } ?? "")
}
