import TerrainDocuments
import TerrainBase

/// `agreed: [{ of: KIND, field: FIELD, with: [FIELD, …] }]`: every value of `field` is a value of `with` in each of the
/// records that the way there leads through.
enum AgreedValues: LintRule {
  static let name: Text = "agreed"

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    LintDeclaration.findings(
      node, of: name, in: pack, other: { $0.pathLists("with", of: $1) }
    ) { record, field, others in
      guard others.allSatisfy({ $0.through.allSatisfy(pack.isSound) }) else { return [] }
      return conflicts(in: record, field, others, pack)
    }
  }

  private static func conflicts(
    in record: PackContents.Record, _ field: FieldPath, _ others: [FieldPath], _ pack: PackContents
  ) -> [Diagnostic] {
    let values = field.hits(in: record, of: pack)
    var parts: [Part] = []
    for path in others {
      for hit in path.hits(in: record, of: pack) {
        guard let origin = hit.through.first, let text = hit.node.text else { continue }
        if let index = parts.firstIndex(where: { $0.node.index == origin.index }) {
          parts[index].values.insert(text)
        } else {
          parts.append(Part(node: origin, values: [text]))
        }
      }
    }
    var conflicts = Conflicts()
    for (left, part) in parts.enumerated() {
      for (right, value) in values.enumerated() {
        if let text = value.node.text, !part.values.contains(text) { conflicts.add(left: left, right: right) }
      }
    }
    return conflicts.groups.map { group in
      group.isLeft
        ? .notAgreed(parts[group.place].node, with: group.others.map { values[$0].node }, in: record)
        : .agreesWithFew(values[group.place].node, with: group.others.map { parts[$0].node }, in: record)
    }
  }

  /// A record that the way leads through: where it is named, and what it has.
  private struct Part {
    let node: Node
    var values: Set<Text>
  }
}

extension Diagnostic {
  fileprivate static func notAgreed(_ part: Node, with values: [Node], in record: PackContents.Record) -> Diagnostic {
    Diagnostic(
      code: "pack/not-agreed",
      message: "`\(part.text ?? "")` is not for \((values.compactMap(\.text)).quotedBriefly), and `\(record.id)` is",
      at: part,
      related: values.prefix(4).map { .init(message: "`\(record.id)` is for it here", place: $0.place) })
  }

  fileprivate static func agreesWithFew(_ value: Node, with parts: [Node], in record: PackContents.Record) -> Diagnostic
  {
    Diagnostic(
      code: "pack/not-agreed",
      message: "`\(record.id)` is for `\(value.text ?? "")`, and \((parts.compactMap(\.text)).quotedBriefly) is not",
      at: value,
      related: parts.prefix(4).map { .init(message: "named here", place: $0.place) })
  }
}
