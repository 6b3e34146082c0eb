import TerrainBase

/// CEL's operators, declared like functions: for the checker, and for boxed operands. For ints, uints, doubles, and truth values of static
/// type the planner uses instructions; comparison, indexing, and `in` are always instructions. No operator takes an int together with a
/// double.
package enum OperatorFunctions {
  private static let a = CELType.parameter("A")
  private static let b = CELType.parameter("B")

  static let declarations: [FunctionDeclaration] =
    arithmetic + comparisons + [
      FunctionDeclaration("_==_", [Overload("equals", [a, a], .bool, .none)]),
      FunctionDeclaration("_!=_", [Overload("not_equals", [a, a], .bool, .none)]),
      FunctionDeclaration(
        "@in",
        [
          Overload("in_list", [a, .list(a)], .bool, .none),
          Overload("in_map", [a, .map(key: a, value: b)], .bool, .none),
        ]),
      FunctionDeclaration(
        "_[_]",
        [
          Overload("index_list", [.list(a), .int], a, .none),
          Overload("index_map", [.map(key: a, value: b), a], b, .none),
          Overload("optional_list_index_int", [.optional(.list(a)), .int], .optional(a), .none),
          Overload("optional_map_index_value", [.optional(.map(key: a, value: b)), a], .optional(b), .none),
        ]),
      FunctionDeclaration(
        "_[?_]",
        [
          Overload("list_optindex_optional_int", [.list(a), .int], .optional(a), .none),
          Overload("optional_list_optindex_optional_int", [.optional(.list(a)), .int], .optional(a), .none),
          Overload("map_optindex_optional_value", [.map(key: a, value: b), a], .optional(b), .none),
          Overload(
            "optional_map_optindex_optional_value", [.optional(.map(key: a, value: b)), a], .optional(b), .none),
        ]),
    ]

  private static let arithmetic: [FunctionDeclaration] = [
    FunctionDeclaration(
      "_+_",
      [
        Overload("add_int64", [.int, .int], .int, .binary(add)),
        Overload("add_uint64", [.uint, .uint], .uint, .binary(add)),
        Overload("add_double", [.double, .double], .double, .binary(add)),
        Overload("add_string", [.string, .string], .string, cost: .copying(1), .binary(add)),
        Overload("add_bytes", [.bytes, .bytes], .bytes, cost: .copying(1), .binary(add)),
        Overload("add_list", [.list(a), .list(a)], .list(a), cost: .copying(1), .binary(add)),
        Overload("add_decimal", [.decimal, .decimal], .decimal, steps: 24, .binary(add)),
        Overload("add_duration_duration", [.duration, .duration], .duration, .binary(add)),
        Overload("add_timestamp_duration", [.timestamp, .duration], .timestamp, .binary(add)),
        Overload("add_duration_timestamp", [.duration, .timestamp], .timestamp, .binary(add)),
      ]),
    FunctionDeclaration(
      "_-_",
      [
        Overload("subtract_int64", [.int, .int], .int, .binary(subtract)),
        Overload("subtract_uint64", [.uint, .uint], .uint, .binary(subtract)),
        Overload("subtract_double", [.double, .double], .double, .binary(subtract)),
        Overload("subtract_decimal", [.decimal, .decimal], .decimal, steps: 24, .binary(subtract)),
        Overload("subtract_duration_duration", [.duration, .duration], .duration, .binary(subtract)),
        Overload("subtract_timestamp_duration", [.timestamp, .duration], .timestamp, .binary(subtract)),
        Overload("subtract_timestamp_timestamp", [.timestamp, .timestamp], .duration, .binary(subtract)),
      ]),
    FunctionDeclaration(
      "_*_",
      [
        Overload("multiply_int64", [.int, .int], .int, .binary(multiply)),
        Overload("multiply_uint64", [.uint, .uint], .uint, .binary(multiply)),
        Overload("multiply_double", [.double, .double], .double, .binary(multiply)),
        Overload("multiply_decimal", [.decimal, .decimal], .decimal, steps: 24, .binary(multiply)),
      ]),
    FunctionDeclaration(
      "_/_",
      [
        Overload("divide_int64", [.int, .int], .int, .binary(divide)),
        Overload("divide_uint64", [.uint, .uint], .uint, .binary(divide)),
        Overload("divide_double", [.double, .double], .double, .binary(divide)),
        Overload("divide_decimal", [.decimal, .decimal], .decimal, steps: 24, .binary(divide)),
      ]),
    FunctionDeclaration(
      "_%_",
      [
        Overload("modulo_int64", [.int, .int], .int, .binary(remainder)),
        Overload("modulo_uint64", [.uint, .uint], .uint, .binary(remainder)),
        Overload("modulo_decimal", [.decimal, .decimal], .decimal, steps: 24, .binary(remainder)),
      ]),
    FunctionDeclaration(
      "-_",
      [
        Overload("negate_int64", [.int], .int, .unary(negate)),
        Overload("negate_double", [.double], .double, .unary(negate)),
        Overload("negate_decimal", [.decimal], .decimal, .unary(negate)),
        Overload("negate_duration", [.duration], .duration, .unary(negate)),
      ]),
  ]

  private static let comparisons: [FunctionDeclaration] =
    [("_<_", "less"), ("_<=_", "less_equals"), ("_>_", "greater"), ("_>=_", "greater_equals")].map { name, id in
      let types: [(String, CELType)] = [
        ("int64", .int), ("uint64", .uint), ("double", .double), ("string", .string), ("bool", .bool),
        ("decimal", .decimal), ("timestamp", .timestamp), ("duration", .duration), ("bytes", .bytes),
      ]
      return FunctionDeclaration(
        Text(name), types.map { suffix, type in Overload(Text("\(id)_\(suffix)"), [type, type], .bool, .none) })
    }
}

