import ReferenceCEL
import TerrainBase
import TerrainDocuments
import TerrainExpressions
import Testing

/// The tree `text` parses to, or the first error.
func parsed(_ text: String, limits: ExpressionLimits = .standard) -> String {
  let result = ExpressionParser.parse(ExpressionSource(text: Text(text)), limits: limits)
  return result.expression.map { outline($0) } ?? "error: " + (result.diagnostics.last?.message ?? "none given")
}

@Suite struct ParserTests {
  @Test(arguments: [
    ("a || b && c", "_||_(a, _&&_(b, c))"),
    ("a && b || c", "_||_(_&&_(a, b), c)"),
    ("a == b && c != d", "_&&_(_==_(a, b), _!=_(c, d))"),
    ("a + b * c - d", "_-_(_+_(a, _*_(b, c)), d)"),
    ("a * b / c % d", "_%_(_/_(_*_(a, b), c), d)"),
    ("(a + b) * c", "_*_(_+_(a, b), c)"),
    ("a - b - c", "_-_(_-_(a, b), c)"),
    ("a in b", "@in(a, b)"),
    ("a + 1 in b == true", "_==_(@in(_+_(a, 1), b), true)"),
    ("a == b == c", "_==_(_==_(a, b), c)"),
    ("(a < b) < c", "_<_(_<_(a, b), c)"),
    ("a <= b", "_<=_(a, b)"),
    ("a >= b", "_>=_(a, b)"),
    ("a > b", "_>_(a, b)"),
    ("!a.b", "!_(a.b)"),
    ("!a && b", "_&&_(!_(a), b)"),
    ("!!a", "!_(!_(a))"),
    ("-a * b", "_*_(-_(a), b)"),
    ("--a", "-_(-_(a))"),
    ("a - -1", "_-_(a, -1)"),
    ("a -1", "_-_(a, 1)"),
    ("-(1)", "-_(1)"),
    ("a ? b : c", "_?_:_(a, b, c)"),
    ("a ? b : c ? d : e", "_?_:_(a, b, _?_:_(c, d, e))"),
    ("a ? (b ? c : d) : e", "_?_:_(a, _?_:_(b, c, d), e)"),
    ("a || b ? c && d : e || f", "_?_:_(_||_(a, b), _&&_(c, d), _||_(e, f))"),
    ("a ?.5: .b", "_?_:_(a, 0.5, .b)"),
  ])
  func operatorsBindAsCELSays(_ text: String, _ tree: String) {
    #expect(parsed(text) == tree)
  }

  @Test(arguments: [
    ("a.b.c", "a.b.c"),
    (".a.b", ".a.b"),
    (". a . b", ".a.b"),
    ("a.b(c).d", "a.b(c).d"),
    ("a.`b-c d/e.f`", "a.b-c d/e.f"),
    ("a.if", "a.if"),
    ("a.function()", "a.function()"),
    ("f()", "f()"),
    (".f(1, x)", ".f(1, x)"),
    ("f(g(h(1)), 2)", "f(g(h(1)), 2)"),
    ("a[0][b]", "_[_](_[_](a, 0), b)"),
    ("a.?b", "a.?b"),
    ("a.?`b-c`.d", "a.?b-c.d"),
    ("a[?0]", "_[?_](a, 0)"),
    ("a[? 0].b", "_[?_](a, 0).b"),
    ("f(x)[0].y", "_[_](f(x), 0).y"),
    ("'a'.size()", "'a'.size()"),
    ("5.f()", "5.f()"),
    ("-5.f()", "-5.f()"),
    ("(a).b", "a.b"),
  ])
  func membersAndCalls(_ text: String, _ tree: String) {
    #expect(parsed(text) == tree)
  }

