import Foundation
import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainKit
import TerrainOperations
import TerrainYAML
import Testing

/// What apps can call, compared with the operations that the service has.
@Suite struct MethodTests {
  private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let packs = ["diamond-desk", "embera", "quicksip", "terrain", "yeetcard"]

  /// Operations that evaluate requests and that TerrainKit does not have, with the reason.
  private static let exceptions = [
    // Its shapes are JSON Schemas, whose validation of forms is in TerrainAuthoring, which links libyaml.
    "check"
  ]

  @Test func everyOperationIsAMethod() {
    let methods = Set(Terrain.Method.allCases.map(\.rawValue))
    let operations = Set(AnyOperation.evaluating.map(\.name))
    #expect(operations.subtracting(methods) == Set(Self.exceptions))
    #expect(methods.isSubset(of: operations))
  }

  /// For each example of each pack, the reply is the bytes of the operation over the folders that the pack was built from.
  @Test(arguments: packs) func repliesAreTheBytesOfTheService(pack: String) throws {
    let folder = Self.checkout.appending(path: "ContentPacks/\(pack)").path
    let rules = Self.checkout.appending(path: "Rules/\(pack)").path
    let terrain = try Terrain(Data(PackBuilder(pack: folder, rules: rules).build().bytes))
    let operations = Dictionary(uniqueKeysWithValues: AnyOperation.evaluating.map { ($0.name, $0) })
    let session = OperationSession(
      SystemLoader(packAt: folder, rulesAt: rules, files: ContentFiles.disk(SourceReader.read)))
    var compared = 0
    for method in Terrain.Method.allCases {
      let url = URL(fileURLWithPath: "\(folder)/examples/requests/\(method.rawValue).json")
      guard let bytes = try? Data(contentsOf: url) else { continue }
      let document = try #require(JSONReader.read(SourceText(name: "request", bytes: Array(bytes))).document)
      let operation = try #require(operations[method.rawValue])
      var writer = JSONWriter(.compact)
      try operation.run(session, document.root, to: &writer)
      let request = Request(json: String(decoding: bytes, as: UTF8.self))
      #expect(try terrain.call(method, request).json == Data(writer.bytes), "\(method)")
      var explained = JSONWriter(.compact)
      try Operations.explaining(operation).run(session, document.root).write(to: &explained)
      #expect(try terrain.explain(method, request).json == Data(explained.bytes), "explain \(method)")
      compared += 1
    }
    #expect(compared >= 3)
  }
}
