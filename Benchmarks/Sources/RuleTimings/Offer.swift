import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// W2: one condition over a number, a text, another number and a list of texts.
enum Offer {
  static let text = #"age > 21 && (tier == "halo" || points >= 1200) && tags.exists(t, t == "warming")"#

  /// Every fact is given anew each time; all of the condition is looked at.
  static func evaluation(_ folder: String) throws -> Workload {
    let facts = [
      Contract.Fact("age", .int), Contract.Fact("tier", .string), Contract.Fact("points", .int),
      Contract.Fact("tags", .list(.string)),
    ]
    let ruleSet = try RuleFolder.load(folder, for: "bench.offer.shown", facts: facts)
    let shown = try ruleSet.known("bench.offer.shown").id
    let age = try ruleSet.known(fact: "age").id
    let points = try ruleSet.known(fact: "points").id
    let tier = try ruleSet.known(fact: "tier")
    let tags = try ruleSet.known(fact: "tags")
    return Workload(name: "W2 evaluate") {
      let session = RuleSession(ruleSet)
      let given: Value = .list([.string("calm"), .string("light"), .string("warming")])
      return Workload.Worker { count in
        var sum: Int64 = 0
        for _ in 0..<count {
          session.begin()
          try session.set(age, int: 34)
          try session.set(tier, .string("silver"))
          try session.set(points, int: 1500)
          try session.set(tags, given)
          try session.run(shown)
          sum &+= session.bits(shown) ?? -1
        }
        guard sum == count else { throw Refusal("W2 is wrong") }
        return sum
      }
    }
  }

  static func environment() -> Environment {
    var environment = Environment()
    environment.declare("age", .int, .unbound)
    environment.declare("tier", .string, .unbound)
    environment.declare("points", .int, .unbound)
    environment.declare("tags", .list(.string), .unbound)
    return environment
  }

  static func parseAndCheck() -> Workload {
    Workload(name: "W2 parse and check") {
      let environment = environment()
      return Workload.Worker { count in
        var sum: Int64 = 0
        for _ in 0..<count {
          let parsed = ExpressionParser.parse(ExpressionSource(text: Text(text)))
          guard let expression = parsed.expression, let typed = TypeChecker.check(expression, environment).typed else {
            throw Refusal(parsed.diagnostics)
          }
          sum &+= typed.type == .bool ? 1 : 0
        }
        return sum
      }
    }
  }

  static func compile() -> Workload {
    Workload(name: "W2 parse, check and plan") {
      let environment = environment()
      return Workload.Worker { count in
        var sum: Int64 = 0
        for _ in 0..<count {
          let parsed = ExpressionParser.parse(ExpressionSource(text: Text(text)))
          guard let expression = parsed.expression,
            CompiledExpression.compile(expression, environment).compiled != nil
          else { throw Refusal(parsed.diagnostics) }
          sum &+= 1
        }
        return sum
      }
    }
  }
}
