import TerrainBase
import TerrainDocuments
import TerrainRules

/// A table of records that replicas share, as a pack declares it: which fields identify its records, and how fields merge.
package struct SyncTable: Sendable {
  /// The method of reading and merging a field.
  package enum FieldType: Hashable, Sendable {
    /// As a whole: the last writer wins.
    case value
    /// An instant, which is merged as a value and written in a canonical form.
    case instant
    /// A calendar day, which is merged as a value.
    case day
    /// A list whose elements are added and removed separately. Maps among them are identified by their members `by`; their members
    /// `instants` are instants.
    case set(by: [Text], instants: [Text])
    /// A map whose members are written one by one; its values are instants, or anything.
    case map(ofInstants: Bool)
  }

  /// The kind of record that declares a table.
  package static let kind: Text = "table"

  /// The table's name.
  package let id: Text
  /// The fields that identify its records.
  package let key: [Text]
  /// The fields with the instant at which a record was written, for fields without a stamp. The first existing field counts.
  package let clock: [Text]
  /// The declared fields with their types. Other fields merge as values.
  package let fields: [(name: Text, type: FieldType)]
  private let types: [Text: FieldType]

  /// The table that `record` declares.
  ///
  /// - Throws: all errors in it.
  package init(_ record: Pack.Record) throws(DiagnosticError) {
    var reader = FieldReader(record.node, what: "a table")
    let key = reader.texts("key")
    let clock = reader.texts("clock")
    let declared = reader.map("fields")
    var diagnostics = reader.finish(alsoKnown: ["id", "doc"])
    for (name, list) in [("key", key), ("clock", clock)] as [(Text, [(text: Text, node: Node)])] where list.isEmpty {
      diagnostics.append(.missingField(name, of: record.node, what: "a table"))
    }
    var fields: [(name: Text, type: FieldType)] = []
    for (name, node) in declared {
      if let name = name.text, let type = Self.type(node, into: &diagnostics) { fields.append((name, type)) }
    }
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    id = record.id
    self.key = key.map { $0.text }
    self.clock = clock.map { $0.text }
    self.fields = fields
    types = Dictionary(keepingFirst: fields.map { ($0.name, $0.type) })
  }

  /// The tables that `pack` declares, in its order.
  ///
  /// - Throws: all errors in them.
  package static func all(in pack: Pack) throws(DiagnosticError) -> [SyncTable] {
    var tables: [SyncTable] = []
    for record in pack.records(of: kind) { tables.append(try SyncTable(record)) }
    return tables
  }

  /// The type of `field`, which determines its merge method.
  func type(of field: Text) -> FieldType { types[field] ?? .value }

  private static let typeNames: [Text] = ["value", "instant", "day", "set", "map"]

  private static func type(_ node: Node, into diagnostics: inout [Diagnostic]) -> FieldType? {
    if node.kind == .string { return named(node, by: [], instants: [], ofInstants: false, into: &diagnostics) }
    var reader = FieldReader(node, what: "a field of a table")
    let name = reader.required("type")
    let by = reader.texts("by").map { $0.text }
    let instants = reader.texts("instants").map { $0.text }
    let ofInstants = reader.bool("of_instants") ?? false
    diagnostics += reader.finish(alsoKnown: ["doc"])
    return name.flatMap { named($0, by: by, instants: instants, ofInstants: ofInstants, into: &diagnostics) }
  }

  private static func named(
    _ node: Node, by: [Text], instants: [Text], ofInstants: Bool, into diagnostics: inout [Diagnostic]
  ) -> FieldType? {
    switch node.text {
    case "value": return .value
    case "instant": return .instant
    case "day": return .day
    case "set": return .set(by: by, instants: instants)
    case "map": return .map(ofInstants: ofInstants)
    default:
      diagnostics.append(.noFieldType(at: node, among: typeNames))
      return nil
    }
  }
}

extension Diagnostic {
  static func noFieldType(at node: Node, among names: [Text]) -> Diagnostic {
    Diagnostic(
      code: "merge/field-type", message: "this is no way for a field to merge", at: node,
      fix: Suggestion.fix(node.text, among: names) ?? "there are \(names.quoted)")
  }
}
