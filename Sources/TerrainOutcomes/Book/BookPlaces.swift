import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines

/// The locations in a rule book: the anchor of each name, the mentions of names in files, and the owner of a location.
struct BookPlaces {
  /// A mention of a name.
  struct Mention {
    let range: SourceRange
    let name: Int
  }

  /// A decision or a row, with the bytes of its file that it is.
  private struct Owner {
    let range: SourceRange
    let anchor: String
  }

  let names: [IndexedName]
  private let mentions: [String: [Mention]]
  private let owners: [String: [Owner]]
  private let byAnchor: [String: Int]

  /// The places of the names of `index` in a book of `modules`.
  init(_ index: NameIndex, modules: [RuleBook.Module]) {
    names = index.names
    var mentions: [String: [Mention]] = [:]
    for (number, name) in index.names.enumerated() {
      for use in name.uses {
        mentions[use.place.source.name, default: []].append(Mention(range: use.place.range, name: number))
      }
    }
    self.mentions = mentions.mapValues { list in
      list.ordered { ($0.range.start, $1.range.end, $0.name) < ($1.range.start, $0.range.end, $1.name) }
    }
    var owners: [String: [Owner]] = [:]
    for module in modules {
      for (name, node) in module.decisions {
        let anchor = "\(module.name).\(name)"
        var own = [Owner(range: node.range, anchor: anchor)]
        if let rows = node["rows"], rows.kind == .list {
          for row in rows.elements where row.kind == .map {
            own.append(Owner(range: row.range, anchor: row["id"]?.text.map { "\(anchor)/\($0)" } ?? anchor))
          }
        }
        owners[module.document.source.name, default: []] += own
      }
    }
    self.owners = owners
    byAnchor = Dictionary(
      index.names.enumerated().compactMap { number, name in Self.anchor(name).map { ($0, number) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The anchor of `name`; nil if a book has no entry for it.
  static func anchor(_ name: IndexedName) -> String? {
    switch name.kind {
    case .module: module(name.name)
    case .parameter, .decision: name.fullName.string
    // A module may have the name of another module's decision, and its decisions may have the names of that decision's rows.
    case .row: name.owner.map { "\($0)/\(name.name)" }
    case .fact: "fact:\(name.name)"
    case .enumeration: "enum:\(name.name)"
    case .value: name.owner.map { "enum:\($0)" }
    case .record: name.owner == Messages.kind ? message(name.name) : nil
    case .kind, .part, .type: nil
    }
  }

  /// The anchor of the module called `name`.
  static func module(_ name: Text) -> String { "module:\(name)" }

  /// The anchor of the message called `id`.
  static func message(_ id: Text) -> String { "message:\(id)" }

  /// The mentions inside `range` of `file` that do not overlap, in their order.
  func mentions(in range: SourceRange, of file: String) -> [Mention] {
    guard let list = mentions[file] else { return [] }
    // The first that begins at or after the range does.
    var low = 0
    var high = list.count
    while low < high {
      let middle = (low + high) / 2
      if list[middle].range.start < range.start { low = middle + 1 } else { high = middle }
    }
    var found: [Mention] = []
    var end = range.start
    for mention in list[low...] {
      guard mention.range.start < range.end else { break }
      guard mention.range.start >= end, mention.range.end <= range.end else { continue }
      found.append(mention)
      end = mention.range.end
    }
    return found
  }

  /// The anchor of the decision or row that `place` is in; nil outside of decisions.
  func owner(of place: Place) -> String? {
    let around = (owners[place.source.name] ?? []).filter {
      $0.range.start <= place.range.start && place.range.end <= $0.range.end
    }
    return around.min { $0.range.count < $1.range.count }?.anchor
  }

  /// The name that is at `anchor`.
  func name(at anchor: String) -> IndexedName? { byAnchor[anchor].map { names[$0] } }

  /// The uses of `name`: decisions and rows by their anchors, each once, and the number of other uses by part.
  func users(of name: IndexedName) -> (anchors: [String], others: [(part: FilePart, count: Int)]) {
    var anchors: [String] = []
    var seen: Set<String> = []
    for use in name.uses where use.part == .rules {
      guard let anchor = owner(of: use.place), seen.insert(anchor).inserted else { continue }
      anchors.append(anchor)
    }
    let others = FilePart.allCases.filter { $0 != .rules }.map { part in
      (part: part, count: name.uses.count { $0.part == part })
    }
    return (anchors, others.filter { $0.count > 0 })
  }
}
