import TerrainBase
import TerrainDocuments
import TerrainRules

/// The knowledge of one device, or of the server, about a person's records.
package struct Replica: Sendable {
  /// The values of the fields that identify a record, as JSON.
  package struct Key: Hashable, Sendable, Comparable {
    package let parts: [[UInt8]]

    package static func < (lhs: Key, rhs: Key) -> Bool {
      lhs.parts.lexicographicallyPrecedes(rhs.parts) { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// In a record: for each field the stamp of its last writer.
  package static let stampsKey: Text = "_changed"
  /// In a record: the stamp of its removal.
  package static let removedKey: Text = "_removed"
  /// Among the stamps of a set or map: the stamp of the field itself.
  package static let fieldItself: Text = "="

  /// The element name of a map's member: its key, escaped if it could be mistaken for the field.
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
  /// - Parameter tables: the shared tables.
  /// - Throws: all errors in it.
  package init(_ node: Node, tables: [SyncTable]) throws(DiagnosticError) {
    var reader = ReplicaReader(tables: tables)
    self = try reader.read(node)
  }

  /// The replica that merges both: of each field the later value. Merging is commutative, associative, and idempotent.
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

// A replica as the next request has it.

extension Replica {
  /// Writes all tables, as the field `tables`. The same knowledge gives the same bytes, in any order of learning.
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

  /// Writes the field with its existing elements; nothing if it was removed.
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

/// Reads a replica's document into registers, each with its stamp.
struct ReplicaReader {
  private let tables: [SyncTable]
  private var replica: Text?
  private var root: Node?
  private let diagnostics = DiagnosticCollector(.request)
  /// The maximum number of errors before reading ends.
  private static let mostErrors = 1000

  init(tables: [SyncTable]) { self.tables = tables }

  mutating func read(_ node: Node) throws(DiagnosticError) -> Replica {
    root = node
    var reader = FieldReader(node, what: "a replica", into: diagnostics)
    let replica = reader.text("replica", required: false)
    let content = reader.optional("tables")
    reader.finish(alsoKnown: ["$schema", "pack"])
    if let replica {
      if Stamp.isReplica(replica.text) {
        self.replica = replica.text
      } else {
        diagnostics.report(.badReplica(at: replica.node))
      }
    }
    var records = [[Replica.Key: MergedRecord]](repeating: [:], count: tables.count)
    if let content, content.kind != .map {
      diagnostics.report(.wrongKind(content, expected: .map, what: "`tables` of a replica"))
    }
    for (key, rows) in content?.members.map({ ($0.key, $0.value) }) ?? [] where !diagnostics.isExhausted {
      guard let position = tables.firstIndex(where: { $0.id == key.text }) else {
        diagnostics.report(.unknownTable(key.text ?? "", at: key, among: tables.map { $0.id }, diagnostics.suggestions))
        continue
      }
      guard rows.kind == .list else {
        diagnostics.report(.wrongKind(rows, expected: .list, what: "a table"))
        continue
      }
      for row in rows.elements {
        // Each diagnostic about a row is created, with its path, before it is known if it will be reported.
        if diagnostics.errorCount >= Self.mostErrors { diagnostics.stop() }
        if diagnostics.isExhausted { break }
        do throws(DiagnosticError) {
          let (key, record) = try self.record(row, of: tables[position])
          records[position][key, default: MergedRecord()].learn(record)
        } catch { diagnostics.report(contentsOf: error.diagnostics) }
      }
    }
    if diagnostics.hasErrors { throw diagnostics.error }
    return Replica(tables: tables, records: records)
  }

  // MARK: - One record

  private func record(
    _ node: Node, of table: SyncTable
  ) throws(DiagnosticError) -> (key: Replica.Key, record: MergedRecord) {
    guard node.kind == .map else { throw DiagnosticError(.wrongKind(node, expected: .map, what: "a record")) }
    let key = try self.key(node, of: table)
    var record = MergedRecord()
    if let removed = node[Replica.removedKey] { record.learn(removed: try stamp(removed)) }
    let stamps = node[Replica.stampsKey]
    if let stamps, stamps.kind != .map {
      throw DiagnosticError(.wrongKind(stamps, expected: .map, what: "`\(Replica.stampsKey)`"))
    }
    let clock = table.clock.lazy.compactMap { node[$0] }.first { $0.kind != .null }
    for (name, value) in node.members {
      guard let field = name.text, !table.key.contains(field), field != Replica.stampsKey, field != Replica.removedKey
      else {
        continue
      }
      let written = Written(stamps: stamps?[field], clock: clock, record: node, table: table)
      try learn(value, field: field, written, into: &record)
    }
    // A field with a stamp but without a value was removed.
    for (name, stamps) in stamps?.members.map({ ($0.key, $0.value) }) ?? [] {
      guard let field = name.text, node[field] == nil else { continue }
      try learnAbsent(field: field, stamps, type: table.type(of: field), into: &record)
    }
    return (key, record)
  }

  private func key(_ node: Node, of table: SyncTable) throws(DiagnosticError) -> Replica.Key {
    var parts: [[UInt8]] = []
    for field in table.key {
      guard let value = node[field] else {
        throw DiagnosticError(.missingField(field, of: node, what: "a record"))
      }
      guard value.kind == .string || value.isInteger || value.int != nil else {
        throw DiagnosticError(.badKey(field, of: value))
      }
      switch table.type(of: field) {
      case .day: parts.append(try value.dayJSON())
      case .instant: parts.append(try value.instantJSON())
      default: parts.append(try value.fieldJSON())
      }
    }
    return Replica.Key(parts: parts)
  }

  /// The stamp of a field: when it was written.
  private struct Written {
    /// The stamps of the field.
    let stamps: Node?
    /// The record's own clock.
    let clock: Node?
    let record: Node
    let table: SyncTable

    /// True if a stamp records when a set or map was there.
    var stampsItself: Bool { stamps?[Replica.fieldItself] != nil }
  }

  private func learn(
    _ value: Node, field: Text, _ written: Written, into record: inout MergedRecord
  ) throws(DiagnosticError) {
    func learn(_ element: Text?, _ json: [UInt8]) throws(DiagnosticError) {
      let register = Register(stamp: try stamp(of: element, written), json: json)
      record.learn(register, at: MergedRecord.Slot(field: field, element: element))
      if element == nil || element == Replica.fieldItself { return }
      // If an element exists, its field exists.
      let itself = Register(stamp: register.stamp, json: [])
      record.learn(itself, at: MergedRecord.Slot(field: field, element: Replica.fieldItself))
    }
    var there: Set<Text> = []
    switch written.table.type(of: field) {
    case .value: return try learn(nil, try value.fieldJSON())
    case .instant: return try learn(nil, try value.instantJSON())
    case .day: return try learn(nil, try value.dayJSON())
    case .set(let by, let instants):
      if value.kind == .null { break }
      guard value.kind == .list else { throw DiagnosticError(.wrongKind(value, expected: .list, what: "a set")) }
      if value.count == 0 || written.stampsItself { try learn(Replica.fieldItself, []) }
      for element in value.elements {
        let name = try element.elementName(by: by)
        there.insert(name)
        try learn(name, try element.fieldJSON(instants: instants))
      }
    case .map(let ofInstants):
      if value.kind == .null { break }
      guard value.kind == .map else { throw DiagnosticError(.wrongKind(value, expected: .map, what: "a map")) }
      if value.count == 0 || written.stampsItself { try learn(Replica.fieldItself, []) }
      for (key, member) in value.members {
        let name = Replica.memberName(key.text ?? "")
        there.insert(name)
        try learn(name, ofInstants ? try member.instantJSON() : try member.fieldJSON())
      }
    }
    if let stamps = written.stamps { try learnAbsent(field: field, stamps, except: there, into: &record) }
  }

  private func learnAbsent(
    field: Text, _ stamps: Node, type: SyncTable.FieldType, into record: inout MergedRecord
  ) throws(DiagnosticError) {
    switch type {
    case .value, .instant, .day:
      let register = Register(stamp: try stamp(stamps), json: nil)
      record.learn(register, at: MergedRecord.Slot(field: field, element: nil))
    case .set, .map: try learnAbsent(field: field, stamps, except: [], into: &record)
    }
  }

  /// Learns of removed elements: they have a stamp and no value.
  private func learnAbsent(
    field: Text, _ stamps: Node, except there: Set<Text>, into record: inout MergedRecord
  ) throws(DiagnosticError) {
    guard stamps.kind == .map else { throw DiagnosticError(.badStamp(at: stamps)) }
    for (key, node) in stamps.members {
      guard let name = key.text, !there.contains(name), name != Replica.fieldItself else { continue }
      let register = Register(stamp: try stamp(node), json: nil)
      record.learn(register, at: MergedRecord.Slot(field: field, element: name))
    }
  }

  // MARK: - Stamps

  private func stamp(_ node: Node) throws(DiagnosticError) -> Stamp {
    guard let text = node.text, let stamp = Stamp(text) else { throw DiagnosticError(.badStamp(at: node)) }
    return stamp
  }

  /// The stamp of the field or of its element; else the record's clock with the id of the document's replica.
  private func stamp(of element: Text?, _ written: Written) throws(DiagnosticError) -> Stamp {
    if let stamps = written.stamps {
      guard let element else { return try stamp(stamps) }
      guard stamps.kind == .map else { throw DiagnosticError(.badStamp(at: stamps)) }
      if let node = stamps[element] { return try stamp(node) }
    }
    guard let clock = written.clock else { throw DiagnosticError(.noClock(written.table, at: written.record)) }
    guard let instant = clock.instant else { throw DiagnosticError(.badInstant(at: clock)) }
    guard let replica else { throw DiagnosticError(.badReplica(at: root ?? written.record)) }
    return Stamp(instant: instant, replica: replica)
  }
}

extension Diagnostic {
  static func unknownTable(
    _ name: Text, at node: Node, among names: [Text], _ suggestions: Suggestions
  ) -> Diagnostic {
    Diagnostic(
      code: "merge/unknown-table", message: "the pack declares no table `\(name)`", at: node,
      fix: suggestions.fix(name, among: names, kind: "tables", listing: "it has"))
  }

  static func badKey(_ field: Text, of node: Node) -> Diagnostic {
    Diagnostic(
      code: "merge/key", message: "records are identified by `\(field)`, which has to be a text or a whole number here",
      at: node)
  }

  static func noClock(_ table: SyncTable, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "merge/no-clock", message: "this has no time at which it was written", at: node,
      fix: "give `\(table.clock[0])`, or a stamp beside each field under `\(Replica.stampsKey)`")
  }

  static func badReplica(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "merge/replica",
      message:
        "fields without a stamp need `replica` at the top, an id of 1 to \(Stamp.longestReplica) letters without blanks",
      at: node, fix: "add `replica: phone`")
  }

  static func badStamp(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "merge/stamp", message: "a stamp is an instant with its offset, a blank, and a replica's id", at: node,
      fix: "write it as `2026-02-05T06:54:06.536161Z phone`")
  }
}

// Values of fields as compact JSON, in which registers store, compare, and write them.

extension Node {
  /// The value as compact JSON. The members `instants` of a map are written as instants.
  func fieldJSON(instants: [Text] = []) throws(DiagnosticError) -> [UInt8] {
    var writer = JSONWriter()
    if kind == .map, !instants.isEmpty {
      writer.beginObject()
      for (key, value) in members {
        let name = key.text ?? ""
        writer.key(name)
        writer.raw(instants.contains(name) ? try value.instantJSON() : try value.fieldJSON())
      }
      writer.endObject()
    } else {
      do throws(JSONWriterError) {
        try writer.value(value(fractions: .decimal))
      } catch { throw DiagnosticError(.notJSON(at: self, because: error)) }
    }
    return writer.bytes
  }

  /// An instant in its canonical form, in which equal instants are equal texts; null stays null.
  func instantJSON() throws(DiagnosticError) -> [UInt8] {
    if kind == .null { return try fieldJSON() }
    guard let instant else { throw DiagnosticError(.badInstant(at: self)) }
    return Array("\"\(instant.exchanged)\"".utf8)
  }

  /// A calendar day; null stays null.
  func dayJSON() throws(DiagnosticError) -> [UInt8] {
    if kind != .null, text.flatMap({ try? CalendarDate(parsing: $0) }) == nil {
      throw DiagnosticError(.badDay(at: self))
    }
    return try fieldJSON()
  }

  /// The instant in a text.
  var instant: Timestamp? { text.flatMap { try? Timestamp(exchanged: $0) } }

  /// A unique name for an element of a set. A text is its own name; any other element is `=` and its JSON, as is a text that begins with
  /// `=`.
  func elementName(by fields: [Text]) throws(DiagnosticError) -> Text {
    if fields.isEmpty {
      if let text, !text.string.hasPrefix("=") { return text }
      return Text("=\(String(decoding: try fieldJSON(), as: UTF8.self))")
    }
    guard kind == .map else { throw DiagnosticError(.wrongKind(self, expected: .map, what: "an element")) }
    var names: [String] = []
    for field in fields {
      guard let part = self[field] else {
        throw DiagnosticError(.missingField(field, of: self, what: "an element"))
      }
      // The same instant in two notations is the same element.
      let json = try part.instant != nil ? part.instantJSON() : part.fieldJSON()
      names.append(String(decoding: json, as: UTF8.self))
    }
    return Text("=\(names.joined(separator: ","))")
  }
}

extension Diagnostic {
  static func badDay(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "merge/day", message: "this has to be a local calendar day", at: node, fix: "write it as `2026-02-05`")
  }

  static func notJSON(at node: Node, because error: JSONWriterError) -> Diagnostic {
    Diagnostic(code: "merge/not-json", message: "a value cannot be kept as JSON: \(error)", at: node)
  }

  static func badInstant(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "merge/instant", message: "this has to be an instant with its offset", at: node,
      fix: "write it as `2026-02-05T06:54:06.536161Z` or `2026-02-05 06:54:06.536161+00`")
  }
}
