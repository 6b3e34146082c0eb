import TerrainDocuments
import TerrainValues

/// A message of an answer, and the rule that chose it.
struct SaidLine {
  let title: Text?
  let text: Text
  let message: Text
  /// Where the rule stands.
  let file: Text?
  let line: Figure?
  let row: Text?

  init?(_ node: Node?) {
    guard let node, node.kind == .map, let message = node["message"]?.text else { return nil }
    self.message = message
    title = node["title"]?.text
    text = node["text"]?.text ?? ""
    let rule = node["rule"]
    file = rule?["file"]?.text
    line = Figure(rule?["line"])
    row = rule?["row"]?.text
  }

  /// The messages of a list, or the one that stands there.
  static func all(_ node: Node?) -> [SaidLine] {
    guard let node else { return [] }
    return node.kind == .list ? node.elements.compactMap { SaidLine($0) } : [SaidLine(node)].compactMap(\.self)
  }
}
