import TerrainDocuments
import TerrainBase

/// Requests as values and as trees.
enum RequestTree {
  /// The tree of the request `value`; nil where JSON cannot hold it.
  static func node(_ value: Value) -> Node? {
    value.jsonBytes.flatMap { JSONReader.read(SourceText(name: "request", bytes: $0)).document?.root }
  }

  /// The maps of a request that give facts.
  private static let factKeys: [Value] = ["person", "day", "facts"]

  /// `request` with all facts in the one map `facts`.
  static func gathered(_ request: Value) -> Value {
    guard case .map(let map) = request else { return request }
    var rest = map.entries.filter { entry in !factKeys.contains { $0.isIdentical(to: entry.key) } }
    let facts = self.facts(of: map)
    if !facts.isEmpty { rest.append((key: FactLevels.factsKey, value: .map(facts))) }
    return .map(ValueMap(distinct: rest))
  }

  /// `request`, in whose `facts` all its facts are, and an empty list for each of `lists` that it does not give.
  static func withAllFacts(_ request: Value, lists: [Text]) -> Value {
    guard case .map(var map) = request else { return request }
    var facts = self.facts(of: map)
    for list in lists { facts.insert(.string(list), .list([])) }
    map.replace(FactLevels.factsKey, with: .map(facts))
    return .map(map)
  }

  private static func facts(of request: ValueMap) -> ValueMap {
    var facts = ValueMap()
    for key in factKeys {
      guard case .map(let map)? = request[key] else { continue }
      for (name, value) in map.entries { facts.insert(name, value) }
    }
    return facts
  }
}
