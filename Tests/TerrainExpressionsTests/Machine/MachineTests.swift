import TerrainBase
import TerrainDocuments
import TerrainExpressions
import Testing

/// Facts, decisions computed once, candidates.
@Suite struct MachineTests {
  private static let mood = EnumerationType(name: "mood", cases: ["calm", "tense"])

  /// A decision that counts how often it is computed, by what it costs.
  private static func shop() -> Decided {
    var decided = Decided()
    decided.fact("budget", .int)
    decided.fact("price", .int, perCandidate: true)
    decided.decision("costly", .int, "[1, 2, 3, 4, 5, 6, 7, 8].map(x, x * budget).sum()")
    decided.decision("score", .int, "costly - price + costly")
    return decided
  }

  @Test func aDecisionIsComputedOnceARequest() throws {
    let decided = Self.shop()
    let machine = try #require(decided.machine())
    machine.begin()
    try machine.set(decided["budget"], 10)
    try machine.set(decided["price"], 7)
    try machine.run(decided["score"])
    let first = machine.steps
    #expect(machine.value(decided["score"])?.description == "713")
    try machine.run(decided["score"])
    #expect(machine.steps == first)
  }

  @Test func whatDoesNotDependOnTheCandidateStays() throws {
    let decided = Self.shop()
    let machine = try #require(decided.machine())
    machine.begin()
    try machine.set(decided["budget"], 10)
    try machine.set(decided["price"], 7)
    try machine.run(decided["score"])
    let first = machine.steps
    machine.nextCandidate()
    #expect(machine.value(decided["price"]) == nil)
    #expect(machine.value(decided["score"]) == nil)
    #expect(machine.value(decided["costly"])?.description == "360")
    try machine.set(decided["price"], 20)
    try machine.run(decided["score"])
    #expect(machine.value(decided["score"])?.description == "700")
    #expect(machine.steps < first / 3)
  }

  /// A run that records adds texts one after another; one that does not joins them, also inside of another call.
  @Test(arguments: [
    "x + '-' + y + ' ' + mood", "hash.murmur3(x + '-' + y + ' ' + mood)", "(x + y + mood).size() + 1",
    "(x + y).startsWith(x + 'a')", "x.replace('a', y + x + y) + y + 'z'", "[x + y + x] + [y + ' ' + mood]",
  ])
  func joinedTextsAreThoseAddedOneAfterAnother(source: String) throws {
    var decided = Decided()
    decided.fact("x", .string)
    decided.fact("y", .string)
    decided.fact("mood", .enumeration(Self.mood))
    let type = try #require(decided.typed(source)).type
    decided.decision("whole", type, source)
    var results: [(value: String?, bytes: Int)] = []
    for tracing in [false, true] {
      let machine = try #require(decided.machine(tracing: tracing))
      machine.begin()
      try machine.set(decided["x"], "a text of more than fifteen bytes")
      try machine.set(decided["y"], "é")
      try machine.set(decided["mood"], "tense")
      try machine.run(decided["whole"])
      results.append((machine.value(decided["whole"])?.description, machine.bytes))
    }
    #expect(results[0].value != nil)
    #expect(results[0] == results[1])
  }

  @Test func aNewRequestForgetsEverything() throws {
    let decided = Self.shop()
    let machine = try #require(decided.machine())
    machine.begin()
    try machine.set(decided["budget"], 10)
    try machine.set(decided["price"], 7)
    try machine.run(decided["score"])
    machine.begin()
    #expect(machine.value(decided["costly"]) == nil)
    #expect(machine.value(decided["budget"]) == nil)
    let error = #expect(throws: EvaluationError.self) { try machine.run(decided["score"]) }
    #expect(error?.code == .missingFact)
    #expect(error?.message == "these facts have no value: `budget`, `price`")
  }

  @Test func misuseIsReportedWithItsCode() throws {
    let decided = Self.shop()
    let machine = try #require(decided.machine())
    machine.begin()
    let noDecision = try #require(#expect(throws: EvaluationError.self) { try machine.run(decided["budget"]) })
    #expect(Diagnostic(noDecision).code == "evaluation/unknown-name")
    let wrongType = try #require(
      #expect(throws: EvaluationError.self) { try machine.set(decided["budget"], .list([])) })
    #expect(Diagnostic(wrongType).code == "evaluation/fact-type")
  }

