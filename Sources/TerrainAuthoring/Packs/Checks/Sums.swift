import TerrainDocuments
import TerrainValues

/// `summed: [{ of: KIND, field: FIELD, to: FIELD }]`: the values of `field` add up to the value of `to`, exactly.
enum Sums: PackCheck {
  static let name: Text = "summed"

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    CheckDeclaration.findings(node, of: name, in: pack, other: { $0.paths("to", of: $1) }) { record, field, total in
      guard let stated = total.hits(in: record, of: pack).first?.node, let expected = stated.decimal else { return [] }
      let numbers = field.hits(in: record, of: pack).compactMap(\.node.decimal)
      guard let sum = try? numbers.reduce(ExactDecimal.zero, { try $0.adding($1) }), sum != expected else { return [] }
      return [.otherSum(sum, field, at: stated)]
    }
  }
}
