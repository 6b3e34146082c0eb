import TerrainDocuments
import TerrainBase

/// `summed: [{ of: KIND, field: FIELD, to: FIELD }]`: the values of `field` add up to the value of `to`, exactly.
enum Sums: LintRule {
  static let name: Text = "summed"

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    LintDeclaration.findings(node, of: name, in: pack, other: { $0.paths("to", of: $1) }) { record, field, total in
      guard let stated = total.hits(in: record, of: pack).first?.node, stated.rawNumber != nil else { return [] }
      let numbers = field.hits(in: record, of: pack).map(\.node).filter { $0.rawNumber != nil }
      guard let expected = stated.decimal, let sum = sum(of: numbers) else { return [.noSum(field, at: stated)] }
      return sum == expected ? [] : [.otherSum(sum, field, at: stated)]
    }
  }

  /// The sum of `numbers`; nil where it, or one of them, has more digits than a decimal holds.
  private static func sum(of numbers: [Node]) -> ExactDecimal? {
    var sum = ExactDecimal.zero
    for number in numbers {
      guard let next = number.decimal, let larger = try? sum.adding(next) else { return nil }
      sum = larger
    }
    return sum
  }
}

extension Diagnostic {
  fileprivate static func otherSum(_ sum: ExactDecimal, _ field: FieldPath, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/other-sum", message: "\(field.text) adds up to \(sum), and this is \(node.rawNumber ?? "")",
      at: node)
  }

  fileprivate static func noSum(_ field: FieldPath, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/other-sum",
      message: "\(field.text) and this cannot be compared: a sum has at most \(ExactDecimal.digitLimit) digits",
      at: node,
      fix: "use numbers of fewer digits")
  }
}
