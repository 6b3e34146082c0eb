import TerrainBase
import TerrainExpressions
import Testing

@Suite struct CheckerTests {
  @Test(arguments: [
    ("age + 1", "int"), ("count * 2u", "uint"), ("weight / 2.0", "double"), ("price - decimal(\"0.5\")", "decimal"),
    ("name + \"!\"", "string"), ("at + length", "timestamp"), ("at - at", "duration"), ("age > 3 && isNew", "bool"),
    ("isNew ? 1 : 2", "int"), ("[1, 2]", "list<int>"), ("[1, \"a\"]", "list<dyn>"), ("[]", "list<dyn>"),
    ("{\"a\": 1}", "map<string, int>"), ("{}", "map<dyn, dyn>"), ("ages[0]", "int"), ("counts[\"a\"]", "int"),
    ("counts.a", "int"), ("counts[?\"a\"]", "optional<int>"), ("counts.?a", "optional<int>"),
    ("mood.orValue(5)", "int"),
    ("mood.hasValue()", "bool"), ("has(counts.a)", "bool"), ("item.price", "decimal"), ("item.stock", "optional<int>"),
    ("items.map(i, i.name)", "list<string>"), ("items.filter(i, i.price > decimal(\"1\"))", "list<item>"),
    ("ages.map(a, [a, a])", "list<list<int>>"), ("ages.exists(a, a > 1)", "bool"),
    ("tags.exists_one(t, t == \"a\")", "bool"),
    ("goals.map(g, g)", "list<goal>"), ("goal", "goal"), ("goal == \"sleep\"", "bool"), ("goal + \"!\"", "string"),
    ("goal in goals", "bool"), ("\"sleep\" in goals", "bool"), ("goal.size()", "int"),
    ("isNew ? goal : \"sleep\"", "string"),
    ("anything", "dyn"), ("anything.a.b", "dyn"), ("anything + 1", "int"), ("dyn(1) + dyn(2)", "dyn"),
    ("type(1)", "type<int>"), ("int", "type<int>"), ("shop.open", "bool"), ("cel.bind(x, age + 1, x * x)", "int"),
    ("counts.transformMap(k, v, v + 1)", "map<string, int>"), ("counts.transformList(k, v, k)", "list<string>"),
    ("optional.of(1).optMap(x, string(x))", "optional<string>"), ("ages.sum()", "int"),
    ("[[1], []]", "list<list<int>>"),
    ("[null, optional.of(1)]", "list<optional<int>>"), ("math.greatest(1, 2)", "int"),
    ("ages.all(a, tags.exists(t, t.size() > a))", "bool"),
  ])
  func findsTypes(text: String, type: String) {
    let (typed, diagnostics) = CheckedText.check(text)
    #expect(diagnostics.map(\.message) == [])
    #expect(typed?.type.description == type)
  }

  @Test func everyNodeHasAType() throws {
    let typed = try #require(CheckedText.check("[].exists(x, x == 1) || ages.map(a, a + 1) == []").typed)
    for type in typed.types {
      if case .variable = type { Issue.record("a type variable is left") }
    }
  }

  /// A list of texts that an enum's value is compared with has values of the enum; with another text in it, it may have others.
  @Test func aListOfLiteralsIsOfTheEnum() throws {
    func types(_ text: String) throws -> [String] {
      try #require(CheckedText.check(text).typed).types.map(\.description).filter { $0.hasPrefix("list<") }
    }
    #expect(try types("goal in [\"sleep\", \"energy\"]") == ["list<goal>"])
    #expect(try types("goal in [\"sleep\", name]") == ["list<string>"])
  }

  @Test func namesTheSlotsInTheOrderWritten() throws {
    var slots = SlotTable()
    var environment = Environment()
    for name in ["a", "b", "c"] as [Text] { environment.declare(name, .int, .slot(slots.addFact(name, .int))) }
    let parsed = ExpressionParser.parse(ExpressionSource(text: "c > 1 && a + c > 0 || [b].exists(x, x == a)"))
    let expression = try #require(parsed.expression)
    let typed = try #require(TypeChecker.check(expression, environment).typed)
    #expect(typed.slots.map { slots[$0].name } == ["c", "a", "b"])
  }

  @Test func looksInTheContainerFirst() throws {
    var environment = Environment(container: "a.b")
    environment.declare("a.b.x", .int, .unbound)
    environment.declare("a.x", .string, .unbound)
    environment.declare("x", .bool, .unbound)
    environment.declare("a.y.z", .double, .unbound)
    func type(_ text: String) -> String? {
      ExpressionParser.parse(ExpressionSource(text: Text(text))).expression
        .flatMap { TypeChecker.check($0, environment).typed?.type.description }
    }
    #expect(type("x") == "int")
    #expect(type(".x") == "bool")
    #expect(type("a.x") == "string")
    #expect(type("y.z") == "double")
    #expect(type("[true].exists(x, x)") == "bool")
  }

  @Test func anExpectedVocabularyTakesLiterals() {
    let goals = CELType.enumeration(CheckedText.goal)
    for text in ["\"sleep\"", "isNew ? \"sleep\" : \"focus\"", "goal", "anything"] {
      #expect(CheckedText.diagnosticLines(text, expecting: goals) == [], "\(text)")
    }
    #expect(CheckedText.diagnosticLines("[\"sleep\", goal]", expecting: .list(goals)) == [])
    #expect(CheckedText.check("isNew ? \"sleep\" : \"focus\"", expecting: goals).typed?.type == goals)
  }

  @Test func whatCountsInsteadMayBeALiteralOfTheVocabulary() {
    let goals = CELType.enumeration(CheckedText.goal)
    let text = "optional.of(goal).orValue(\"sleep\")"
    #expect(CheckedText.diagnosticLines(text, expecting: goals) == [])
    #expect(CheckedText.check(text, expecting: goals).typed?.type == goals)
    #expect(CheckedText.diagnosticLines("optional.of(goal).orValue(\"sleeep\")", expecting: goals).count == 1)
  }

  @Test func nothingFitsWhereverSomethingMayBeAbsent() {
    for type in [CELType.string, .list(.int), .enumeration(CheckedText.goal)] {
      #expect(CheckedText.diagnosticLines("optional.none()", expecting: .optional(type)) == [])
      #expect(
        CheckedText.diagnosticLines("isNew ? optional.none() : optional.none()", expecting: .optional(type)) == [])
    }
  }

  /// Only the literal shows what is compared: the ordered enum that has it, if it is exactly one.
  @Test(arguments: [
    ("anything < 'middle'", [String]()), ("'low' <= anything", []), ("anything < 'other'", []),
    ("anything > 'high'", ["expressions/no-order"]), ("anything == 'high'", []),
  ])
  func aLiteralImpliesTheOrderOfItsEnum(_ text: String, _ codes: [String]) throws {
    var environment = CheckedText.environment
    environment.impliedOrders = [
      EnumerationType(name: "level", cases: ["low", "middle", "high"], isOrdered: true),
      EnumerationType(name: "price", cases: ["cheap", "high"], isOrdered: true),
    ]
    let expression = try #require(ExpressionParser.parse(ExpressionSource(text: Text(text))).expression)
    let (typed, diagnostics) = TypeChecker.check(expression, environment)
    #expect(diagnostics.map(\.code) == codes)
    let isImplied = typed?.types.contains(.enumeration(environment.impliedOrders[0])) ?? false
    #expect(isImplied == (codes.isEmpty && (text.contains("middle") || text.contains("low"))))
  }
}