  @Test func saysWhatADecisionNeeds() throws {
    let decided = Self.shop()
    let bytecode = try #require(decided.bytecode().bytecode)
    #expect(bytecode.facts(neededBy: decided["score"]) == [decided["budget"], decided["price"]])
    #expect(bytecode.facts(neededBy: decided["costly"]) == [decided["budget"]])
    #expect(bytecode.dependsOnCandidate(decided["score"]))
    #expect(!bytecode.dependsOnCandidate(decided["costly"]))
  }

  @Test func aDecisionThatNeedsItselfIsNoProgram() throws {
    var decided = Decided()
    let a = decided.slots.addDecision("a", .int)
    let b = decided.slots.addDecision("b", .int)
    decided.environment.declare("a", .int, .slot(a))
    decided.environment.declare("b", .int, .slot(b))
    var builder = BytecodeBuilder(slots: decided.slots)
    for (slot, text) in [(a, "b + 1"), (b, "a + 1")] {
      let typed = try #require(decided.typed(text))
      builder.define(slot) { builder, result, _ in builder.evaluate(typed, into: result) }
    }
    #expect(builder.finish().diagnostics.map(\.code) == ["expressions/cycle"])
    var half = BytecodeBuilder(slots: decided.slots)
    let typed = try #require(decided.typed("b + 1"))
    half.define(a) { builder, result, _ in builder.evaluate(typed, into: result) }
    #expect(half.finish().diagnostics.map(\.code) == ["expressions/no-body"])
  }

  @Test(arguments: [
    ("int", CELType.int, Value.string("a")), ("uint", .uint, .int(1)), ("double", .double, .int(1)),
    ("string", .string, .null), ("vocabulary", .enumeration(MachineTests.mood), "glad"),
    ("list", .list(.int), .list([1, "a"])),
    ("vocabularies", .list(.enumeration(MachineTests.mood)), .list(["calm", "glad"])),
    ("map", .map(key: .string, value: .int), .map(["a": "b"])), ("optional", .optional(.int), "a"),
  ])
  func aFactMustBeOfItsType(name: String, type: CELType, value: Value) throws {
    var decided = Decided()
    decided.fact("f", type)
    decided.decision("d", .bool, "f == f && (dyn(f) in [] || true)")
    let machine = try #require(decided.machine())
    machine.begin()
    let error = #expect(throws: EvaluationError.self) { try machine.set(decided["f"], value) }
    #expect(error?.code == .factType)
    #expect(error?.message == "the fact `f` must be of type `\(type)`")
  }

  /// The slot after the last one, as a larger table has it.
  @Test func aSlotThatTheProgramLacksIsNoFact() throws {
    var decided = Decided()
    decided.fact("f", .int)
    decided.decision("d", .bool, "f > 1")
    var larger = decided
    larger.fact("g", .int)
    let machine = try #require(decided.machine())
    machine.begin()
    let error = #expect(throws: EvaluationError.self) { try machine.set(larger["g"], 1) }
    #expect(error?.code == .factType)
    #expect(!machine.isKeptByField(larger["g"]))
  }

  @Test func optionalFacts() throws {
    var decided = Decided()
    decided.fact("mood", .optional(.int))
    decided.fact("state", .optional(.enumeration(Self.mood)))
    decided.fact("note", .optional(.string))
    decided.decision(
      "d", .string, "string(mood.orValue(5)) + state.orValue(\"calm\") + note.orValue(\"-\") + string(mood.hasValue())")
    let machine = try #require(decided.machine())
    func decide(_ values: [Text: Value]) throws -> String? {
      machine.begin()
      for (name, value) in values { try machine.set(decided[name], value) }
      try machine.run(decided["d"])
      return machine.value(decided["d"])?.description
    }
    #expect(try decide([:]) == "\"5calm-false\"")
    #expect(try decide(["mood": 3, "state": "tense", "note": "x"]) == "\"3tensextrue\"")
    #expect(try decide(["mood": .null, "state": .optional("tense")]) == "\"5tense-false\"")
    #expect(try decide([:]) == "\"5calm-false\"")
  }

