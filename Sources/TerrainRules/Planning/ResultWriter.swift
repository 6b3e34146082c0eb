import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Writes what rows yield: literals, expressions, and lists and objects of them.
struct ResultWriter {
  typealias Register = BytecodeBuilder.Register

  /// Registers for the parts of objects and lists, by where in the result they are; all rows share them.
  private var parts: [[Int]: Register] = [:]

  /// Puts `result` into `register`.
  mutating func write(_ result: TypedResult, into register: Register, _ builder: inout BytecodeBuilder) {
    write(result, into: register, at: [], &builder)
  }

  /// Recursion is bounded by the nesting of the document the result was written in.
  private mutating func write(
    _ result: TypedResult, into register: Register, at path: [Int], _ builder: inout BytecodeBuilder
  ) {
    switch result {
    case .constant(let value, _): builder.load(value, into: register)
    case .expression(let expression): builder.evaluate(expression, into: register)
    case .list, .object:
      guard case .optional(let wrapped) = register.type else {
        return compose(result, into: register, at: path, &builder)
      }
      let inner = part(path + [-2], wrapped, &builder)
      compose(result, into: inner, at: path, &builder)
      builder.makeOptional(of: inner, into: register)
    }
  }

  private mutating func compose(
    _ result: TypedResult, into register: Register, at path: [Int], _ builder: inout BytecodeBuilder
  ) {
    switch result {
    case .constant, .expression: break
    case .list(let items, _):
      var elementType = CELType.dyn
      if case .list(let type) = register.type { elementType = type }
      builder.makeEmptyList(in: register, roomFor: items.count)
      let element = part(path + [0], elementType, &builder)
      for item in items {
        if case .constant(let value, _) = item, let constant = builder.constant(value, as: elementType) {
          builder.append(constant, to: register)
          continue
        }
        write(item, into: element, at: path + [0], &builder)
        builder.append(element, to: register)
      }
    case .object(let fields, _):
      var made: [(name: Text, value: Register)] = []
      for (index, field) in fields.enumerated() {
        let type = register.type.type(ofField: field.name)
        if case .constant(let value, _) = field.value, let constant = builder.constant(value, as: type) {
          made.append((field.name, constant))
          continue
        }
        let position = path + [index]
        let value = part(position, type, &builder)
        write(field.value, into: value, at: position, &builder)
        made.append((field.name, value))
      }
      builder.makeObject(made, into: register)
    }
  }

  private mutating func part(_ path: [Int], _ type: CELType, _ builder: inout BytecodeBuilder) -> Register {
    if let part = parts[path], part.type == type { return part }
    let register = builder.makeRegister(type)
    parts[path] = register
    return register
  }
}

extension CELType {
  fileprivate func type(ofField name: Text) -> CELType {
    switch self {
    case .record(let record): record.index(of: name).map { record.fields[$0].type } ?? .dyn
    case .map(_, let value): value
    default: .dyn
    }
  }
}
