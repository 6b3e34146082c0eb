import TerrainDocuments
import TestSupport
import Testing

@testable import TerrainAuthoring

/// Models of other programs, and what of them is carried over.
@Suite struct DMNImportTests {
  private static let head =
    "<definitions xmlns=\"https://www.omg.org/spec/DMN/20230324/MODEL/\" name=\"m\" namespace=\"urn:m\">"

  private func model(_ body: String) throws -> DMNImport {
    try DMNImport(SourceText(name: "m.dmn", text: "\(Self.head)\(body)</definitions>"))
  }

  private func input(_ name: String, _ type: String) -> String {
    "<inputData name=\"\(name)\"><variable name=\"\(name)\" typeRef=\"\(type)\"/></inputData>"
  }

  private func decision(_ name: String, _ text: String) -> String {
    "<decision name=\"\(name)\"><literalExpression><text>\(text)</text></literalExpression></decision>"
  }

  private var inputs: String {
    "<itemDefinition name=\"tKind\"><typeRef>string</typeRef><allowedValues><text>\"a\", \"b c\"</text></allowedValues>"
      + "</itemDefinition><itemDefinition name=\"tList\" isCollection=\"true\"><typeRef>string</typeRef></itemDefinition>"
      + input("num", "number") + input("kind", "tKind") + input("some text", "string") + input("flag", "boolean")
      + input("at", "date and time") + input("lasts", "days and time duration") + input("tags", "tList")
  }

  @Test(arguments: [
    ("num", "-", ""), ("num", "", ""), ("num", "3", "num: 3"), ("num", "-3.50", "num: -3.50"),
    ("num", "1,2", "num: [1, 2]"),
    ("num", "&gt;= 18", "num: \">= 18\""), ("num", "[1..5)", "num: \"[1..5)\""), ("num", "]1..5[", "num: \"(1..5)\""),
    ("num", "[1 .. 5]", "num: \"1..5\""), ("num", "not(3)", "num: \"!= 3\""),
    ("num", "&lt;1, &gt;=60", "num: [\"< 1\", \">= 60\"]"),
    ("num", "not(3, [5..6])", "num: \"= !(it == decimal('3') || (it >= decimal('5') && it <= decimal('6')))\""),
    ("kind", "\"b c\"", "kind: \"b c\""), ("kind", "not(\"a\")", "kind: \"!= a\""), ("kind", "null", "kind: none"),
    ("some text", "\"none\"", "some_text: \"= it == 'none'\""), ("some text", "\"-\"", "some_text: \"= it == '-'\""),
    ("some text", "\">= 3\"", "some_text: \"= it == '>= 3'\""),
    ("some text", "\"a..b\"", "some_text: \"= it == 'a..b'\""),
    ("some text", "not(\"it's\")", "some_text: \"= !(it == 'it\\\\'s')\""), ("flag", "false", "flag: false"),
    ("some text", "tags", "some_text: \"= it in tags\""),
    ("num", "? &gt; 3 and flag", "num: \"= ((it > decimal('3')) && flag)\""),
    ("at", "&lt; date(\"2026-01-31\")", "at: \"< 2026-01-31T00:00:00Z\""),
    ("lasts", "&gt; duration(\"P1DT2H\")", "lasts: \"> 93600s\""),
    ("num", "num + 1", "num: \"= it == (num + decimal('1'))\""),
  ]) func aCell(_ column: String, _ text: String, _ cell: String) throws {
    let model = try model(
      inputs
        + "<decision name=\"d\"><decisionTable><input><inputExpression><text>\(column)</text></inputExpression></input><output/>"
        + "<rule><inputEntry><text>\(text)</text></inputEntry><outputEntry><text>\"x\"</text></outputEntry></rule>"
        + "</decisionTable></decision>")
    #expect(model.diagnostics.isEmpty, "\(DiagnosticRenderer.text(model.diagnostics))")
    let when = cell.isEmpty ? "" : "when: { \(cell) }, "
    #expect(model.module.contains("- { id: row_1, \(when)then: x }"), "\(model.module)")
  }

