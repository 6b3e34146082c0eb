import TerrainBase

/// cel-go's `math` extension, also for decimals, and `math.pow`, which that extension lacks.
package enum MathFunctions {
  static let declarations: [FunctionDeclaration] = [
    extreme("math.greatest", "max", .greater),
    extreme("math.least", "min", .less),
    rounding("math.ceil", "math_ceil", .up, .ceiling),
    rounding("math.floor", "math_floor", .down, .floor),
    rounding("math.round", "math_round", .toNearestOrAwayFromZero, .halfAwayFromZero),
    rounding("math.trunc", "math_trunc", .towardZero, .down),
    FunctionDeclaration(
      "math.abs",
      [
        Overload("math_abs_double", [.double], .double, .unary(abs)),
        Overload("math_abs_int", [.int], .int, .unary(abs)),
        Overload("math_abs_uint", [.uint], .uint, .unary(abs)),
        Overload("math_abs_decimal", [.decimal], .decimal, .unary(abs)),
      ]),
    FunctionDeclaration(
      "math.sign",
      [
        Overload("math_sign_double", [.double], .double, .unary(sign)),
        Overload("math_sign_int", [.int], .int, .unary(sign)),
        Overload("math_sign_uint", [.uint], .uint, .unary(sign)),
        Overload("math_sign_decimal", [.decimal], .decimal, .unary(sign)),
      ]),
    FunctionDeclaration(
      "math.sqrt",
      [
        Overload("math_sqrt_double", [.double], .double, .unary(sqrt)),
        Overload("math_sqrt_int", [.int], .double, .unary(sqrt)),
        Overload("math_sqrt_uint", [.uint], .double, .unary(sqrt)),
      ]),
    FunctionDeclaration(
      "math.pow", [Overload("math_pow_double_double", [.double, .double], .double, .binary(power))]),
    FunctionDeclaration("math.isNaN", [Overload("math_isNaN_double", [.double], .bool, .unary(isNaN))]),
    FunctionDeclaration("math.isInf", [Overload("math_isInf_double", [.double], .bool, .unary(isInfinite))]),
    FunctionDeclaration("math.isFinite", [Overload("math_isFinite_double", [.double], .bool, .unary(isFinite))]),
    bitwise("math.bitAnd", "math_bitAnd", bitAnd),
    bitwise("math.bitOr", "math_bitOr", bitOr),
    bitwise("math.bitXor", "math_bitXor", bitXor),
    FunctionDeclaration(
      "math.bitNot",
      [
        Overload("math_bitNot_int_int", [.int], .int, .unary(bitNot)),
        Overload("math_bitNot_uint_uint", [.uint], .uint, .unary(bitNot)),
      ]),
    shift("math.bitShiftLeft", "math_bitShiftLeft", shiftLeft),
    shift("math.bitShiftRight", "math_bitShiftRight", shiftRight),
  ]

  static let numberTypes: [(name: String, type: CELType)] = [
    ("int", .int), ("uint", .uint), ("double", .double), ("decimal", .decimal),
  ]

  // MARK: Greatest and least

  /// For each function, the comparison of the second number with the first for which the second is the result.
  static let extremes: [Text: Comparison] = ["math.greatest": .greater, "math.least": .less]

  /// One or two numbers, or a list of numbers; the parser converts more than two arguments to a list.
  private static func extreme(_ name: Text, _ id: String, _ expected: Ordering) -> FunctionDeclaration {
    let ofList: @Sendable (Value) throws(FunctionFailure) -> Value = { list throws(FunctionFailure) in
      try extreme(of: try list.asList, expected)
    }
    var overloads: [Overload] = []
    for (name, type) in numberTypes {
      overloads.append(Overload("math_@\(id)_\(name)", [type], type, .unary(ConversionFunctions.same)))
    }
    for (name, type) in numberTypes {
      for (otherName, other) in numberTypes {
        overloads.append(
          Overload(
            "math_@\(id)_\(name)_\(otherName)", [type, other], type == other ? type : .dyn,
            .binary { a, b throws(FunctionFailure) in
              try extreme(of: [a, b], expected)
            }))
      }
    }
    for (name, type) in numberTypes {
      overloads.append(Overload("math_@\(id)_list_\(name)", [.list(type)], type, cost: .scaled(6), .unary(ofList)))
    }
    return FunctionDeclaration(name, overloads)
  }

  /// The first of `numbers` to which no other compares as `expected`; numbers of different types are compared by value.
  static func extreme(of numbers: [Value], _ expected: Ordering) throws(FunctionFailure) -> Value {
    guard var best = numbers.first else { throw .invalid("an empty list has no greatest or least element") }
    for number in numbers where !number.isNumber { throw .wrongType(number, expected: "number") }
    for number in numbers.dropFirst() {
      guard let order = number.compare(to: best) else {
        throw .invalid("NaN is neither greater nor less than a number")
      }
      if order == expected { best = number }
    }
    return best
  }

  // MARK: Rounding

  private static func rounding(
    _ name: Text, _ id: String, _ rule: FloatingPointRoundingRule, _ decimalRule: RoundingRule
  ) -> FunctionDeclaration {
    FunctionDeclaration(
      name,
      [
        Overload(
          Text(id + "_double"), [.double], .double,
          .unary { value throws(FunctionFailure) in
            .double(try value.asDouble.rounded(rule))
          }),
        Overload(
          Text(id + "_decimal"), [.decimal], .decimal,
          .unary { value throws(FunctionFailure) in
            .decimal(try value.asDecimal.rounded(places: 0, rule: decimalRule))
          }),
      ])
  }

  package static func abs(_ value: Value) throws(FunctionFailure) -> Value {
    switch value {
    case .int(let int):
      guard int != .min else { throw .overflow("the smallest int has no absolute value among ints") }
      return .int(Swift.abs(int))
    case .uint: return value
    case .decimal(let decimal): return .decimal(decimal.magnitude)
    default: return .double(Swift.abs(try value.asDouble))
    }
  }

  /// -1, 0, or 1, of the argument's type; NaN for NaN.
  package static func sign(_ value: Value) throws(FunctionFailure) -> Value {
    switch value {
    case .int(let int): return .int(int.signum())
    case .uint(let uint): return .uint(uint.signum())
    case .decimal(let decimal): return .decimal(ExactDecimal(Int64(decimal.signum)))
    default:
      let double = try value.asDouble
      return .double(double.isNaN ? double : double > 0 ? 1 : double < 0 ? -1 : 0)
    }
  }

  /// NaN for a negative number.
  package static func sqrt(_ value: Value) throws(FunctionFailure) -> Value {
    .double(try ConversionFunctions.double(value).asDouble.squareRoot())
  }

  /// A number to the power of another, as IEEE 754 defines it (NaN for a root of a negative number). The result is the double nearest to
  /// the exact result, on every system.
  package static func power(_ base: Value, _ exponent: Value) throws(FunctionFailure) -> Value {
    .double(Mathematics.power(try base.asDouble, try exponent.asDouble))
  }

  package static func isNaN(_ value: Value) throws(FunctionFailure) -> Value { .bool(try value.asDouble.isNaN) }

  package static func isInfinite(_ value: Value) throws(FunctionFailure) -> Value {
    .bool(try value.asDouble.isInfinite)
  }

  package static func isFinite(_ value: Value) throws(FunctionFailure) -> Value { .bool(try value.asDouble.isFinite) }
}

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

  /// Shifted bits beyond the number are lost; a shift by 64 or more gives 0.
  static func shiftLeft(_ value: Value, _ places: Value) throws(FunctionFailure) -> Value {
    try shift(value, places) { $0 << $1 }
  }

  /// Zeros are shifted in from the left, also for an `int`.
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

