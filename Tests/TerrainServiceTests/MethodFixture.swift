import Foundation
import Synchronization
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainSchemas
import TerrainService
import TerrainYAML
import Testing

/// The shipped pack as methods are run on it.
enum MethodFixture {
  static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func locator() -> PackLocator {
    PackLocator(home: checkout.path, workingFolder: checkout.path, program: nil)
  }

  /// What was loaded, by pack.
  private static let loaded = Mutex<[String: ServedSystem]>([:])

  static func served(_ pack: String = "ContentPacks/terrain") throws -> ServedSystem {
    if let known = loaded.withLock({ $0[pack] }) { return known }
    let served = try ServedSystem(SystemPlace(pack: checkout.appending(path: pack).path, locator: locator()))
    loaded.withLock { $0[pack] = served }
    return served
  }

  /// An engine over the shipped program of accounts.
  @Sendable static func loyaltyEngine() throws(DiagnosticError) -> LoyaltyEngine {
    try LoyaltyEngine(
      LoadedSystem.load(
        packAt: checkout.appending(path: "ContentPacks/embera").path,
        rulesAt: checkout.appending(path: "Rules/embera").path, documents: SourceReader.read,
        contracts: [LoyaltyEngine.contract], kinds: []))
  }

  /// The systems that are shipped: each has example requests. The template of new systems has none.
  static let packs =
    (try? FileManager.default.contentsOfDirectory(atPath: checkout.appending(path: "ContentPacks").path))?
    .filter { pack in
      FileManager.default.fileExists(atPath: checkout.appending(path: "ContentPacks/\(pack)/examples/requests").path)
    }
    .sorted() ?? []

  static func document(_ text: String) throws -> Document {
    let (document, diagnostics) = JSONReader.read(SourceText(name: "test.json", text: text))
    #expect(!diagnostics.hasErrors, "\(text)")
    return try #require(document)
  }

  /// The document `text`, as a service reads one.
  static func parsed(_ text: String) throws(DiagnosticError) -> Document {
    let (document, diagnostics) = JSONReader.read(SourceText(name: "test.json", text: text))
    guard let document else { throw DiagnosticError(diagnostics) }
    return document
  }

  /// A session as a service has it.
  static func session(_ served: ServedSystem) -> OperationSession {
    OperationSession(served, service: ServiceState(served, log: .init(level: .error, format: .json) { _ in }))
  }

  /// The answer as text.
  static func answer(_ method: AnyOperation, _ parameters: String, _ session: OperationSession) throws -> String {
    var writer = JSONWriter(.compact)
    try method.run(session, document(parameters).root, to: &writer)
    return writer.string
  }

  static func schema(_ shape: Shape, isRequest: Bool = false, declarations: Declarations? = nil) throws -> Schema {
    let bytes = ShapeSchema.document(
      of: shape, id: "test.schema.json", title: "Test", description: "Test.", pointer: isRequest,
      declarations: declarations
    )
    let (document, found) = JSONReader.read(SourceText(name: "test.schema.json", bytes: bytes))
    #expect(found.isEmpty)
    let (schema, diagnostics) = Schema.compile(try #require(document).root)
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    return try #require(schema)
  }
}