  @Test(arguments: [
    ("[]", "[]"),
    ("[a]", "[a]"),
    ("[a, b,]", "[a, b]"),
    ("[?a, b, ?c]", "[?a, b, ?c]"),
    ("[a ? b : c, [d]]", "[_?_:_(a, b, c), [d]]"),
    ("{}", "{}"),
    ("{a: b}", "{a: b}"),
    ("{a: b, 'c': 1 + 2,}", "{a: b, 'c': _+_(1, 2)}"),
    ("{?a: b, c: d, ?e: f}", "{?a: b, c: d, ?e: f}"),
    ("{a ? b : c : d ? e : f}", "{_?_:_(a, b, c): _?_:_(d, e, f)}"),
    ("{{}: {}}", "{{}: {}}"),
    ("M{}", "M{}"),
    ("a.b.M{x: 1, ?y: z, `v-w`: 2,}", "a.b.M{x: 1, ?y: z, v-w: 2}"),
    (".a . M {in_: 1}.f", ".a.M{in_: 1}.f"),
    ("M{if: 1}", "M{if: 1}"),
  ])
  func aggregates(_ text: String, _ tree: String) {
    #expect(parsed(text) == tree)
  }

  @Test(arguments: [
    ("a // and so on\n + b // end", "_+_(a, b)"),
    ("\t a\r\n\u{0C}+b ", "_+_(a, b)"),
    ("'// no comment'", "'// no comment'"),
  ])
  func spaceAndComments(_ text: String, _ tree: String) {
    #expect(parsed(text) == tree)
  }

  @Test func longChainsOfLogicAreBalanced() {
    #expect(parsed("a || b || c") == "_||_(_||_(a, b), c)")
    #expect(parsed("a || b || c || d || e") == "_||_(_||_(_||_(a, b), c), _||_(d, e))")
    #expect(parsed("a && (b && c)") == "_&&_(a, _&&_(b, c))")
    #expect(parsed("a && b || c && d || e") == "_||_(_||_(_&&_(a, b), _&&_(c, d)), e)")
  }

  @Test func childrenStandBeforeTheirParents() throws {
    let text: Text = "[1, {a: b.c}].exists(x, x > f(y)[0]) ? cel.bind(z, 1, z + 1) : has(a.b)"
    let expression = try #require(ExpressionParser.parse(ExpressionSource(text: text)).expression)
    var visited = 0
    for id in 0..<Expression.ID(expression.nodes.count) {
      expression.forEachChild(of: id) { child in
        visited += 1
        #expect(child < id)
      }
    }
    #expect(visited > 20)
  }

  /// The text each node of an expression was written as, and what a message about it points at.
  @Test(arguments: [
    ("(a + b) * c", "(a + b) * c", "*"),
    ("(a + (b)) // x\n - (c)", "(a + (b)) // x\n - (c)", "-"),
    ("( a.b )", "a.b", "b"),
    ("a . ? b", "a . ? b", "b"),
    ("x.f(1)", "x.f(1)", "f"),
    ("(x) . g ( 1 )", "(x) . g ( 1 )", "g"),
    ("f(1)", "f(1)", "f"),
    ("! a", "! a", "!"),
    ("(a) ? b : c", "(a) ? b : c", "?"),
    ("a [0]", "a [0]", "["),
    ("l.exists(x, x)", "l.exists(x, x)", "l.exists(x, x)"),
    ("a.`b-c`", "a.`b-c`", "`b-c`"),
    ("a in b", "a in b", "in"),
  ])
  func rangesCoverWhatWasWritten(_ text: String, _ whole: String, _ focus: String) throws {
    let expression = try #require(ExpressionParser.parse(ExpressionSource(text: Text(text))).expression)
    #expect(expression.text(of: expression.root).string == whole)
    let range = expression.focus(of: expression.root)
    #expect(String(decoding: Array(text.utf8)[Int(range.start)..<Int(range.end)], as: UTF8.self) == focus)
  }

  @Test func dottedNames() throws {
    func name(_ text: Text) throws -> Text? {
      let expression = try #require(ExpressionParser.parse(ExpressionSource(text: text)).expression)
      return expression.qualifiedName(of: expression.root)
    }
    #expect(try name("a.b . c") == "a.b.c")
    #expect(try name(".a.b") == ".a.b")
    #expect(try name("a") == "a")
    #expect(try name("a.?b") == nil)
    #expect(try name("a.`b-c`") == nil)
    #expect(try name("a().b") == nil)
    #expect(try name("has(a.b)") == nil)
  }
}
