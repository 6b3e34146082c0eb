import TerrainRules
import TerrainDocuments
import TerrainBase

/// The requests of a file of scenarios: each is made of the one that it names and its own members.
struct ScenarioRequests {
  let named: [Text: Node]

  /// How many requests may be made of one another (`request-layers`).
  static let mostLayers = 32
  private static let from: Text = "from"

  /// The request at `node`: a map, the name of a request, or nothing.
  ///
  /// - Parameter carried: a map whose members it contains unless it has its own.
  /// - Throws: a request that is not there, or that is made of itself.
  func request(_ node: Node?, at place: Node, carried: Node?) throws(DiagnosticError) -> Node {
    var layers: [Node] = []
    var upcoming = node
    while let next = upcoming {
      if layers.count == Self.mostLayers { throw DiagnosticError(.requestOfItself(next)) }
      if let name = next.text {
        guard let named = named[name] else {
          throw DiagnosticError(.unknownRequest(name, among: self.named.keys.ordered(), at: next))
        }
        upcoming = named
        if named.text != nil { layers.append(named) }
        continue
      }
      guard next.kind == .map else {
        throw DiagnosticError(.wrongKind(next, expected: .map, what: "a request"))
      }
      layers.append(next)
      upcoming = next[Self.from]
    }
    layers = layers.filter { $0.kind == .map }.reversed()
    let absent = Self.absent(in: layers)
    if let carried {
      let members = carried.members.filter { key, _ in
        let name = key.text ?? ""
        return absent.contains(name) || !layers.contains { $0[name] != nil }
      }
      let own = Set(members.compactMap(\.key.text))
      layers.append(Document.map(of: members.map { ($0.key, $0.value) }, at: carried).root)
      return try merged(layers, without: absent.subtracting(own), at: place)
    }
    return try merged(layers, without: absent, at: place)
  }

  private func merged(_ layers: [Node], without absent: Set<Text>, at place: Node) throws(DiagnosticError) -> Node {
    guard let request = Document.merging(layers, without: absent.union([Self.from])) else {
      throw DiagnosticError(.missingField("request", of: place, what: "a scenario"))
    }
    return request.root
  }

  /// The members that the last layer which has them leaves out.
  private static func absent(in layers: [Node]) -> Set<Text> {
    var absent: Set<Text> = []
    for (key, value) in layers.flatMap({ Array($0.members) }) {
      guard let name = key.text else { continue }
      if value.kind == .null { absent.insert(name) } else { absent.remove(name) }
    }
    return absent
  }
}
