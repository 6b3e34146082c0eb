/// How large an expression may be, so that no text an author (or an attacker) writes can exhaust memory or the stack.
///
/// Each limit is named in the error that reports it.
package struct ExpressionLimits: Sendable {
  /// `expression-length`: bytes of text.
  package var length: Int
  /// `expression-nodes`: nodes of the tree, macros expanded.
  package var nodes: Int
  /// `expression-nesting`: brackets open at once.
  package var nesting: Int
  /// `expression-depth`: operations on the longest way from the whole expression down to a name or literal. Long chains
  /// of `&&` and `||` are balanced and count little; `1 + 1 + …` counts one a term.
  package var depth: Int

  /// Limits far above what a person writes by hand.
  package init(length: Int = 100_000, nodes: Int = 50_000, nesting: Int = 250, depth: Int = 500) {
    self.length = length
    self.nodes = nodes
    self.nesting = nesting
    self.depth = depth
  }

  /// The limits that hold where none are given.
  package static let standard = ExpressionLimits()
}
