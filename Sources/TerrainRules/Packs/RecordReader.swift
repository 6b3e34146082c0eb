import TerrainBase
import TerrainDocuments
import TerrainExpressions

extension Pack {
  /// The mapping from records of some kinds to values of one record type.
  package struct RecordReading: Sendable {
    /// The type that rules see.
    package let type: RecordType
    /// The kinds whose records are read as this type, in order; empty for a type that only decisions yield.
    package let kinds: [Text]
    /// For each field of ``type``, the keys that lead to it in a record; empty for values that are not in the record.
    let paths: [[Text]]
    /// True for kinds whose records come with requests; these may lack an id.
    package var isHandedIn = false

    /// The field through which rules see the kind of a record.
    static let kindField: Text = "kind"
    /// The field through which rules see the id of a record.
    static let idField: Text = "id"

    /// `record` of `kind` as a value of ``type``. Returns nil and reports diagnostics if a field is not of its type.
    package func value(of record: Record, kind: Text, into diagnostics: inout [Diagnostic]) -> Value? {
      let collector = DiagnosticCollector(.file)
      defer { diagnostics += collector.diagnostics }
      return value(of: record, kind: kind, into: collector)
    }

    /// `record` of `kind` as a value of ``type``. Returns nil and reports diagnostics if a field is not of its type.
    package func value(of record: Record, kind: Text, into collector: DiagnosticCollector) -> Value? {
      let before = collector.errorCount
      let reader = RecordValueReader(collector: collector)
      var map = ValueMap(capacity: type.fields.count)
      for (field, path) in zip(type.fields, paths) {
        if field.name == Self.kindField, path.isEmpty {
          map.insert(.string(field.name), .string(kind))
          continue
        }
        if field.name == Self.idField, !isHandedIn {
          map.insert(.string(field.name), .string(record.id))
          continue
        }
        if let value = reader.value(record.node.field(at: path), as: field.type, of: field.name, in: record.node) {
          map.insert(.string(field.name), value)
        }
      }
      return collector.errorCount > before ? nil : .map(map)
    }
  }
}

extension Node {
  /// The node at the keys of `path`, or nil if it does not exist. For a list on the path, its first element is used.
  func field(at path: [Text]) -> Node? {
    var node: Node? = self
    for key in path {
      if let list = node, list.kind == .list { node = list.elements.first { _ in true } }
      node = node.flatMap { $0.kind == .map ? $0[key] : nil }
    }
    return node
  }
}

/// Reads parts of records as values of types. Ignores fields that the type does not name.
struct RecordValueReader {
  let collector: DiagnosticCollector

  /// `node` as a value of `type`. A missing node is an absent optional or an empty list. The nesting of the type bounds the recursion.
  func value(_ node: Node?, as type: CELType, of name: Text, in record: Node) -> Value? {
    let node = node.flatMap { $0.kind == .null ? nil : $0 }
    switch type {
    case .optional(let wrapped):
      guard let node else { return .optional(nil) }
      return value(node, as: wrapped, of: name, in: record).map { .optional($0) }
    case .list(let element):
      guard let node else { return .list([]) }
      guard node.kind == .list else {
        collector.report(.wrongKind(node, expected: .list, what: "`\(name)`"))
        return nil
      }
      return .list(node.elements.compactMap { value($0, as: element, of: name, in: record) })
    case .record(let shape):
      guard let node else { break }
      guard node.kind == .map else {
        collector.report(.wrongKind(node, expected: .map, what: "`\(name)`"))
        return nil
      }
      var map = ValueMap(capacity: shape.fields.count)
      for field in shape.fields {
        if let value = value(node[field.name], as: field.type, of: field.name, in: node) {
          map.insert(.string(field.name), value)
        }
      }
      return .map(map)
    default:
      guard let node else { break }
      var reader = LiteralReader(into: collector)
      return reader.read(node, as: type)
    }
    collector.report(.missingField(name, of: record, what: "a record"))
    return nil
  }
}

/// Reads the records of one file of content.
enum RecordReader {
  /// The records at `root`, which has `kind:` and either `items:`, a list of records, or the fields of a single record. The second result
  /// is false if some records could not be read.
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
      at: node, fix: Suggestion.fix(node.text, among: [expected]) ?? "write `kind: \(expected)`")
  }
}
