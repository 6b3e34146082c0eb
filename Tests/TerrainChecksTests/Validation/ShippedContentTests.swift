import Foundation
import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// Everything that ships is right.
@Suite struct ShippedContentTests {
  @Test func thePacksAndRulesAreClean() throws {
    var validator = Validator()
    let root = Conformance.packageRoot.path
    validator.publishedSchemas = "\(root)/ContentPacks/Schemas"
    let report = validator.validate([.path("\(root)/ContentPacks"), .path("\(root)/Rules")])
    #expect(report.diagnostics.isEmpty, "\(DiagnosticRenderer.text(report.diagnostics))")
    #expect(report.files.count > 50)
    #expect(report.summary == "\(report.files.count) files: no problems found (8 ignored by comments)")
  }
}
