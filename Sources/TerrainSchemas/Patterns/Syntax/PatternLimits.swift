/// What a pattern may cost before it is refused.
package struct PatternLimits: Hashable, Sendable {
  /// The longest pattern, in UTF-8 bytes.
  package var length: Int
  /// How deep groups may be nested.
  package var nesting: Int
  /// The most instructions a pattern may become once its repetitions are written out: `a{100}` is a hundred of them.
  /// Matching takes at most this many steps for a character.
  package var instructions: Int
  /// The most ranges of code points that all different classes of a pattern may hold together.
  package var classRanges: Int

  /// The given limits.
  package init(
    length: Int = 32_768, nesting: Int = 250, instructions: Int = 20_000, classRanges: Int = 200_000
  ) {
    self.length = length
    self.nesting = nesting
    self.instructions = instructions
    self.classRanges = classRanges
  }

  /// What is used where nothing else is asked for.
  package static let standard = PatternLimits()
}
