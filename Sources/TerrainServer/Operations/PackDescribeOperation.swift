import TerrainAuthoring
import TerrainDocuments
import TerrainOperations

extension Operations {
  /// A description of the pack and its rules.
  package static var packDescribe: Operation<PackDescription> {
    Operation(
      name: "pack.describe",
      summary: "Describe the pack and its rules as they are served: kinds, vocabularies, modules, pages, rankings",
      parameters: .object([]), result: .packDescription
    ) { _, session, _ throws(DiagnosticError) in try session.service().served.description() }
  }
}
