import TerrainContent
import TerrainDocuments
import TerrainOperations
import TerrainOutcomes
import TerrainYAML
import TestSupport

/// A shipped pack with its rules.
enum ShippedSystem {
  /// A session over the pack `name`, everything loaded.
  static func session(_ name: String) throws -> OutcomeSession {
    let root = Conformance.packageRoot.path
    let files = ContentFiles.disk(SourceReader.read).readingOnce()
    return try OutcomeSession(
      SystemLoader(packAt: "\(root)/ContentPacks/\(name)", rulesAt: "\(root)/Rules/\(name)", files: files))
  }

  /// The tree that `yaml` is.
  static func tree(_ yaml: String) throws -> Node {
    let (documents, diagnostics) = YAMLReader.read(SourceText(name: "request.yaml", text: yaml))
    guard let document = documents.first else { throw DiagnosticError(diagnostics) }
    return document.root
  }
}
