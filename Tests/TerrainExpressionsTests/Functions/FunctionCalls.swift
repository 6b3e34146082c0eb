import TerrainBase
import TerrainExpressions
import Testing

/// Calls the function `name` as the machine would: by the first overload that takes the arguments' types. The result as
/// a CEL literal, or `error: code: message`.
func call(_ name: Text, _ arguments: Value..., limit: Int = 1_000_000) -> String {
  let overloads = FunctionLibrary.standard.filter { $0.name == name }.flatMap(\.overloads)
  guard let overload = overloads.first(where: { takes($0.parameters, arguments) }) else { return "error: no overload" }
  do throws(FunctionFailure) {
    switch overload.body {
    case .unary(let body): return try body(arguments[0]).description
    case .binary(let body): return try body(arguments[0], arguments[1]).description
    case .ternary(let body): return try body(arguments[0], arguments[1], arguments[2]).description
    case .variadic(let body): return try body(arguments).description
    case .bounded(let body): return try body(arguments, limit).description
    case .metered(let body):
      var steps = 10_000_000
      return try body(arguments, limit, &steps).description
    case .none: return "error: no body"
    }
  } catch {
    return "error: \(error.code.name): \(error.message)"
  }
}

private func takes(_ parameters: [CELType], _ arguments: [Value]) -> Bool {
  parameters.count == arguments.count && zip(parameters, arguments).allSatisfy { fits($0, $1) }
}

private func fits(_ type: CELType, _ value: Value) -> Bool {
  switch (type, value) {
  case (.dyn, _), (.parameter, _), (.null, .null), (.bool, .bool), (.int, .int), (.uint, .uint), (.double, .double),
    (.decimal, .decimal), (.string, .string), (.bytes, .bytes), (.timestamp, .timestamp), (.duration, .duration),
    (.map, .map), (.optional, .optional):
    true
  case (.list(let element), .list(let elements)): elements.allSatisfy { fits(element, $0) }
  default: false
  }
}

/// A decimal, timestamp or duration from text, for tests.
func decimal(_ text: Text) throws -> Value { .decimal(try ExactDecimal(parsing: text)) }
func timestamp(_ text: Text) throws -> Value { .timestamp(try Timestamp(rfc3339: text)) }
func duration(_ text: Text) throws -> Value { .duration(try ExactDuration(parsing: text)) }
func list(_ elements: Value...) -> Value { .list(elements) }
