/// The assumed sizes of inputs without a declared size, and how much a decision may cost at worst.
package struct CostLimits: Hashable, Sendable {
  /// `decision-cost`: steps that deciding may take, whatever the facts within their declared sizes. A rule set with a
  /// decision above it is not loaded.
  package var decision: UInt64
  /// Elements of a list or map that declares no `max_size`.
  package var elements: UInt64
  /// Bytes of a text that declares no `max_size`.
  package var bytes: UInt64

  /// Limits that hold where none are given: lists of 100 elements, texts of 1000 bytes, and twenty times the steps that a
  /// run may take: few texts are as long as they might be, and what is too much for a run is refused there.
  package init(decision: UInt64 = 200_000_000, elements: UInt64 = 100, bytes: UInt64 = 1000) {
    self.decision = decision
    self.elements = elements
    self.bytes = bytes
  }

  /// The limits that hold where none are given.
  package static let standard = CostLimits()
}
