/// The result of comparing two values.
public enum Ordering: Int8, Sendable {
  case less = -1
  case equal = 0
  case greater = 1

  /// The ordering of `lhs` relative to `rhs`.
  @inlinable public init<T: Comparable>(_ lhs: T, _ rhs: T) {
    self = lhs < rhs ? .less : (rhs < lhs ? .greater : .equal)
  }

  /// The ordering with both values exchanged.
  @inlinable public var reversed: Ordering {
    switch self {
    case .less: .greater
    case .equal: .equal
    case .greater: .less
    }
  }

  /// This ordering, unless it is `equal`; then `next` decides.
  @inlinable public func then(_ next: @autoclosure () -> Ordering) -> Ordering { self == .equal ? next() : self }
}
