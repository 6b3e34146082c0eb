import TerrainDocuments
import TerrainEngines
import TerrainBase

/// The way to a field, as `pack.yaml` writes it: names joined by dots. Of lists on the way every element is meant, and
/// where a value names a record, the way goes on in that record.
package struct FieldPath: Sendable {
  package let text: Text
  /// What schemas declare about the field; nil where the kind has no schema.
  package let roles: FieldRoles?
  /// The kinds of record that lead on the way to another one.
  let through: [Text]
  private let steps: [Text]

  /// A value that a path leads to.
  struct Hit {
    let node: Node
    /// The values that named other records on the way, the first one in the record the path began at.
    let through: [Node]

    /// The value in the record the path began at: itself, or what led out of it.
    var origin: Node { through.first ?? node }
  }

  /// How far a path leads.
  enum Reach {
    /// To members of maps.
    case members
    /// To elements of lists too.
    case elements
    /// And into the records that values name.
    case references
  }

  /// Between two steps a path goes through no more lists and references than this; a schema may refer to itself.
  private static let mostDetours = 16

  /// Reads the path written at `node`, for records of `kind`; reports a field that schemas do not declare.
  static func read(_ node: Node, of kind: Text, in pack: PackContents, into found: inout [Diagnostic]) -> FieldPath? {
    guard let text = node.text else {
      found.append(.notAPath(at: node))
      return nil
    }
    return read(text.string[...], at: node, of: kind, in: pack, into: &found)
  }

  /// Reads the path `written`, which is at `node`.
  static func read(
    _ written: Substring, at node: Node, of kind: Text, in pack: PackContents, _ reach: Reach = .references,
    into found: inout [Diagnostic]
  ) -> FieldPath? {
    let text = Text(String(written))
    let steps = written.split(separator: ".", omittingEmptySubsequences: false).map { Text(String($0)) }
    var through: [Text] = []
    guard var (shapes, index) = pack.fields.record(of: kind) else {
      return FieldPath(text: text, roles: nil, through: [], steps: steps)
    }
    for step in steps {
      var next: Int?
      for _ in 0...mostDetours {
        let shape = shapes.shapes[index]
        next = shape.member(step)
        if next != nil { break }
        if let element = shape.elements, reach != .members {
          index = element
        } else if let target = shape.roles.references.first, reach == .references {
          through.append(target)
          guard let record = pack.fields.record(of: target) else {
            return FieldPath(text: text, roles: nil, through: through, steps: steps)
          }
          (shapes, index) = record
        } else {
          if ([kind] + through).allSatisfy(pack.isDescribed) {
            found.append(.unknownPath(step, at: node, kind: kind, among: shape.members.keys.ordered()))
          }
          return nil
        }
      }
      index = next ?? index
    }
    for _ in 0..<mostDetours { index = shapes.shapes[index].elements ?? index }
    return FieldPath(text: text, roles: shapes.shapes[index].roles, through: through, steps: steps)
  }

  /// Whether the records of `kind` are as they should be, and those that the path leads through: else there may be other values
  /// than those that it leads to.
  func isSound(from kind: Text, in pack: PackContents) -> Bool { ([kind] + through).allSatisfy(pack.isSound) }

  /// The values at this path in `record`, elements of lists one by one.
  func hits(in record: PackContents.Record, of pack: PackContents) -> [Hit] {
    var hits: [Hit] = []
    collect(record.node, steps[...], through: [], pack) { hit in
      if hit.node.kind == .list {
        hits += hit.node.elements.map { Hit(node: $0, through: hit.through) }
      } else if hit.node.kind != .null {
        hits.append(hit)
      }
    }
    return hits
  }

  /// The fields at this path in `record` itself, lists as they are.
  func fields(in record: PackContents.Record, of pack: PackContents) -> [Node] {
    var nodes: [Node] = []
    collect(record.node, steps[...], through: [], pack) { if $0.through.isEmpty { nodes.append($0.node) } }
    return nodes
  }

  /// The steps of a path and the nesting of documents bound the recursion.
  private func collect(
    _ node: Node, _ steps: ArraySlice<Text>, through: [Node], _ pack: PackContents, _ body: (Hit) -> Void
  ) {
    guard let step = steps.first else {
      body(Hit(node: node, through: through))
      return
    }
    switch node.kind {
    case .list:
      for element in node.elements { collect(element, steps, through: through, pack, body) }
    case .map:
      if let member = node[step] { collect(member, steps.dropFirst(), through: through, pack, body) }
    case .string:
      guard let id = node.text else { return }
      for kind in pack.fields.references(at: node) {
        guard let record = pack.record(kind, id), record.isSound else { continue }
        return collect(record.node, steps, through: through + [node], pack, body)
      }
    default: return
    }
  }
}

extension Diagnostic {
  fileprivate static func unknownPath(_ step: Text, at node: Node, kind: Text, among known: [Text]) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-path", message: "the schema of `\(kind)` has no field `\(step)` there", at: node,
      fix: Suggestion.fix(step, among: known) ?? (known.isEmpty ? nil : "there are \((known).quotedBriefly)"))
  }
}

extension Diagnostic {
  static func notAPath(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-path", message: "a field is named by its way from the record, as in `steps.text`", at: node)
  }
}
