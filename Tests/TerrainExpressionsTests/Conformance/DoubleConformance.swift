import Foundation
import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TestSupport
import Testing

/// parse-number-fxx-test-data in CEL: a literal and `double('…')` are the double with these bits, and `string` of it is a text that
/// `double` reads as it.
@Suite struct DoubleConformance {
  @Test(.enabled(if: Conformance.numbers.isInstalled, "set TERRAIN_CONFORMANCE")) func everyNumber() throws {
    let file = try #require(Conformance.numbers.folder).appendingPathComponent("doubles.txt")
    var literals = ConformanceReport("numbers (CEL literals)")
    var conversions = ConformanceReport("numbers (CEL double)")
    var environment = Environment()
    environment.declare("text", .string, .unbound)
    let convert = try #require(compile("double(text)", environment))
    let readAgain = try #require(compile("double(string(double(text)))", environment))
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let parts = line.split(separator: " ")
      let bits = try #require(UInt64(parts[0], radix: 16))
      let text = String(parts[1])
      literal(text, bits, in: &literals)
      for program in [convert, readAgain] {
        let value = try? program.evaluate(["text": .string(Text(text))])
        judge(text, bits, value, in: &conversions)
      }
    }
    for report in [literals, conversions] {
      print(report.summary)
      #expect(report.failed.isEmpty)
      #expect(report.passed > 1000)
    }
  }

  private func compile(_ text: String, _ environment: Environment = Environment()) -> CompiledExpression? {
    guard let parsed = ExpressionParser.parse(ExpressionSource(text: Text(text))).expression else { return nil }
    return CompiledExpression.compile(parsed, environment).compiled
  }

  /// A literal as CEL's grammar has it (`DIGIT* . DIGIT+ EXPONENT?`, `DIGIT+ EXPONENT`), a sign before it being an operator. A
  /// whole number would be an int, and gets a fraction.
  private func literal(_ text: String, _ bits: UInt64, in report: inout ConformanceReport) {
    let isWhole = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
    let value = compile(isWhole ? text + ".0" : text).flatMap { try? $0.evaluate() }
    let hasBareDot = text.contains(".e") || text.contains(".E") || text.hasSuffix(".")
    if value == nil, hasBareDot { return report.know(text, "no digit after the dot: not in CEL's grammar") }
    judge(text, bits, value, in: &report)
  }

  private func judge(_ text: String, _ bits: UInt64, _ value: Value?, in report: inout ConformanceReport) {
    guard let value else {
      let isTooLarge = Double(bitPattern: bits).isInfinite
      return isTooLarge ? report.know(text, "too large is an error") : report.fail(text, "is refused")
    }
    guard case .double(let double) = value else { return report.fail(text, "is \(value)") }
    if double.bitPattern == bits {
      report.pass()
    } else {
      report.fail(text, "is \(double), of bits \(String(double.bitPattern, radix: 16))")
    }
  }
}
