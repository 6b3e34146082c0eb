import TerrainContent
import TerrainDocuments
import TerrainValues

extension Shape {
  /// Everything about `node` that is not of this shape, with a suggestion for unknown fields and words that are near to one
  /// that is known. `null` means that a field is left out.
  ///
  /// - Parameters:
  ///   - what: what it is called in messages ("the parameters").
  ///   - declarations: what a pack and its rules declare; without it, only what holds for any pack is checked.
  public func complaints(
    about node: Node, what: String, declarations: Declarations = .none
  ) -> [Diagnostic] {
    // A reader has bounded how deep nodes are, and every step down goes down in the document too.
    switch form {
    case .anything: return []
    case .null: return kind(of: node, .null, what)
    case .flag: return kind(of: node, .bool, what)
    case .number: return kind(of: node, .number, what)
    case .text: return kind(of: node, .string, what)
    case .integer(let least, let most): return integer(node, least, most, what)
    case .words(let words):
      if let text = node.text, words.contains(where: { Text($0) == text }) { return [] }
      return [.notAWord(of: words, what: what, at: node)]
    case .list(let element, let most):
      guard node.kind == .list else { return kind(of: node, .list, what) }
      if let most, node.count > most { return [.tooMany(node.count, limit: most, what: what, at: node)] }
      return node.elements.flatMap {
        element.complaints(about: $0, what: "an element of \(what)", declarations: declarations)
      }
    case .map(let value):
      guard node.kind == .map else { return kind(of: node, .map, what) }
      return node.members.flatMap {
        value.complaints(about: $0.value, what: "`\($0.key.text ?? "")` of \(what)", declarations: declarations)
      }
    case .object(let fields): return object(node, fields, what, declarations)
    case .either(let shapes):
      // The alternative that comes nearest says what is wrong.
      let found = shapes.map { $0.complaints(about: node, what: what, declarations: declarations) }
      return found.min { $0.count < $1.count } ?? []
    case .named(_, let shape): return shape().complaints(about: node, what: what, declarations: declarations)
    case .declared(let declared):
      return declarations.shape(of: declared).complaints(about: node, what: what, declarations: declarations)
    }
  }

  private func kind(of node: Node, _ expected: NodeKind, _ what: String) -> [Diagnostic] {
    node.kind == expected ? [] : [.wrongKind(node, expected: expected, what: what)]
  }

  private func integer(_ node: Node, _ least: Int64?, _ most: Int64?, _ what: String) -> [Diagnostic] {
    guard node.kind == .number else { return kind(of: node, .number, what) }
    if let int = node.int, least.map({ int >= $0 }) ?? true, most.map({ int <= $0 }) ?? true { return [] }
    return [.notInRange(least: least, most: most, what: what, at: node)]
  }

  private func object(_ node: Node, _ fields: [Field], _ what: String, _ declarations: Declarations) -> [Diagnostic] {
    var reader = FieldReader(node, what: what)
    var inside: [Diagnostic] = []
    for field in fields {
      let name = Text(field.name)
      guard let value = field.isRequired ? reader.required(name) : reader.optional(name) else { continue }
      inside += field.shape.complaints(about: value, what: "`\(field.name)` of \(what)", declarations: declarations)
    }
    return reader.finish(alsoKnown: ["$schema"]) + inside
  }
}
