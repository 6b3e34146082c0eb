import TerrainBase
import TerrainDocuments
import TerrainExpressions
import Testing

/// An error never becomes null, false or anything else; `&&` and `||` do without a side that fails where the other
/// decides.
@Suite struct ErrorTests {
  @Test(arguments: [
    ("9223372036854775807 + 1", "overflow"), ("-9223372036854775808 - 1", "overflow"),
    ("-(-9223372036854775808)", "overflow"),
    ("9223372036854775807 * 2", "overflow"), ("-9223372036854775808 / -1", "overflow"),
    ("-9223372036854775808 % -1", "overflow"),
    ("18446744073709551615u + 1u", "overflow"), ("0u - 1u", "overflow"), ("18446744073709551615u * 2u", "overflow"),
    ("1 / 0", "division-by-zero"), ("1 % 0", "division-by-zero"), ("1u / 0u", "division-by-zero"),
    ("1u % 0u", "division-by-zero"),
    ("1.0 / 0.0", "double(\"Infinity\")"), ("int(1e300)", "overflow"), ("uint(-1)", "overflow"),
    ("int(18446744073709551615u)", "overflow"),
    ("decimal(\"1\") / decimal(\"3\")", "overflow"), ("decimal(\"1\") / decimal(\"8\")", "decimal(\"0.125\")"),
    ("decimal(\"1\") / decimal(\"0\")", "division-by-zero"),
    ("decimal(\"99999999999999999999999999999999999999\") * decimal(\"9\")", "overflow"),
    ("timestamp(\"9999-12-31T23:59:59Z\") + duration(\"1s\")", "overflow"),
    ("timestamp(\"0001-01-01T00:00:00Z\") - duration(\"1s\")", "overflow"),
    ("[1][1]", "index-out-of-range"), ("[1][-1]", "index-out-of-range"), ("{\"a\": 1}[\"b\"]", "no-such-key"),
    ("{\"a\": 1}.b", "no-such-key"),
    ("{\"a\": 1, \"a\": 2}", "duplicate-key"), ("dyn(1) + \"a\"", "no-such-overload"),
    ("dyn(1) < \"a\"", "no-such-overload"),
    ("dyn(1).a", "no-such-overload"), ("dyn(1)[0]", "no-such-overload"), ("dyn(1) && true", "no-such-overload"),
    ("dyn(1) ? 1 : 2", "no-such-overload"),
    ("dyn(1).exists(x, true)", "no-such-overload"), ("1 in dyn(2)", "no-such-overload"),
    ("optional.none().value()", "absent-value"),
    ("duration(\"abc\")", "invalid-argument"), ("\"a\".matches(\"(\")", "invalid-argument"),
    ("-dyn(\"a\")", "no-such-overload"),
  ])
  func fails(text: String, code: String) {
    #expect(outcome(text) == code)
  }

