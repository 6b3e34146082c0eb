/// Why exact arithmetic has no result. Nothing is ever rounded, wrapped or cut off instead.
public enum ArithmeticError: Error, Hashable, Sendable {
  /// The result lies outside what its type can hold exactly.
  case overflow
  /// Division, or a remainder, by zero.
  case divisionByZero
}

extension ArithmeticError: CustomStringConvertible {
  /// The reason as part of a sentence.
  public var description: String {
    switch self {
    case .overflow: "the result does not fit its type exactly"
    case .divisionByZero: "division by zero"
    }
  }
}