/// Locations on the Earth, as degrees of latitude (north is positive) and longitude (east is positive).
package enum GeoFunctions {
  static let declarations: [FunctionDeclaration] = [
    FunctionDeclaration(
      "geo.distance",
      [Overload("geo_distance_double", [.double, .double, .double, .double], .double, steps: 20, .variadic(distance))])
  ]

  /// The mean radius of the Earth in meters, as the IUGG defines it: (2a + b) / 3 of the WGS 84 ellipsoid.
  static let earthRadius = 6_371_008.8

  /// The distance in meters of two locations along a great circle, by the haversine formula. The arguments are latitude and longitude of
  /// the first, then of the second. Because the Earth is not a sphere, the error may be half a percent.
  package static func distance(_ arguments: [Value]) throws(FunctionFailure) -> Value {
    var degrees: [Double] = []
    for (index, argument) in arguments.enumerated() {
      let value = try argument.asDouble
      let limit: Double = index % 2 == 0 ? 90 : 180
      guard value.magnitude <= limit else {
        throw .invalid(index % 2 == 0 ? "a latitude lies within -90 and 90" : "a longitude lies within -180 and 180")
      }
      degrees.append(value)
    }
    let radians = degrees.map { $0 * .pi / 180 }
    let north = Mathematics.sine((radians[2] - radians[0]) / 2)
    let east = Mathematics.sine((radians[3] - radians[1]) / 2)
    let chord = north * north + Mathematics.cosine(radians[0]) * Mathematics.cosine(radians[2]) * east * east
    return .double(2 * earthRadius * Mathematics.arcsine(min(1, chord.squareRoot())))
  }
}

/// Hashes for choices that have to be the same in every run and on every machine.
package enum HashFunctions {
  static let declarations: [FunctionDeclaration] = [
    FunctionDeclaration(
      "hash.murmur3", [Overload("hash_murmur3_string", [.string], .int, cost: .scaled(2), .unary(murmur3))])
  ]

  /// MurmurHash3 `x86_32` of the text's UTF-8 with seed 0: 0 through 4294967295. Sticky percentage roll-outs are specified with it:
  /// `hash.murmur3(group + ':' + id) % 100 + 1`.
  package static func murmur3(_ value: Value) throws(FunctionFailure) -> Value {
    .int(Int64(StableHash.murmur3x86(try value.asText)))
  }
}
