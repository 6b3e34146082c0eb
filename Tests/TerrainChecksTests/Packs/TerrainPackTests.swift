import Foundation
import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// The pack that ships.
@Suite struct TerrainPackTests {
  @Test func itsRecordsGoTogether() throws {
    let folder = Conformance.packageRoot.appending(path: "ContentPacks/terrain").path
    let store = SourceStore()
    let root = try #require(store.file("\(folder)/pack.yaml").documents.first?.root)
    let found = LintRules.findings(in: PackContents(folder: folder, manifest: root, files: store)).sortedForReport()
    #expect(found.isEmpty, "\(DiagnosticRenderer.text(found))")
  }
}
