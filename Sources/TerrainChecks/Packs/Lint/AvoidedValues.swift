import TerrainDocuments
import TerrainBase

/// `avoided: [{ of: KIND, field: FIELD, by: FIELD }]`: no value of `field` is among the values of `by`.
enum AvoidedValues: LintRule {
  static let name: Text = "avoided"

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    LintDeclaration.findings(
      node, of: name, in: pack, other: { $0.paths("by", of: $1) }
    ) { conflicts(in: $0, $1, $2, pack) }
  }

  private static func conflicts(
    in record: PackContents.Record, _ field: FieldPath, _ avoider: FieldPath, _ pack: PackContents
  ) -> [Diagnostic] {
    let values = field.hits(in: record, of: pack)
    let avoided = avoider.hits(in: record, of: pack)
    var conflicts = Conflicts()
    for (left, value) in values.enumerated() {
      guard let text = value.node.text else { continue }
      for (right, other) in avoided.enumerated() where other.node.text == text {
        conflicts.add(left: left, right: right)
      }
    }
    return conflicts.groups.map { group in
      group.isLeft
        ? .avoided(values[group.place], by: group.others.map { avoided[$0] }, in: record)
        : .avoids(avoided[group.place], group.others.map { values[$0] }, in: record)
    }
  }
}

extension Diagnostic {
  fileprivate static func avoided(
    _ value: FieldPath.Hit, by avoiders: [FieldPath.Hit], in record: PackContents.Record
  ) -> Diagnostic {
    let text = value.node.text ?? ""
    let who = avoiders.compactMap { $0.through.last?.text }
    return Diagnostic(
      code: "pack/avoided",
      message: who.isEmpty
        ? "`\(record.id)` avoids `\(text)`, and this has it"
        : "`\(record.id)` has `\(text)`, which \((who).quotedBriefly) \(who.count == 1 ? "avoids" : "avoid")",
      at: value.origin,
      related: avoiders.prefix(4).map { .init(message: "avoided here", place: $0.node.place) })
  }

  fileprivate static func avoids(_ avoider: FieldPath.Hit, _ values: [FieldPath.Hit], in record: PackContents.Record)
    -> Diagnostic
  {
    let who = avoider.through.last?.text ?? record.id
    return Diagnostic(
      code: "pack/avoided", message: "`\(who)` avoids `\(avoider.node.text ?? "")`, which `\(record.id)` has",
      at: avoider.origin, related: values.prefix(4).map { .init(message: "it has it here", place: $0.origin.place) })
  }
}
