import TerrainRules
import TerrainDocuments
import TerrainBase

/// Reads a replica's document into registers, each with its stamp.
struct ReplicaReader {
  private let tables: [SyncTable]
  private var replica: Text?
  private var root: Node?
  private let diagnostics = DiagnosticCollector(.request)
  /// After so many errors no more rows are read.
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
        // Each diagnostic about a row is made, with its path, before it is known whether it is kept.
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
    // What has a stamp and is not there was taken away.
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
    /// The stamp beside the field.
    let stamps: Node?
    /// The record's own clock.
    let clock: Node?
    let record: Node
    let table: SyncTable

    /// Whether a stamp records when a set or map was there.
    var stampsItself: Bool { stamps?[Replica.fieldItself] != nil }
  }

  private func learn(
    _ value: Node, field: Text, _ written: Written, into record: inout MergedRecord
  ) throws(DiagnosticError) {
    func learn(_ element: Text?, _ json: [UInt8]) throws(DiagnosticError) {
      let register = Register(stamp: try stamp(of: element, written), json: json)
      record.learn(register, at: MergedRecord.Slot(field: field, element: element))
      if element == nil || element == Replica.fieldItself { return }
      // Where an element is, there is the field.
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

  /// Learns of elements that have a stamp and are not among those that are there.
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

  /// The stamp beside the field, or beside its element; else the record's clock, and the replica that the document is of.
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
