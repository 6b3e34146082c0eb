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
    if let decided = Value.equalWithoutDescending(self, other) { return decided }
    var pending = [(self, other)]
    while let (lhs, rhs) = pending.popLast() {
      switch (lhs, rhs) {
      case (.list(let a), .list(let b)):
        guard a.count == b.count else { return false }
        for (x, y) in zip(a, b) where !Value.matchOrDefer(x, y, &pending) { return false }
      case (.map(let a), .map(let b)):
        guard a.count == b.count else { return false }
        for (key, x) in a.entries {
          guard let y = b[key], Value.matchOrDefer(x, y, &pending) else { return false }
        }
      case (.optional(let a?), .optional(let b?)):
        guard Value.matchOrDefer(a, b, &pending) else { return false }
      default:
        return false
      }
    }
    return true
  }

  /// False when the two are unequal for certain; pairs of containers are put off.
  private static func matchOrDefer(_ lhs: Value, _ rhs: Value, _ pending: inout [(Value, Value)]) -> Bool {
    if let decided = equalWithoutDescending(lhs, rhs) { return decided }
    pending.append((lhs, rhs))
    return true
  }

  /// Equality of everything that has nothing inside; nil for two containers of one kind.
  private static func equalWithoutDescending(_ lhs: Value, _ rhs: Value) -> Bool? {
    switch (lhs, rhs) {
    case (.int(let a), .int(let b)): return a == b
    case (.string(let a), .string(let b)): return a == b
    case (.bool(let a), .bool(let b)): return a == b
    case (.null, .null): return true
    case (.bytes(let a), .bytes(let b)): return a == b
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

  /// Feeds `hasher` so that values equal under `isEqual(to:)` hash alike.
  ///
  /// What is nested deeper than one list adds only its kind and count, so that the cost is that of one list.
  public func hash(into hasher: inout Hasher) {
    guard case .list(let elements) = self else { return hashShallow(into: &hasher) }
    hasher.combine(elements.count)
    for element in elements { element.hashShallow(into: &hasher) }
  }

  private func hashShallow(into hasher: inout Hasher) {
    switch self {
    case .string(let text): text.hash(into: &hasher)
    case .int(let int): hasher.combine(int)
    case .uint, .double, .decimal: number?.hash(into: &hasher)
    case .bool(let bool): hasher.combine(bool)
    case .null: hasher.combine(0 as UInt8)
    case .bytes(let bytes): hasher.combine(bytes)
    case .timestamp(let timestamp): hasher.combine(timestamp)
    case .duration(let duration): hasher.combine(duration)
    case .list(let elements): hasher.combine(elements.count)
    case .map(let map): hasher.combine(map.count)
    case .type(let name): hasher.combine(name)
    case .optional(let value): hasher.combine(value == nil)
    }
  }
}
