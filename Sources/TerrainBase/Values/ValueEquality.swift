extension Value {
  /// CEL's equality.
  ///
  /// Numbers are compared as numbers, exactly, whatever their types (`1 == 1u`, `1.0 == 1`, and `0.1` as a double differs
  /// from the decimal `0.1`); `NaN` equals nothing; lists and maps are compared by their elements; values of different
  /// types are unequal, never an error. Works without recursion: nesting costs memory, not stack.
  @inlinable public func isEqual(to other: Value) -> Bool {
    if case .int(let a) = self, case .int(let b) = other { return a == b }
    if case .string(let a) = self, case .string(let b) = other { return a == b }
    return isEqualAtLength(to: other)
  }

  /// All other pairs.
  @usableFromInline func isEqualAtLength(to other: Value) -> Bool {
    var steps = Int.max
    return isEqual(to: other, steps: &steps) ?? false
  }

  /// CEL's equality, counted: takes from `steps` one for each element, eight for each entry of a map, and one for each
  /// eight bytes of text that are compared inside; nil when they do not suffice.
  ///
  /// Texts and bytes count only where both have the same length: else their content is not read.
  package func isEqual(to other: Value, steps: inout Int) -> Bool? {
    if let decided = Value.equalWithoutDescending(self, other, &steps) { return steps < 0 ? nil : decided }
    var pending = [(self, other)]
    while let (lhs, rhs) = pending.popLast() {
      switch (lhs, rhs) {
      case (.list(let a), .list(let b)):
        guard a.count == b.count else { return false }
        steps -= a.count
        guard steps >= 0 else { return nil }
        for (x, y) in zip(a, b) {
          guard Value.matchOrDefer(x, y, &pending, &steps) else { return steps < 0 ? nil : false }
        }
      case (.map(let a), .map(let b)):
        guard a.count == b.count else { return false }
        steps -= a.count * Value.entrySteps
        guard steps >= 0 else { return nil }
        for (key, x) in a.entries {
          steps -= key.bytesToCompare
          guard steps >= 0 else { return nil }
          guard let y = b[key] else { return false }
          guard Value.matchOrDefer(x, y, &pending, &steps) else { return steps < 0 ? nil : false }
        }
      case (.optional(let a?), .optional(let b?)):
        steps -= 1
        guard steps >= 0 else { return nil }
        guard Value.matchOrDefer(a, b, &pending, &steps) else { return steps < 0 ? nil : false }
      default:
        return false
      }
    }
    return true
  }

  /// Steps that finding one entry of a map by its key takes.
  package static let entrySteps = 8

  /// Steps that looking at all bytes of a text takes.
  private var bytesToCompare: Int {
    if case .string(let text) = self { return text.utf8.count >> 3 }
    return 0
  }

  /// False when the two are unequal for certain, or the steps do not suffice; pairs of containers are put off.
  private static func matchOrDefer(
    _ lhs: Value, _ rhs: Value, _ pending: inout [(Value, Value)], _ steps: inout Int
  ) -> Bool {
    if let decided = equalWithoutDescending(lhs, rhs, &steps) { return decided && steps >= 0 }
    pending.append((lhs, rhs))
    return true
  }

  /// Equality of everything that has nothing inside; nil for two containers of one kind.
  @inline(__always)
  private static func equalWithoutDescending(_ lhs: Value, _ rhs: Value, _ steps: inout Int) -> Bool? {
    switch (lhs, rhs) {
    case (.int(let a), .int(let b)): return a == b
    case (.string(let a), .string(let b)):
      guard a.utf8.count == b.utf8.count else { return false }
      steps -= a.utf8.count >> 3
      return steps >= 0 && a == b
    case (.bool(let a), .bool(let b)): return a == b
    case (.null, .null): return true
    case (.bytes(let a), .bytes(let b)):
      guard a.count == b.count else { return false }
      steps -= a.count >> 3
      return steps >= 0 && a == b
    case (.timestamp(let a), .timestamp(let b)): return a == b
    case (.duration(let a), .duration(let b)): return a == b
    case (.type(let a), .type(let b)): return a == b
    case (.list, .list), (.map, .map): return nil
    case (.optional(let a), .optional(let b)):
      if a != nil && b != nil { return nil }
      return a == nil && b == nil
    default:
      guard let a = lhs.number, let b = rhs.number else { return false }
      return a.compare(to: b) == .equal
    }
  }

  /// Feeds `hasher` so that values equal under `isEqual(to:)` hash alike, and others, as far as one can know, do not: all
  /// that is inside counts, or data could be made to collide.
  ///
  /// Goes as deep as the value is nested, which limits bound (`value-nesting`, `nesting`).
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .string(let text): text.hash(into: &hasher)
    case .int(let int): hasher.combine(int)
    case .uint, .double, .decimal: number?.hash(into: &hasher)
    case .bool(let bool): hasher.combine(bool)
    case .null: hasher.combine(0 as UInt8)
    case .bytes(let bytes): hasher.combine(bytes)
    case .timestamp(let timestamp): hasher.combine(timestamp)
    case .duration(let duration): hasher.combine(duration)
    case .list(let elements):
      hasher.combine(elements.count)
      for element in elements { element.hash(into: &hasher) }
    case .map(let map):
      // The same in whatever order the entries are.
      var sum = 0
      for (key, value) in map.entries {
        var entry = Hasher()
        key.hash(into: &entry)
        value.hash(into: &entry)
        sum &+= entry.finalize()
      }
      hasher.combine(map.count)
      hasher.combine(sum)
    case .type(let name): hasher.combine(name)
    case .optional(let value):
      hasher.combine(value == nil)
      value?.hash(into: &hasher)
    }
  }
}

extension Value? {
  /// Whether both are equal, or neither is there.
  package func isEqual(to other: Value?) -> Bool {
    guard let value = self, let other else { return self == nil && other == nil }
    return value.isEqual(to: other)
  }
}