// Arithmetic on values, always checked for overflow.
extension OperatorFunctions {
  package static func add(_ x: Value, _ y: Value) throws(FunctionFailure) -> Value {
    switch (x, y) {
    case (.int(let a), .int(let b)): return .int(try exact(a.addingReportingOverflow(b)))
    case (.uint(let a), .uint(let b)): return .uint(try exact(a.addingReportingOverflow(b)))
    case (.double(let a), .double(let b)): return .double(a + b)
    case (.string(let a), .string(let b)): return .string(Text(a.string + b.string))
    case (.bytes(let a), .bytes(let b)): return .bytes(a + b)
    case (.list(let a), .list(let b)): return .list(a + b)
    case (.decimal(let a), .decimal(let b)):
      return .decimal(try exact { () throws(ArithmeticError) in try a.adding(b) })
    case (.duration(let a), .duration(let b)):
      return .duration(try exact { () throws(ArithmeticError) in try a.adding(b) })
    case (.timestamp(let a), .duration(let b)), (.duration(let b), .timestamp(let a)):
      return .timestamp(try exact { () throws(ArithmeticError) in try a.adding(b) })
    default: throw noSuch("_+_", x, y)
    }
  }

  package static func subtract(_ x: Value, _ y: Value) throws(FunctionFailure) -> Value {
    switch (x, y) {
    case (.int(let a), .int(let b)): return .int(try exact(a.subtractingReportingOverflow(b)))
    case (.uint(let a), .uint(let b)): return .uint(try exact(a.subtractingReportingOverflow(b)))
    case (.double(let a), .double(let b)): return .double(a - b)
    case (.decimal(let a), .decimal(let b)):
      return .decimal(try exact { () throws(ArithmeticError) in try a.subtracting(b) })
    case (.duration(let a), .duration(let b)):
      return .duration(try exact { () throws(ArithmeticError) in try a.subtracting(b) })
    case (.timestamp(let a), .duration(let b)):
      return .timestamp(try exact { () throws(ArithmeticError) in try a.subtracting(b) })
    case (.timestamp(let a), .timestamp(let b)):
      let difference = a.since(b)
      // CEL's durations have a range of 64 bits of nanoseconds.
      guard abs(difference.seconds) <= 9_223_372_036 else {
        throw FunctionFailure(.overflow, EvaluationMessage.overflow)
      }
      return .duration(difference)
    default: throw noSuch("_-_", x, y)
    }
  }

