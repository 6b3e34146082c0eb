import TerrainDocuments

/// Reads YAML 1.2 (core schema) into documents, every value with its place.
public enum YAMLReader {
  /// Reads every document of `source`.
  public static func read(
    _ source: SourceText, limits: DocumentLimits = DocumentLimits()
  ) -> (documents: [Document], diagnostics: [Diagnostic]) {
    ([], [])
  }
}
