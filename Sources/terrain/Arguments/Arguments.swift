/// A command line, parsed by a ``Command``'s description.
struct Arguments: Sendable {
  /// The operands, in order.
  let operands: [String]
  /// The options with their values, in the order they were given.
  let options: [(name: String, value: String)]

  /// True when `option` was given.
  func has(_ option: Option) -> Bool { options.contains { $0.name == option.name } }

  /// The value given to `option`, if it was given.
  func value(of option: Option) -> String? { options.last { $0.name == option.name }?.value }

  /// Every value given to a repeating `option`, in order.
  func values(of option: Option) -> [String] { options.filter { $0.name == option.name }.map(\.value) }

  /// The operand at `index`, if that many were given.
  func operand(_ index: Int) -> String? { operands.indices.contains(index) ? operands[index] : nil }
}
