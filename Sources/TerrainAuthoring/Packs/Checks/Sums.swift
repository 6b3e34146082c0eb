import TerrainDocuments
import TerrainValues

/// `summed: [{ of: KIND, field: FIELD, to: FIELD }]`: the values of `field` add up to the value of `to`, exactly.
enum Sums: PackCheck {
  static let name: Text = "summed"

  static func findings(_ node: Node, in pack: PackContents) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for entry in CheckDeclaration.entries(node, of: name, into: &found) {
      var declaration = CheckDeclaration(entry, what: "an entry of `\(name)`", in: pack)
      let kinds = declaration.kinds()
      let fields = declaration.paths("field", of: kinds)
      let totals = declaration.paths("to", of: kinds)
      found += declaration.finish()
      for kind in kinds {
        guard let field = fields[kind], let total = totals[kind] else { continue }
        for record in pack.kind(kind)?.records ?? [] {
          guard let stated = total.hits(in: record, of: pack).first?.node, let expected = stated.decimal else {
            continue
          }
          let numbers = field.hits(in: record, of: pack).compactMap(\.node.decimal)
          guard let sum = try? numbers.reduce(ExactDecimal.zero, { try $0.adding($1) }), sum != expected else {
            continue
          }
          found.append(.otherSum(sum, field, at: stated))
        }
      }
    }
    return found
  }
}
