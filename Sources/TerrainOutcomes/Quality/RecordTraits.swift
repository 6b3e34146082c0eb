import TerrainContent
import TerrainDocuments
import TerrainValues

/// What quality needs to know about the records of a pack, read once.
struct RecordTraits: Sendable {
  /// One record.
  struct Record: Sendable {
    let features: Set<Text>
    let seasons: Set<Text>
    let hours: Set<Text>
  }

  private let records: [Text: [Text: Record]]

  /// The traits of all records of `pack`, in the fields that `quality` declares. A record that suits always has no seasons or hours.
  init(_ pack: Pack, _ quality: QualityDeclaration) {
    func texts(_ node: Node, _ field: Text?) -> Set<Text> {
      guard let field, let value = node[field] else { return [] }
      if let text = value.text { return [text] }
      return value.kind == .list ? Set(value.elements.compactMap(\.text)) : []
    }
    func times(_ node: Node, _ timing: QualityDeclaration.Timing?) -> Set<Text> {
      let times = texts(node, timing?.field)
      return times.isDisjoint(with: timing?.always ?? []) ? times : []
    }
    var records: [Text: [Text: Record]] = [:]
    for kind in pack.kinds {
      for record in pack.records(of: kind.name) {
        records[kind.name, default: [:]][record.id] = Record(
          features: texts(record.node, quality.features), seasons: times(record.node, quality.season),
          hours: times(record.node, quality.hours))
      }
    }
    self.records = records
  }

  /// The record `id` of `kind`.
  func record(_ kind: Text, _ id: Text) -> Record? { records[kind]?[id] }

  /// The ids of all records of `kinds`.
  func ids(of kinds: Set<Text>) -> Set<Text> {
    kinds.reduce(into: []) { $0.formUnion(records[$1]?.keys.map { $0 } ?? []) }
  }
}
