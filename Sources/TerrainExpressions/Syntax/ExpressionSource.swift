import TerrainDocuments
import TerrainBase

/// An expression's text, and its location in an author's file.
package struct ExpressionSource: Sendable {
  /// The expression itself (without the `=` that marks one in YAML).
  package var text: Text
  /// The document node whose decoded text holds the expression; nil for one typed on a command line.
  package var node: Node?
  /// Bytes of the node's decoded text before the expression begins (the `=` and spaces after it).
  package var offset: Int

  /// `text`, which begins `offset` bytes into `node`'s decoded text.
  package init(text: Text, node: Node? = nil, offset: Int = 0) {
    self.text = text
    self.node = node
    self.offset = offset
  }

  /// The location of bytes `range` of ``text`` in the author's file, through quotes, escapes and folded lines; in the
  /// text itself, called `<expression>`, where it came from no file.
  package func place(of range: SourceRange) -> Place {
    guard let node else {
      return Place(source: SourceText(name: "<expression>", bytes: Array(text.utf8)), range: range)
    }
    return node.place(ofDecoded: offset + Int(range.start)..<offset + Int(range.end))
  }
}

extension Diagnostic {
  /// An error in an expression.
  static func expression(
    _ code: String, _ message: String, _ place: Place, related: [Related] = [], fix: String? = nil
  ) -> Diagnostic {
    Diagnostic(code: code, message: message, place: place, related: related, fix: fix)
  }
}
