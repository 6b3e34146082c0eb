import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

/// The population files of a pack: `populations/NAME.yaml` in its folder.
package struct PopulationFiles {
  /// The population of a pack if none is named.
  package static let standard = "everyday"

  /// The pack's folder.
  package let pack: String
  /// The files that they are read from.
  package let files: ContentFiles
  private var folder: String { "\(pack)/populations" }

  /// The populations of the pack in the folder `pack`, read from `files`.
  package init(pack: String, files: ContentFiles) {
    self.pack = pack
    self.files = files
  }

  /// Their names, sorted.
  package var names: [String] {
    paths.map { String($0.dropFirst(folder.count + 1).dropLast(5)) }
  }

  /// Their files, sorted.
  package var paths: [String] {
    guard files.kind(folder) == .folder else { return [] }
    return ((try? files.list(folder, [".yaml"])) ?? []).ordered { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The population called `name`, for the pack and the rules of `system`.
  ///
  /// - Throws: `population/not-found`; errors in its file.
  package func population(
    _ name: String, _ system: LoadedSystem
  ) throws(DiagnosticError) -> PopulationDeclaration {
    guard names.contains(name) else {
      throw DiagnosticError(.noPopulation(name, of: system.pack.id, among: names))
    }
    let source = try files.source("\(folder)/\(name).yaml")
    let (documents, found) = files.documents(source)
    guard let root = documents.first?.root, !found.hasErrors else { throw DiagnosticError(found) }
    let (population, diagnostics) = PopulationReader.read(root, system, scoring: try Self.scoring(system))
    guard let population else { throw DiagnosticError(diagnostics) }
    return population
  }

  /// The engine that scores the quiz of the pack of `system`; nil if it has none.
  package static func scoring(_ system: LoadedSystem) throws(DiagnosticError) -> ScoringEngine? {
    guard !system.pack.records(of: ScoringEngine.quizKind).isEmpty else { return nil }
    return try ScoringEngine(system)
  }
}
