import Foundation
import TerrainDocuments
import TerrainSchemas
import TerrainService
import TestSupport
import Testing

/// Requests that are nearly right, over every method: whatever is answered follows the published schema of the response.
@Suite struct MutatedRequestTests {
  /// So many of each example: enough for every kind of mutation to meet every method.
  private static let mutations = 8

  @Test(arguments: MethodFixture.packs) func responsesFollowTheirSchemas(_ pack: String) throws {
    let served = try ExampleSchemaTests.Served(pack)
    var random = SplitMix64(seed: 8)
    var (answered, refused) = (0, 0)
    for example in ExampleRequest.all where example.pack == pack {
      let root = try MethodFixture.document(example.parameters).root
      let (schema, _) = Schema.compile(
        try MethodFixture.document(served.schema(example.method, .response)).root)
      for _ in 0..<Self.mutations {
        let text = Self.mutated(root, &random)
        var writer = JSONWriter(.compact)
        do throws(DiagnosticError) {
          try example.method.run(served.session, MethodFixture.parsed(text).root, to: &writer)
        } catch {
          refused += 1
          #expect(!error.diagnostics.isEmpty, "\(example.file): \(text)")
          continue
        }
        answered += 1
        let found = try #require(schema).validate(MethodFixture.document(writer.string))
        #expect(found.isEmpty, "\(example.file): \(text)\n\(found)")
      }
    }
    if answered + refused > 0 { #expect(answered > 0 && refused > 0, "\(answered) answered, \(refused) refused") }
  }

  private static let values = [
    "null", "true", "0", "-1", "4.0", "4.5", "1e400", "0.1e-2147483647", "\"\"", "\"x\"", "[]", "{}", "[[]]",
  ]

  /// The document with one value replaced, or one member or element left out.
  private static func mutated(_ root: Node, _ random: inout SplitMix64) -> String {
    var nodes: [Node] = []
    var waiting = root.children
    while let node = waiting.popLast() {
      nodes.append(node)
      waiting += node.children
    }
    guard let target = nodes.randomElement(using: &random) else { return "{}" }
    let value = Bool.random(using: &random) ? values.randomElement(using: &random) : nil
    var writer = JSONWriter(.compact)
    write(root, target.index, value, to: &writer)
    return writer.string
  }

  private static func write(_ node: Node, _ target: Int32, _ value: String?, to writer: inout JSONWriter) {
    switch node.kind {
    case _ where node.index == target: writer.raw(Array((value ?? "null").utf8))
    case .map:
      writer.beginObject()
      for (key, child) in node.members where child.index != target || value != nil {
        writer.key(key.text ?? "")
        write(child, target, value, to: &writer)
      }
      writer.endObject()
    case .list:
      writer.beginArray()
      for child in node.elements where child.index != target || value != nil {
        write(child, target, value, to: &writer)
      }
      writer.endArray()
    case .number: writer.raw(Array((node.rawNumber?.string ?? "0").utf8))
    case .string: writer.string(node.text ?? "")
    case .bool: writer.bool(node.bool ?? false)
    case .null: writer.null()
    }
  }
}

extension Node {
  fileprivate var children: [Node] {
    switch kind {
    case .map: members.map(\.value)
    case .list: Array(elements)
    default: []
    }
  }
}
