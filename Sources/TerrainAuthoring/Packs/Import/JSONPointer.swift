import TerrainDocuments
import TerrainValues

/// A JSON Pointer (RFC 6901): the way from a value to one inside it.
struct JSONPointer: Sendable, Hashable {
  /// As it is written.
  let text: String
  private let steps: [Text]

  /// The pointer written as `text`; nil where that is none.
  init?(_ text: String) {
    guard text.isEmpty || text.hasPrefix("/") else { return nil }
    self.text = text
    steps = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { step in
      Text(String(step).replacing("~1", with: "/").replacing("~0", with: "~"))
    }
  }

  /// The pointer of these names.
  init(names: [Text]) {
    steps = names
    text = names.map { "/" + Self.escaped($0.string) }.joined()
  }

  /// A name as a step of a pointer.
  static func escaped(_ name: String) -> String { name.replacing("~", with: "~0").replacing("/", with: "~1") }

  /// The value in `node`; nil where there is none.
  func value(in node: Node) -> Node? {
    var node = node
    for step in steps {
      guard let next = Self.child(step, of: node) else { return nil }
      node = next
    }
    return node
  }

  /// How many steps lead to something in `node`, and the pointer with the first other step replaced by the name that is nearest
  /// to it there; nil where none is near.
  func nearest(in node: Node) -> (depth: Int, pointer: String?) {
    var node = node
    for (depth, step) in steps.enumerated() {
      guard let next = Self.child(step, of: node) else {
        let names = node.members.prefix(Self.mostNames).compactMap { $0.key.text }
        guard let meant = Suggestion.nearest(to: step.string, among: names) else { return (depth, nil) }
        return (depth, JSONPointer(names: steps[..<depth] + [meant] + steps[(depth + 1)...]).text)
      }
      node = next
    }
    return (steps.count, nil)
  }

  /// Names beyond these are not compared with one that is not there.
  private static let mostNames = 1000

  private static func child(_ step: Text, of node: Node) -> Node? {
    switch node.kind {
    case .map: node[step]
    case .list: Int(step.string).flatMap { String($0) == step.string ? node.element(at: $0) : nil }
    default: nil
    }
  }
}
