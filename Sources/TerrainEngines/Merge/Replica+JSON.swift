import TerrainDocuments
import TerrainBase

// A replica as the next request has it.

extension Replica {
  /// Writes what is known, as the field `tables`: the same knowledge gives the same bytes, in whatever order it was learnt.
  package func writeTables(to writer: inout JSONWriter) {
    writer.object("tables") { writer in
      for (table, records) in zip(tables, records) {
        writer.key(table.id)
        writer.array { writer in
          for (key, record) in records.ordered(by: { $0.key < $1.key }) { Self.write(key, record, table, to: &writer) }
        }
      }
    }
  }

  private static func write(_ key: Replica.Key, _ record: MergedRecord, _ table: SyncTable, to writer: inout JSONWriter)
  {
    let fields = Dictionary(grouping: record.registers.ordered { $0.key < $1.key }, by: { $0.key.field })
    let declared = table.fields.map { $0.name }.filter { fields[$0] != nil }
    let order = declared + fields.keys.filter { !declared.contains($0) }.ordered()
    writer.object { writer in
      for (field, json) in zip(table.key, key.parts) {
        writer.key(field)
        writer.raw(json)
      }
      for field in order { write(field, fields[field] ?? [], table, to: &writer) }
      if let removed = record.removed {
        writer.key(Replica.removedKey)
        writer.string(removed.description)
      }
      guard !order.isEmpty else { return }
      writer.key(Replica.stampsKey)
      writer.object { writer in for field in order { stamps(field, fields[field] ?? [], to: &writer) } }
    }
  }

  private typealias Entries = [(key: MergedRecord.Slot, value: Register)]

  /// The field with what is there of it; nothing where it was taken away.
  private static func write(_ field: Text, _ entries: Entries, _ table: SyncTable, to writer: inout JSONWriter) {
    let there = entries.filter { $0.value.json != nil }
    guard !there.isEmpty else { return }
    let elements = there.filter { $0.key.element != Replica.fieldItself }
    writer.key(field)
    switch table.type(of: field) {
    case .value, .instant, .day: for entry in there { writer.raw(entry.value.json ?? []) }
    case .set: writer.array { writer in for entry in elements { writer.raw(entry.value.json ?? []) } }
    case .map:
      writer.object { writer in
        for entry in elements {
          writer.key(Replica.member(entry.key.element ?? ""))
          writer.raw(entry.value.json ?? [])
        }
      }
    }
  }

  private static func stamps(_ field: Text, _ entries: Entries, to writer: inout JSONWriter) {
    writer.key(field)
    if let entry = entries.first, entry.key.element == nil { return writer.string(entry.value.stamp.description) }
    writer.object { writer in
      for entry in entries {
        writer.key(entry.key.element ?? "")
        writer.string(entry.value.stamp.description)
      }
    }
  }
}
