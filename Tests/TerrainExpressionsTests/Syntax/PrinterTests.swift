import ReferenceCEL
import TerrainBase
import TerrainDocuments
import TerrainExpressions
import Testing

@Suite struct PrinterTests {
  static func printed(_ text: String) -> String {
    let result = ExpressionParser.parse(ExpressionSource(text: Text(text)))
    return result.expression?.printed().string ?? "error: \(result.diagnostics.last?.message ?? "")"
  }

  @Test(arguments: [
    ("a+b*c", "a + b * c"),
    ("((a)+(b*c))", "a + b * c"),
    ("(a+b)*c", "(a + b) * c"),
    ("a-(b-c)", "a - (b - c)"),
    ("(a-b)-c", "a - b - c"),
    ("a && b && c && d && e", "a && b && c && d && e"),
    ("(a && b) && (c && d)", "a && b && c && d"),
    ("a && (b && c)", "a && (b && c)"),
    ("(a||b)&&c", "(a || b) && c"),
    ("(a&&b)||c", "a && b || c"),
    ("!(a)", "!a"), ("!(a == b)", "!(a == b)"), ("- ( -x )", "--x"), ("-(5)", "-(5)"), ("!(-x)", "!(-x)"),
    ("(a == b) == c", "(a == b) == c"),
    ("(a?b:c)?(d?e:f):(g?h:i)", "(a ? b : c) ? (d ? e : f) : g ? h : i"),
    ("x.f( 1,2 )[ 0 ] . y", "x.f(1, 2)[0].y"),
    ("a.`b-c`.`d`", "a.`b-c`.d"),
    ("a[ ? 'x' ].?b", "a[?'x'].?b"),
    ("[ 1,?b, ]", "[1, ?b]"), ("{ 'a':1,?b:c, }", "{'a': 1, ?b: c}"), ("M{ a:1 }", "M{a: 1}"),
    ("a.exists( x,x>1 )", "a.exists(x, x > 1)"), ("has( a.b )", "has(a.b)"),
    ("a.map(x, has(x.y) ? x.y : cel.bind(z, 1, z))", "a.map(x, has(x.y) ? x.y : cel.bind(z, 1, z))"),
    ("0x1F + 1e3 + .5", "0x1F + 1e3 + .5"), (#"r'\d' + "\x41" + b'a'"#, #"r'\d' + "\x41" + b'a'"#), ("- 5", "-5"),
    ("5.f()", "(5).f()"), ("-5.5.f()", "(-5.5).f()"),
    ("a // because\n + b", "a + b"),
  ])
  func oneWayToWriteIt(_ text: String, _ canonical: String) {
    #expect(Self.printed(text) == canonical)
    #expect(Self.printed(canonical) == canonical)
  }

  @Test func randomTreesSurvivePrinting() {
    var trees = RandomTree(seed: 1)
    for _ in 0..<3_000 {
      let tree = trees.expression(depth: 1 + trees.dice.roll(5))
      let text = tree.printed()
      #expect(parsed(text.string, limits: SyntaxLimitTests.unlimited) == outline(tree), "\(text)")
    }
  }

  @Test func randomTextsSurvivePrinting() throws {
    var texts = RandomText(dice: Dice(state: 2))
    for _ in 0..<2_000 {
      let text = texts.expression(1 + texts.dice.roll(3))
      let tree = parsed(text)
      let printed = Self.printed(text)
      #expect(!tree.hasPrefix("error"), "\(text)")
      #expect(parsed(printed) == tree, "\(text)")
      #expect(Self.printed(printed) == printed)
    }
  }

  @Test func literalsAreKeptOnlyWhereTheyStillSayTheSame() throws {
    var expression = try #require(ExpressionParser.parse(ExpressionSource(text: "0x1F + 'a'")).expression)
    for index in expression.nodes.indices {
      if case .literal(.int) = expression.nodes[index].kind { expression.nodes[index].kind = .literal(.int(5)) }
    }
    #expect(expression.printed() == "5 + 'a'")
  }

  /// A literal is printed as it was written only where that is its value still.
  @Test(
    arguments: [
      (.int(16), "0x10", "0x10"), (.int(17), "0x10", "17"), (.uint(16), "0x10u", "0x10u"), (.uint(17), "0x10u", "17u"),
      (.uint(16), "16", "16u"), (.double(1000), "1e3", "1e3"), (.double(1.5), "1e3", "1.5"),
      (.string("ab"), "'ab'", "'ab'"), (.string("ac"), "'ab'", "'ac'"), (.bytes([97]), "b'a'", "b'a'"),
      (.bytes([98]), "b'a'", "b'b'"),
    ] as [(Value, String, String)])
  func aLiteralIsAsItWasWritten(value: Value, written: String, printed: String) {
    let range = SourceRange(start: 0, end: UInt32(written.utf8.count))
    let node = Expression.Node(kind: .literal(value), range: range)
    let expression = Expression(nodes: [node], root: 0, source: ExpressionSource(text: Text(written)))
    #expect(parsed(expression.printed().string) == parsed(printed))
    if printed == written { #expect(expression.printed().string == written) }
  }
}
