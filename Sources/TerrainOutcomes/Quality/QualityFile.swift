import TerrainRules
import TerrainDocuments
import TerrainEngines

/// The file `quality.yaml` of a pack, and its baseline.
package struct QualityFile {
  /// What is measured.
  package let quality: QualityDeclaration
  /// What must hold.
  package let gates: QualityGates

  /// Where the file of the pack in the folder `pack` is.
  package static func path(_ pack: String) -> String { "\(pack)/quality.yaml" }

  /// The file of the pack in the folder `pack`, read from `files`; nil where there is none.
  ///
  /// - Throws: what is wrong with it.
  package init?(pack: String, files: ContentFiles) throws(DiagnosticError) {
    guard files.kind(Self.path(pack)) == .file else { return nil }
    let (documents, found) = files.documents(try files.source(Self.path(pack)))
    guard let root = documents.first?.root, !found.hasErrors else { throw DiagnosticError(found) }
    let (quality, diagnostics) = QualityDeclaration.read(root)
    guard let quality else { throw DiagnosticError(diagnostics) }
    self.quality = quality
    let path = "\(pack)/\(QualityGates.baselineName)"
    var baseline: Node?
    if files.kind(path) == .file { baseline = files.documents(try files.source(path)).documents.first?.root }
    gates = QualityGates(quality, baseline: baseline)
  }
}
