/// An instant: seconds since 1970-01-01T00:00:00Z and nanoseconds, years 1 to 9999. Leap seconds are not counted.
public struct Timestamp: Hashable, Sendable {
  /// Whole seconds.
  public var seconds: Int64
  /// The rest.
  public var nanoseconds: Int32

  /// The instant `nanoseconds` (0 to 999,999,999) after `seconds`.
  public init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }
}

extension Timestamp: Comparable {
  /// Earlier or shorter.
  public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
    (lhs.seconds, lhs.nanoseconds) < (rhs.seconds, rhs.nanoseconds)
  }
}
