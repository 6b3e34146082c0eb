import TerrainBase
import TerrainExpressions

/// CEL's operators over values.
enum Operators {
  typealias Failure = ReferenceInterpreter.Failure

  /// The result, nil where `function` is no operator.
  static func apply(_ function: Text, _ values: [Value]) throws -> Value? {
    if values.count == 1 {
      switch (function.string, values[0]) {
      case ("!_", .bool(let bool)): return .bool(!bool)
      case ("-_", .int(let int)): return try .int(checked(Int64(0).subtractingReportingOverflow(int)))
      case ("-_", .double(let double)): return .double(-double)
      case ("-_", .decimal(let decimal)): return .decimal(-decimal)
      case ("-_", .duration(let duration)): return .duration(-duration)
      case ("!_", _), ("-_", _): throw Failure("no such overload")
      default: return nil
      }
    }
    guard values.count == 2 else { return nil }
    let (a, b) = (values[0], values[1])
    switch function.string {
    case "_==_": return .bool(a.isEqual(to: b))
    case "_!=_": return .bool(!a.isEqual(to: b))
    case "_<_": return try .bool(compare(a, b) { $0 == .less })
    case "_<=_": return try .bool(compare(a, b) { $0 != .greater })
    case "_>_": return try .bool(compare(a, b) { $0 == .greater })
    case "_>=_": return try .bool(compare(a, b) { $0 != .less })
    case "@in":
      if case .list(let elements) = b { return .bool(elements.contains { $0.isEqual(to: a) }) }
      if case .map(let map) = b { return .bool(map[a] != nil) }
      throw Failure("no such overload")
    case "_+_": return try add(a, b)
    case "_-_": return try subtract(a, b)
    case "_*_", "_/_", "_%_": return try multiply(function.string, a, b)
    default: return nil
    }
  }

  private static func checked<Number>(_ result: (partialValue: Number, overflow: Bool)) throws -> Number {
    guard !result.overflow else { throw Failure("overflow") }
    return result.partialValue
  }

  private static func compare(_ a: Value, _ b: Value, _ holds: (Ordering) -> Bool) throws -> Bool {
    // The suite has an int compared with a double as a double, also where that is not exact.
    switch (a, b) {
    case (.int(let int), .double(let double)) where !double.isNaN: return holds(Ordering(Double(int), double))
    case (.double(let double), .int(let int)) where !double.isNaN: return holds(Ordering(double, Double(int)))
    default: break
    }
    if let order = a.compare(to: b) { return holds(order) }
    guard a.isNumber, b.isNumber else { throw Failure("no such overload") }
    return false
  }

  private static func add(_ a: Value, _ b: Value) throws -> Value {
    switch (a, b) {
    case (.int(let a), .int(let b)): return try .int(checked(a.addingReportingOverflow(b)))
    case (.uint(let a), .uint(let b)): return try .uint(checked(a.addingReportingOverflow(b)))
    case (.double(let a), .double(let b)): return .double(a + b)
    case (.decimal(let a), .decimal(let b)): return try .decimal(a.adding(b))
    case (.string(let a), .string(let b)): return .string(Text(a.string + b.string))
    case (.bytes(let a), .bytes(let b)): return .bytes(a + b)
    case (.list(let a), .list(let b)): return .list(a + b)
    case (.timestamp(let a), .duration(let b)), (.duration(let b), .timestamp(let a)):
      return try .timestamp(a.adding(b))
    case (.duration(let a), .duration(let b)): return try .duration(a.adding(b))
    default: throw Failure("no such overload")
    }
  }

  private static func subtract(_ a: Value, _ b: Value) throws -> Value {
    switch (a, b) {
    case (.int(let a), .int(let b)): return try .int(checked(a.subtractingReportingOverflow(b)))
    case (.uint(let a), .uint(let b)): return try .uint(checked(a.subtractingReportingOverflow(b)))
    case (.double(let a), .double(let b)): return .double(a - b)
    case (.decimal(let a), .decimal(let b)): return try .decimal(a.subtracting(b))
    case (.timestamp(let a), .duration(let b)): return try .timestamp(a.subtracting(b))
    case (.timestamp(let a), .timestamp(let b)):
      // The conformance suite wants what 64 bits of nanoseconds hold.
      let length = a.since(b)
      guard abs(length.seconds) < 9_223_372_036 else { throw Failure("range") }
      return .duration(length)
    case (.duration(let a), .duration(let b)): return try .duration(a.subtracting(b))
    default: throw Failure("no such overload")
    }
  }

  private static func multiply(_ function: String, _ a: Value, _ b: Value) throws -> Value {
    switch (function, a, b) {
    case ("_/_", .int, .int(0)), ("_%_", .int, .int(0)), ("_/_", .uint, .uint(0)), ("_%_", .uint, .uint(0)):
      throw Failure("division by zero")
    case ("_*_", .int(let a), .int(let b)): return try .int(checked(a.multipliedReportingOverflow(by: b)))
    case ("_/_", .int(let a), .int(let b)): return try .int(checked(a.dividedReportingOverflow(by: b)))
    case ("_%_", .int(let a), .int(let b)): return try .int(checked(a.remainderReportingOverflow(dividingBy: b)))
    case ("_*_", .uint(let a), .uint(let b)): return try .uint(checked(a.multipliedReportingOverflow(by: b)))
    case ("_/_", .uint(let a), .uint(let b)): return .uint(a / b)
    case ("_%_", .uint(let a), .uint(let b)): return .uint(a % b)
    case ("_*_", .double(let a), .double(let b)): return .double(a * b)
    case ("_/_", .double(let a), .double(let b)): return .double(a / b)
    case ("_*_", .decimal(let a), .decimal(let b)): return try .decimal(a.multiplied(by: b))
    default: throw Failure("no such overload")
    }
  }
}
