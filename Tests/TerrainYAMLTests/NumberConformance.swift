import Foundation
import TerrainBase
import TerrainDocuments
import TerrainYAML
import TestSupport
import Testing

/// parse-number-fxx-test-data: a text parses to the double with these bits, in JSON and in YAML, and what is printed for that double
/// parses to it again.
@Suite struct NumberConformance {
  @Test(.enabled(if: Conformance.numbers.isInstalled, "set TERRAIN_CONFORMANCE")) func everyNumber() throws {
    let file = try #require(Conformance.numbers.folder).appendingPathComponent("doubles.txt")
    var json = ConformanceReport("numbers (JSON)")
    var yaml = ConformanceReport("numbers (YAML)")
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let parts = line.split(separator: " ")
      let bits = try #require(UInt64(parts[0], radix: 16))
      let text = String(parts[1])
      let source = SourceText(name: "number", text: text)
      count(text, bits, JSONReader.read(source).document?.root, "not in JSON's grammar", in: &json)
      count(text, bits, YAMLReader.readOne(source).document?.root, "not a number of YAML's core schema", in: &yaml)
      let printed = Double(bitPattern: bits).description
      #expect(Double(printed)?.bitPattern == bits, "\(printed)")
    }
    for report in [json, yaml] {
      print(report.summary)
      #expect(report.failed.isEmpty)
      #expect(report.total > 1000)
    }
  }

  private func count(
    _ text: String, _ bits: UInt64, _ node: Node?, _ grammar: String, in report: inout ConformanceReport
  ) {
    guard let node, node.kind == .number else { return report.know(text, grammar) }
    let double: Double
    switch node.value {
    case .double(let value): double = value
    case .int(let value): double = Double(value)
    case .decimal(let value): double = Double(value)  // whole, and too long for an int
    case let other: return report.fail(text, "is \(other)")
    }
    if double.bitPattern == bits || double == 0 && bits << 1 == 0 {
      report.pass()
    } else {
      report.fail(text, "is \(double), of bits \(String(double.bitPattern, radix: 16))")
    }
  }
}
