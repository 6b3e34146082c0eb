import TerrainBase

/// CEL's operators, declared like functions: for the checker, and for operands that are kept boxed. On ints, uints,
/// doubles and truth values of static type the planner uses instructions of its own; comparing, indexing and `in`
/// always are instructions. There is no operator that takes an int and a double together.
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
