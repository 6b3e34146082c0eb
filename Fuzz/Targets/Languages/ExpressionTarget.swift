import ReferenceCEL
import TerrainBase
import TerrainDocuments
import TerrainExpressions

extension FuzzTarget {
  /// CEL: printed and parsed again it is the same tree; the machine agrees with the plain interpreter.
  static let cel = FuzzTarget(
    "cel",
    dictionary: [
      "&&", "||", "?", ".map(e, ", ".exists(e, ", ".all(k, v, ", ".filter(e, ", "has(m.a)", "cel.bind(x, ", ".?a",
      "[?0]",
      "timestamp('2024-01-01T00:00:00Z')", "duration('1h')", "decimal('1.5')", "b'\\xff'", "r'", "'''", "0x1F", "1u",
      "1e3",
      ".matches('", ".format([", ".split(", "math.greatest(", "optional.of(", ".orValue(", "dyn(", "int(", "string(",
      "size(",
      " in ", "{'a': 1}", "list", "map", "text", "count",
    ]
  ) {
    SeedFiles.texts("expr", under: SeedFiles.suite("cel"), oneOf: 2).map { Array($0.utf8) }
      + ["list.map(e, e * count).filter(e, e > 1) == [4, 6]", "map.a + map['b'] > count && text.startsWith('so')"]
      .map { Array($0.utf8) }
  } body: { input throws(FuzzFailure) in
    let text = Text(String(decoding: input, as: UTF8.self))
    let (parsed, diagnostics) = ExpressionParser.parse(ExpressionSource(text: text))
    try DiagnosticCheck.check(diagnostics)
    guard let parsed else { return try DiagnosticCheck.checkErrors(diagnostics, "nothing was parsed") }
    try ExpressionCheck.checkPrinting(parsed)
    try ExpressionCheck.checkEvaluation(parsed)
  }
}

/// What holds for an expression that was parsed.
private enum ExpressionCheck {
  static func checkPrinting(_ parsed: Expression) throws(FuzzFailure) {
    let printed = parsed.printed()
    // What is printed may be longer than what is read.
    let limits = ExpressionLimits(length: .max, nodes: .max, nesting: 1_000, depth: 2_000)
    let (again, problems) = ExpressionParser.parse(ExpressionSource(text: printed), limits: limits)
    guard let again else { throw FuzzFailure("printed it is not parsed: \(printed): \(problems.map(\.message))") }
    try require(outline(again) == outline(parsed), "printed and parsed it is another tree: \(printed)")
    try require(again.printed() == printed, "printed again it is another text: \(printed)")
  }

  private static let variables: [(name: Text, type: CELType, value: Value)] = [
    ("count", .int, .int(2)), ("text", .string, .string("some text")),
    ("list", .list(.int), .list([.int(1), .int(2), .int(3)])), ("share", .double, .double(0.25)),
    ("map", .map(key: .string, value: .int), .map(ValueMap([(.string("a"), .int(1)), (.string("b"), .int(2))]))),
    ("any", .dyn, .list([.int(1), .string("x"), .null])),
  ]

  static func checkEvaluation(_ parsed: Expression) throws(FuzzFailure) {
    var environment = Environment()
    var values: [Text: Value] = [:]
    for variable in variables {
      environment.declare(variable.name, variable.type, .unbound)
      values[variable.name] = variable.value
    }
    let (checked, problems) = CompiledExpression.compile(parsed, environment)
    try DiagnosticCheck.check(problems)
    guard let checked else { return try DiagnosticCheck.checkErrors(problems, "there is no program") }
    guard let unchecked = CompiledExpression.compile(parsed, environment, checked: false).compiled else { return }
    let limits = EvaluationLimits(steps: 20_000, bytes: 1 << 20)
    let outcome = try result(checked, values, limits)
    let other = try result(unchecked, values, limits)
    guard let outcome, let other else { return }
    try compare(outcome, other, "the program that was not type-checked")
    var interpreter = ReferenceInterpreter(
      parsed, variables: Dictionary(uniqueKeysWithValues: values.map { ($0.key.string, $0.value) }), budget: 20_000)
    let plain = try? interpreter.evaluate()
    guard interpreter.budget >= 0 else { return }
    try compare(outcome, plain, "the plain interpreter")
  }

  /// The value, nil within where it fails; nil where a limit ends it.
  private static func result(
    _ program: CompiledExpression, _ values: [Text: Value], _ limits: EvaluationLimits
  ) throws(FuzzFailure) -> Value?? {
    do throws(EvaluationError) {
      return .some(try program.evaluate(values, limits: limits))
    } catch {
      try DiagnosticCheck.check([Diagnostic(error)])
      return error.code == .stepLimit || error.code == .sizeLimit ? .none : .some(nil)
    }
  }

  private static func compare(_ value: Value?, _ other: Value?, _ what: String) throws(FuzzFailure) {
    switch (value, other) {
    case (let value?, let other?): try require(value.isIdentical(to: other), "\(value), but \(other) by \(what)")
    case (let value?, nil): throw FuzzFailure("\(value), but it fails by \(what)")
    case (nil, let other?): throw FuzzFailure("it fails, but is \(other) by \(what)")
    case (nil, nil): break
    }
  }
}
