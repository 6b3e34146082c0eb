import TerrainDocuments

/// Reads a source as what it is: JSON or YAML.
package enum SourceReader {
  /// The documents of `source`: JSON where its name ends in `.json`, YAML where it ends in `.yaml` or `.yml`, and of any
  /// other name (standard input has none) JSON where it begins with a bracket or a brace.
  ///
  /// A key that is there twice is an error in both: nothing shows which of the two was meant.
  @Sendable package static func read(_ source: SourceText) -> (documents: [Document], diagnostics: [Diagnostic]) {
    guard isJSON(source) else { return YAMLReader.read(source) }
    var (document, diagnostics) = JSONReader.read(source)
    for index in diagnostics.indices where diagnostics[index].code == "json/duplicate-key" {
      diagnostics[index].severity = .error
    }
    return (diagnostics.hasErrors ? [] : document.map { [$0] } ?? [], diagnostics)
  }

  private static func isJSON(_ source: SourceText) -> Bool {
    if source.name.hasSuffix(".json") { return true }
    if source.name.hasSuffix(".yaml") || source.name.hasSuffix(".yml") { return false }
    let white: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
    let first = source.bytes.first { !white.contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
