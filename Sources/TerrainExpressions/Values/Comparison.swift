import TerrainBase

/// How two values are compared.
package enum Comparison: UInt8, Sendable {
  case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual

  /// The comparison that holds where this one does not (of values that can be ordered: not of NaN).
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
