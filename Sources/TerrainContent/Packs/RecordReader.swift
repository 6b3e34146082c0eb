import TerrainDocuments

/// Reads the records of one file of content.
enum RecordReader {
  /// The records at `root`, which has `kind:` and either `items:`, a list of records, or the fields of one record itself.
  static func records(of kind: Pack.Kind, in root: Node, into diagnostics: inout [Diagnostic]) -> [Pack.Record] {
    guard root.kind == .map else {
      diagnostics.append(.wrongKind(root, expected: .map, what: "a file of content"))
      return []
    }
    if let name = root["kind"], name.text != kind.name {
      diagnostics.append(.otherKind(at: name, expected: kind.name))
    }
    guard let items = root["items"] else {
      return [Pack.Record(id: root["id"]?.text ?? kind.name, node: root)]
    }
    guard items.kind == .list else {
      diagnostics.append(.wrongKind(items, expected: .list, what: "`items`"))
      return []
    }
    return items.elements.compactMap { item in
      guard item.kind == .map, let id = item["id"]?.text else {
        diagnostics.append(.missingField("id", of: item, what: "a record"))
        return nil
      }
      return Pack.Record(id: id, node: item)
    }
  }
}
