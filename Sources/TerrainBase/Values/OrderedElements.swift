extension Sequence {
  /// The elements in the order that `precedes` defines; elements of which neither precedes the other keep their order.
  ///
  /// The standard library's `sorted(by:)` is compiled again for each type of element and each closure, 4 kB of code each time. This
  /// function sorts positions with a single sort for all callers. It calls `precedes` through a closure, so code that spends most of its
  /// time on sorting should use `sorted(by:)`. Complexity: O(*n* log *n*) calls of `precedes`.
  package func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
    let elements = Array(self)
    return orderedPositions(elements.count) { precedes(elements[$0], elements[$1]) }.map { elements[$0] }
  }
}

extension Sequence where Element: Comparable {
  /// The elements in ascending order, by one sort for all types of elements (see ``ordered(by:)``).
  package func ordered() -> [Element] { ordered(by: <) }
}

/// The positions below `count` in the order that `precedes` defines.
@inline(never)
private func orderedPositions(_ count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
  guard count > 1 else { return Array(0..<count) }
  return Array(0..<count).sorted(by: precedes)
}

extension Dictionary {
  /// A dictionary of `pairs`; for a repeated key, the first value is kept.
  ///
  /// `init(_:uniquingKeysWith:)` would need dynamic casts, which Embedded Swift does not have.
  package init(keepingFirst pairs: some Sequence<(Key, Value)>) {
    self.init(minimumCapacity: pairs.underestimatedCount)
    for (key, value) in pairs where self[key] == nil { self[key] = value }
  }

  /// Adds the entries of `others` whose keys are missing.
  ///
  /// `merge(_:uniquingKeysWith:)` would need dynamic casts, too.
  package mutating func merge(keepingFirst others: [Key: Value]) {
    for (key, value) in others where self[key] == nil { self[key] = value }
  }

  /// Adds the entries of `others`, replacing entries with the same keys.
  package mutating func merge(replacingBy others: [Key: Value]) {
    for (key, value) in others { self[key] = value }
  }
}
