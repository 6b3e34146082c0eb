/// A command line, parsed by a ``Command``'s description.
struct Arguments: Sendable {
  /// The operands, in order.
  let operands: [String]
  private let values: [String: [String]]

  init(operands: [String], values: [String: [String]]) {
    self.operands = operands
    self.values = values
  }

  /// True when `option` was given.
  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// The value given to `option`, if it was given.
  func value(of option: Option) -> String? { values[option.name]?.last }

  /// Every value given to a repeating `option`, in order.
  func values(of option: Option) -> [String] { values[option.name] ?? [] }

  /// The operand at `index`, if that many were given.
  func operand(_ index: Int) -> String? { operands.indices.contains(index) ? operands[index] : nil }
}
