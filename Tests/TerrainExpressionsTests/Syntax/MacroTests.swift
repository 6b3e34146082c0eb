import ReferenceCEL
import TerrainBase
import TerrainExpressions
import Testing

@Suite struct MacroTests {
  @Test(arguments: [
    ("has(a.b)", "has(a.b)"),
    ("has(a.b.`c-d`)", "has(a.b.c-d)"),
    ("l.all(x, p)", "loop<all>(x in l; @result = true; @not_strictly_false(@result); _&&_(@result, p); @result)"),
    (
      "l.exists(x, p)",
      "loop<exists>(x in l; @result = false; @not_strictly_false(!_(@result)); _||_(@result, p); @result)"
    ),
    (
      "l.exists_one(x, p)",
      "loop<exists_one>(x in l; @result = 0; true; _?_:_(p, _+_(@result, 1), @result); _==_(@result, 1))"
    ),
    (
      "l.existsOne(i, x, p)",
      "loop<exists_one>(i, x in l; @result = 0; true; _?_:_(p, _+_(@result, 1), @result); _==_(@result, 1))"
    ),
    ("l.map(x, y)", "loop<map>(x in l; @result = []; true; _+_(@result, [y]); @result)"),
    ("l.map(x, p, y)", "loop<map>(x in l; @result = []; true; _?_:_(p, _+_(@result, [y]), @result); @result)"),
    ("l.filter(x, p)", "loop<filter>(x in l; @result = []; true; _?_:_(p, _+_(@result, [x]), @result); @result)"),
    (
      "l.all(i, x, p)", "loop<all>(i, x in l; @result = true; @not_strictly_false(@result); _&&_(@result, p); @result)"
    ),
    ("l.transformList(i, x, y)", "loop<transformList>(i, x in l; @result = []; true; _+_(@result, [y]); @result)"),
    (
      "l.transformList(i, x, p, y)",
      "loop<transformList>(i, x in l; @result = []; true; _?_:_(p, _+_(@result, [y]), @result); @result)"
    ),
    (
      "m.transformMap(k, v, y)",
      "loop<transformMap>(k, v in m; @result = {}; true; cel.@mapInsert(@result, k, y); @result)"
    ),
    (
      "m.transformMapEntry(k, v, p, {v: k})",
      "loop<transformMapEntry>(k, v in m; @result = {}; true; "
        + "_?_:_(p, cel.@mapInsert(@result, {v: k}), @result); @result)"
    ),
    ("cel.bind(x, a, x + x)", "loop<bind>(#unused in []; x = a; false; x; _+_(x, x))"),
    (
      "o.optMap(x, y)",
      "loop<bind>(#unused in []; @target = o; false; @target; _?_:_(@target.hasValue(), "
        + "optional.of(loop<bind>(#unused in []; x = @target.value(); false; x; y)), optional.none()))"
    ),
    (
      "o.optFlatMap(x, y)",
      "loop<bind>(#unused in []; @target = o; false; @target; _?_:_(@target.hasValue(), "
        + "loop<bind>(#unused in []; x = @target.value(); false; x; y), optional.none()))"
    ),
    (
      "l.sortBy(x, -x.y)",
      "loop<bind>(#unused in []; @sorted = l; false; @sorted; @sorted.@sortByAssociatedKeys("
        + "loop<map>(x in @sorted; @result = []; true; _+_(@result, [-_(x.y)]); @result)))"
    ),
    ("math.greatest(a, 1, 2.5)", "math.greatest([a, 1, 2.5])"),
    ("math.least(a, b)", "math.least(a, b)"),
  ])
  func expansions(_ text: String, _ tree: String) {
    #expect(parsed(text) == tree)
  }

  @Test(arguments: ["exists(l, x)", "a.has(b)", "bind(x, a, x)", "a.bind(x, a, x)", "all(x)", "a.least(b, c, d)"])
  func otherCallsOfTheSameNameAreFunctions(_ text: String) {
    #expect(parsed(text) == text)
  }

  @Test func callsAreKeptAsWritten() throws {
    let expression = try #require(ExpressionParser.parse(ExpressionSource(text: "l.exists(x, has(x.y))")).expression)
    let outer = try #require(expression.macroCalls[expression.root])
    #expect(outer.name == "exists")
    #expect(outer.target.map { outline(expression, $0) } == "l")
    #expect(outer.arguments.map { outline(expression, $0) } == ["x", "has(x.y)"])
    let inner = try #require(expression.macroCalls[outer.arguments[1]])
    #expect(inner.name == "has")
    #expect(inner.arguments.map { outline(expression, $0) } == ["x.y"])
  }
}