  package static func multiply(_ x: Value, _ y: Value) throws(FunctionFailure) -> Value {
    switch (x, y) {
    case (.int(let a), .int(let b)): return .int(try exact(a.multipliedReportingOverflow(by: b)))
    case (.uint(let a), .uint(let b)): return .uint(try exact(a.multipliedReportingOverflow(by: b)))
    case (.double(let a), .double(let b)): return .double(a * b)
    case (.decimal(let a), .decimal(let b)):
      return .decimal(try exact { () throws(ArithmeticError) in try a.multiplied(by: b) })
    default: throw noSuch("_*_", x, y)
    }
  }

  /// For ints, the quotient without its fraction; for decimals, the exact quotient, or an error if none exists.
  package static func divide(_ x: Value, _ y: Value) throws(FunctionFailure) -> Value {
    switch (x, y) {
    case (.int(let a), .int(let b)):
      guard b != 0 else { throw zero(EvaluationMessage.divisionByZero) }
      return .int(try exact(a.dividedReportingOverflow(by: b)))
    case (.uint(let a), .uint(let b)):
      guard b != 0 else { throw zero(EvaluationMessage.divisionByZero) }
      return .uint(a / b)
    case (.double(let a), .double(let b)): return .double(a / b)
    case (.decimal(let a), .decimal(let b)):
      guard b.signum != 0 else { throw zero(EvaluationMessage.divisionByZero) }
      do throws(ArithmeticError) {
        // With the maximum number of places, a quotient with a remainder overflows.
        return .decimal(try a.divided(by: b, places: Int(ExactDecimal.exponentLimit), rounding: .down))
      } catch { throw FunctionFailure(.overflow, EvaluationMessage.inexactQuotient) }
    default: throw noSuch("_/_", x, y)
    }
  }

  package static func remainder(_ x: Value, _ y: Value) throws(FunctionFailure) -> Value {
    switch (x, y) {
    case (.int(let a), .int(let b)):
      guard b != 0 else { throw zero(EvaluationMessage.remainderByZero) }
      return .int(try exact(a.remainderReportingOverflow(dividingBy: b)))
    case (.uint(let a), .uint(let b)):
      guard b != 0 else { throw zero(EvaluationMessage.remainderByZero) }
      return .uint(a % b)
    case (.decimal(let a), .decimal(let b)):
      guard b.signum != 0 else { throw zero(EvaluationMessage.remainderByZero) }
      return .decimal(try exact { () throws(ArithmeticError) in try a.remainder(dividingBy: b) })
    default: throw noSuch("_%_", x, y)
    }
  }

  package static func negate(_ x: Value) throws(FunctionFailure) -> Value {
    switch x {
    case .int(let a): return .int(try exact((0 as Int64).subtractingReportingOverflow(a)))
    case .double(let a): return .double(-a)
    case .decimal(let a): return .decimal(-a)
    case .duration(let a): return .duration(-a)
    default:
      throw FunctionFailure(.noSuchOverload, EvaluationMessage.noSuchOverload("-_", [x.typeName]))
    }
  }

  // MARK: Failures

  private static func exact<T>(_ result: (partialValue: T, overflow: Bool)) throws(FunctionFailure) -> T {
    guard !result.overflow else { throw FunctionFailure(.overflow, EvaluationMessage.overflow) }
    return result.partialValue
  }

  private static func exact<T>(_ run: () throws(ArithmeticError) -> T) throws(FunctionFailure) -> T {
    do throws(ArithmeticError) { return try run() } catch {
      throw FunctionFailure(.overflow, EvaluationMessage.overflow)
    }
  }

  private static func zero(_ message: String) -> FunctionFailure { FunctionFailure(.divisionByZero, message) }

  private static func noSuch(_ function: Text, _ x: Value, _ y: Value) -> FunctionFailure {
    FunctionFailure(.noSuchOverload, EvaluationMessage.noSuchOverload(function, [x.typeName, y.typeName]))
  }
}

extension EvaluationMessage {
  static let inexactQuotient = "this quotient has no end; give its rounding: `divide(divisor, places, mode)`"
}
