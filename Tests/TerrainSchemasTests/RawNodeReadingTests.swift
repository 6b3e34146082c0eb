import TerrainDocuments
import Testing

@testable import TerrainSchemas

/// The masks written again for speed are those of the documents.
@Suite struct RawNodeReadingTests {
  @Test func readsNodesAsDocumentsDo() throws {
    let document = try yaml("{ a: [1, 1.5, 0x10, 0o7, .inf, true, false, null, 'x', \"\\n\", &b y, *b], c: {} }")
    document.withNodes { nodes in
      for node in nodes {
        #expect(node.kindTag == node.tag)
        #expect(node.writtenForm == node.form)
        #expect(node.hashOrCount == node.extra)
        #expect(node.holdsNodes == node.isContainer)
      }
    }
    #expect(RawNode.largeCount == RawNode.countIsLarge)
    #expect(
      [NodeTag.null, NodeTag.bool, NodeTag.number, NodeTag.string, NodeTag.list, NodeTag.map, NodeTag.alias]
        == [
          RawNode.Tag.null, RawNode.Tag.bool, RawNode.Tag.number, RawNode.Tag.string, RawNode.Tag.list, RawNode.Tag.map,
          RawNode.Tag.alias,
        ])
    #expect(
      [NodeForm.quoted, NodeForm.decoded, NodeForm.integer, NodeForm.fraction, NodeForm.hexadecimal, NodeForm.octal]
        == [
          RawNode.Form.quoted, RawNode.Form.decoded, RawNode.Form.integer, RawNode.Form.fraction,
          RawNode.Form.hexadecimal, RawNode.Form.octal,
        ])
    #expect(NodeForm.special == RawNode.Form.special)
  }
}
