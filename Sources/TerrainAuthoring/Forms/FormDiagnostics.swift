import TerrainContent
import TerrainDocuments
import TerrainValues

// What is complained of about fields of forms that name things of the pack. What was written is not repeated.

extension Diagnostic {
  static func noRecord(
    _ id: Text, of kinds: [Text], at node: Node, among ids: [Text], _ suggestions: Suggestions
  ) -> Diagnostic {
    Diagnostic(
      code: "check/unknown-record",
      message: "the pack has no \(kinds.map { "`\($0)`" }.joined(separator: " or ")) with this id", at: node,
      fix: suggestions.fix(id, among: ids, kind: kinds.quoted))
  }

  static func noWord(
    _ word: Text, of vocabulary: Pack.Vocabulary, at node: Node, _ suggestions: Suggestions
  ) -> Diagnostic {
    Diagnostic(
      code: "check/not-a-choice", message: "this is no word of `\(vocabulary.name)`", at: node,
      fix: suggestions.fix(word, among: vocabulary.values, kind: "words of \(vocabulary.name)", listing: "it has"))
  }
}
