/// An exact decimal number: `coefficient` × 10^`exponent`.
public struct ExactDecimal: Sendable {
  public var coefficient: Int128
  public var exponent: Int32

  /// `coefficient` × 10^`exponent`.
  public init(coefficient: Int128, exponent: Int32) {
    self.coefficient = coefficient
    self.exponent = exponent
  }
}
