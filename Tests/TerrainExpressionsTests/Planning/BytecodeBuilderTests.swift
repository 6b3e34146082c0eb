import TerrainBase
import TerrainDocuments
import TerrainExpressions
import Testing

/// What hit policies are made of.
@Suite struct BytecodeBuilderTests {
  private static func numbers() -> Decided {
    var decided = Decided()
    decided.fact("n", .int)
    decided.fact("s", .string)
    return decided
  }

  private func run(_ decided: Decided, n: Int64, s: Text = "", tracing: Bool = false) throws -> String {
    let machine = try #require(decided.machine(tracing: tracing))
    machine.begin()
    try machine.set(decided["n"], .int(n))
    try machine.set(decided["s"], .string(s))
    do {
      try machine.run(decided["d"])
    } catch { return error.code.name }
    return machine.value(decided["d"])?.description ?? "none"
  }

  @Test(arguments: [(1, "\"low\""), (5, "\"middle\""), (50, "no-row")])
  func firstRow(n: Int64, expected: String) throws {
    var decided = Self.numbers()
    let rows = try [("n < 3", "low"), ("n < 10", "middle")].map { (try #require(decided.typed($0.0)), $0.1) }
    let outcomes = EnumerationType(name: "outcome", cases: ["low", "middle"])
    decided.decision("d", .enumeration(outcomes)) { builder, result, done in
      for (when, then) in rows {
        let next = builder.makeLabel()
        builder.branch(on: when, ifFalse: next)
        builder.load(.string(Text(then)), into: result)
        builder.jump(to: done)
        builder.bind(next)
      }
      builder.fail(.init("no-row"), "no row holds", at: nil)
    }
    #expect(try run(decided, n: n) == expected)
  }

  @Test(arguments: [(0, "\"c\""), (4, "\"a\""), (5, "\"a\""), (7, "\"b\""), (10, "\"b\"")])
  func highestScoreFirstOfEquals(n: Int64, expected: String) throws {
    var decided = Self.numbers()
    let rows = try [("n > 1", "5", "a"), ("n > 3", "n", "b"), ("true", "1", "c")].map {
      (try #require(decided.typed($0.0)), try #require(decided.typed($0.1)), $0.2)
    }
    decided.decision("d", .string) { builder, result, _ in
      let score = builder.makeRegister(.int)
      let best = builder.makeRegister(.int)
      let isFirst = builder.makeRegister(.int)
      builder.load(1, into: isFirst)
      for (when, points, then) in rows {
        let next = builder.makeLabel()
        builder.branch(on: when, ifFalse: next)
        builder.evaluate(points, into: score)
        builder.keepHighest(score: score, best: best, isFirst: isFirst, otherwise: next)
        builder.load(.string(Text(then)), into: result)
        builder.bind(next)
      }
    }
    #expect(try run(decided, n: n) == expected)
  }

  @Test(arguments: [(0, "[\"x\"]"), (2, "[\"x\", \"y\"]"), (9, "[\"x\", \"y\", \"z\"]")])
  func collectDistinctWithLimit(n: Int64, expected: String) throws {
    var decided = Self.numbers()
    let rows = try [("n >= 0", "x"), ("n > 1", "y"), ("n > 1", "x"), ("n > 5", "z"), ("n > 5", "w")].map {
      (try #require(decided.typed($0.0)), $0.1)
    }
    decided.decision("d", .list(.string)) { builder, result, done in
      let element = builder.makeRegister(.string)
      let count = builder.makeRegister(.int)
      builder.makeEmptyList(in: result)
      builder.load(0, into: count)
      for (when, then) in rows {
        let next = builder.makeLabel()
        builder.branch(on: when, ifFalse: next)
        builder.load(.string(Text(then)), into: element)
        builder.branch(ifList: result, contains: element, to: next)
        builder.append(element, to: result)
        builder.add(1, to: count)
        builder.branch(count, .less, 3, ifFalse: done)
        builder.bind(next)
      }
    }
    #expect(try run(decided, n: n) == expected)
  }

  @Test(arguments: [
    (CELType.int, "n", "n * 2", "9", "3", "6"), (.double, "double(n)", "double(n) * 2.0", "9.0", "3.0", "6.0"),
    (.uint, "uint(n)", "uint(n) * 2u", "9u", "3u", "6u"),
    (.decimal, "decimal(n)", "decimal(n) * decimal(2)", "decimal(\"9\")", "decimal(\"3\")", "decimal(\"6\")"),
    (
      .duration, "duration(string(n) + \"s\")", "duration(string(2 * n) + \"s\")", "duration(\"9s\")",
      "duration(\"3s\")", "duration(\"6s\")"
    ),
  ])
  func sumsAndExtremes(type: CELType, first: String, second: String, sum: String, least: String, greatest: String)
    throws
  {
    for (how, expected) in [(Accumulation.sum, sum), (.min, least), (.max, greatest)] {
      var decided = Self.numbers()
      let (a, b) = (try #require(decided.typed(first)), try #require(decided.typed(second)))
      decided.decision("d", type) { builder, result, _ in
        let value = builder.makeRegister(type)
        builder.evaluate(a, into: result)
        builder.evaluate(b, into: value)
        builder.accumulate(how, value, into: result, at: nil)
      }
      #expect(try run(decided, n: 3) == expected, "\(how)")
    }
  }

  @Test func aSumThatOverflowsFails() throws {
    var decided = Self.numbers()
    let value = try #require(decided.typed("n"))
    decided.decision("d", .int) { builder, result, _ in
      let register = builder.makeRegister(.int)
      builder.evaluate(value, into: register)
      builder.move(register, into: result)
      builder.accumulate(.sum, register, into: result, at: nil)
    }
    #expect(try run(decided, n: .max) == "overflow")
    #expect(try run(decided, n: 21) == "42")
  }

  @Test func objects() throws {
    var decided = Self.numbers()
    let value = try #require(decided.typed("n + 1"))
    decided.decision("d", .map(key: .string, value: .dyn)) { builder, result, _ in
      let number = builder.makeRegister(.int)
      let text = builder.makeRegister(.string)
      let maybe = builder.makeRegister(.optional(.int))
      builder.evaluate(value, into: number)
      builder.load("word", into: text)
      builder.makeOptional(of: number, into: maybe)
      builder.makeObject([("number", number), ("text", text), ("maybe", maybe)], into: result)
    }
    #expect(try run(decided, n: 1) == "{\"number\": 2, \"text\": \"word\", \"maybe\": optional.of(2)}")
  }

  @Test(arguments: ["n", "s", "mood"])
  func aSwitchFindsItsCase(kind: String) throws {
    let mood = EnumerationType(name: "mood", cases: (0..<300).map { Text("case\($0)") })
    var decided = Self.numbers()
    decided.fact("mood", .enumeration(mood))
    let subject = try #require(decided.typed(kind))
    decided.decision("d", .int) { builder, result, done in
      let otherwise = builder.makeLabel()
      let labels = (0..<250).map { _ in builder.makeLabel() }
      let cases = (0..<250).map { index in
        (value: kind == "n" ? Value.int(Int64(index) * 7 - 300) : .string(Text("case\(index)")), label: labels[index])
      }
      // Of equal cases the first counts.
      builder.branch(on: subject, cases: cases + [(cases[3].value, otherwise)], otherwise: otherwise)
      for (index, label) in labels.enumerated() {
        builder.bind(label)
        builder.load(.int(Int64(index)), into: result)
        builder.jump(to: done)
      }
      builder.bind(otherwise)
      builder.load(-1, into: result)
    }
    let machine = try #require(decided.machine())
    var steps: Set<Int> = []
    for index in 0..<300 {
      machine.begin()
      try machine.set(decided["n"], .int(Int64(index) * 7 - 300))
      try machine.set(decided["s"], .string(Text("case\(index)")))
      try machine.set(decided["mood"], .string(Text("case\(index)")))
      try machine.run(decided["d"])
      #expect(machine.bits(decided["d"]) == (index < 250 ? Int64(index) : -1))
      steps.insert(machine.steps)
    }
    // Every case costs the same; what is none of them may cost a step less.
    #expect(steps.count <= 2)
    #expect((steps.max() ?? 0) < 6)
  }

  @Test(arguments: [
    ("n in [1, 2, 3, 4, 5, 6]", 4, "", "true"), ("n in [1, 2, 3, 4, 5, 6]", 7, "", "false"),
    ("!(n in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])", 7, "", "false"),
    ("n in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] && n > 2", 10, "", "true"),
    ("s in [\"a\", \"b\", \"c\", \"d\", \"e\"]", 0, "e", "true"),
    ("s in [\"a\", \"b\", \"c\", \"d\", \"e\"]", 0, "f", "false"),
    ("dyn(n) in [\"a\", \"b\", \"c\", \"d\", \"e\"]", 1, "", "false"),
    ("dyn(s) in [\"a\", \"b\", \"c\", \"d\", \"e\"]", 1, "c", "true"),
    ("dyn(n) in [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]", 6, "", "true"), ("n in [n, 1, 2, 3, 4, 5, 6]", 60, "", "true"),
  ])
  func membershipOfManyLiterals(text: String, n: Int64, s: Text, expected: String) throws {
    for tracing in [false, true] {
      var decided = Self.numbers()
      decided.decision("d", .bool, text)
      #expect(try run(decided, n: n, s: s, tracing: tracing) == expected)
    }
  }

  @Test func companionsAreNotedEvenWhereTheDecisionFails() throws {
    var decided = Self.numbers()
    let d = decided.slots.addDecision("d", .int)
    let row = decided.slots.addCompanion("d#row", .int, of: d)
    let value = try #require(decided.typed("100 / n"))
    var builder = BytecodeBuilder(slots: decided.slots)
    builder.define(d) { builder, result, _ in
      builder.load(3, into: builder.register(of: row))
      builder.evaluate(value, into: result)
    }
    let machine = Machine(try #require(builder.finish().bytecode))
    machine.begin()
    #expect(machine.value(row) == nil)
    try machine.set(decided["n"], 0)
    #expect(throws: EvaluationError.self) { try machine.run(d) }
    #expect(machine.value(row)?.description == "3")
    #expect(machine.value(d) == nil)
    machine.begin()
    #expect(machine.value(row) == nil)
  }

  @Test func tracesSayWhatWasLookedAt() throws {
    var decided = Self.numbers()
    decided.fact("tags", .list(.string))
    let rows = try ["n > 5 && s == \"a\"", "n + 1 == 3 || tags.exists(t, t == \"x\") || !(n < 0)"].map {
      try #require(decided.typed($0))
    }
    decided.decision("d", .int) { builder, result, done in
      for (index, when) in rows.enumerated() {
        let next = builder.makeLabel()
        builder.record(Int32(index))
        builder.branch(on: when, ifFalse: next)
        builder.load(.int(Int64(index)), into: result)
        builder.jump(to: done)
        builder.bind(next)
      }
      builder.load(9, into: result)
    }
    let machine = try #require(decided.machine(tracing: true))
    machine.begin()
    try machine.set(decided["n"], 7)
    try machine.set(decided["s"], "b")
    try machine.set(decided["tags"], .list(["y"]))
    try machine.run(decided["d"])
    let lines = machine.events.map { event in
      switch event {
      case .marker(let marker): return "row \(marker)"
      case .atom(let expression, let node, let holds, let seen):
        let range = rows[Int(expression)].expression.nodes[Int(node)].range
        let text = rows[Int(expression)].expression.source.text
        let bytes = Array(text.utf8)[Int(range.start)..<Int(range.end)]
        return "\(String(decoding: bytes, as: UTF8.self)): \(holds), \(seen?.description ?? "-")"
      case .decisionBegan: return "began"
      case .decisionEnded: return "ended"
      }
    }
    #expect(
      lines == [
        "began", "row 0", "n > 5: true, 7", "s == \"a\": false, \"b\"", "row 1", "n + 1 == 3: false, 8",
        "tags.exists(t, t == \"x\"): false, [\"y\"]", "n < 0: false, 7", "ended",
      ])
    machine.begin()
    #expect(machine.events.isEmpty)
    let plain = try #require(decided.machine())
    plain.begin()
    try plain.set(decided["n"], 7)
    try plain.set(decided["s"], "b")
    try plain.set(decided["tags"], .list(["y"]))
    try plain.run(decided["d"])
    #expect(plain.events.isEmpty)
  }
}
