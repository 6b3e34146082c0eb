import TerrainDocuments
import TerrainValues

// What an author reads about the words of a text. One function per diagnostic.

extension Diagnostic {
  static func unbalancedBrace(at node: Node, _ brace: (isOpening: Bool, range: Range<Int>)) -> Diagnostic {
    Diagnostic(
      code: "pack/unclosed-brace",
      message: brace.isOpening ? "this `{` is not closed in its text" : "this `}` closes nothing in its text",
      place: node.place(ofDecoded: brace.range),
      fix: "write a placeholder as `{name}`, or leave the brace out", path: node.path)
  }

  static func onlyMessagesAreFilled(_ name: Text, at node: Node, _ range: Range<Int>) -> Diagnostic {
    Diagnostic(
      code: "pack/nothing-fills", severity: .warning,
      message: "nothing fills `{\(name)}`: only messages are filled in, and this text is not part of one",
      place: node.place(ofDecoded: range), fix: "leave the braces out, or say it with a message", path: node.path)
  }

  static func droppedPlaceholders(
    _ names: [Text], _ locale: LanguageTag, at node: Node, source: Node
  ) -> Diagnostic {
    let list = names.map { "`{\($0)}`" }.joined(separator: ", ")
    return Diagnostic(
      code: "pack/dropped-placeholder", severity: .warning,
      message: "the text in `\(locale)` lacks \(list), which the text it translates has", at: node,
      related: [.init(message: "the text it translates", place: source.place)], fix: "add \(list)")
  }

  static func sameAsSource(_ locale: LanguageTag, at node: Node, source: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/same-as-source", severity: .warning,
      message: "the text in `\(locale)` is the same as the one it translates", at: node,
      related: [.init(message: "the text it translates", place: source.place)],
      fix: "translate it; where it is a name, leave `\(locale)` out or answer this with "
        + "`# terrain:ignore pack/same-as-source it is a name`")
  }

  static func unfinishedText(_ marker: String, at node: Node, _ range: Range<Int>) -> Diagnostic {
    Diagnostic(
      code: "pack/unfinished-text", severity: .warning, message: "`\(marker)` marks a text that is not finished",
      place: node.place(ofDecoded: range), fix: "write the text, or remove the marker", path: node.path)
  }
}