  @Test func fieldsOfARecordHaveRegistersOfTheirOwn() throws {
    let item = RecordType(
      name: "item",
      fields: [
        .init(name: "warmth", type: .int), .init(name: "tags", type: .list(.enumeration(Self.mood))),
        .init(name: "stock", type: .optional(.int)),
      ])
    var decided = Decided()
    decided.fact("item", .record(item), perCandidate: true)
    decided.decision(
      "score", .int,
      "(\"calm\" in item.tags ? 10 : 0) + item.warmth + item.stock.orValue(100) + (has(item.stock) ? 1000 : 0)")
    let machine = try #require(decided.machine())
    machine.begin()
    var scores: [String] = []
    for (warmth, tags, stock) in [(1, ["calm"], Value?.some(5)), (2, ["tense"], nil), (3, [], .some(0))]
      as [(Int64, [Value], Value?)]
    {
      machine.nextCandidate()
      var map: ValueMap = ["warmth": .int(warmth), "tags": .list(tags), "name": "not declared"]
      if let stock { map.insert("stock", stock) }
      try machine.set(decided["item"], .map(map))
      try machine.run(decided["score"])
      scores.append(machine.value(decided["score"])?.description ?? "")
    }
    #expect(scores == ["1016", "102", "1003"])
    let error = #expect(throws: EvaluationError.self) { try machine.set(decided["item"], .map(["warmth": "hot"])) }
    #expect(error?.message == "the fact `item.warmth` must be of type `int`")
  }

  /// In a list records are checked as a whole; a field that may be absent may be, and no other.
  @Test(
    arguments: [
      (["warmth": 1], true), (["warmth": 1, "stock": 2], true), (["warmth": 1, "stock": .optional(2)], true),
      (["warmth": 1, "stock": .optional(nil)], true), (["stock": 2], false), (["warmth": 1, "stock": "two"], false),
    ] as [(ValueMap, Bool)])
  func recordsInAList(item: ValueMap, isOfTheType: Bool) throws {
    let type = RecordType(
      name: "item", fields: [.init(name: "warmth", type: .int), .init(name: "stock", type: .optional(.int))])
    var decided = Decided()
    decided.fact("items", .list(.record(type)))
    decided.decision("d", .int, "items.map(i, i.warmth).sum()")
    let machine = try #require(decided.machine())
    machine.begin()
    if isOfTheType {
      try machine.set(decided["items"], .list([.map(item)]))
    } else {
      #expect(throws: EvaluationError.self) { try machine.set(decided["items"], .list([.map(item)])) }
    }
  }

  @Test func aLargeVocabularyNeedsSeveralWords() throws {
    let many = EnumerationType(name: "many", cases: (0..<200).map { Text("case\($0)") })
    var decided = Decided()
    decided.fact("all", .list(.enumeration(many)))
    decided.fact("one", .enumeration(many))
    decided.decision(
      "d", .bool, "\"case130\" in all && one in all && !(\"case131\" in all) && one in [\"case7\", \"case199\"]")
    let machine = try #require(decided.machine())
    machine.begin()
    try machine.set(decided["all"], .list(["case130", "case199", "case0"]))
    try machine.set(decided["one"], "case199")
    try machine.run(decided["d"])
    #expect(machine.value(decided["d"])?.description == "true")
  }

  @Test func machinesOfOneProgramDoNotMeet() async throws {
    var decided = Decided()
    decided.fact("words", .list(.string))
    decided.fact("n", .int)
    decided.decision(
      "d", .string, "words.filter(w, w != \"skip this long word, please\").map(w, w + \"!\").join(\",\") + string(n)")
    let bytecode = try #require(decided.bytecode().bytecode)
    let (words, n, d) = (decided["words"], decided["n"], decided["d"])
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for worker in 0..<4 {
        group.addTask {
          let machine = Machine(bytecode)
          for round in 0..<200 {
            machine.begin()
            try machine.set(words, .list([.string("w\(worker)"), "skip this long word, please"]))
            try machine.set(n, .int(Int64(round)))
            try machine.run(d)
            guard machine.value(d)?.description == "\"w\(worker)!\(round)\"" else { return false }
          }
          return true
        }
      }
      for try await fine in group { #expect(fine) }
    }
  }
}
