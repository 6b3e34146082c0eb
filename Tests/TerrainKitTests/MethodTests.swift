import Foundation
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainKit
import TerrainRules
import TerrainYAML
import Testing

/// What apps can call, compared with the operations that the service has.
@Suite struct MethodTests {
  private static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let packs = ["diamond-desk", "embera", "quicksip", "terrain", "yeetcard"]

  /// The files of the checkout by the names that a service has for them, which replies quote.
  private static var files: ContentFiles {
    let (disk, root) = (ContentFiles.disk(SourceReader.read), checkout.path + "/")
    return ContentFiles(
      kind: { disk.kind(root + $0) },
      list: { (folder, endings) throws(DiagnosticError) in
        try disk.list(root + folder, endings).map { String($0.dropFirst(root.count)) }
      },
      source: { (path) throws(DiagnosticError) in
        SourceText(name: path, bytes: try disk.source(root + path).bytes)
      }, media: { disk.media(root + $0) }, documents: disk.documents, leaves: { disk.leaves(root + $0, root + $1) })
  }

  /// An explanation without what a built pack does not keep: how a list of a rule is written, and the lines of records.
  private static func asBuilt(_ json: Data) -> String {
    String(decoding: json, as: UTF8.self)
      .replacing(/"text":"\[(?:[^"\\]|\\.)*"/, with: #""text":"[]""#)
      .replacing(/("file":"ContentPacks\/[^"]*","line":)[0-9]+/) { "\($0.1)0" }
  }

  @Test func everyOperationIsAMethod() {
    let methods = Set(Terrain.Method.allCases.map(\.rawValue))
    let operations = Set(AnyOperation.evaluating.map(\.name))
    #expect(methods == operations)
  }

  /// For each example of each pack, the reply is the bytes of the operation over the folders that the pack was built from, and an
  /// explanation those of the operation over the built pack.
  @Test(arguments: packs) func repliesAreTheBytesOfTheService(pack: String) throws {
    let folder = Self.checkout.appending(path: "ContentPacks/\(pack)").path
    let rules = Self.checkout.appending(path: "Rules/\(pack)").path
    let built = try PackBuilder(pack: folder, rules: rules).build().bytes
    let terrain = try Terrain(Data(built))
    let operations = Dictionary(uniqueKeysWithValues: AnyOperation.evaluating.map { ($0.name, $0) })
    let session = OperationSession(
      SystemLoader(packAt: "ContentPacks/\(pack)", rulesAt: "Rules/\(pack)", files: Self.files))
    let ofBuilt = OperationSession(
      SystemLoader(overrides: []) { () throws(DiagnosticError) in
        try BuiltPack(SourceText(name: "pack", bytes: built))
      })
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
      func explained(_ session: OperationSession) throws -> Data {
        var writer = JSONWriter(.compact)
        try Operations.explaining(operation).run(session, document.root).write(to: &writer)
        return Data(writer.bytes)
      }
      let explanation = try terrain.explain(method, request).json
      #expect(try explanation == explained(ofBuilt), "explain \(method)")
      #expect(try Self.asBuilt(explanation) == Self.asBuilt(explained(session)), "explain \(method)")
      compared += 1
    }
    #expect(compared >= 3)
  }
}
