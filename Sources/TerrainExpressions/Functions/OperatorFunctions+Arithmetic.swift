import TerrainBase

// Arithmetic on values: checked everywhere, never wrapping.
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
      // CEL's durations are counted in 64 bits of nanoseconds.
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

  /// Of ints the quotient without its fraction; of decimals the exact one, or an error where there is none.
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
        // With as many places as there can be, a quotient that has a remainder overflows.
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
