import TerrainRules
import TerrainEngines
import TerrainBase

/// The records of a pack as values for conditions: all fields as the files have them, each record read once.
final class RecordLookup {
  private let pack: Pack
  private let kinds: [Text]
  private var values: [Text: [Text: Value]] = [:]

  init(_ pack: Pack) {
    self.pack = pack
    kinds = pack.kinds.map(\.name)
  }

  /// The ids of the records that were looked for and found, by kind.
  var reached: [Text: Set<Text>] { values.mapValues { Set($0.keys) } }

  /// The record `id` of `kind`; nil where there is none, or where records of several kinds have the id.
  ///
  /// - Parameter field: returns the text of another field beside the id.
  func value(of id: Text, _ kind: Shape.RecordKind, beside field: (Text) -> Text?) -> Value? {
    switch kind {
    case .kinds(let kinds): return kinds.lazy.compactMap { self.value($0, id) }.first
    case .inField(let name): return field(Text(name)).flatMap { value($0, id) }
    case .any:
      let found = kinds.filter { pack.record($0, id) != nil }
      return found.count == 1 ? value(found[0], id) : nil
    }
  }

  /// Whether there is a record `id` of what `kind` can be.
  func has(_ id: Text, _ kind: Shape.RecordKind) -> Bool {
    possibleKinds(kind).contains { pack.record($0, id) != nil }
  }

  /// The ids of all records of what `kind` can be.
  func ids(of kind: Shape.RecordKind) -> [Text] { possibleKinds(kind).flatMap { pack.records(of: $0).map(\.id) } }

  private func possibleKinds(_ kind: Shape.RecordKind) -> [Text] {
    if case .kinds(let kinds) = kind { kinds } else { kinds }
  }

  private func value(_ kind: Text, _ id: Text) -> Value? {
    if let known = values[kind]?[id] { return known }
    guard let record = pack.record(kind, id) else { return nil }
    var made = record.node.value(fractions: .double)
    // A kind of which there is one record may leave out its id; a condition can rely on both.
    if case .map(var fields) = made {
      fields.insert("id", .string(id))
      fields.insert("kind", .string(kind))
      made = .map(fields)
    }
    values[kind, default: [:]][id] = made
    return made
  }
}
