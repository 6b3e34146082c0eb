import TerrainBase
import TerrainExpressions

/// CEL as slowly and plainly as can be: walks the tree, looks names up by name, chooses overloads by values. What the
/// machine does fast is held against it.
package struct ReferenceInterpreter {
  /// The reason for which there is no value.
  package struct Failure: Error {
    package var message: String
    package init(_ message: String) { self.message = message }
  }

  private let expression: Expression
  private let container: String
  private let variables: [String: Value]
  /// How many nodes may still be evaluated; what is evaluated after that fails, and the result is not to be relied on.
  package private(set) var budget: Int
  /// What loops and `cel.bind` have named, the innermost last.
  private var locals: [(name: Text, value: Value)] = []

  /// An interpreter of `expression`, which evaluates at most `budget` nodes.
  package init(
    _ expression: Expression, container: String = "", variables: [String: Value] = [:], budget: Int = .max
  ) {
    self.expression = expression
    self.container = container
    self.variables = variables
    self.budget = budget
  }

  private static let functions: [Text: [Overload]] = {
    var table: [Text: [Overload]] = [:]
    for declaration in FunctionLibrary.standard { table[declaration.name, default: []] += declaration.overloads }
    return table
  }()

  /// The value of the expression.
  package mutating func evaluate() throws -> Value { try evaluate(expression.root) }

  private mutating func evaluate(_ id: Expression.ID) throws -> Value {
    budget -= 1
    guard budget >= 0 else { throw Failure("too long") }
    switch expression[id].kind {
    case .literal(let value): return value
    case .identifier(let name):
      if let local = local(name) { return local }
      guard let value = named(name.string) else { throw Failure("no such name: \(name)") }
      return value
    case .select(let operand, let field, let testOnly, let optional):
      if !testOnly, !optional, let name = expression.qualifiedName(of: id), !beginsLocally(name),
        let value = named(name.string)
      {
        return value
      }
      return try select(try evaluate(operand), field, testOnly: testOnly, optional: optional)
    case .call(let function, let target, let arguments): return try call(function, target, arguments)
    case .list(let elements, let optionals):
      var values: [Value] = []
      for (index, element) in elements.enumerated() {
        let value = try evaluate(element)
        if !optionals.contains(index) {
          values.append(value)
        } else if let present = try unwrapped(value) {
          values.append(present)
        }
      }
      return .list(values)
    case .map(let entries):
      var map = ValueMap()
      for entry in entries {
        let (key, value) = (try evaluate(entry.key), try evaluate(entry.value))
        if !entry.optional {
          try MapFunctions.add(key, value, to: &map)
        } else if let present = try unwrapped(value) {
          try MapFunctions.add(key, present, to: &map)
        }
      }
      return .map(map)
    case .message: throw Failure("messages are not known here")
    case .comprehension(let loop): return try run(loop)
    }
  }

  // MARK: Names

  private func local(_ name: Text) -> Value? { locals.last { $0.name == name }?.value }

  private func beginsLocally(_ name: Text) -> Bool {
    locals.contains { $0.name.string == name.string.prefix { $0 != "." } }
  }

  /// `x` in `a.b`: `a.b.x`, `a.x`, `x`.
  private func candidates(_ name: String) -> [String] {
    if name.hasPrefix(".") { return [String(name.dropFirst())] }
    var parts = container.split(separator: ".")
    var result: [String] = []
    while !parts.isEmpty {
      result.append(parts.joined(separator: ".") + "." + name)
      parts.removeLast()
    }
    return result + [name]
  }

  private func named(_ name: String) -> Value? {
    let types = [
      "bool", "int", "uint", "double", "decimal", "string", "bytes", "list", "map", "type", "null_type", "dyn",
      "optional_type",
      "google.protobuf.Timestamp", "google.protobuf.Duration",
    ]
    for candidate in candidates(name) {
      if let value = variables[candidate] { return value }
      if types.contains(candidate) { return .type(Text(candidate)) }
    }
    return nil
  }

  // MARK: Selecting

  private func unwrapped(_ value: Value) throws -> Value? {
    guard case .optional(let inner) = value else { throw Failure("not an optional") }
    return inner
  }

  private func select(_ operand: Value, _ field: Text, testOnly: Bool, optional: Bool) throws -> Value {
    if case .optional(let inner) = operand {
      guard let inner else { return testOnly ? false : .optional(nil) }
      if testOnly { return try select(inner, field, testOnly: true, optional: false) }
      return try select(inner, field, testOnly: false, optional: true)
    }
    guard case .map(let map) = operand else { throw Failure("no such overload: a field of \(operand.typeName)") }
    let value = map[.string(field)]
    if testOnly {
      if case .optional(nil)? = value { return true }
      return .bool(value != nil)
    }
    if optional { return .optional(value) }
    guard let value else { throw Failure("no such key") }
    return value
  }

  private func index(_ operand: Value, _ key: Value, optional: Bool) throws -> Value {
    switch operand {
    case .optional(let inner):
      guard let inner else { return .optional(nil) }
      return try index(inner, key, optional: true)
    case .list(let elements):
      guard key.isNumber else { throw Failure("invalid argument") }
      let found = elements.indices.first { Value.int(Int64($0)).isEqual(to: key) }.map { elements[$0] }
      if optional { return .optional(found) }
      guard let found else { throw Failure("index out of range") }
      return found
    case .map(let map):
      if optional { return .optional(map[key]) }
      guard let value = map[key] else { throw Failure("no such key") }
      return value
    default: throw Failure("no such overload")
    }
  }

  // MARK: Calls

  private mutating func call(
    _ function: Text, _ target: Expression.ID?, _ arguments: [Expression.ID]
  ) throws -> Value {
    switch (function.string, arguments.count) {
    case ("_&&_", 2): return try either(arguments[0], arguments[1], decides: false)
    case ("_||_", 2): return try either(arguments[0], arguments[1], decides: true)
    case ("_?_:_", 3):
      guard case .bool(let condition) = try evaluate(arguments[0]) else { throw Failure("no such overload") }
      return try evaluate(arguments[condition ? 1 : 2])
    case ("@not_strictly_false", 1):
      let value = try? evaluate(arguments[0])
      if case .bool(let bool)? = value { return .bool(bool) }
      return true
    default: break
    }
    if let target, let name = expression.qualifiedName(of: target), !beginsLocally(name) {
      for candidate in candidates(name.string + "." + function.string) where Self.functions[Text(candidate)] != nil {
        return try dispatch(Text(candidate), isMember: false, try arguments.map { try evaluate($0) })
      }
    }
    if let target, function == "or" || function == "orValue", case .optional(let inner?) = try evaluate(target) {
      return function == "or" ? .optional(inner) : inner
    }
    let values = try (target.map { [$0] } ?? []).map { try evaluate($0) } + arguments.map { try evaluate($0) }
    if target == nil, values.count <= 2, let result = try Operators.apply(function, values) { return result }
    if function == "_[_]" || function == "_[?_]" {
      return try index(values[0], values[1], optional: function == "_[?_]")
    }
    let name = function.utf8.first == UInt8(ascii: ".") ? Text(String(function.string.dropFirst())) : function
    return try dispatch(name, isMember: target != nil, values)
  }

  /// `&&` and `||`: one side may decide although the other fails.
  private mutating func either(_ a: Expression.ID, _ b: Expression.ID, decides: Bool) throws -> Value {
    func bool(_ self: inout ReferenceInterpreter, _ id: Expression.ID) -> Result<Bool, Failure> {
      do {
        guard case .bool(let bool) = try self.evaluate(id) else { return .failure(Failure("no such overload")) }
        return .success(bool)
      } catch { return .failure(Failure("\(error)")) }
    }
    let (left, right) = (bool(&self, a), bool(&self, b))
    if case .success(decides) = left { return .bool(decides) }
    if case .success(decides) = right { return .bool(decides) }
    _ = try left.get()
    _ = try right.get()
    return .bool(!decides)
  }

  private func dispatch(_ name: Text, isMember: Bool, _ values: [Value]) throws -> Value {
    let overloads = (Self.functions[name] ?? []).filter { $0.isMember == isMember }
    guard
      let overload = overloads.first(where: { takes($0.parameters, values, elements: true) })
        ?? overloads.first(where: { takes($0.parameters, values, elements: false) })
    else { throw Failure("no such overload: \(name)") }
    switch overload.body {
    case .unary(let body): return try body(values[0])
    case .binary(let body): return try body(values[0], values[1])
    case .ternary(let body): return try body(values[0], values[1], values[2])
    case .variadic(let body): return try body(values)
    case .bounded(let body): return try body(values, 1_000_000)
    case .metered(let body):
      var steps = 10_000_000
      return try body(values, 1_000_000, &steps)
    case .none: throw Failure("no body")
    }
  }

  // MARK: Loops

  private mutating func run(_ loop: Expression.Comprehension) throws -> Value {
    let pairs: [(key: Value, value: Value)]
    switch try evaluate(loop.range) {
    case .list(let elements): pairs = elements.enumerated().map { (.int(Int64($0.offset)), $0.element) }
    case .map(let map): pairs = map.entries.map { ($0.key, $0.value) }
    default: throw Failure("no such overload: a loop")
    }
    let isMap = pairs.isEmpty ? false : try isMapRange(loop.range)
    var accumulator = Result { try evaluate(loop.initial) }
    let depth = locals.count
    defer { locals.removeLast(locals.count - depth) }
    for pair in pairs {
      locals.removeLast(locals.count - depth)
      let first = loop.variable2 != nil || isMap ? pair.key : pair.value
      // What has failed so far may still be decided by a later element of `exists` or `all`.
      if loop.macro != "exists", loop.macro != "all" { _ = try accumulator.get() }
      if case .success(let value) = accumulator { locals.append((loop.accumulator, value)) }
      locals.append((loop.variable, first))
      if let second = loop.variable2 { locals.append((second, pair.value)) }
      guard case .bool(true) = try evaluate(loop.condition) else { break }
      accumulator = Result { try evaluate(loop.step) }
    }
    locals.removeLast(locals.count - depth)
    locals.append((loop.accumulator, try accumulator.get()))
    return try evaluate(loop.result)
  }

  private mutating func isMapRange(_ id: Expression.ID) throws -> Bool {
    if case .map = try evaluate(id) { return true }
    return false
  }
}

private func takes(_ parameters: [CELType], _ values: [Value], elements: Bool) -> Bool {
  parameters.count == values.count && zip(parameters, values).allSatisfy { fits($0, $1, elements: elements) }
}

private func fits(_ type: CELType, _ value: Value, elements: Bool) -> Bool {
  switch (type, value) {
  case (.dyn, _), (.parameter, _), (.null, .null), (.bool, .bool), (.int, .int), (.uint, .uint), (.double, .double),
    (.decimal, .decimal), (.string, .string), (.bytes, .bytes), (.timestamp, .timestamp), (.duration, .duration),
    (.map, .map), (.optional, .optional):
    true
  case (.list(let type), .list(let values)): !elements || values.allSatisfy { fits(type, $0, elements: true) }
  default: false
  }
}
