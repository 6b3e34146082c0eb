import TerrainRules
import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// The records of a pack as rules see them: for each record type that facts have, or have inside them, all records that can be
/// read so.
struct RecordValues: Sendable {
  /// The records of one type.
  struct Known: Sendable {
    /// A record, the kind it is of, and what rules see of it.
    struct Entry: Sendable {
      let record: Pack.Record
      let kind: Text
      let value: Value
    }

    /// In the order of the pack, kind after kind.
    let entries: [Entry]
    private let index: [Text: Int]

    init(_ entries: [Entry]) {
      self.entries = entries
      index = Dictionary(keepingFirst: entries.enumerated().map { ($1.record.id, $0) })
    }

    var ids: [Text] { entries.map { $0.record.id } }

    func value(of id: Text) -> Value? { index[id].map { entries[$0].value } }

    func entry(_ id: Text) -> Entry? { index[id].map { entries[$0] } }
  }

  private var types: [Text: Known] = [:]

  /// The records that `facts` can be, read from `pack`.
  ///
  /// - Throws: where records do not have the fields of their type.
  init(_ facts: [Fact], pack: Pack) throws(DiagnosticError) {
    var diagnostics: [Diagnostic] = []
    // Not recursive: types nest as deep as authors write them.
    var inside = facts.map { $0.declaration.type }[...]
    while let type = inside.popFirst() {
      if let wrapped = type.wrapped { inside.append(wrapped) }
      guard case .record(let type) = type, types[type.name] == nil else { continue }
      guard let reading = pack.reading(type.name), !reading.kinds.isEmpty else {
        inside += type.fields.map { $0.type }
        continue
      }
      if reading.isHandedIn { continue }
      var entries: [Known.Entry] = []
      for kind in reading.kinds {
        for record in pack.records(of: kind) {
          if let value = reading.value(of: record, kind: kind, into: &diagnostics) {
            entries.append(Known.Entry(record: record, kind: kind, value: value))
          }
        }
      }
      types[type.name] = Known(entries)
    }
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
  }

  subscript(type: Text) -> Known? { types[type] }
}

extension CELType {
  /// What there may be, or is a list of.
  fileprivate var wrapped: CELType? {
    switch self {
    case .optional(let wrapped), .list(let wrapped): wrapped
    default: nil
    }
  }
}
