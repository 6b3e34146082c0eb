import TerrainDocuments
import TerrainValues

/// Where a rule stands that chose something.
struct RuleLine {
  let file: Text?
  let line: Figure?
  let row: Text?

  /// The rule that is the member `rule` of `node`.
  init(of node: Node) {
    let rule = node["rule"]
    file = rule?["file"]?.text
    line = Figure(rule?["line"])
    row = rule?["row"]?.text
  }
}

/// A message of an answer, and the rule that chose it.
struct SaidLine {
  let title: Text?
  let text: Text
  let message: Text
  let rule: RuleLine

  init?(_ node: Node?) {
    guard let node, node.kind == .map, let message = node["message"]?.text else { return nil }
    self.message = message
    title = node["title"]?.text
    text = node["text"]?.text ?? ""
    rule = RuleLine(of: node)
  }

  /// The messages of a list, or the one that stands there.
  static func all(_ node: Node?) -> [SaidLine] {
    guard let node else { return [] }
    return node.kind == .list ? node.elements.compactMap { SaidLine($0) } : [SaidLine(node)].compactMap(\.self)
  }
}
