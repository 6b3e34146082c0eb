import Foundation
import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TestSupport
import Testing

/// cel-spec's simple tests: all core files and the six adopted extensions.
@Suite struct CELConformance {
  static let files = [
    "basic", "comparisons", "conversions", "fields", "fp_math", "integer_math", "lists", "logic", "macros", "namespace",
    "parse", "plumbing", "string", "timestamps", "type_deduction", "bindings_ext", "encoders_ext", "macros2",
    "math_ext",
    "optionals", "string_ext",
  ]

  @Test(.enabled(if: Conformance.cel.isInstalled, "set TERRAIN_CONFORMANCE")) func everyCasePasses() throws {
    let folder = try #require(Conformance.cel.folder)
    var whole = ConformanceReport("cel")
    for file in Self.files {
      let cases = try CELCase.read(folder.appendingPathComponent("\(file).json"))
      #expect(!cases.isEmpty, "\(file) has no cases")
      var report = ConformanceReport("cel/\(file)")
      for item in cases {
        let problem = Self.problem(item)
        if let problem {
          report.fail(item.id, problem)
          whole.fail("\(file)/\(item.id)", problem)
        } else {
          report.pass()
          whole.pass()
        }
      }
      print("conformance cel/\(file): passed \(report.passed) of \(report.total)")
    }
    print(whole.summary)
    #expect(whole.failed.isEmpty)
    #expect(whole.passed > 900)
  }

  /// What the checker adds is knowledge, not meaning: without it every case that it accepts has the same outcome.
  @Test(.enabled(if: Conformance.cel.isInstalled, "set TERRAIN_CONFORMANCE")) func casesMeanTheSameUnchecked() throws {
    let folder = try #require(Conformance.cel.folder)
    var compared = 0
    for file in Self.files {
      for var item in try CELCase.read(folder.appendingPathComponent("\(file).json")) where item.runs && item.isChecked
      {
        item.isChecked = false
        item.deducedType = nil
        if case .error = item.expected { continue }
        compared += 1
        #expect(Self.problem(item) == nil, "\(file)/\(item.id)")
      }
    }
    if compared == 0 { Issue.record("no case was compared") }
  }

  /// What is wrong with the outcome of a case; nil where nothing is.
  private static func problem(_ item: CELCase) -> String? {
    let (expression, diagnostics) = ExpressionParser.parse(ExpressionSource(text: item.expression))
    guard let expression else { return accept(item, failed: "parse: \(diagnostics.map(\.message))") }
    var environment = Environment(container: item.container)
    var declared: Set<Text> = []
    for (name, type) in item.variables {
      environment.declare(name, type, .unbound)
      declared.insert(name)
    }
    for name in item.bindings.keys.sorted() where !declared.contains(name) {
      environment.declare(name, .dyn, .unbound)
    }
    for function in item.functions { environment.declare(function) }
    if let expected = item.deducedType {
      let (typed, problems) = TypeChecker.check(expression, environment)
      guard let typed else { return "check: \(problems.map(\.message))" }
      if typed.type != expected { return "type \(typed.type), not \(expected)" }
    }
    guard item.runs else { return nil }
    let (compiled, problems) = CompiledExpression.compile(expression, environment, checked: item.isChecked)
    guard let compiled else { return accept(item, failed: "check: \(problems.map(\.message))") }
    do {
      let value = try compiled.evaluate(item.bindings)
      guard case .value(let expected) = item.expected else { return "\(value), not an error" }
      return value.isIdentical(to: expected) ? nil : "\(value), not \(expected)"
    } catch {
      return accept(item, failed: "\(error.code.name): \(error.message)")
    }
  }

  private static func accept(_ item: CELCase, failed: String) -> String? {
    if case .error = item.expected { return nil }
    return failed
  }
}
