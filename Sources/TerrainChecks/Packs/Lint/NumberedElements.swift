import TerrainDocuments
import TerrainBase

/// `numbered: [{ of: KIND, field: FIELD, to: FIELD }]`: the values of `field` are 1, 2, 3 … up to the value of `to`, in this
/// order and without a hole.
enum NumberedElements: LintRule {
  static let name: Text = "numbered"

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    LintDeclaration.findings(
      node, of: name, in: pack, other: { $0.paths("to", of: $1) }
    ) { [hole(in: $0, $1, $2, pack)].compactMap(\.self) }
  }

  private static func hole(
    in record: PackContents.Record, _ field: FieldPath, _ end: FieldPath, _ pack: PackContents
  ) -> Diagnostic? {
    let numbers = field.hits(in: record, of: pack).map(\.node)
    for (position, node) in numbers.enumerated() where node.int != Int64(position + 1) {
      return .outOfSequence(node, expected: position + 1, first: position > 0 ? numbers[position - 1] : nil)
    }
    guard let last = end.hits(in: record, of: pack).first?.node, let count = last.int, count != Int64(numbers.count)
    else { return nil }
    return .sequenceEnds(numbers.count, field, at: last, last: numbers.last)
  }
}

extension Diagnostic {
  fileprivate static func outOfSequence(_ node: Node, expected: Int, first: Node?) -> Diagnostic {
    Diagnostic(
      code: "pack/out-of-sequence", message: "this has to be \(expected): numbers go 1, 2, 3 without a hole", at: node,
      related: first.map { [.init(message: "after this one", place: $0.place)] } ?? [])
  }

  fileprivate static func sequenceEnds(_ count: Int, _ field: FieldPath, at node: Node, last: Node?) -> Diagnostic {
    Diagnostic(
      code: "pack/out-of-sequence", message: "\(field.text) goes to \(count), and this is \(node.rawNumber ?? "")",
      at: node, related: last.map { [.init(message: "the last one", place: $0.place)] } ?? [])
  }
}
