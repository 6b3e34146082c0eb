/// What expressions compute with, rules decide and documents carry: CEL's values, with `decimal` added.
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
