import TerrainDocuments
import TerrainBase

/// A value that a schema gives roles.
package struct FieldUse: Sendable {
  /// The value.
  package let node: Node
  /// What it means.
  package let roles: FieldRoles
}

/// A walk through documents, which finds the values that their schemas give roles.
private struct FieldWalk {
  /// What was found, in order.
  private(set) var uses: [FieldUse] = []

  /// Visits `node`, whose shape of `shapes` has the index `index`. Readers bound how deep documents nest, so the recursion is bounded.
  mutating func visit(_ node: Node, _ index: Int, _ shapes: FieldShapes) {
    let shape = shapes.shapes[index]
    if !shape.roles.isEmpty { uses.append(FieldUse(node: node, roles: shape.roles)) }
    switch node.kind {
    case .map:
      for (key, value) in node.members {
        if let keys = shape.keys { visit(key, keys, shapes) }
        guard let name = key.text, let member = shape.member(name) else { continue }
        visit(value, member, shapes)
      }
    case .list:
      guard let element = shape.elements else { return }
      for child in node.elements { visit(child, element, shapes) }
    default: return
    }
  }
}

extension FieldShapes {
  /// Every value in `record` that its schema gives a role, in order; `index` is the record's shape.
  package func uses(in record: Node, as index: Int) -> [FieldUse] {
    guard shapes.indices.contains(index) else { return [] }
    var walk = FieldWalk()
    walk.visit(record, index, self)
    return walk.uses
  }

  /// The shape of one record, in the schema of a file of records or of one.
  package var record: Int {
    guard let items = shapes.first?.members["items"], let record = shapes[items].elements else { return 0 }
    return record
  }
}
