import TerrainDocuments
import TerrainBase

/// Reads the records of one file of content.
enum RecordReader {
  /// The records at `root`, which has `kind:` and either `items:`, a list of records, or the fields of one record itself; and
  /// whether they are all there are, as far as can be determined.
  static func records(
    of kind: Pack.Kind, in root: Node, into diagnostics: inout [Diagnostic]
  ) -> (records: [Pack.Record], isWhole: Bool) {
    guard root.kind == .map else {
      diagnostics.append(.wrongKind(root, expected: .map, what: "a file of content"))
      return ([], false)
    }
    if let name = root["kind"], name.text != kind.name {
      diagnostics.append(.otherKind(at: name, expected: kind.name))
    }
    guard let items = root["items"] else {
      return ([Pack.Record(id: root["id"]?.text ?? kind.name, node: root)], true)
    }
    guard items.kind == .list else {
      diagnostics.append(.wrongKind(items, expected: .list, what: "`items`"))
      return ([], false)
    }
    var records: [Pack.Record] = []
    for item in items.elements {
      if item.kind == .map, let id = item["id"]?.text {
        records.append(Pack.Record(id: id, node: item))
      } else {
        diagnostics.append(.missingField("id", of: item, what: "a record"))
      }
    }
    return (records, records.count == items.count)
  }
}

extension Diagnostic {
  static func otherKind(at node: Node, expected: Text) -> Diagnostic {
    Diagnostic(
      code: "pack/other-kind", message: "the pack keeps `\(expected)` here, and the file declares another kind",
      at: node)
  }
}
