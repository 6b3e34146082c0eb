import TerrainDocuments
import TerrainBase

/// The fields that `pack.yaml` names are fields of records: those of a kind's label, card, timeline and page about a person, and those
/// that a record type reads.
enum DeclaredFields {
  @Sendable static func findings(in pack: PackContents) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    for kind in pack.kinds {
      guard let declaration = pack.manifest["kinds"]?[kind.name], declaration.kind == .map else { continue }
      read(declaration, of: kind.name, in: pack, into: &diagnostics)
    }
    return diagnostics + pack.recordTypeFields.flatMap(\.unknown)
  }

  /// Reads what a kind declares about its fields.
  private static func read(
    _ declaration: Node, of kind: Text, in pack: PackContents, into diagnostics: inout [Diagnostic]
  ) {
    func hasField(_ node: Node?, under parent: Text? = nil, _ reach: FieldPath.Reach) -> Bool {
      guard let node, let text = node.text else { return false }
      let path = parent.map { "\($0).\(text)" } ?? text.string
      return FieldPath.read(path[...], at: node, of: kind, in: pack, reach, into: &diagnostics) != nil
    }
    _ = hasField(declaration["label"], .members)
    if let about = declaration["about"], about.kind == .list {
      for entry in about.elements where entry.kind == .map { _ = hasField(entry["field"], .members) }
    }
    if let card = declaration["card"], card.kind == .map {
      for (_, path) in card.members { _ = hasField(path, .elements) }
    }
    if let timeline = declaration["timeline"], timeline.kind == .map, hasField(timeline["steps"], .members) {
      let steps = timeline["steps"]?.text
      for key in ["seconds", "text"] as [Text] { _ = hasField(timeline[key], under: steps, .elements) }
    }
  }
}
