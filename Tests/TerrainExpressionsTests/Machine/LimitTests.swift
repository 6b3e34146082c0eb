import TerrainBase
import TerrainDocuments
import TerrainExpressions
import Testing

/// Nothing an author writes crashes, hangs or blows up memory: it works, or a limit is named.
@Suite struct LimitTests {
  private static let thousand = Value.list((0..<1000).map { .int($0) })

  private static var lists: Environment {
    var environment = Environment()
    environment.declare("l", .list(.int), .unbound)
    return environment
  }

  @Test func threeNestedQuantifiersOverAThousand() {
    let text = "l.all(x, l.all(y, l.all(z, x + y + z >= 0)))"
    #expect(outcome(text, ["l": Self.thousand], Self.lists) == "step-limit")
  }

  @Test func theLimitIsNotAbsorbed() {
    let text = "l.all(x, l.all(y, l.all(z, x + y + z >= 0))) || true"
    #expect(outcome(text, ["l": Self.thousand], Self.lists) == "step-limit")
    #expect(
      outcome("l.exists(x, l.map(y, l).size() == 5)", ["l": Self.thousand], Self.lists, limits: .init(bytes: 1000))
        == "size-limit")
  }

  @Test(arguments: [
    "[1]", "[\"a long enough text to be no small string\"]",
  ])
  func aListDoubledSixtyFourTimes(list: String) {
    var text = "x64.size()"
    for level in (0..<64).reversed() { text = "cel.bind(x\(level + 1), x\(level) + x\(level), \(text))" }
    text = "cel.bind(x0, \(list), \(text))"
    #expect(outcome(text) == "size-limit")
  }

  @Test func aStringDoubledSixtyFourTimes() {
    var text = "x64.size()"
    for level in (0..<64).reversed() { text = "cel.bind(x\(level + 1), x\(level) + x\(level), \(text))" }
    for literal in ["\"0123456789\"", "b\"0123456789\""] {
      let found = outcome("cel.bind(x0, \(literal), \(text))")
      #expect(["step-limit", "size-limit"].contains(found), "\(found)")
    }
  }

  @Test func nestedMapsMultiply() {
    let text = "l.map(a, l.map(b, l.map(c, \"0123456789012345\" + string(a))))"
    let found = outcome(text, ["l": Self.thousand], Self.lists)
    #expect(["step-limit", "size-limit"].contains(found))
  }

  @Test(arguments: ["replace(\"\", l.join(\"0123456789\"))", "split(\"\").join(l.join(\"0123456789\"))"])
  func stringFunctionsMultiply(call: String) {
    var environment = Environment()
    environment.declare("l", .list(.string), .unbound)
    let words = Value.list((0..<20_000).map { .string(Text("word\($0)")) })
    let text = "l.join(\",\").\(call).size() > 0"
    let found = outcome(text, ["l": words], environment)
    #expect(["step-limit", "size-limit"].contains(found), "\(found)")
  }

  @Test func longChains() {
    #expect(outcome(String(repeating: "1 + ", count: 400) + "1") == "401")
    #expect(outcome(String(repeating: "1 + ", count: 20_000) + "1") == "expressions/too-deep")
    #expect(outcome(String(repeating: "true && ", count: 5_000) + "true") == "true")
    #expect(outcome(String(repeating: "false || ", count: 5_000) + "true") == "true")
    #expect(
      outcome(String(repeating: "(", count: 200_000) + "1" + String(repeating: ")", count: 200_000))
        == "expressions/too-long")
    #expect(
      outcome(String(repeating: "(", count: 40_000) + "1" + String(repeating: ")", count: 40_000))
        == "expressions/nested-too-deep")
  }

  @Test(arguments: [
    String(repeating: "!", count: 400) + "true",
    String(repeating: "[", count: 200) + String(repeating: "]", count: 200),
    String(repeating: "true ? 1 : ", count: 200) + "1",
    String(repeating: "size([", count: 100) + String(repeating: "])", count: 100) + " == 1",
    "[" + String(repeating: "[1].map(x, ", count: 60) + "1" + String(repeating: ")", count: 60) + "].size()",
    String(repeating: "dyn(", count: 240) + "1" + String(repeating: ")", count: 240),
    "{\"a\": 1}" + String(repeating: ".a", count: 400),
  ])
  func deepNestingWorksOrIsRefused(text: String) {
    let found = outcome(text)
    #expect(!found.isEmpty)
    #expect(outcome(text, checked: false) != "")
  }

  @Test func anExpressionBuiltTooDeepIsRefused() throws {
    var nodes = [Expression.Node(kind: .literal(true), range: SourceRange(start: 0, end: 0))]
    for index in 0..<5_000 {
      let call = Expression.Kind.call(function: "!_", target: nil, arguments: [Expression.ID(index)])
      nodes.append(Expression.Node(kind: call, range: SourceRange(start: 0, end: 0)))
    }
    let expression = Expression(nodes: nodes, root: 5_000, source: ExpressionSource(text: "!"))
    let (compiled, diagnostics) = CompiledExpression.compile(expression, Environment())
    #expect(compiled == nil)
    #expect(diagnostics.map(\.code) == ["expressions/too-deep"])
  }

  @Test func aProgramHasSoManyRegisters() {
    var decided = Decided()
    for number in 0..<33_000 { decided.decision(Text("d\(number)"), .string, "'x'") }
    let (bytecode, diagnostics) = decided.bytecode()
    #expect(bytecode == nil)
    #expect(diagnostics.map(\.code) == ["expressions/program-too-large"])
  }

  @Test func aTextIsAtMostAsLongAsItMayBe() {
    let source = ExpressionSource(text: "1 + 22")
    #expect(ExpressionParser.parse(source, limits: ExpressionLimits(length: 6)).expression != nil)
    let refused = ExpressionParser.parse(source, limits: ExpressionLimits(length: 5)).diagnostics
    #expect(refused.map(\.code) == ["expressions/too-long"])
  }

  @Test func anExpressionHasSoManyParts() throws {
    let limits = ExpressionLimits(nodes: 4)
    let (_, diagnostics) = ExpressionParser.parse(ExpressionSource(text: "[1, 2, 3, 4, 55]"), limits: limits)
    #expect(diagnostics.map(\.code) == ["expressions/too-many-nodes"])
    let place = try #require(diagnostics.first?.place)
    #expect(place.source.text(of: place.range) == "55")
  }

  @Test func loopsNestOnlySoDeep() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[1].exists(x, ", count: depth) + "x == 1" + String(repeating: ")", count: depth)
    }
    for checked in [true, false] {
      #expect(outcome(nested(8), checked: checked) == "true")
      #expect(outcome(nested(9), checked: checked) == "expressions/loops-nested")
    }
    // One after another they are as many as one likes, and naming a value is no loop.
    let chain = "[1]" + String(repeating: ".map(x, x + 1)", count: 30)
    #expect(outcome(chain) == "[31]")
    let named = String(repeating: "cel.bind(y, 1, ", count: 30) + "y" + String(repeating: ")", count: 30)
    #expect(outcome(named) == "1")
  }

  @Test func patternsAreLinear() {
    let text = "\"\(String(repeating: "a", count: 5_000))!\".matches(\"(a+)+$\")"
    #expect(outcome(text) == "false")
  }

  @Test func aFailureCostsStepsToo() {
    let text = "l.all(x, l.all(y, 1 / (x - x) == 1))"
    #expect(outcome(text, ["l": Self.thousand], Self.lists) == "step-limit")
  }

  @Test func theSameStepsWhetherTracedOrNot() throws {
    var decided = Decided()
    decided.fact("n", .int)
    decided.decision("d", .bool, "n > 1 && (n < 5 || n == 7)")
    var used: [Int] = []
    for tracing in [false, true] {
      let machine = try #require(decided.machine(tracing: tracing))
      machine.begin()
      try machine.set(decided["n"], 7)
      try machine.run(decided["d"])
      used.append(machine.steps)
    }
    #expect(used[0] == used[1])
  }

  @Test func stepsAreCounted() throws {
    var decided = Decided()
    decided.fact("l", .list(.int))
    decided.decision("d", .bool, "l.all(x, x >= 0)")
    let machine = try #require(decided.machine(limits: EvaluationLimits(steps: 2_000)))
    machine.begin()
    try machine.set(decided["l"], .list((0..<500).map { .int($0) }))
    try machine.run(decided["d"])
    #expect(machine.steps > 500)
    #expect(machine.steps < 2_000)
    machine.begin()
    #expect(machine.steps == 0)
    try machine.set(decided["l"], Self.thousand)
    let error = #expect(throws: EvaluationError.self) { try machine.run(decided["d"]) }
    #expect(error?.code == .stepLimit)
    #expect(error?.message == "this takes more than 2000 steps; the limit is `steps`")
  }
}
