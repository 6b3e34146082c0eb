import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainSchemas
import TerrainService
import Testing

/// The published schemas of requests and responses.
@Suite struct MethodSchemaTests {
  static let folder = MethodFixture.checkout.appending(path: "ContentPacks/Schemas")

  /// `terrain schema --all -o ContentPacks/Schemas` writes them.
  @Test func publishedSchemasAreCurrent() throws {
    var files: Set<String> = []
    for method in AnyOperation.all {
      for side in OperationSchemas.Side.allCases {
        let file = OperationSchemas.file(of: method, side)
        files.insert(file)
        let published = try? String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
        let current = String(decoding: OperationSchemas.schema(of: method, side), as: UTF8.self)
        #expect(published == current, "\(file): run `bin/terrain schema --all -o ContentPacks/Schemas`")
      }
    }
    for side in ["requests", "responses"] {
      for file in try FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: side).path) {
        #expect(files.contains("\(side)/\(file)"), "\(side)/\(file) is of no method")
      }
    }
  }

  /// With a pack, its facts and questions are known, and nothing else is taken.
  @Test func aPackFillsInItsFacts() throws {
    let session = OperationSession(try MethodFixture.served())
    let system = try session.everything()
    let declarations = Declarations(system)
    let page = try MethodFixture.schema(Operations.page.parameters, declarations: declarations)
    let score = try MethodFixture.schema(Operations.score.parameters, declarations: declarations)
    func accepts(_ schema: Schema, _ text: String) throws -> Bool {
      schema.accepts(try MethodFixture.document(text).root)
    }
    #expect(try accepts(page, #"{"page": "today", "now": "2026-02-05", "facts": {"weather": "cold"}}"#))
    #expect(try !accepts(page, #"{"page": "today", "now": "2026-02-05", "facts": {"weather": "icy"}}"#))
    #expect(try !accepts(page, #"{"page": "today", "now": "2026-02-05", "facts": {"wether": "cold"}}"#))
    #expect(try !accepts(page, #"{"page": "today", "now": "2026-02-05", "facts": {"hour": 3}}"#), "the clock gives it")
    #expect(try accepts(score, #"{"answers": {"q1_run_temp": "always_cold"}}"#))
    #expect(try accepts(score, #"{"answers": [{"question": "q1_run_temp", "option": "always_cold"}]}"#))
    #expect(try !accepts(score, #"{"answers": {"q1_run_temp": "sometimes"}}"#))
    for name in ["score", "page", "suggest"] {
      let schema = name == "score" ? score : page
      guard let example = session.served?.examples[name], name != "suggest" else { continue }
      let (document, _) = JSONReader.read(example)
      let found = schema.validate(try #require(document).root).filter { $0.path != "$schema" }
      #expect(found.isEmpty, "\(name): \(found)")
    }
  }
}
