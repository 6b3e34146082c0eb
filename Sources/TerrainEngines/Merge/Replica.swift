import TerrainDocuments
import TerrainBase

/// What one device, or the server, knows of a person's records.
package struct Replica: Sendable {
  /// The values of the fields that identify a record, as JSON.
  package struct Key: Hashable, Sendable, Comparable {
    package let parts: [[UInt8]]

    package static func < (lhs: Key, rhs: Key) -> Bool {
      lhs.parts.lexicographicallyPrecedes(rhs.parts) { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// In a record: for each field the stamp of who wrote it last.
  package static let stampsKey: Text = "_changed"
  /// In a record: the stamp of who took it away.
  package static let removedKey: Text = "_removed"
  /// Among the stamps of a set or map: the stamp of the field itself.
  package static let fieldItself: Text = "="

  /// What a map's member is called among elements: itself, unless it would be mistaken for the field.
  static func memberName(_ key: Text) -> Text { key.string.hasPrefix("=") ? Text("=\(key.string)") : key }

  /// The member that an element of a map represents.
  package static func member(_ name: Text) -> Text {
    name.string.hasPrefix("=") ? Text(String(name.string.dropFirst())) : name
  }

  /// The tables that are shared, in the order in which they are declared.
  package let tables: [SyncTable]
  /// For each table, its records.
  package private(set) var records: [[Key: MergedRecord]]

  init(tables: [SyncTable], records: [[Key: MergedRecord]]) {
    self.tables = tables
    self.records = records
  }

  /// The replica at `node`: `replica`, its id, and `tables`, for each table a list of records.
  ///
  /// - Parameter tables: what is shared.
  /// - Throws: everything that is wrong with it.
  package init(_ node: Node, tables: [SyncTable]) throws(DiagnosticError) {
    var reader = ReplicaReader(tables: tables)
    self = try reader.read(node)
  }

  /// The replica that merges both: of each field the later value. It does not matter which of two is the first, nor
  /// in which order several are merged, nor how often.
  ///
  /// - Precondition: both share the same tables.
  package func merged(with other: Replica) -> Replica {
    var merged = self
    for (table, records) in other.records.enumerated() where merged.records.indices.contains(table) {
      for (key, record) in records { merged.records[table][key, default: MergedRecord()].learn(record) }
    }
    return merged
  }
}
