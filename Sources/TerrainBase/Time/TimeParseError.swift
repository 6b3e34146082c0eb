/// Why a text is not a date, an instant or a duration.
public enum TimeParseError: Error, Hashable, Sendable {
  /// Does not have the form; `offset` is the first byte that does not fit.
  case malformed(offset: Int)
  /// Has the form, but the month, day, hour, minute, second or offset does not exist; `offset` is its position.
  case noSuchValue(offset: Int)
  /// A leap second (`23:59:60`): instants here do not count them, and one has no number of its own.
  case leapSecond
  /// More digits than nanoseconds hold; they are not cut off.
  case tooPrecise
  /// Beyond the range of instants (years 1 to 9999) or of durations (±315,576,000,000 s).
  case outOfRange
}

extension TimeParseError: CustomStringConvertible {
  /// The reason as part of a sentence.
  public var description: String {
    switch self {
    case .malformed(let offset): "not the form that is expected (at byte \(offset))"
    case .noSuchValue(let offset): "no such date or time (at byte \(offset))"
    case .leapSecond: "leap seconds cannot be represented; write the second before or after"
    case .tooPrecise: "finer than a nanosecond"
    case .outOfRange: "out of range"
    }
  }
}