  @Test(arguments: [
    ("num*2 - -1", "((num * decimal('2')) - decimal('-1'))"), ("some text + \"!\"", "(some_text + '!')"),
    ("if flag then 1 else 2", "(flag ? decimal('1') : decimal('2'))"),
    ("num between 1 and 2", "(decimal('1') <= num && num <= decimal('2'))"),
    ("some text in tags", "(some_text in tags)"), ("max(num, 3)", "[num, decimal('3')].max()"),
    ("num / 3", "divide(num, decimal('3'), 20, 'half_even')"),
    ("flatten([tags, \"a\"])", "(tags + ['a'])"), ("not(flag) or num = 1", "(!flag || (num == decimal('1')))"),
    ("string length(some text)", "decimal(some_text.size())"), ("decimal(num, 2)", "round(num, 2, 'half_even')"),
    ("kind + \"x\"", "(string(kind) + 'x')"),
  ]) func anExpression(_ text: String, _ cel: String) throws {
    let model = try model(inputs + decision("d", text))
    #expect(model.diagnostics.isEmpty, "\(DiagnosticRenderer.text(model.diagnostics))")
    #expect(model.module.contains("value: \(YAMLText.quoted("= \(cel)"))"), "\(model.module)")
  }

  @Test(arguments: [
    ("for x in tags return x", "`for` is not translated"),
    ("unknown + 1", "`unknown` is not a name that is known here"),
    ("num +", "it ends too early"), ("tags[1]", "a filter is not translated"),
    ("at.year", "properties of values are not translated"),
    ("{ a: 1 }", "a context is not translated"), ("num = null", "facts are not compared with null"),
    ("substring(some text, 1)", "`substring` is not a name that is known here"),
    ("num ) 1", "`)` is not expected here"),
    (String(repeating: "(", count: 100) + "1", "it nests deeper than the limit `feelDepth` of 60"),
    (String(repeating: "1+", count: 10_000) + "1", "it is longer than the limit `feelLength` of 20000"),
    (String(repeating: "1+", count: 5000) + "1", "as CEL it is longer than the limit `feelLength` of 20000"),
  ]) func whatIsNotTranslatedIsAFact(_ text: String, _ reason: String) throws {
    let model = try model(inputs + decision("one decision", text) + decision("other", "one decision"))
    #expect(model.diagnostics.map(\.code) == ["dmn/not-carried"])
    #expect(
      model.diagnostics.first?.message
        == "the decision `one decision` is not carried over: \(reason); it is a fact")
    let place = model.diagnostics.first?.place
    #expect(place.map { $0.source.text(of: $0.range) } == "<text>")
    #expect(model.module.contains("  one_decision: { type: string, doc: \"one decision\" }"))
    #expect(model.module.contains("value: \"= one_decision\""))
  }

  @Test func otherDocumentsAreNoModels() {
    for text in ["<a/>", "<definitions xmlns=\"http://www.omg.org/spec/BPMN/20100524/MODEL\"/>"] {
      let error = #expect(throws: DiagnosticError.self) { try DMNImport(SourceText(name: "m.dmn", text: text)) }
      #expect(error?.diagnostics.map(\.code) == ["dmn/not-a-model"])
    }
  }

  @Test func aHitPolicyThatIsAnotherIsReported() throws {
    let rule = "<rule><outputEntry><text>1</text></outputEntry></rule>"
    let model = try model(
      "<decision name=\"d\"><decisionTable hitPolicy=\"ANY\"><output/>\(rule)</decisionTable></decision>")
    #expect(model.diagnostics.map(\.code) == ["dmn/changed"])
    #expect(model.module.contains("    type: decimal\n    hit: first\n    rows:\n      - { id: row_1, then: 1 }"))
  }

  @Test func rowsOfFunctionsAreBounded() throws {
    let rows = String(repeating: "<rule><outputEntry><text>1</text></outputEntry></rule>", count: 2000)
    let function =
      "<businessKnowledgeModel name=\"f\"><encapsulatedLogic><decisionTable hitPolicy=\"FIRST\"><output/>\(rows)"
      + "</decisionTable></encapsulatedLogic></businessKnowledgeModel>"
    let calls = (0..<51).map {
      "<decision name=\"d\($0)\"><invocation><literalExpression><text>f</text></literalExpression></invocation></decision>"
    }
    let error = #expect(throws: DiagnosticError.self) { try model(function + calls.joined()) }
    #expect(error?.diagnostics.map(\.code) == ["dmn/too-large"])
  }

  @Test func functionsThatCallThemselvesEnd() throws {
    let function =
      "<businessKnowledgeModel name=\"f\"><encapsulatedLogic><invocation><literalExpression><text>f</text>"
      + "</literalExpression></invocation></encapsulatedLogic></businessKnowledgeModel>"
      + "<businessKnowledgeModel name=\"g\"><encapsulatedLogic><formalParameter name=\"x\"/><literalExpression>"
      + "<text>g(x) + g(x)</text></literalExpression></encapsulatedLogic></businessKnowledgeModel>"
    let model = try model(
      inputs + function + decision("e", "g(num)")
        + "<decision name=\"d\"><invocation><literalExpression><text>f</text></literalExpression></invocation></decision>"
    )
    #expect(model.diagnostics.map(\.code) == ["dmn/not-carried", "dmn/not-carried"])
  }

  /// Functions of which each calls the next twice, and drops one result; and structures of structures.
  @Test func callsAreBounded() throws {
    let functions = (0..<14).map {
      "<businessKnowledgeModel name=\"f\($0)\"><encapsulatedLogic><formalParameter name=\"x\"/>"
        + "<formalParameter name=\"y\"/><literalExpression><text>f\($0 + 1)(x, f\($0 + 1)(x, 1))</text>"
        + "</literalExpression></encapsulatedLogic></businessKnowledgeModel>"
    }
    let last = functions[0].replacing("f0", with: "f14").replacing("f1(x, f1(x, 1))", with: "x")
    let types = (0..<15).map { level in
      "<itemDefinition name=\"t\(level)\">"
        + (0..<10).map { "<itemComponent name=\"c\($0)\"><typeRef>t\(level + 1)</typeRef></itemComponent>" }.joined()
        + "</itemDefinition>"
    }
    let calls = try model(functions.joined() + last + decision("d", "f0(1, 2)"))
    #expect(calls.diagnostics.first?.message.contains("`dmnCalls` of 10000") == true, "\(calls.diagnostics)")
    _ = try model(types.joined() + input("all", "t0"))
  }

  /// Any change of a model gives a module or a diagnostic, never a crash.
  @Test func changedModelsAreReadOrReported() throws {
    var random = SplitMix64(seed: 39)
    let whole = Array(
      (Self.head + inputs + decision("d", "if flag then max(num, 3) else not(num)")
        + "<decision name=\"t\"><decisionTable hitPolicy=\"PRIORITY\"><input><inputExpression><text>num</text></inputExpression>"
        + "</input><output><outputValues><text>\"x\", \"y\"</text></outputValues></output><rule><inputEntry><text>[1..5)"
        + "</text></inputEntry><outputEntry><text>\"x\"</text></outputEntry></rule></decisionTable></decision></definitions>")
        .utf8)
    let pieces = [
      "[", "(", "\"", "..", "not(", "-", "*", ",", "if ", "null", "date(\"", "<text>", "?", "\\u",
      "9999999999999999999",
    ]
    var count = 0
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0...(random.next() % 3) {
        let at = Int(random.next() % UInt64(bytes.count))
        switch random.next() % 3 {
        case 0: bytes.insert(contentsOf: Array(pieces[Int(random.next() % UInt64(pieces.count))].utf8), at: at)
        case 1: bytes.removeSubrange(at..<min(at + 5, bytes.count))
        default: bytes[at] = UInt8(0x20 + random.next() % 0x5E)
        }
      }
      if let model = try? DMNImport(SourceText(name: "m.dmn", bytes: bytes)) {
        count += 1
        _ = model.files
      }
    }
    #expect(count > 200)
  }
}
