import TerrainExpressions
import TerrainBase

// Sizes, for estimating costs.

extension CELType {
  /// The assumed size of a value of the type without a declared one.
  func usualSize(_ limits: CostLimits) -> UInt64 {
    switch self {
    case .string, .bytes: limits.bytes
    case .list, .map, .dyn: limits.elements
    case .optional(let wrapped): wrapped.usualSize(limits)
    default: 1
    }
  }

  /// Steps that looking at all of a value of the type takes that is `size` large and has inside what is usual.
  func usualDepth(_ size: UInt64, _ limits: CostLimits) -> UInt64 {
    func inside(_ type: CELType) -> UInt64 { type.usualDepth(type.usualSize(limits), limits) }
    switch self {
    case .string, .bytes: return size / 8 + 1
    case .list(let element): return size.times(inside(element).plus(1))
    case .map(let key, let value): return size.times(inside(key).plus(inside(value)).plus(2))
    case .record(let record): return record.fields.reduce(1) { $0.plus(inside($1.type)).plus(2) }
    case .optional(let wrapped): return wrapped.usualDepth(size, limits).plus(1)
    case .dyn: return size
    default: return 1
    }
  }

  /// Steps that looking at a value of the type takes that is `size` large, without what is inside.
  func length(_ size: UInt64) -> UInt64 {
    switch self {
    case .string, .bytes: size / 8 + 1
    default: size
    }
  }

  /// True of types whose values are worked on by instructions, not calls.
  var isUnboxed: Bool {
    switch self {
    case .int, .uint, .double, .bool: true
    default: false
    }
  }
}

extension Value {
  /// Elements of a list or map, bytes of a text; 1 of everything else.
  var estimatedSize: UInt64 {
    switch self {
    case .string(let text): UInt64(max(1, text.utf8.count))
    case .bytes(let bytes): UInt64(max(1, bytes.count))
    case .list(let elements): UInt64(max(1, elements.count))
    case .map(let map): UInt64(max(1, map.count))
    default: 1
    }
  }

  /// Steps that looking at all of it takes.
  var estimatedDepth: UInt64 {
    switch self {
    case .string, .bytes: estimatedSize / 8 + 1
    case .list(let elements): elements.reduce(UInt64(elements.count)) { $0.plus($1.estimatedDepth) }
    case .map(let map):
      map.entries.reduce(UInt64(map.count)) { $0.plus($1.key.estimatedDepth).plus($1.value.estimatedDepth) }
    default: 1
    }
  }
}

extension UInt64 {
  /// The sum, or the greatest number where it does not fit.
  func plus(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// The product, or the greatest number where it does not fit.
  func times(_ other: UInt64) -> UInt64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
