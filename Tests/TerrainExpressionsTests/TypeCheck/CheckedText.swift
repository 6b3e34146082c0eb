import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// An environment as a rule module would have, and what the type checker reports about texts in it.
enum CheckedText {
  static let goal = EnumerationType(name: "goal", cases: ["sleep", "energy", "focus"])
  static let season = EnumerationType(name: "season", cases: ["winter", "summer"])
  static let item = RecordType(
    name: "item",
    fields: [
      .init(name: "price", type: .decimal), .init(name: "name", type: .string),
      .init(name: "stock", type: .optional(.int)),
    ])

  static let environment: Environment = {
    var environment = Environment()
    let variables: [(Text, CELType)] = [
      ("age", .int), ("count", .uint), ("weight", .double), ("isNew", .bool), ("name", .string), ("price", .decimal),
      ("at", .timestamp), ("length", .duration), ("ages", .list(.int)), ("tags", .list(.string)),
      ("goals", .list(.enumeration(goal))), ("goal", .enumeration(goal)), ("season", .enumeration(season)),
      ("counts", .map(key: .string, value: .int)), ("mood", .optional(.int)), ("item", .record(item)),
      ("items", .list(.record(item))), ("anything", .dyn), ("shop.open", .bool),
    ]
    for (name, type) in variables { environment.declare(name, type, .unbound) }
    return environment
  }()

  static func check(_ text: String, expecting: CELType? = nil) -> (typed: TypedExpression?, diagnostics: [Diagnostic]) {
    let (expression, problems) = ExpressionParser.parse(ExpressionSource(text: Text(text)))
    guard let expression else { return (nil, problems) }
    guard let expecting else { return TypeChecker.check(expression, environment) }
    return TypeChecker.check(expression, environment, expecting: expecting)
  }

  /// `text at "excerpt"[; help]` for each diagnostic.
  static func diagnosticLines(_ text: String, expecting: CELType? = nil) -> [String] {
    check(text, expecting: expecting).diagnostics.map { diagnostic in
      var line = "\(diagnostic.code): \(diagnostic.message)"
      if let place = diagnostic.place {
        let bytes = place.source.bytes[Int(place.range.start)..<Int(place.range.end)]
        line += " at `\(String(decoding: bytes, as: UTF8.self))`"
      }
      if let fix = diagnostic.fix { line += "; \(fix)" }
      return line
    }
  }
}
