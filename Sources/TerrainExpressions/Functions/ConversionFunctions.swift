import TerrainBase

/// CEL's type conversions, which are exact or fail.
package enum ConversionFunctions {
  static let declarations: [FunctionDeclaration] = [
    FunctionDeclaration(
      "int",
      [
        Overload("int64_to_int64", [.int], .int, .unary(same)),
        Overload("uint64_to_int64", [.uint], .int, .unary(int)),
        Overload("double_to_int64", [.double], .int, .unary(int)),
        Overload("decimal_to_int64", [.decimal], .int, steps: 30, .unary(int)),
        Overload("string_to_int64", [.string], .int, cost: .linear, .unary(int)),
        Overload("timestamp_to_int64", [.timestamp], .int, .unary(int)),
      ]),
    FunctionDeclaration(
      "uint",
      [
        Overload("uint64_to_uint64", [.uint], .uint, .unary(same)),
        Overload("int64_to_uint64", [.int], .uint, .unary(uint)),
        Overload("double_to_uint64", [.double], .uint, .unary(uint)),
        Overload("decimal_to_uint64", [.decimal], .uint, steps: 30, .unary(uint)),
        Overload("string_to_uint64", [.string], .uint, cost: .linear, .unary(uint)),
      ]),
    FunctionDeclaration(
      "double",
      [
        Overload("double_to_double", [.double], .double, .unary(same)),
        Overload("int64_to_double", [.int], .double, .unary(double)),
        Overload("uint64_to_double", [.uint], .double, .unary(double)),
        Overload("decimal_to_double", [.decimal], .double, steps: 20, .unary(double)),
        Overload("string_to_double", [.string], .double, cost: .scaled(4), steps: 20, .unary(double)),
      ]),
    FunctionDeclaration(
      "bool",
      [
        Overload("bool_to_bool", [.bool], .bool, .unary(same)),
        Overload("string_to_bool", [.string], .bool, cost: .linear, .unary(bool)),
      ]),
    FunctionDeclaration(
      "string",
      [
        Overload("string_to_string", [.string], .string, .unary(same)),
        Overload("bool_to_string", [.bool], .string, .unary(string)),
        Overload("int64_to_string", [.int], .string, .unary(string)),
        Overload("uint64_to_string", [.uint], .string, .unary(string)),
        Overload("double_to_string", [.double], .string, steps: 250, .unary(string)),
        Overload("decimal_to_string", [.decimal], .string, steps: 50, .unary(string)),
        Overload("bytes_to_string", [.bytes], .string, cost: .copying(1), .unary(string)),
        Overload("timestamp_to_string", [.timestamp], .string, steps: 200, .unary(string)),
        Overload("duration_to_string", [.duration], .string, steps: 200, .unary(string)),
      ]),
    FunctionDeclaration(
      "bytes",
      [
        Overload("bytes_to_bytes", [.bytes], .bytes, .unary(same)),
        Overload("string_to_bytes", [.string], .bytes, cost: .copying(1), .unary(bytes)),
      ]),
    FunctionDeclaration("dyn", [Overload("to_dyn", [.anyT], .dyn, .unary(same))]),
    FunctionDeclaration("type", [Overload("type", [.anyT], .type(.anyT), .unary(type))]),
  ]

  package static func same(_ value: Value) throws(FunctionFailure) -> Value { value }

  package static func type(_ value: Value) throws(FunctionFailure) -> Value { .type(value.typeName) }

  /// The whole number that a number or text represents (fractions are truncated), or a timestamp's seconds since 1970.
  package static func int(_ value: Value) throws(FunctionFailure) -> Value {
    switch value {
    case .int: return value
    case .uint(let uint):
      guard let int = Int64(exactly: uint) else { throw .outOfRange("int") }
      return .int(int)
    case .double(let double):
      // CEL excludes both ends, because a double of that size may be the result of rounding.
      guard double > -0x1p63, double < 0x1p63 else { throw .outOfRange("int") }
      return .int(Int64(double))
    case .decimal(let decimal):
      guard let int = Int64(exactly: decimal.rounded(places: 0, rule: .down)) else { throw .outOfRange("int") }
      return .int(int)
    case .string(let text):
      guard let int = isWholeNumber(text) ? Int64(text.string) : nil else {
        throw .notText("a whole number that fits an int")
      }
      return .int(int)
    case .timestamp(let timestamp): return .int(timestamp.seconds)
    default: throw .wrongType(value, expected: "number")
    }
  }

  package static func uint(_ value: Value) throws(FunctionFailure) -> Value {
    switch value {
    case .uint: return value
    case .int(let int):
      guard let uint = UInt64(exactly: int) else { throw .outOfRange("uint") }
      return .uint(uint)
    case .double(let double):
      guard double >= 0, double < 0x1p64 else { throw .outOfRange("uint") }
      return .uint(UInt64(double))
    case .decimal(let decimal):
      guard let uint = UInt64(exactly: decimal.rounded(places: 0, rule: .down)) else { throw .outOfRange("uint") }
      return .uint(uint)
    case .string(let text):
      guard let uint = isWholeNumber(text) ? UInt64(text.string) : nil else {
        throw .notText("a whole number that fits a uint")
      }
      return .uint(uint)
    default: throw .wrongType(value, expected: "number")
    }
  }

  package static func double(_ value: Value) throws(FunctionFailure) -> Value {
    switch value {
    case .double: return value
    case .int(let int): return .double(Double(int))
    case .uint(let uint): return .double(Double(uint))
    case .decimal(let decimal): return .double(Double(decimal))
    case .string(let text):
      guard let double = double(of: text) else { throw .notText("a number that fits a double") }
      return .double(double)
    default: throw .wrongType(value, expected: "number")
    }
  }

  package static func bool(_ value: Value) throws(FunctionFailure) -> Value {
    switch try value.asText.string {
    case "1", "t", "T", "true", "TRUE", "True": true
    case "0", "f", "F", "false", "FALSE", "False": false
    default: throw .notText("`true` or `false`")
    }
  }

  package static func string(_ value: Value) throws(FunctionFailure) -> Value {
    switch value {
    case .string: return value
    case .bool(let bool): return bool ? "true" : "false"
    case .int(let int): return .string(Text(String(int)))
    case .uint(let uint): return .string(Text(String(uint)))
    case .double(let double): return .string(Text(DoubleText.shortest(double)))
    case .decimal(let decimal): return .string(Text(decimal.description))
    case .bytes(let bytes):
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalid("these bytes are not UTF-8") }
      return .string(Text(text))
    case .timestamp(let timestamp): return .string(Text(TimeFunctions.text(of: timestamp)))
    case .duration(let duration): return .string(Text(TimeFunctions.text(of: duration)))
    default: throw .wrongType(value, expected: "number, text or time")
    }
  }

  package static func bytes(_ value: Value) throws(FunctionFailure) -> Value {
    if case .bytes = value { return value }
    return .bytes(Array(try value.asText.utf8))
  }

  /// True for an optional sign followed by digits.
  private static func isWholeNumber(_ text: Text) -> Bool {
    let digits =
      text.utf8.first.map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") } == true
      ? text.utf8.dropFirst() : text.utf8[...]
    return !digits.isEmpty && digits.allSatisfy { $0 &- 0x30 < 10 }
  }

  /// Reads digits with a point and an exponent, or the name of infinity or NaN. Hexadecimal numbers are not accepted.
  private static func double(of text: Text) -> Double? {
    switch text.string {
    case "NaN": return .nan
    case "Infinity", "+Infinity", "Inf", "+Inf": return .infinity
    case "-Infinity", "-Inf": return -.infinity
    default:
      let isPlain = text.utf8.allSatisfy { byte in
        byte &- 0x30 < 10 || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "+")
      }
      guard isPlain, let double = Double(text.string), double.isFinite else { return nil }
      return double
    }
  }
}

