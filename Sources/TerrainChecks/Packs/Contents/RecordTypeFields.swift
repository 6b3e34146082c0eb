import TerrainRules
import TerrainDocuments
import TerrainBase

extension PackContents {
  /// The record types that read fields which none of their kinds has.
  var recordTypeFields: [(type: Text, unknown: [Diagnostic])] {
    guard let records = manifest["records"], records.kind == .map else { return [] }
    return records.members.compactMap { key, type in
      let unknown = unknownFields(of: type)
      return unknown.isEmpty ? nil : key.text.map { ($0, unknown) }
    }
  }

  /// The types of the rule language that are unknown because something in the pack cannot be read.
  package var unknownTypes: [Text] {
    kinds.flatMap { kind in
      (kind.isWhole ? [] : [Pack.Kind.idType(of: kind.name)]) + (kind.isDescribed ? [] : [kind.name])
    } + vocabularies.filter { !$0.isKnown }.map(\.name) + recordTypeFields.map(\.type)
  }

  /// The fields of the record type that `type` declares which none of its kinds has.
  private func unknownFields(of type: Node) -> [Diagnostic] {
    guard type.kind == .map, let kinds = type["of"], kinds.kind == .list, let fields = type["fields"],
      fields.kind == .map
    else { return [] }
    let names = kinds.elements.compactMap(\.text)
    // A kind that the pack does not have is reported where it is named.
    guard !names.isEmpty, names.count == kinds.count, names.allSatisfy({ kind($0) != nil }) else { return [] }
    return fields.members.compactMap { key, field in
      let node = field.kind == .map ? field["from"] ?? key : key
      guard let path = node.text else { return nil }
      var unknown: [Diagnostic] = []
      let isKnown = names.contains {
        FieldPath.read(path.string[...], at: node, of: $0, in: self, .elements, into: &unknown) != nil
      }
      // A kind whose schema cannot be read may have it.
      guard !isKnown, unknown.count == names.count else { return nil }
      if let only = unknown.first, names.count == 1 { return only }
      // A suggestion is shorter than a list of fields.
      let fix = unknown.compactMap(\.fix).min { $0.count < $1.count }
      return .fieldOfNoKind(path, at: node, kinds: names, fix: fix)
    }
  }
}

extension Diagnostic {
  fileprivate static func fieldOfNoKind(_ path: Text, at node: Node, kinds: [Text], fix: String?) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-path", message: "no schema of \(kinds.quotedBriefly) has a field `\(path)`", at: node,
      fix: fix)
  }
}
