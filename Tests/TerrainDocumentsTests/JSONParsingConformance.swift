import Foundation
import TerrainDocuments
import TestSupport
import Testing

/// JSONTestSuite's `test_parsing`: `y_` must parse, `n_` must be refused, `i_` may be either.
@Suite struct JSONParsingConformance {
  @Test(.enabled(if: Conformance.jsonParsing.isInstalled, "set TERRAIN_CONFORMANCE")) func everyCase() throws {
    let folder = try #require(Conformance.jsonParsing.folder)
    var report = ConformanceReport("json-parsing")
    for name in try Conformance.entries(of: folder) where name.hasSuffix(".json") {
      let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
      let (document, diagnostics) = JSONReader.read(SourceText(name: name, bytes: bytes))
      let mustParse = name.hasPrefix("y_")
      if !name.hasPrefix("i_"), (document != nil) != mustParse {
        report.fail(name, document == nil ? DiagnosticRenderer.text(diagnostics) : "parses")
      } else if document == nil, !diagnostics.hasErrors {
        report.fail(name, "refused without a word")
      } else {
        report.pass()
      }
    }
    print(report.summary)
    #expect(report.failed.isEmpty)
    #expect(report.total > 100)
  }
}
