import TerrainDocuments
import TerrainValues

/// The requests of a file of scenarios: each is made of the one that it names and its own members.
struct ScenarioRequests {
  let named: [Text: Node]

  /// How many requests may be made of one another (`request-layers`).
  static let mostLayers = 32
  private static let from: Text = "from"

  /// The request at `node`: a map, the name of a request, or nothing.
  ///
  /// - Parameter carried: what it contains unless it has its own.
  /// - Throws: a request that is not there, or that is made of itself.
  func request(_ node: Node?, at place: Node, carried: [Node]) throws(DiagnosticError) -> Node {
    var layers: [Node] = []
    var upcoming = node
    while let next = upcoming {
      if layers.count == Self.mostLayers { throw DiagnosticError(.requestOfItself(next)) }
      if let name = next.text {
        guard let named = named[name] else {
          throw DiagnosticError(.unknownRequest(name, among: self.named.keys.sorted(), at: next))
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
    guard let request = Document.merging(carried + layers, without: [Self.from]) else {
      throw DiagnosticError(.missingField("request", of: place, what: "a scenario"))
    }
    return request.root
  }
}
