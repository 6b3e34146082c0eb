extension Dictionary {
  /// Makes a dictionary of `pairs`, of which the first with a key is kept.
  ///
  /// `init(_:uniquingKeysWith:)` would need dynamic casts, which Embedded Swift does not have.
  package init(keepingFirst pairs: some Sequence<(Key, Value)>) {
    self.init(minimumCapacity: pairs.underestimatedCount)
    for (key, value) in pairs where self[key] == nil { self[key] = value }
  }

  /// Adds the entries of `others` whose keys are not there.
  ///
  /// `merge(_:uniquingKeysWith:)` would need dynamic casts, too.
  package mutating func merge(keepingFirst others: [Key: Value]) {
    for (key, value) in others where self[key] == nil { self[key] = value }
  }

  /// Adds the entries of `others`, in place of those with the same keys.
  package mutating func merge(replacingBy others: [Key: Value]) {
    for (key, value) in others { self[key] = value }
  }
}
