extension Dictionary {
  /// Makes a dictionary of `pairs`, of which the first with a key is kept.
  ///
  /// `init(_:uniquingKeysWith:)` would need dynamic casts, which Embedded Swift does not have.
  package init(keepingFirst pairs: some Sequence<(Key, Value)>) {
    self.init(minimumCapacity: pairs.underestimatedCount)
    for (key, value) in pairs where self[key] == nil { self[key] = value }
  }
}
