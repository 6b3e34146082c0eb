import TerrainRules
import TerrainDocuments
import TerrainBase

/// A problem of a form, at one of its fields.
package struct FormProblem: Sendable {
  /// The way to the field from the form: `name`, `lines[0].quantity`; empty for the form itself.
  package let at: Text
  /// Its code: the code of a schema's diagnostic; of a rule's, `MODULE.ROW`, or the message where no single row chose it.
  package let code: String
  /// The pack's words for it; nil where the pack has none.
  package let rendered: RenderedMessage?
  /// A sentence where the pack has no text for it.
  package let message: String
  /// A fix; nil where none is known, or the pack's text contains it.
  package let fix: String?
  /// What would be right, where the rules declare it.
  package let expected: Value?
  /// The nearest that is there of the field.
  package let place: Place

  /// A problem at the field `at`.
  package init(
    at: Text, code: String, rendered: RenderedMessage?, message: String, fix: String? = nil, expected: Value? = nil,
    place: Place
  ) {
    self.at = at
    self.code = code
    self.rendered = rendered
    self.message = message
    self.fix = fix
    self.expected = expected
    self.place = place
  }
}

/// The way to a field inside a form.
package enum FormPath {
  /// `way` without positions in lists: `lines[0].quantity` is `lines.quantity`.
  package static func withoutPositions(_ way: String) -> String {
    var result = ""
    var inside = false
    for character in way {
      switch character {
      case "[": inside = true
      case "]": inside = false
      default: if !inside { result.append(character) }
      }
    }
    return result
  }

  /// What is there at the end of `way` from `form`, or the last that is there on it.
  package static func nearest(_ way: Text, from form: Node) -> Node {
    var node = form
    for step in way.string.split(whereSeparator: { ".[]".contains($0) }) {
      var next: Node?
      switch node.kind {
      case .map: next = node[Text(String(step))]
      case .list: next = Int(step).flatMap { node.element(at: $0) }
      default: break
      }
      guard let next else { break }
      node = next
    }
    return node
  }
}
