import TerrainBase
import TerrainExpressions
import Testing

@Suite struct SyntaxLimitTests {
  static let unlimited = ExpressionLimits(length: .max, nodes: .max, nesting: .max, depth: .max)

  @Test(arguments: [
    (
      String(repeating: "(", count: 200_000) + "1" + String(repeating: ")", count: 200_000),
      "error: this expression has 400001 bytes; the limit `expression-length` is 100000"
    ),
    (
      String(repeating: "(", count: 251) + "1" + String(repeating: ")", count: 251),
      "error: more than 250 brackets are open here; the limit is `expression-nesting`"
    ),
    (
      String(repeating: "[", count: 40_000),
      "error: more than 250 brackets are open here; the limit is `expression-nesting`"
    ),
    (
      String(repeating: "1 + ", count: 20_000) + "1",
      "error: this expression has more than 500 operations one upon another; the limit is `expression-depth`"
    ),
    (
      String(repeating: "!", count: 20_000) + "true",
      "error: this expression has more than 500 operations one upon another; the limit is `expression-depth`"
    ),
    (
      String(repeating: "a ? b : ", count: 5_000) + "c",
      "error: this expression has more than 500 operations one upon another; the limit is `expression-depth`"
    ),
  ])
  func everyLimitIsNamed(_ text: String, _ message: String) {
    #expect(parsed(text) == message)
  }

  @Test func partsAreCountedWithWhatMacrosAdd() {
    let limits = ExpressionLimits(nodes: 10)
    #expect(parsed("[1, 2, 3, 4, 5, 6, 7, 8, 9]", limits: limits) == "[1, 2, 3, 4, 5, 6, 7, 8, 9]")
    let message = "error: this expression has more than 10 parts; the limit is `expression-nodes`"
    #expect(parsed("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]", limits: limits) == message)
    #expect(parsed("a.exists(x, x)", limits: limits) == message)
  }

  @Test func whatPeopleWriteIsWithinTheLimits() {
    #expect(!parsed(String(repeating: "(", count: 250) + "1" + String(repeating: ")", count: 250)).hasPrefix("error"))
    #expect(!parsed(String(repeating: "1 + ", count: 499) + "1").hasPrefix("error"))
    #expect(!parsed(String(repeating: "a || ", count: 10_000) + "b").hasPrefix("error"))
    #expect(!parsed(String(repeating: "-", count: 499) + "x").hasPrefix("error"))
  }

  /// Without limits nothing overflows the stack either: reading, printing and freeing follow the tree with stacks of
  /// their own.
  @Test(arguments: [
    ("(", "1", ")"), ("[", "1", "]"), ("!", "a", ""), ("a ? b : ", "c", ""), ("1 + ", "1", ""), ("f(", "1", ")"),
  ])
  func deepExpressionsNeedNoStack(_ before: String, _ middle: String, _ after: String) throws {
    let text = String(repeating: before, count: 100_000) + middle + String(repeating: after, count: 100_000)
    let expression = try #require(
      ExpressionParser.parse(ExpressionSource(text: Text(text)), limits: Self.unlimited).expression)
    #expect(expression.printed() == Text(before == "(" ? middle : text))
  }

  @Test func longTextIsLinear() throws {
    let text = String(repeating: "a.b(c) == 'd' && ", count: 20_000) + "e"
    let expression = try #require(
      ExpressionParser.parse(ExpressionSource(text: Text(text)), limits: Self.unlimited).expression)
    #expect(expression.printed() == Text(text))
  }
}