  @Test(arguments: [
    ("1 / 0 > 1 && false", "false"), ("false && 1 / 0 > 1", "false"), ("1 / 0 > 1 && true", "division-by-zero"),
    ("true && 1 / 0 > 1", "division-by-zero"), ("1 / 0 > 1 || true", "true"), ("true || 1 / 0 > 1", "true"),
    ("1 / 0 > 1 || false", "division-by-zero"), ("1 / 0 > 1 && [1][5] == 1", "index-out-of-range"),
    ("!(1 / 0 > 1) || true", "true"), ("!(1 / 0 > 1 && false)", "true"), ("(1 / 0 > 1 && true) || true", "true"),
    ("(1 / 0 > 1 || false) && false", "false"), ("((1 / 0 > 1 && true) || (1 / 0 > 2 && true)) && false", "false"),
    ("(true && 1 / 0 > 1) || (false || 2 > 1)", "true"), ("1 / 0 > 1 ? true : true", "division-by-zero"),
    ("(1 / 0 > 1 ? true : true) || true", "true"), ("true ? 1 : 1 / 0", "1"), ("false ? 1 / 0 : 2", "2"),
    ("[0, 1].exists(x, 1 / x == 1)", "true"), ("[1, 0].exists(x, 1 / x == 1)", "true"),
    ("[0, 2].exists(x, 1 / x == 1)", "division-by-zero"),
    ("[0, 2].all(x, 1 / x == 1)", "false"), ("[0, 1].all(x, 1 / x == 1)", "division-by-zero"),
    ("[0].exists_one(x, 1 / x == 1)", "division-by-zero"),
    ("[0, 1].map(x, 1 / x)", "division-by-zero"), ("[0, 1].filter(x, 1 / x == 1)", "division-by-zero"),
    ("[[0, 1], [1]].all(l, l.exists(x, 1 / x == 1))", "true"), ("[[0], [1]].exists(l, l.all(x, 1 / x == 1))", "true"),
    ("[1, 0].exists(x, 1 / x == 1 && x > 5) || true", "true"), ("dyn(1) && false", "false"),
    ("dyn(\"a\") || true", "true"),
    ("optional.of(1).orValue(1 / 0)", "1"), ("optional.of(1).or(optional.of(1 / 0)).value()", "1"),
    ("optional.none().orValue(1 / 0)", "division-by-zero"),
  ])
  func absorbs(text: String, expected: String) {
    #expect(outcome(text) == expected)
    #expect(outcome(text, checked: false) == expected)
  }

  @Test func saysWhereAndWithWhichValues() throws {
    var environment = Environment()
    for name in ["a", "b", "c"] as [Text] { environment.declare(name, .int, .unbound) }
    let text = "c > 0 && [3, 4].exists(x, (a + x) / (b - b) > 1)"
    let expression = try #require(ExpressionParser.parse(ExpressionSource(text: Text(text))).expression)
    let compiled = try #require(CompiledExpression.compile(expression, environment).compiled)
    let error = try #require(throws: EvaluationError.self) { try compiled.evaluate(["a": 1, "b": 2, "c": 5]) }
    let place = try #require(error.place)
    #expect(error.code == .divisionByZero)
    #expect(error.message == "division by zero")
    #expect(Text(decoding: place.source.bytes[Int(place.range.start)..<Int(place.range.end)]) == "(a + x) / (b - b)")
    // An error kept aside keeps what it saw: the first element.
    #expect(error.seen.map { "\($0.name) = \($0.value)" } == ["a = 1", "x = 3", "b = 2"])
  }

  @Test func anErrorInADecisionIsAbsorbedOutsideIt() throws {
    var decided = Decided()
    decided.fact("n", .int)
    decided.decision("share", .int, "100 / n")
    decided.decision("big", .bool, "share > 10")
    decided.decision("answer", .bool, "big || n == 0")
    decided.decision("strict", .bool, "big || n == 1")
    let machine = try #require(decided.machine())
    machine.begin()
    try machine.set(decided["n"], 0)
    try machine.run(decided["answer"])
    #expect(machine.value(decided["answer"])?.description == "true")
    #expect(machine.value(decided["share"]) == nil)
    let error = try #require(throws: EvaluationError.self) { try machine.run(decided["strict"]) }
    #expect(error.seen.map { "\($0.name) = \($0.value)" } == ["n = 0"])
    try machine.set(decided["n"], 50)
    try machine.run(decided["strict"])
    #expect(machine.value(decided["strict"])?.description == "false")
  }

  @Test func aBuildersFailureMentionsItsSlots() throws {
    var decided = Decided()
    decided.fact("n", .int)
    let slot = decided["n"]
    decided.decision("d", .int) { builder, _, _ in
      let place = Place(source: SourceText(name: "rules.yaml", bytes: []), range: SourceRange(start: 1, end: 2))
      builder.fail(.init("no-row"), "no row holds", at: place, mentioning: [slot])
    }
    let machine = try #require(decided.machine())
    machine.begin()
    try machine.set(slot, 7)
    let error = try #require(throws: EvaluationError.self) { try machine.run(decided["d"]) }
    #expect(error.code.name == "no-row")
    #expect(error.place?.source.name == "rules.yaml")
    #expect(error.seen.map { "\($0.name) = \($0.value)" } == ["n = 7"])
  }
}
