import TerrainRules
import TerrainDocuments
import TerrainBase

/// What quality needs to know about the records of a pack, read once.
struct RecordTraits: Sendable {
  /// One record.
  struct Record: Sendable {
    let features: Set<Text>
    let seasons: Set<Text>
    let hours: Set<Text>
    /// The features as a set of bits, each feature of the pack's records with a bit of its own.
    fileprivate let featureBits: [UInt64]

    /// How many features both have.
    func commonFeatures(_ other: Record) -> Int {
      zip(featureBits, other.featureBits).reduce(0) { $0 + ($1.0 & $1.1).nonzeroBitCount }
    }
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
    var numbers: [Text: Int] = [:]
    func bits(_ features: Set<Text>) -> [UInt64] {
      var bits: [UInt64] = []
      for feature in features {
        let number = numbers[feature] ?? numbers.count
        numbers[feature] = number
        while bits.count <= number >> 6 { bits.append(0) }
        bits[number >> 6] |= 1 << UInt64(number & 63)
      }
      return bits
    }
    var records: [Text: [Text: Record]] = [:]
    for kind in pack.kinds {
      for record in pack.records(of: kind.name) {
        let features = texts(record.node, quality.features)
        records[kind.name, default: [:]][record.id] = Record(
          features: features, seasons: times(record.node, quality.season), hours: times(record.node, quality.hours),
          featureBits: bits(features))
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
