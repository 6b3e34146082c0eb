import TerrainDocuments
import TerrainBase

/// A cell that YAML cut in pieces inside braces: `hour: 3,5` is a cell and a key `5` without a value, and `hour:5` is a
/// key without a value.
struct CutCell {
  /// What the author has to know.
  var message: String
  /// How it is written.
  var form: String

  /// The cut cell whose rest is `key`, with the value `value` that is not written; nil where it is something else.
  init?(_ key: Node, _ value: Node, after previous: (key: Node, value: Node)?) {
    guard value.range.count == 0, let text = key.text?.string else { return nil }
    if let colon = text.firstIndex(of: ":"), colon != text.startIndex, text.index(after: colon) != text.endIndex {
      message = "a cell's `:` has a space after it"
      form = "\(text[..<colon]): \(text[text.index(after: colon)...])"
      return
    }
    guard let previous, let name = previous.key.text, previous.value.kind != .map, previous.value.kind != .null,
      NameProblem(Text(text)) != nil || previous.value.kind == .string
    else { return nil }
    message = "a comma between braces ends a cell; several values are written as a list"
    let source = previous.value.place.source
    let first = source.text(of: previous.value.range)
    let inner = previous.value.kind == .list ? String(first.dropFirst().dropLast()) : first
    form = "\(name): [\(inner), \(text)]"
  }
}
