/// The order of one thing relative to another.
public enum Ordering: Int8, Sendable {
  case less = -1
  case equal = 0
  case greater = 1

  /// The ordering of two comparable things.
  @inlinable public init<T: Comparable>(_ lhs: T, _ rhs: T) {
    self = lhs < rhs ? .less : (rhs < lhs ? .greater : .equal)
  }

  /// The same, seen from the other side.
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
