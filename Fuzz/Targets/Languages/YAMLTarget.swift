import TerrainBase
import TerrainDocuments
import TerrainYAML

extension FuzzTarget {
  /// YAML: a document's value, written as JSON, is read as the same value, by both readers.
  static let yaml = FuzzTarget(
    "yaml",
    dictionary: [
      "- ", ": ", "? ", "&a ", "*a", "|-\n", ">+\n", "!!str ", "%YAML 1.2\n", "---\n", "...\n", "# ", "'", "\"",
      "0.1e-2147483647",
    ]
  ) {
    SeedFiles.files(under: SeedFiles.suite("yaml"), endings: ["in.yaml"])
      + SeedFiles.files(under: SeedFiles.root.appending(path: "Rules"), endings: [".yaml"], oneOf: 6)
      + [Array("- 5\(String(repeating: "0", count: 46))\n".utf8)]
  } body: { input throws(FuzzFailure) in
    let source = SourceText(name: "input.yaml", bytes: input)
    let (documents, diagnostics) = YAMLReader.read(source, limits: DocumentLimits(nesting: 64, aliasExpansion: 5_000))
    try DiagnosticCheck.check(diagnostics)
    for document in documents.prefix(3) {
      try JSONCheck.check(document.root)
      try checkYAML(document.root)
    }
  }

  /// JSON is YAML, but for a few escapes that the writer does not use.
  private static func checkYAML(_ root: Node) throws(FuzzFailure) {
    let value = root.value
    var writer = JSONWriter(.compact)
    do throws(JSONWriterError) { try writer.value(value) } catch { return }
    let (again, diagnostics) = YAMLReader.readOne(SourceText(name: "again.yaml", bytes: writer.bytes))
    try require(!diagnostics.hasErrors, "written JSON is not read as YAML: \(diagnostics.map(\.message))")
    let same = again?.root.value.isIdentical(to: value) ?? false
    try require(same, "written as JSON and read as YAML is another value: \(writer.string)")
  }
}
