import TerrainDocuments
import TerrainBase

/// `carried: [{ of: KIND, field: FIELD, from: FIELD }]`: what records that a record names have in `from`, the record has in
/// `field` itself.
enum CarriedValues: LintRule {
  static let name: Text = "carried"

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    LintDeclaration.findings(
      node, of: name, in: pack, other: { $0.paths("from", of: $1) }
    ) { missing(in: $0, $1, $2, pack) }
  }

  private static func missing(
    in record: PackContents.Record, _ field: FieldPath, _ source: FieldPath, _ pack: PackContents
  ) -> [Diagnostic] {
    let own = Set(field.hits(in: record, of: pack).compactMap(\.node.text))
    var sources: [Text: [FieldPath.Hit]] = [:]
    var order: [Text] = []
    for hit in source.hits(in: record, of: pack) {
      guard let value = hit.node.text, !own.contains(value) else { continue }
      if sources[value] == nil { order.append(value) }
      sources[value, default: []].append(hit)
    }
    let place = field.fields(in: record, of: pack).first ?? record.name
    return order.map { .notCarried($0, record, field, sources[$0] ?? [], at: place) }
  }
}

extension Diagnostic {
  fileprivate static func notCarried(
    _ value: Text, _ record: PackContents.Record, _ field: FieldPath, _ sources: [FieldPath.Hit], at node: Node
  ) -> Diagnostic {
    let names = (sources.compactMap { $0.through.last?.text }).quotedBriefly
    return Diagnostic(
      code: "pack/not-carried",
      message: "\(field.text) of `\(record.id)` needs `\(value)`, which \(names) brings along", at: node,
      related: sources.prefix(4).map { .init(message: "it comes from here", place: $0.node.place) },
      fix: "add `\(value)`")
  }
}
