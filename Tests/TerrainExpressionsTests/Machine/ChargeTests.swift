import TerrainBase
import TerrainDocuments
import TerrainExpressions
import Testing

/// What evaluating takes of `bytes` and `steps`, to the last one.
@Suite struct ChargeTests {
  private static let values: [Text: Value] = ["l": .list([1, 2, 3]), "s": "a,b,a"]

  private static var environment: Environment {
    var environment = Environment()
    environment.declare("l", .list(.int), .unbound)
    environment.declare("s", .string, .unbound)
    return environment
  }

  /// The fewest bytes with which `text` has a value.
  private func bytes(_ text: String) -> Int {
    var (least, most) = (0, 1 << 20)
    while least < most {
      let middle = (least + most) / 2
      if outcome(text, Self.values, Self.environment, limits: .init(bytes: middle)) == "size-limit" {
        least = middle + 1
      } else {
        most = middle
      }
    }
    return least
  }

  /// Values share what they have in common; writing or comparing them does not.
  @Test func whatIsInsideCountsInEachValueThatItIsPutInto() {
    func more(_ inner: String) -> Int {
      bytes("cel.bind(x, l.map(i, \(inner)), [x, x])") - bytes("cel.bind(x, l.map(i, \(inner)), [x])")
    }
    #expect(more("[i, i, i]") - more("[i]") == 3 * 2 * Value.elementSize)
    #expect(more("[[i, i]]") - more("[[i]]") == 3 * Value.elementSize)
    #expect(more("s + s") - more("s") == 3 * 5)
  }

  @Test func valuesNestOnlySoDeep() {
    func nested(_ count: Int) -> String {
      var text = "x\(count).size()"
      for level in (0..<count).reversed() { text = "cel.bind(x\(level + 1), [[[x\(level)]]], \(text))" }
      return "cel.bind(x0, l.map(i, i), \(text))"
    }
    for (count, expected) in [(60, "1"), (90, "size-limit")] {
      #expect(outcome(nested(count), Self.values, Self.environment) == expected)
    }
  }

  @Test func constantsTakeNoBytes() {
    for text in ["{'a': 'one', 'b': 'two'}.size()", "['one', 'two'].size()"] {
      #expect(outcome(text, limits: .init(bytes: 0)) == "2")
    }
  }

  /// What bound names make far more of than is written is not made before the run, which counts.
  @Test(arguments: ["{'l': x, 'r': x}", "[x, x]"]) func aConstantDoubledIsCounted(value: String) {
    var text = "x24.size()"
    for level in (0..<24).reversed() {
      text = "cel.bind(x\(level + 1), \(value.replacing("x", with: "x\(level)")), \(text))"
    }
    #expect(outcome("cel.bind(x0, ['a long enough text to be no small string'], \(text))") == "size-limit")
  }

  /// A pattern that only the run has is compiled by the run, each time.
  @Test func aPatternOfTheRunTakesStepsToCompile() {
    let text = "l.filter(i, ('a' + string(i)).matches(s)).size()"
    #expect(outcome(text, Self.values, Self.environment, limits: .init(steps: 1500)) == "step-limit")
    #expect(outcome(text, Self.values, Self.environment, limits: .init(steps: 4000)) == "0")
  }

  /// With however few steps or bytes, there is the value or a limit is named; and more of them never take a value away.
  @Test(
    arguments: [
      "l + l + l", "s + s + s + 'z'", "[s, s].join('-') + s", "l.map(x, [x, x])", "{'a': l, s: [l]}",
      "l.exists(x, x == 3) ? s : 'none'", "s.split(',')", "s.split('', 2)", "s.replace('a', 'bb')", "l.reverse() + [4]",
      "[l, l].flatten()", "'%s %d'.format([s, 7])", "l.sum() + l.max()", "s.contains('b,a') && s == 'a,b,' + 'a'",
      "l.filter(x, x > 1)", "s in ['q', 'a,b,a', 'r'] ? l : [0]", "l.transformMapEntry(i, x, {string(i): x})",
      "lists.range(4)", "[l, l] == [l, [1, 2, 3]]", "[s, 'b'].sort()", "{s: 1}[s]", "bytes(s) + b'z'",
    ], [true, false])
  func aLimitCutsNothingOff(text: String, checked: Bool) throws {
    let expression = try #require(ExpressionParser.parse(ExpressionSource(text: Text(text))).expression)
    let compiled = try #require(CompiledExpression.compile(expression, Self.environment, checked: checked).0)
    func found(_ limits: EvaluationLimits) -> String {
      do { return try compiled.evaluate(Self.values, limits: limits).description } catch { return error.code.name }
    }
    let whole = found(.standard)
    for (code, limits) in [
      ("step-limit", { EvaluationLimits(steps: $0) }), ("size-limit", { EvaluationLimits(bytes: $0) }),
    ] as [(String, (Int) -> EvaluationLimits)] {
      var hasValue = false
      for amount in 0..<700 {
        let now = found(limits(amount))
        #expect(now == whole || now == code && !hasValue, "\(amount)")
        hasValue = now == whole
      }
      #expect(hasValue)
    }
  }
}
