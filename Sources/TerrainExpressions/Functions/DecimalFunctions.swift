import TerrainBase

/// Exact decimals, for money. No double becomes one by itself: `decimal(string(x))` takes its shortest digits.
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
  ]

  /// From text such as `12.34`, or from a whole number.
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

  /// `number` with no more than `places` digits after the point; fewer than 0 round to tens, hundreds and so on.
  package static func round(_ number: Value, _ places: Value, _ mode: Value) throws(FunctionFailure) -> Value {
    let rule = try rule(mode)
    return .decimal(try number.asDecimal.rounded(places: Int(clamping: try places.asInt), rule: rule))
  }

  /// The quotient, rounded once: dividend, divisor, places, mode. (`/` gives a quotient only where it is exact.)
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

  private static func rule(_ mode: Value) throws(FunctionFailure) -> RoundingRule {
    guard let rule = RoundingRule(rawValue: try mode.asText.string) else {
      let names = RoundingRule.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      throw .invalid("this is not a rounding mode; those are \(names)")
    }
    return rule
  }

  /// What arithmetic on exact numbers failed with.
  package static func failure(_ error: ArithmeticError) -> FunctionFailure {
    switch error {
    case .overflow: .overflow("the result has more digits than a decimal holds")
    case .divisionByZero: FunctionFailure(.divisionByZero, "division by zero")
    }
  }
}
