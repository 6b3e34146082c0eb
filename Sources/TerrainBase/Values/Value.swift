/// A value of expressions, rules, and documents: CEL's values, plus `decimal`.
///
/// There is deliberately no `==`: in CEL's equality (`isEqual(to:)`) `1` equals `1.0` and `NaN` is unequal to itself, while output and
/// tests need `isIdentical(to:)`. Callers choose explicitly.
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
  /// CEL's name of this value's type (`int`, `null_type`, `google.protobuf.Timestamp`, `optional_type`, …), or `decimal`.
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

  /// True for the types that CEL allows as keys of maps: `bool`, `int`, `uint`, `string`.
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

extension Value {
  /// This value as a number, or nil for other values.
  var number: Number? {
    switch self {
    case .int(let int): .int(int)
    case .uint(let uint): .uint(uint)
    case .double(let double): .double(double)
    case .decimal(let decimal): .decimal(decimal)
    default: nil
    }
  }
}

/// The parts of a value in the order of writing, produced one at a time.
///
/// Nesting costs memory, not stack. A writer that stops early visits nothing more.
package struct ValueParts: IteratorProtocol, Sequence {
  /// A step in the traversal of a value by a writer.
  package enum Part {
    /// A value without content (including an absent optional).
    case leaf(Value)
    case beginList, endList
    case beginMap, endMap
    case beginOptional, endOptional
    /// The position between two elements or two entries.
    case separator
    /// The position between a key and its value.
    case colon
  }

  private enum Frame {
    case list([Value], next: Int)
    /// `next` is the next position; it counts keys and values.
    case map([(key: Value, value: Value)], next: Int)
    case optional
  }

  private var frames: [Frame] = []
  private var pending: Value?
  private let order: (([(key: Value, value: Value)]) -> [(key: Value, value: Value)])?

  /// The parts of `value`.
  ///
  /// - Parameter order: Reorders the entries of each map.
  package init(
    _ value: Value, order: (([(key: Value, value: Value)]) -> [(key: Value, value: Value)])? = nil
  ) {
    pending = value
    self.order = order
  }

  /// The next part; nil after the last one.
  package mutating func next() -> Part? {
    if let value = pending {
      pending = nil
      return begin(value)
    }
    guard let frame = frames.popLast() else { return nil }
    switch frame {
    case .list(let elements, let next): return step(elements, next)
    case .map(let entries, let next): return step(entries, next)
    case .optional: return .endOptional
    }
  }

  private mutating func begin(_ value: Value) -> Part {
    switch value {
    case .list(let elements):
      frames.append(.list(elements, next: 0))
      return .beginList
    case .map(let map):
      frames.append(.map(order?(map.entries) ?? map.entries, next: 0))
      return .beginMap
    case .optional(let wrapped?):
      frames.append(.optional)
      pending = wrapped
      return .beginOptional
    default: return .leaf(value)
    }
  }

  /// Elements are at even positions, separators between them.
  private mutating func step(_ elements: [Value], _ next: Int) -> Part {
    guard next < elements.count * 2 - 1 else { return .endList }
    frames.append(.list(elements, next: next + 1))
    return next % 2 == 1 ? .separator : begin(elements[next / 2])
  }

  /// Every group of four positions is a key, a colon, a value, and a separator.
  private mutating func step(_ entries: [(key: Value, value: Value)], _ next: Int) -> Part {
    guard next < entries.count * 4 - 1 else { return .endMap }
    frames.append(.map(entries, next: next + 1))
    switch next % 4 {
    case 0: return begin(entries[next / 4].key)
    case 1: return .colon
    case 2: return begin(entries[next / 4].value)
    default: return .separator
    }
  }
}

/// Computed values by key. The keys are unbounded: when the cache is full, all values are discarded.
package struct BoundedValues<Key: Hashable, Value> {
  private var values: [Key: Value] = [:]
  /// Far more than one pack and its readers ask for, and few enough for any service.
  private static var most: Int { 4096 }

  /// No values.
  package init() {}

  /// The value of `key`, or nil if the cache does not have it.
  package subscript(key: Key) -> Value? { values[key] }

  /// Keeps `value`, and returns it.
  package mutating func keep(_ value: Value, of key: Key) -> Value {
    if values.count >= Self.most { values.removeAll() }
    values[key] = value
    return value
  }
}
