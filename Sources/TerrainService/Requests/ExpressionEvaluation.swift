import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainExpressions

/// The evaluation of one expression over facts from a document.
package enum ExpressionEvaluation {
  /// The value of the expression `text`, whose names are the keys of the map `facts`.
  ///
  /// - Throws: errors in the expression or the facts, and evaluation errors, with locations in the expression.
  package static func value(of text: String, facts: Node?) throws(DiagnosticError) -> Value {
    var environment = Environment(functions: .standard)
    var values: [Text: Value] = [:]
    if let facts {
      guard facts.kind == .map else { throw DiagnosticError(.factsAreNoMap(facts)) }
      for (key, node) in facts.members {
        guard let name = key.text else { continue }
        if let number = node.numberTooLarge { throw DiagnosticError(.factTooLarge(number)) }
        let value = node.value(fractions: .double)
        values[name] = value
        environment.declare(name, value.inferredType, .unbound)
      }
    }
    let (parsed, syntax) = ExpressionParser.parse(ExpressionSource(text: Text(text)))
    guard let parsed else { throw DiagnosticError(syntax) }
    let (compiled, found) = CompiledExpression.compile(parsed, environment)
    guard let compiled else { throw DiagnosticError(syntax + found) }
    do throws(EvaluationError) {
      return try compiled.evaluate(values)
    } catch {
      throw DiagnosticError(Diagnostic(error))
    }
  }

  /// `value` as JSON, ending in a line end.
  package static func json(_ value: Value) throws(DiagnosticError) -> [UInt8] {
    var writer = JSONWriter(.pretty)
    do throws(JSONWriterError) {
      try writer.value(value)
    } catch {
      throw DiagnosticError(.noJSON(because: error))
    }
    writer.newline()
    return writer.bytes
  }
}

extension Node {
  /// The first number in it that no `double` holds. Readers bound the nesting.
  fileprivate var numberTooLarge: Node? {
    switch kind {
    case .number: isBeyondDouble && !(isInteger && decimal != nil) ? self : nil
    case .list: elements.lazy.compactMap(\.numberTooLarge).first
    case .map: members.lazy.compactMap(\.value.numberTooLarge).first
    case .null, .bool, .string: nil
    }
  }
}

extension Value {
  /// The type of a fact given as data; for a list or map with the elements' common type, if they have one.
  fileprivate var inferredType: CELType {
    switch self {
    case .null: .null
    case .bool: .bool
    case .int: .int
    case .uint: .uint
    case .double: .double
    case .decimal: .decimal
    case .string: .string
    case .bytes: .bytes
    case .timestamp: .timestamp
    case .duration: .duration
    case .list(let elements): .list(Self.common(elements))
    case .map(let map): .map(key: .string, value: Self.common(map.values))
    case .type, .optional: .dyn
    }
  }

  private static func common(_ values: some Sequence<Value>) -> CELType {
    var common: CELType?
    for value in values {
      let type = value.inferredType
      if let common, common != type { return .dyn }
      common = type
    }
    return common ?? .dyn
  }
}
