import Foundation
import ReferenceCEL
import TerrainBase
import TerrainExpressions
import TestSupport
import Testing

/// The conformance suite through the parser, the functions and the obvious interpreter, unchecked. (The machine's own
/// suite is `CELConformance`.)
@Suite struct ReferenceConformanceTests {
  static let files = [
    "basic", "bindings_ext", "comparisons", "conversions", "encoders_ext", "fields", "fp_math", "integer_math", "lists",
    "logic",
    "macros", "macros2", "math_ext", "namespace", "optionals", "parse", "plumbing", "string", "string_ext",
    "timestamps",
  ]

  @Test(.enabled(if: Conformance.cel.isInstalled, "set TERRAIN_CONFORMANCE"), arguments: files)
  func everyCase(_ file: String) throws {
    let data = try Data(contentsOf: try #require(Conformance.cel.folder).appendingPathComponent(file + ".json"))
    let suite = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    for section in suite["sections"] as? [[String: Any]] ?? [] {
      for test in section["tests"] as? [[String: Any]] ?? [] where test["checkOnly"] == nil {
        let name = "\(file)/\(section["name"] ?? "")/\(test["name"] ?? "")"
        let found = try evaluate(test)
        if let value = test["value"] as? [String: Any] ?? (test["typedResult"] as? [String: Any])?["result"]
          as? [String: Any]
        {
          let expected = try #require(read(value))
          let same = (try? found.get())?.isIdentical(to: expected) ?? false
          #expect(same, "\(name): \(test["expr"] ?? ""): \(found), expected \(expected)")
        } else {
          #expect((try? found.get()) == nil, "\(name): \(test["expr"] ?? ""): \(found), expected an error")
        }
      }
    }
  }

  private func evaluate(_ test: [String: Any]) throws -> Result<Value, any Error> {
    let source = ExpressionSource(text: Text(try #require(test["expr"] as? String)))
    guard let expression = ExpressionParser.parse(source).expression else {
      return .failure(ReferenceInterpreter.Failure("syntax"))
    }
    #expect(parsed(expression.printed().string) == outline(expression), "\(source.text)")
    var variables: [String: Value] = [:]
    for (name, binding) in test["bindings"] as? [String: [String: Any]] ?? [:] {
      variables[name] = (binding["value"] as? [String: Any]).flatMap(read)
    }
    var interpreter = ReferenceInterpreter(
      expression, container: test["container"] as? String ?? "", variables: variables)
    return Result { try interpreter.evaluate() }
  }

  /// A value as the suite writes it.
  private func read(_ json: [String: Any]) -> Value? {
    guard let (kind, content) = json.first else { return nil }
    switch kind {
    case "nullValue": return .null
    case "boolValue": return (content as? Bool).map { .bool($0) }
    case "int64Value": return (content as? String).flatMap { Int64($0) }.map { .int($0) }
    case "uint64Value": return (content as? String).flatMap { UInt64($0) }.map { .uint($0) }
    case "doubleValue":
      if let text = content as? String { return try? ConversionFunctions.double(.string(Text(text))) }
      return (content as? Double).map { .double($0) }
    case "stringValue": return (content as? String).map { .string(Text($0)) }
    case "bytesValue": return (content as? String).flatMap { Data(base64Encoded: $0) }.map { .bytes(Array($0)) }
    case "typeValue": return (content as? String).map { .type(Text($0)) }
    case "listValue":
      let values = (content as? [String: Any])?["values"] as? [[String: Any]] ?? []
      return .list(values.compactMap(read))
    case "mapValue":
      let entries = (content as? [String: Any])?["entries"] as? [[String: [String: Any]]] ?? []
      return .map(
        ValueMap(
          entries.compactMap { entry in
            guard let key = entry["key"].flatMap(read), let value = entry["value"].flatMap(read) else { return nil }
            return (key, value)
          }))
    case "objectValue":
      guard let text = (content as? [String: Any])?["value"] as? String else { return nil }
      return (try? duration(Text(text))) ?? (try? timestamp(Text(text)))
    default: return nil
    }
  }
}
