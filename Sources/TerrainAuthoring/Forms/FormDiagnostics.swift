import TerrainContent
import TerrainDocuments
import TerrainValues

// What is complained of about fields of forms that name things of the pack. What was written is not repeated.

extension Diagnostic {
  static func noRecord(_ id: Text, of kinds: [Text], at node: Node, among ids: [Text]) -> Diagnostic {
    let nearest = Suggestion.nearest(to: id.string, among: ids.map(\.string))
    return Diagnostic(
      code: "check/unknown-record",
      message: "the pack has no \(kinds.map { "`\($0)`" }.joined(separator: " or ")) with this id", place: node.place,
      fix: nearest.map { "did you mean `\($0)`?" }, path: node.path)
  }

  static func noWord(_ word: Text, of vocabulary: Pack.Vocabulary, at node: Node) -> Diagnostic {
    let nearest = Suggestion.nearest(to: word.string, among: vocabulary.values.map(\.string))
    return Diagnostic(
      code: "check/not-a-choice", message: "this is no word of `\(vocabulary.name)`", place: node.place,
      fix: nearest.map { "did you mean `\($0)`?" }
        ?? "it has \(vocabulary.values.map { "`\($0)`" }.joined(separator: ", "))", path: node.path)
  }
}
