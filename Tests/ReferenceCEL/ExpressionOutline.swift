import TerrainBase
import TerrainExpressions

/// An expression as one line of nested calls, so that a tree can be asserted at a glance.
package func outline(_ expression: Expression, _ id: Expression.ID? = nil) -> String {
  let id = id ?? expression.root
  func of(_ child: Expression.ID) -> String { outline(expression, child) }
  switch expression[id].kind {
  case .literal(let value): return outline(value)
  case .identifier(let name): return name.string
  case .select(let operand, let field, let testOnly, let optional):
    let selected = "\(of(operand)).\(optional ? "?" : "")\(field)"
    return testOnly ? "has(\(selected))" : selected
  case .call(let function, let target, let arguments):
    let list = arguments.map(of).joined(separator: ", ")
    return target.map { "\(of($0)).\(function)(\(list))" } ?? "\(function)(\(list))"
  case .list(let elements, let optionals):
    return "["
      + elements.enumerated().map { (optionals.contains($0.offset) ? "?" : "") + of($0.element) }
      .joined(separator: ", ") + "]"
  case .map(let entries):
    return "{"
      + entries.map { "\($0.optional ? "?" : "")\(of($0.key)): \(of($0.value))" }.joined(separator: ", ") + "}"
  case .message(let type, let fields):
    return "\(type){"
      + fields.map { "\($0.optional ? "?" : "")\($0.name): \(of($0.value))" }.joined(separator: ", ") + "}"
  case .comprehension(let loop):
    let variables = loop.variable2.map { "\(loop.variable), \($0)" } ?? loop.variable.string
    return "loop<\(loop.macro)>(\(variables) in \(of(loop.range)); \(loop.accumulator) = \(of(loop.initial)); "
      + "\(of(loop.condition)); \(of(loop.step)); \(of(loop.result)))"
  }
}

private func outline(_ value: Value) -> String {
  switch value {
  case .null: "null"
  case .bool(let bool): String(bool)
  case .int(let int): String(int)
  case .uint(let uint): "\(uint)u"
  case .double(let double): String(double)
  case .string(let text): "'\(text)'"
  case .bytes(let bytes): "b\(bytes)"
  default: "?"
  }
}
