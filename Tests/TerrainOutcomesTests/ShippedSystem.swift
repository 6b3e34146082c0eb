import Synchronization
import TerrainDocuments
import TerrainEngines
import TerrainOutcomes
import TerrainRules
import TerrainYAML
import TestSupport

/// A shipped pack with its rules.
enum ShippedSystem {
  /// By name, the packs that were loaded.
  private static let loaded = Mutex<[String: (system: LoadedSystem, files: ContentFiles)]>([:])

  /// A session over the pack `name`, everything loaded: once for all tests, to which it is the same.
  static func session(_ name: String, namesVersions: Bool = true) throws -> OutcomeSession {
    let (system, files) = try loaded.withLock { loaded in
      if let known = loaded[name] { return known }
      let root = Conformance.packageRoot.path
      let files = ContentFiles.disk(SourceReader.read).readingOnce()
      let loader = SystemLoader(packAt: "\(root)/ContentPacks/\(name)", rulesAt: "\(root)/Rules/\(name)", files: files)
      let made = (system: try loader.system([], nil), files: files)
      loaded[name] = made
      return made
    }
    return OutcomeSession(system, files: files, namesVersions: namesVersions)
  }

  /// The tree that `yaml` is.
  static func tree(_ yaml: String) throws -> Node {
    let (documents, diagnostics) = YAMLReader.read(SourceText(name: "request.yaml", text: yaml))
    guard let document = documents.first else { throw DiagnosticError(diagnostics) }
    return document.root
  }
}