extension FunctionFailure {
  fileprivate static func outOfRange(_ type: String) -> FunctionFailure {
    .overflow("the number does not fit \(type == "int" ? "an int" : "a uint")")
  }

  fileprivate static func notText(_ expected: String) -> FunctionFailure { .invalid("this text is not \(expected)") }
}

/// Exact decimals, for money. Doubles are not converted implicitly: `decimal(string(x))` uses their shortest digits.
package enum DecimalFunctions {
  static let declarations: [FunctionDeclaration] = [
    FunctionDeclaration(
      "decimal",
      [
        Overload("decimal_to_decimal", [.decimal], .decimal, .unary(decimal)),
        Overload("string_to_decimal", [.string], .decimal, cost: .scaled(4), steps: 20, .unary(decimal)),
        Overload("int64_to_decimal", [.int], .decimal, .unary(decimal)),
        Overload("uint64_to_decimal", [.uint], .decimal, .unary(decimal)),
      ]),
    FunctionDeclaration(
      "round",
      [Overload("decimal_round", [.decimal, .int, .string], .decimal, cost: .linear, steps: 50, .ternary(round))]),
    FunctionDeclaration(
      "divide",
      [
        Overload(
          "decimal_divide", [.decimal, .decimal, .int, .string], .decimal, cost: .linear, steps: 50, .variadic(divide))
      ]),
    FunctionDeclaration(
      "money.major", [Overload("money_major", [.int, .string], .decimal, cost: .linear, steps: 20, .binary(major))]),
    FunctionDeclaration(
      "money.minor",
      [Overload("money_minor", [.decimal, .string, .string], .int, cost: .linear, steps: 50, .ternary(minor))]),
  ]

  /// Converts a text such as `12.34` or a whole number.
  package static func decimal(_ value: Value) throws(FunctionFailure) -> Value {
    switch value {
    case .decimal: return value
    case .int(let int): return .decimal(ExactDecimal(int))
    case .uint(let uint): return .decimal(ExactDecimal(uint))
    default:
      let text = try value.asText
      do throws(DecimalParseError) { return .decimal(try ExactDecimal(parsing: text)) } catch {
        throw .invalid("this text is not a decimal such as `12.34`: \(error)")
      }
    }
  }

  /// `number` with at most `places` digits after the point; negative places round to tens, hundreds, and so on.
  package static func round(_ number: Value, _ places: Value, _ mode: Value) throws(FunctionFailure) -> Value {
    let rule = try rule(mode)
    return .decimal(try number.asDecimal.rounded(places: Int(clamping: try places.asInt), rule: rule))
  }

  /// The quotient, rounded once: dividend, divisor, places, mode. (`/` gives a quotient only if it is exact.)
  package static func divide(_ arguments: [Value]) throws(FunctionFailure) -> Value {
    let rule = try rule(arguments[3])
    let (dividend, divisor) = (try arguments[0].asDecimal, try arguments[1].asDecimal)
    let places = Int(clamping: try arguments[2].asInt)
    do throws(ArithmeticError) {
      return .decimal(try dividend.divided(by: divisor, places: places, rounding: rule))
    } catch {
      throw failure(error)
    }
  }

  /// The amount in `currency` for `minor`, a number of its smallest units.
  package static func major(_ minor: Value, _ currency: Value) throws(FunctionFailure) -> Value {
    let (minor, places) = (try minor.asInt, try minorDigits(of: currency))
    do throws(ArithmeticError) {
      return .decimal(try ExactDecimal(coefficient: Int128(minor), exponent: -places))
    } catch {
      throw failure(error)
    }
  }

  /// `amount` as a number of the smallest units of `currency`, rounded by `mode`.
  package static func minor(_ amount: Value, _ currency: Value, _ mode: Value) throws(FunctionFailure) -> Value {
    let (places, rule) = (try minorDigits(of: currency), try rule(mode))
    let rounded = try amount.asDecimal.rounded(places: Int(places), rule: rule)
    guard let scaled = try? ExactDecimal(coefficient: rounded.coefficient, exponent: rounded.exponent + places),
      let minor = Int64(exactly: scaled)
    else { throw .overflow("the amount has more smallest units than an int holds") }
    return .int(minor)
  }

  private static func minorDigits(of currency: Value) throws(FunctionFailure) -> Int32 {
    guard let digits = Currency.minorDigits(try currency.asText) else {
      throw .invalid("this text is not a currency of ISO 4217 such as `USD`")
    }
    return Int32(digits)
  }

  private static func rule(_ mode: Value) throws(FunctionFailure) -> RoundingRule {
    guard let rule = RoundingRule(rawValue: try mode.asText.string) else {
      let names = RoundingRule.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      throw .invalid("this is not a rounding mode; those are \(names)")
    }
    return rule
  }

  /// The failure for an error of exact arithmetic.
  package static func failure(_ error: ArithmeticError) -> FunctionFailure {
    switch error {
    case .overflow: .overflow("the result has more digits than a decimal holds")
    case .divisionByZero: FunctionFailure(.divisionByZero, "division by zero")
    }
  }
}
