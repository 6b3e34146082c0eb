import TerrainBase

/// Operations on the 64 bits of an `int` or a `uint`.
extension MathFunctions {
  typealias Binary = @Sendable (Value, Value) throws(FunctionFailure) -> Value

  static func bitwise(_ name: Text, _ id: String, _ body: @escaping Binary) -> FunctionDeclaration {
    FunctionDeclaration(
      name,
      [
        Overload(Text(id + "_int_int"), [.int, .int], .int, .binary(body)),
        Overload(Text(id + "_uint_uint"), [.uint, .uint], .uint, .binary(body)),
      ])
  }

  static func shift(_ name: Text, _ id: String, _ body: @escaping Binary) -> FunctionDeclaration {
    FunctionDeclaration(
      name,
      [
        Overload(Text(id + "_int_int"), [.int, .int], .int, .binary(body)),
        Overload(Text(id + "_uint_int"), [.uint, .int], .uint, .binary(body)),
      ])
  }

  static func bitAnd(_ a: Value, _ b: Value) throws(FunctionFailure) -> Value { try combine(a, b) { $0 & $1 } }

  static func bitOr(_ a: Value, _ b: Value) throws(FunctionFailure) -> Value { try combine(a, b) { $0 | $1 } }

  static func bitXor(_ a: Value, _ b: Value) throws(FunctionFailure) -> Value { try combine(a, b) { $0 ^ $1 } }

  static func bitNot(_ value: Value) throws(FunctionFailure) -> Value {
    if case .uint(let uint) = value { return .uint(~uint) }
    return .int(~(try value.asInt))
  }

  private static func combine(
    _ a: Value, _ b: Value, _ body: (UInt64, UInt64) -> UInt64
  ) throws(FunctionFailure) -> Value {
    switch (a, b) {
    case (.int(let a), .int(let b)): return .int(Int64(bitPattern: body(UInt64(bitPattern: a), UInt64(bitPattern: b))))
    case (.uint(let a), .uint(let b)): return .uint(body(a, b))
    case (.int, _): throw .wrongType(b, expected: "int")
    case (.uint, _): throw .wrongType(b, expected: "uint")
    default: throw .wrongType(a, expected: "int")
    }
  }

  /// Bits that leave the number are lost; 64 places or more leave none.
  static func shiftLeft(_ value: Value, _ places: Value) throws(FunctionFailure) -> Value {
    try shift(value, places) { $0 << $1 }
  }

  /// Zeros come in from the left, for an `int` too.
  static func shiftRight(_ value: Value, _ places: Value) throws(FunctionFailure) -> Value {
    try shift(value, places) { $0 >> $1 }
  }

  private static func shift(
    _ value: Value, _ places: Value, _ body: (UInt64, Int64) -> UInt64
  ) throws(FunctionFailure) -> Value {
    let places = try places.asInt
    guard places >= 0 else { throw .invalid("bits cannot be shifted by a negative number of places") }
    if case .uint(let uint) = value { return .uint(body(uint, places)) }
    return .int(Int64(bitPattern: body(UInt64(bitPattern: try value.asInt), places)))
  }
}
