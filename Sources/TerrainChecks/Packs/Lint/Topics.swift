import TerrainDocuments
import TerrainEngines
import TerrainBase

/// Topics that messages oppose are topics of other messages. (That they are words of the pack's vocabulary is held of every word
/// that a schema takes from one; and opposing works both ways, so only one of two messages has to declare it.)
enum Topics {
  @Sendable static func findings(in pack: PackContents) -> [Diagnostic] {
    guard let kind = pack.kind(Messages.kind), kind.isWhole else { return [] }
    let records = kind.records
    var topics: [Text] = []
    var isKnown: Set<Text> = []
    for topic in records.compactMap({ $0.node["topic"]?.text }) where isKnown.insert(topic).inserted {
      topics.append(topic)
    }
    let undeclared = Set(pack.fields.uses.filter { isUndeclared($0, in: pack) }.map(\.node.place))
    var diagnostics: [Diagnostic] = []
    for record in records {
      guard let opposes = record.node["opposes"], opposes.kind == .list else { continue }
      let own = record.node["topic"]
      for node in opposes.elements {
        guard let topic = node.text else { continue }
        if let own, own.text == topic {
          diagnostics.append(.opposesItself(topic, at: node, own: own))
        } else if !isKnown.contains(topic), !undeclared.contains(node.place) {
          diagnostics.append(.opposesNothing(topic, at: node, among: topics))
        }
      }
    }
    return diagnostics
  }

  /// Whether the value is not one of its vocabulary, which is diagnosed elsewhere.
  private static func isUndeclared(_ use: PackFields.Use, in pack: PackContents) -> Bool {
    guard let word = use.node.text else { return false }
    return use.roles.vocabularies.contains { name in
      pack.vocabulary(name).map { $0.node(of: word) == nil } ?? false
    }
  }
}

extension Diagnostic {
  fileprivate static func opposesItself(_ topic: Text, at node: Node, own: Node) -> Diagnostic {
    Diagnostic(
      code: "message/opposes-itself", message: "a message cannot oppose `\(topic)`, which is its own topic", at: node,
      related: [.init(message: "its topic", place: own.place)], fix: "remove it: one message a topic is shown anyway")
  }

  fileprivate static func opposesNothing(_ topic: Text, at node: Node, among known: [Text]) -> Diagnostic {
    Diagnostic(
      code: "message/opposes-nothing", severity: .warning, message: "no message has the topic `\(topic)`", at: node,
      fix: Suggestion.fix(topic, among: known) ?? "remove it, or write a message about it")
  }
}
