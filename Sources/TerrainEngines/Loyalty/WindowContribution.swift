/// What an event contributed to a window, as far as something may be taken from it.
struct WindowContribution: Sendable {
  let window: Int
  let amount: WindowAmount
  /// What is left of it.
  var left: WindowAmount
}
