/// What a reader accepts. Every limit has a name, which the diagnostic contains when it is exceeded.
package struct DocumentLimits: Sendable {
  /// How many lists and maps may be inside one another (`nesting`). At most ``largestNesting``.
  package var nesting: Int {
    didSet { nesting = min(nesting, Self.largestNesting) }
  }
  /// How many nodes aliases may expand to in all (`aliasExpansion`), so that a small file cannot mean a huge one.
  package var aliasExpansion: Int

  /// How many documents a YAML file may hold (`documents`).
  package static let documents = 10_000

  /// Walks over documents recurse no deeper than this.
  package static let largestNesting = 1000

  /// Limits for files people write.
  package init(nesting: Int = 256, aliasExpansion: Int = 1_000_000) {
    self.nesting = min(nesting, Self.largestNesting)
    self.aliasExpansion = aliasExpansion
  }
}
