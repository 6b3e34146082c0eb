import ReferenceCEL
import TerrainBase
import TerrainDocuments
import TerrainExpressions
import Testing

/// What the machine does fast against what an interpreter does plainly.
@Suite struct DifferentialTests {
  /// An expression planned three ways over the facts of ``RandomProgram``.
  private struct Planned {
    var facts: [(name: Text, slot: Slot)] = []
    var machines: [(name: String, machine: Machine)] = []
    var result: Slot

    init?(_ expression: Expression) {
      var slots = SlotTable()
      var environment = Environment()
      for (name, type) in RandomProgram.facts {
        let slot = slots.addFact(name, type)
        facts.append((name, slot))
        environment.declare(name, type, .slot(slot))
      }
      let (typed, _) = TypeChecker.check(expression, environment)
      let (untyped, _) = TypeChecker.resolve(expression, environment)
      result = slots.addDecision("result", .dyn)
      guard let typed, let untyped else { return nil }
      for (name, form, tracing) in [("checked", typed, false), ("unchecked", untyped, false), ("traced", typed, true)] {
        var builder = BytecodeBuilder(slots: slots, tracing: tracing)
        builder.define(result) { builder, register, _ in builder.evaluate(form, into: register) }
        guard let bytecode = builder.finish().bytecode else { return nil }
        machines.append((name, Machine(bytecode)))
      }
    }

    func run(_ machine: Machine, _ values: [Text: Value]) -> Result<Value, EvaluationError> {
      machine.begin()
      do {
        for (name, slot) in facts {
          if let value = values[name] { try machine.set(slot, value) }
        }
        try machine.run(result)
        return .success(machine.value(result) ?? .null)
      } catch { return .failure(error) }
    }
  }

  @Test(arguments: 0..<8) func agreesWithTheInterpreter(part: Int) throws {
    var compared = 0
    var failed = 0
    var refused = 0
    for seed in 0..<250 {
      var random = RandomProgram(seed: UInt64(part * 1000 + seed))
      let kind = random.dice.pick(RandomProgram.Kind.allCases)
      let text = random.expression(kind, depth: 1 + seed % 4)
      let (expression, problems) = ExpressionParser.parse(ExpressionSource(text: Text(text)))
      let parsed = try #require(expression, "\(text): \(problems.map(\.message))")
      guard let planned = Planned(parsed) else {
        refused += 1
        continue
      }
      for _ in 0..<4 {
        let values = random.values()
        var named: [String: Value] = [:]
        for (name, value) in values { named[name.string] = value }
        var interpreter = ReferenceInterpreter(parsed, variables: named)
        let expected = Result { try interpreter.evaluate() }
        for (name, machine) in planned.machines {
          let outcome = planned.run(machine, values)
          compared += 1
          switch (outcome, expected) {
          case (.success(let value), .success(let wanted)):
            #expect(value.isIdentical(to: wanted), "\(name): \(text) is \(value), not \(wanted), with \(values)")
          case (.failure, .failure): failed += 1
          case (.success(let value), .failure(let error)):
            Issue.record("\(name): \(text) is \(value), but fails with \(error), with \(values)")
          case (.failure(let error), .success(let wanted)):
            Issue.record("\(name): \(text) is \(wanted), but fails with \(error.message), with \(values)")
          }
        }
      }
    }
    // Neither all of them nor none may fail, else nothing was compared.
    #expect(compared > 1000)
    #expect(refused < 50)
    #expect(failed > compared / 50)
    #expect(failed < compared * 3 / 4)
  }
}
