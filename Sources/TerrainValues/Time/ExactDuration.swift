/// A length of time, exact to the nanosecond; both parts have the same sign.
public struct ExactDuration: Hashable, Sendable {
  /// Whole seconds.
  public var seconds: Int64
  /// The rest.
  public var nanoseconds: Int32

  /// `seconds` and `nanoseconds` (same sign, less than a second).
  public init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }
}

extension ExactDuration: Comparable {
  /// Earlier or shorter.
  public static func < (lhs: ExactDuration, rhs: ExactDuration) -> Bool {
    (lhs.seconds, lhs.nanoseconds) < (rhs.seconds, rhs.nanoseconds)
  }
}
