/// What expressions compute with, rules decide and documents carry: CEL's values, with `decimal` added.
///
/// There is deliberately no `==`: CEL's equality (`isEqual(to:)`) takes `1` and `1.0` for equal and `NaN` for unequal to
/// itself, while output and tests want `isIdentical(to:)`. The caller names the one it means.
public enum Value: Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  case double(Double)
  /// An exact decimal number; money is never a `double`.
  indirect case decimal(ExactDecimal)
  case string(Text)
  case bytes([UInt8])
  indirect case timestamp(Timestamp)
  indirect case duration(ExactDuration)
  case list([Value])
  case map(ValueMap)
  /// A type as a value, by CEL's name for it (`int`, `list`, `google.protobuf.Timestamp`).
  case type(Text)
  /// CEL's `optional`: `nil` is `optional.none()`.
  indirect case optional(Value?)
}

extension Value {
  /// CEL's name of this value's type: `int`, `null_type`, `google.protobuf.Timestamp`, `optional_type`, …; and `decimal`.
  public var typeName: Text {
    switch self {
    case .null: "null_type"
    case .bool: "bool"
    case .int: "int"
    case .uint: "uint"
    case .double: "double"
    case .decimal: "decimal"
    case .string: "string"
    case .bytes: "bytes"
    case .timestamp: "google.protobuf.Timestamp"
    case .duration: "google.protobuf.Duration"
    case .list: "list"
    case .map: "map"
    case .type: "type"
    case .optional: "optional_type"
    }
  }

  /// True for what CEL lets be the key of a map: `bool`, `int`, `uint`, `string`.
  package var isMapKey: Bool {
    switch self {
    case .bool, .int, .uint, .string: true
    default: false
    }
  }

  /// True for `int`, `uint`, `double` and `decimal`.
  package var isNumber: Bool { number != nil }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  /// A `string`.
  public init(stringLiteral value: String) { self = .string(Text(value)) }
  /// An `int`.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// A `bool`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}
