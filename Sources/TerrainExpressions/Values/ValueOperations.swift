import TerrainBase

extension Value {
  /// The number of bytes of an element in a list.
  package static let elementSize = 24
  /// The number of bytes of an entry in a map.
  static let entrySize = 64

  /// The size in bytes for limits (for a list or map, the approximate size of its elements), without nested content.
  var size: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .bytes(let bytes): bytes.count
    case .list(let elements): elements.count &* Value.elementSize
    case .map(let map): map.count &* Value.entrySize
    default: 0
    }
  }

  /// The maximum nesting depth of values (`value-nesting`).
  static let nestingLimit = 256

  /// The size in bytes of everything nested inside a value. Shared parts count each time they occur, because writing or comparing a value
  /// visits them each time. Nil if it exceeds `limit` or the nesting exceeds ``nestingLimit``; the running time is bounded by `limit`.
  func nestedSize(within limit: Int, depth: Int = 0) -> Int? {
    guard depth < Self.nestingLimit else { return nil }
    var total = 0
    let fits = allInside { value in
      guard let size = Self.sizeInside(value, within: limit &- total, depth: depth + 1) else { return false }
      total &+= size
      return total <= limit
    }
    return fits ? total : nil
  }

  /// The size of `value` as an element, including its nested content; nil as in ``nestedSize(within:depth:)``.
  @inline(__always)
  static func sizeInside(_ value: Value, within limit: Int, depth: Int) -> Int? {
    switch value {
    case .null, .bool, .int, .uint, .double, .decimal, .timestamp, .duration, .type: return 0
    case .string(let text): return text.utf8.count
    case .bytes(let bytes): return bytes.count
    // Optional fields are nearly always absent or contain a text.
    case .optional(nil): return depth < nestingLimit ? 0 : nil
    case .optional(.string(let text)?): return depth < nestingLimit ? text.utf8.count : nil
    case .list, .map, .optional:
      let size = value.size
      guard size <= limit, let inner = value.nestedSize(within: limit &- size, depth: depth) else { return nil }
      return size &+ inner
    }
  }

  /// True for values that contain other values.
  var isContainer: Bool {
    switch self {
    case .list, .map, .optional: true
    default: false
    }
  }

  /// The number of steps to visit the value without its nested content.
  var length: Int {
    switch self {
    case .string(let text): text.utf8.count >> 3
    case .bytes(let bytes): bytes.count >> 3
    case .list(let elements): elements.count
    case .map(let map): map.count
    default: 0
    }
  }

  /// The number of steps to visit the value with its nested content; shared parts count each time. Nil if it exceeds `limit`, which also
  /// bounds the running time.
  func deepLength(within limit: Int) -> Int? {
    var total = length
    let fits = allInside { value in
      guard total <= limit, let inner = value.deepLength(within: limit &- total) else { return false }
      total &+= inner
      return total <= limit
    }
    return fits && total <= limit ? total : nil
  }

  /// True if `isFine` holds for every element, key, and value directly inside; stops at the first for which it does not hold. Works in
  /// place: a loop over an array would count references to each element.
  @inline(__always)
  private func allInside(_ isFine: (Value) -> Bool) -> Bool {
    switch self {
    case .list(let elements):
      return elements.withUnsafeBufferPointer { elements in
        for index in elements.indices where !isFine(elements[index]) { return false }
        return true
      }
    case .map(let map):
      return map.entries.withUnsafeBufferPointer { entries in
        for index in entries.indices where !isFine(entries[index].key) || !isFine(entries[index].value) { return false }
        return true
      }
    case .optional(let wrapped?): return isFine(wrapped)
    default: return true
    }
  }

  /// The outcome of `<`, `<=`, `>`, or `>=`, or nil if CEL has no such comparison. With `NaN` none of them holds.
  func outcome(of comparison: Comparison, with other: Value) -> Bool? {
    if let (x, y) = Value.asDoubles(self, other) { return comparison.holds(x, y) }
    guard let ordering = compare(to: other) else { return isNumber && other.isNumber ? false : nil }
    switch comparison {
    case .less: return ordering == .less
    case .lessOrEqual: return ordering != .greater
    case .greater: return ordering == .greater
    case .greaterOrEqual: return ordering != .less
    case .equal: return ordering == .equal
    case .notEqual: return ordering != .equal
    }
  }
}

extension Value {
  /// A double is compared with an int or uint as doubles, as in cel-go: 9223372036854775808.0 <= 9223372036854775807.
  private static func asDoubles(_ a: Value, _ b: Value) -> (Double, Double)? {
    switch (a, b) {
    case (.double(let x), .int(let y)): (x, Double(y))
    case (.double(let x), .uint(let y)): (x, Double(y))
    case (.int(let x), .double(let y)): (Double(x), y)
    case (.uint(let x), .double(let y)): (Double(x), y)
    default: nil
    }
  }
}

