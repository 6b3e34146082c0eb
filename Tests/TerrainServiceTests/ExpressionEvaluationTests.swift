import TerrainBase
import TerrainDocuments
import TerrainService
import TerrainYAML
import Testing

/// `terrain eval`: one expression over facts from a document.
@Suite struct ExpressionEvaluationTests {
  private func value(_ expression: String, _ facts: String) throws -> Value {
    let document = try #require(YAMLReader.readOne(SourceText(name: "facts.yaml", text: facts)).document)
    return try ExpressionEvaluation.value(of: expression, facts: document.root)
  }

  @Test func numbersThatNoDoubleHoldsAreRefused() throws {
    for facts in ["x: 1e999999999", "x: [1, -1e999]", "x: { y: 1e400 }"] {
      let error = #expect(throws: DiagnosticError.self) { try value("x", facts) }
      #expect(error?.diagnostics.map(\.code) == ["request/number-too-large"])
    }
    let place = #expect(throws: DiagnosticError.self) { try value("x", "x: [1, 1e999]") }?.diagnostics.first?.place
    #expect(place.map { $0.source.text(of: $0.range) } == "1e999")
    // What says that it is infinite is; and a very small number is nothing.
    #expect(try value("x > 1e300", "x: .inf").isEqual(to: .bool(true)))
    #expect(try value("x == 0.0", "x: 1e-999").isEqual(to: .bool(true)))
    #expect(try value("x == 1e308", "x: 1e308").isEqual(to: .bool(true)))
  }
}
