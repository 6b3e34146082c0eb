import TerrainBase
import TerrainDocuments
import TerrainEngines

/// Reads trees of one shape as values for conditions. Numbers become doubles if the shape declares a number. Next to each id of a record a
/// field with the record is added: `record` for `id`, `message_record` for `message`.
final class ValueReader {
  private enum Form {
    case plain
    case number
    case list(ValueReader)
    case map(ValueReader)
    case object([Text: ValueReader], others: ValueReader?, ids: [IDField])
    case either([ValueReader])
  }

  /// A field that contains the id of a record.
  private struct IDField {
    let name: Text
    let recordName: Text
    let kind: Shape.RecordKind
  }

  private var form = Form.plain
  private var required: [Text] = []
  private var kinds: Set<NodeKind> = []
  private let records: RecordLookup

  private init(_ records: RecordLookup) { self.records = records }

  /// A reader of trees of `shape`.
  static func reader(of shape: Shape, _ declarations: Declarations, _ records: RecordLookup) -> ValueReader {
    var named: [String: ValueReader] = [:]
    return make(shape, declarations, records, &named)
  }

  // Recursion ends: a shape that mentions itself has a name.
  private static func make(
    _ shape: Shape, _ declarations: Declarations, _ records: RecordLookup, _ named: inout [String: ValueReader]
  ) -> ValueReader {
    let reader = ValueReader(records)
    switch shape.form {
    case .named(let name, let inner):
      if let known = named[name] { return known }
      named[name] = reader
      let made = make(inner(), declarations, records, &named)
      (reader.form, reader.required, reader.kinds) = (made.form, made.required, made.kinds)
    case .declared(let declared): return make(declarations.shape(of: declared), declarations, records, &named)
    case .anything: reader.kinds = [.null, .bool, .number, .string, .list, .map]
    case .null: reader.kinds = [.null]
    case .flag: reader.kinds = [.bool]
    case .integer: reader.kinds = [.number]
    case .number: (reader.form, reader.kinds) = (.number, [.number])
    case .text, .words, .enumeration, .id: reader.kinds = [.string]
    case .list(let element, _):
      (reader.form, reader.kinds) = (.list(make(element, declarations, records, &named)), [.list])
    case .map(let value): (reader.form, reader.kinds) = (.map(make(value, declarations, records, &named)), [.map])
    case .record:
      let id = IDField(name: "id", recordName: Self.recordName(of: "id"), kind: .any)
      (reader.form, reader.kinds) = (.object([:], others: nil, ids: [id]), [.map])
    case .either(let shapes):
      let readers = shapes.map { make($0, declarations, records, &named) }
      (reader.form, reader.kinds) = (.either(readers), readers.reduce(into: []) { $0.formUnion($1.kinds) })
    case .object(let all):
      let (fields, others) = declarations.known(all)
      var readers: [Text: ValueReader] = [:]
      var ids: [IDField] = []
      for field in fields {
        readers[Text(field.name)] = make(field.shape, declarations, records, &named)
        guard case .id(let kind) = field.shape.form else { continue }
        ids.append(IDField(name: Text(field.name), recordName: Self.recordName(of: field.name), kind: kind))
      }
      reader.required = fields.filter(\.isRequired).map { Text($0.name) }
      reader.kinds = [.map]
      reader.form = .object(readers, others: others.map { make($0, declarations, records, &named) }, ids: ids)
    }
    return reader
  }

  /// The name under which the record is whose id is the field `field`.
  static func recordName(of field: String) -> Text { field == "id" ? "record" : Text("\(field)_record") }

  /// `node` as a value. Nesting is bounded by the reader of the document.
  func value(of node: Node) -> Value {
    switch form {
    case .plain: return node.value
    case .number: return node.double.map { .double($0) } ?? node.value
    case .list(let element):
      guard node.kind == .list else { return node.value }
      return .list(node.elements.map(element.value))
    case .map(let reader):
      guard node.kind == .map else { return node.value }
      var map = ValueMap(capacity: node.count)
      for (key, value) in node.members { map.insert(.string(key.text ?? ""), reader.value(of: value)) }
      return .map(map)
    case .object(let fields, let others, let ids):
      guard node.kind == .map else { return node.value }
      var map = ValueMap(capacity: node.count + ids.count)
      for (key, value) in node.members {
        let name = key.text ?? ""
        let reader = fields[name] ?? others
        // `null` means that a field is left out, unless it is a value of the field.
        if value.kind == .null, let reader, !reader.kinds.contains(.null) { continue }
        map.insert(.string(name), reader?.value(of: value) ?? value.value)
      }
      for field in ids {
        guard let id = node[field.name]?.text,
          let record = records.value(of: id, field.kind, beside: { node[$0]?.text })
        else { continue }
        map.insert(.string(field.recordName), record)
      }
      return .map(map)
    case .either(let readers):
      return readers.first { $0.fits(node) }?.value(of: node) ?? node.value
    }
  }

  /// Returns true if `node` seems to have this form, judging by its kind, its required fields, and its first element.
  private func fits(_ node: Node) -> Bool {
    guard kinds.contains(node.kind) else { return false }
    return switch form {
    case .plain, .number, .map: true
    case .object: required.allSatisfy { node[$0] != nil }
    case .list(let element): node.element(at: 0).map(element.fits) ?? true
    case .either(let readers): readers.contains { $0.fits(node) }
    }
  }
}

extension Value {
  /// As JSON on one line; nil if JSON cannot hold it.
  var jsonBytes: [UInt8]? {
    var writer = JSONWriter(.compact)
    guard (try? writer.value(self)) != nil else { return nil }
    return writer.bytes
  }

  /// As JSON on one line; nil if JSON cannot hold it.
  var json: String? { jsonBytes.map { String(decoding: $0, as: UTF8.self) } }
}
