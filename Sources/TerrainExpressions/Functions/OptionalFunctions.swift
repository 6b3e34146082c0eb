import TerrainBase

/// CEL's optionals.
package enum OptionalFunctions {
  private static let optional = CELType.optional(.anyT)

  static let declarations: [FunctionDeclaration] = [
    FunctionDeclaration("optional.of", [Overload("optional_of", [.anyT], optional, .unary(of))]),
    FunctionDeclaration(
      "optional.ofNonZeroValue", [Overload("optional_ofNonZeroValue", [.anyT], optional, .unary(ofNonZeroValue))]),
    FunctionDeclaration("optional.none", [Overload("optional_none", [], optional, .variadic(none))]),
    FunctionDeclaration("hasValue", [Overload("optional_hasValue", member: true, [optional], .bool, .unary(hasValue))]),
    FunctionDeclaration("value", [Overload("optional_value", member: true, [optional], .anyT, .unary(value))]),
    FunctionDeclaration(
      "or", [Overload("optional_or_optional", member: true, [optional, optional], optional, .binary(or))]),
    FunctionDeclaration(
      "orValue", [Overload("optional_orValue_value", member: true, [optional, .anyT], .anyT, .binary(orValue))]),
    FunctionDeclaration(
      "optional.unwrap", [Overload("optional_unwrap", [.list(optional)], .listOfT, cost: .linear, .unary(unwrap))]),
    FunctionDeclaration(
      "unwrapOpt",
      [Overload("optional_unwrapOpt", member: true, [.list(optional)], .listOfT, cost: .linear, .unary(unwrap))]),
  ]

  package static func of(_ value: Value) throws(FunctionFailure) -> Value { .optional(value) }

  package static func none(_ arguments: [Value]) throws(FunctionFailure) -> Value { .optional(nil) }

  /// The value, unless it is what a field of its type has that was never set: `null`, `false`, zero, nothing in it.
  package static func ofNonZeroValue(_ value: Value) throws(FunctionFailure) -> Value {
    .optional(isZero(value) ? nil : value)
  }

  private static func isZero(_ value: Value) -> Bool {
    switch value {
    case .null: true
    case .bool(let bool): !bool
    case .int(let int): int == 0
    case .uint(let uint): uint == 0
    case .double(let double): double == 0
    case .decimal(let decimal): decimal.signum == 0
    case .string(let text): text.isEmpty
    case .bytes(let bytes): bytes.isEmpty
    case .timestamp(let timestamp): timestamp == .epoch
    case .duration(let duration): duration == .zero
    case .list(let elements): elements.isEmpty
    case .map(let map): map.isEmpty
    case .type: false
    case .optional(let value): value == nil
    }
  }

  package static func hasValue(_ optional: Value) throws(FunctionFailure) -> Value {
    .bool(try optional.asOptional != nil)
  }

  package static func value(_ optional: Value) throws(FunctionFailure) -> Value {
    guard let value = try optional.asOptional else {
      throw FunctionFailure(
        .absentValue, "the optional is empty: test `hasValue()` first, or give a default: `orValue(…)`")
    }
    return value
  }

  /// The first of the two that has a value. (A planner need not evaluate the second one.)
  package static func or(_ optional: Value, _ other: Value) throws(FunctionFailure) -> Value {
    try optional.asOptional != nil ? optional : .optional(try other.asOptional)
  }

  /// The value, or `other`. (A planner need not evaluate the second one.)
  package static func orValue(_ optional: Value, _ other: Value) throws(FunctionFailure) -> Value {
    try optional.asOptional ?? other
  }

  /// The values of those that have one.
  package static func unwrap(_ list: Value) throws(FunctionFailure) -> Value {
    var values: [Value] = []
    for element in try list.asList {
      if let value = try element.asOptional { values.append(value) }
    }
    return .list(values)
  }
}
