import TerrainDocuments
import TerrainBase

/// A schema document, or a schema inside of one that has an `$id`: what URIs name.
struct SchemaResource {
  var uri: URIReference
  var root: Node
  var dialect: Dialect
  /// `$anchor` and `$dynamicAnchor`.
  var anchors: [Text: Node] = [:]
  /// `$dynamicAnchor` alone.
  var dynamicAnchors: [Text: Node] = [:]
}

/// A schema and the resource it belongs to.
struct SchemaLocation {
  var node: Node
  var resource: Int
}

/// A node's identity over documents.
struct NodeKey: Hashable {
  private let document: ObjectIdentifier
  private let index: Int32

  init(_ node: Node) {
    document = ObjectIdentifier(node.document)
    index = node.index
  }
}
