/// What a reader accepts. Every limit has a name, which the diagnostic contains when it is exceeded.
public struct DocumentLimits: Sendable {
  /// How many lists and maps may be inside one another (`nesting`). At most ``largestNesting``.
  public var nesting: Int {
    didSet { nesting = min(nesting, Self.largestNesting) }
  }
  /// How many nodes aliases may expand to in all (`aliasExpansion`), so that a small file cannot mean a huge one.
  public var aliasExpansion: Int

  /// How many documents a YAML file may hold (`documents`).
  public static let documents = 10_000

  /// Walks over documents recurse no deeper than this.
  public static let largestNesting = 1000

  /// Limits for files people write.
  public init(nesting: Int = 256, aliasExpansion: Int = 1_000_000) {
    self.nesting = min(nesting, Self.largestNesting)
    self.aliasExpansion = aliasExpansion
  }
}