extension CELType {
  /// The maximum depth that ``accepts(_:depth:)`` checks; types written by authors are not deeper.
  private static let acceptedDepth = 20

  /// True if `value` is of this type, including its elements.
  func accepts(_ value: Value, depth: Int) -> Bool {
    guard depth < CELType.acceptedDepth else { return true }
    switch (self, value) {
    case (.dyn, _), (.error, _), (.parameter, _), (.variable, _): return true
    case (.null, .null), (.bool, .bool), (.int, .int), (.uint, .uint), (.double, .double), (.decimal, .decimal),
      (.string, .string), (.bytes, .bytes), (.timestamp, .timestamp), (.duration, .duration), (.type, .type):
      return true
    case (.wrapper(let inner), _):
      if case .null = value { return true }
      return inner.accepts(value, depth: depth + 1)
    case (.list(let element), .list(let elements)):
      return element == .dyn || elements.allSatisfy { element.accepts($0, depth: depth + 1) }
    case (.map(let keyType, let valueType), .map(let map)):
      return map.entries.allSatisfy {
        keyType.accepts($0.key, depth: depth + 1) && valueType.accepts($0.value, depth: depth + 1)
      }
    case (.optional(let inner), .optional(let wrapped)):
      return wrapped.map { inner.accepts($0, depth: depth + 1) } ?? true
    case (.enumeration(let vocabulary), .string(let text)): return vocabulary.code(of: text) != nil
    case (.record(let record), .map(let map)):
      return record.fields.allSatisfy { field in
        guard let value = map[string: field.name] else {
          if case .optional = field.type { return true }
          return false
        }
        if case .optional(let inner) = field.type, inner.accepts(value, depth: depth + 1) { return true }
        return field.type.accepts(value, depth: depth + 1)
      }
    default: return false
    }
  }

  /// True if `value` is of this kind, whatever its content; used to choose an overload at run time.
  func acceptsKind(of value: Value) -> Bool {
    switch (self, value) {
    case (.list, .list), (.map, .map), (.optional, .optional), (.record, .map), (.enumeration, .string): true
    case (.wrapper, .null): true
    case (.wrapper(let inner), _): inner.acceptsKind(of: value)
    default: accepts(value, depth: CELType.acceptedDepth - 1)
    }
  }
}

extension Overload {
  /// True if the values are of the kinds of the parameters.
  func accepts(_ values: [Value]) -> Bool {
    guard values.count == parameters.count else { return false }
    for (parameter, value) in zip(parameters, values) where !parameter.acceptsKind(of: value) { return false }
    return true
  }
}

extension FunctionBody {
  /// Calls the function.
  ///
  /// - Parameters:
  ///   - limit: The maximum size of the result in bytes.
  ///   - steps: The steps available to metered functions, which subtract those that they use.
  func call(_ arguments: [Value], limit: Int, steps: inout Int) throws(FunctionFailure) -> Value {
    switch (self, arguments.count) {
    case (.unary(let run), 1): return try run(arguments[0])
    case (.binary(let run), 2): return try run(arguments[0], arguments[1])
    case (.ternary(let run), 3): return try run(arguments[0], arguments[1], arguments[2])
    case (.variadic(let run), _): return try run(arguments)
    case (.bounded(let run), _): return try run(arguments, limit)
    case (.metered(let run), _): return try run(arguments, limit, &steps)
    default: throw FunctionFailure(.noSuchOverload, EvaluationMessage.declaredOnly)
    }
  }
}

/// A comparison of two values.
package enum Comparison: UInt8, Sendable {
  case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual

  /// The comparison that holds if this one does not (for ordered values, but not for NaN).
  var negated: Comparison {
    switch self {
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    case .equal: .notEqual
    case .notEqual: .equal
    }
  }

  /// The comparison with its sides exchanged.
  var mirrored: Comparison {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .equal, .notEqual: self
    }
  }

  init?(function: Text) {
    switch function.string {
    case "_<_": self = .less
    case "_<=_": self = .lessOrEqual
    case "_>_": self = .greater
    case "_>=_": self = .greaterOrEqual
    case "_==_": self = .equal
    case "_!=_": self = .notEqual
    default: return nil
    }
  }

  @inline(__always) func holds<T: Comparable>(_ a: T, _ b: T) -> Bool {
    switch self {
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    case .equal: a == b
    case .notEqual: a != b
    }
  }
}

/// A set of values under CEL's equality, with lookup by hash for large sets.
struct ValueSet {
  // Lookup accepts any value; only written maps restrict their keys to those of CEL.
  private var members = ValueMap()

  /// An empty set.
  init() {}

  init(_ values: [Value]) {
    members = ValueMap(capacity: values.count)
    for value in values { members.insert(value, .null) }
  }

  func contains(_ value: Value) -> Bool { members.position(of: value) != nil }

  /// Returns false if the set has the value already.
  mutating func insert(_ value: Value) -> Bool { members.insert(value, .null) }
}
