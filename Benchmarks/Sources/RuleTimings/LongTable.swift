import TerrainRules
import TerrainBase

/// A table of 3000 rows that ask for equality, of a text or of a whole number.
enum LongTable {
  static let rows = 3000

  /// Asks for the key of `row` (counted from 0) again and again.
  static func workloads(_ asked: [(words: String, row: Int)]) throws -> [Workload] {
    try [true, false].flatMap { isText -> [Workload] in
      let ruleSet = try RuleFolder.load(module: module(isText: isText))
      let decision = try ruleSet.known("bench.generated.price")
      let fact = try ruleSet.known(fact: "product")
      return asked.map { words, row in
        Workload(name: "table of \(rows), \(isText ? "text" : "int"), \(words)") {
          let session = RuleSession(ruleSet)
          let key: Value = isText ? .string(Text("product_\(row)")) : .int(Int64(row))
          let expected: Int64 = row < rows ? Int64(row * 7) : -1
          return Workload.Worker { count in
            var sum: Int64 = 0
            for _ in 0..<count {
              session.begin()
              try session.set(fact, key)
              try session.run(decision.id)
              sum &+= session.bits(decision.id) ?? .min
            }
            guard sum == expected &* Int64(count) else { throw Refusal("the table of \(rows) rows is wrong") }
            return sum
          }
        }
      }
    }
  }

  private static func module(isText: Bool) -> String {
    var text = """
      facts:
        product: { type: \(isText ? "string" : "int") }
      decisions:
        price:
          hit: first
          rows:

      """
    for row in 0..<rows {
      let key = isText ? "product_\(row)" : "\(row)"
      text += "      - { id: r\(row), when: { product: \(key) }, then: \(row * 7) }\n"
    }
    return text + "    otherwise: -1\n"
  }
}
