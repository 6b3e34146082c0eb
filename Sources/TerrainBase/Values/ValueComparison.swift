extension Value {
  /// CEL's equality.
  ///
  /// Numbers of all types are compared exactly as numbers (`1 == 1u`, `1.0 == 1`, and `0.1` as a double differs from the decimal `0.1`).
  /// `NaN` equals nothing. Lists and maps are compared by their elements. Values of different types are unequal; comparing them is not an
  /// error. Nesting costs memory, not stack, because the comparison does not recurse.
  @inlinable public func isEqual(to other: Value) -> Bool {
    if case .int(let a) = self, case .int(let b) = other { return a == b }
    if case .string(let a) = self, case .string(let b) = other { return a == b }
    return isEqualAtLength(to: other)
  }

  /// The comparison of all other pairs.
  @usableFromInline func isEqualAtLength(to other: Value) -> Bool {
    var steps = Int.max
    return isEqual(to: other, steps: &steps) ?? false
  }

  /// CEL's equality with a budget: takes one from `steps` for each element, eight for each entry of a map, and one for each eight bytes of
  /// text inside. Returns nil if the steps do not suffice.
  ///
  /// Texts and bytes count only if both have the same length; otherwise their content is not read.
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

  /// The number of steps to find an entry of a map by its key.
  package static let entrySteps = 8

  /// The number of steps to read all bytes of a text.
  private var bytesToCompare: Int {
    if case .string(let text) = self { return text.utf8.count >> 3 }
    return 0
  }

  /// False if both are certainly unequal or the steps do not suffice. Pairs of containers are compared later.
  private static func matchOrDefer(
    _ lhs: Value, _ rhs: Value, _ pending: inout [(Value, Value)], _ steps: inout Int
  ) -> Bool {
    if let decided = equalWithoutDescending(lhs, rhs, &steps) { return decided && steps >= 0 }
    pending.append((lhs, rhs))
    return true
  }

  /// The equality of values without content, or nil for two containers of the same kind.
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

  /// Hashes the value so that values that are equal under `isEqual(to:)` have equal hashes. The whole content is hashed; otherwise data
  /// could be constructed to collide.
  ///
  /// The recursion is as deep as the nesting of the value, which limits bound (`value-nesting`, `nesting`).
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
      // The sum does not depend on the order of the entries.
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
  /// True if both are equal, or both are nil.
  package func isEqual(to other: Value?) -> Bool {
    guard let value = self, let other else { return self == nil && other == nil }
    return value.isEqual(to: other)
  }
}

extension Value {
  /// CEL's `<`: nil if CEL has no such comparison (values of different kinds, lists, maps, `NaN`).
  ///
  /// Numbers of different types are compared exactly as numbers; `false` precedes `true`; strings are compared by code point, and bytes by
  /// byte.
  package func compare(to other: Value) -> Ordering? {
    switch (self, other) {
    case (.int(let a), .int(let b)): return Ordering(a, b)
    case (.string(let a), .string(let b)): return a.compare(to: b)
    case (.bool(let a), .bool(let b)): return Ordering(a ? 1 : 0, b ? 1 : 0)
    case (.bytes(let a), .bytes(let b)): return Value.compareBytes(a, b)
    case (.timestamp(let a), .timestamp(let b)): return Ordering(a, b)
    case (.duration(let a), .duration(let b)): return Ordering(a, b)
    default:
      guard let a = number, let b = other.number else { return nil }
      return a.compare(to: b)
    }
  }

  private static func compareBytes(_ lhs: [UInt8], _ rhs: [UInt8]) -> Ordering {
    if lhs.lexicographicallyPrecedes(rhs) { return .less }
    return lhs == rhs ? .equal : .greater
  }

  /// A total order over all values that is the same in every run, used to sort output.
  ///
  /// The kinds are ordered null, bool, numbers, string, bytes, timestamp, duration, list, map, type, optional. Numbers are ordered by
  /// value, with `NaN` first; equal numbers are ordered int, uint, double (`-0.0` first), decimal. Lists are ordered element by element,
  /// maps by their sorted entries. Works without recursion.
  package func totalOrder(_ other: Value) -> Ordering {
    if let decided = Value.orderWithoutDescending(self, other) { return decided }
    // Pairs of sequences that are compared element by element. A nested pair is pushed and compared before its frame continues.
    var frames = [(left: flattened, right: other.flattened, next: 0)]
    while let top = frames.last {
      guard top.next < top.left.count, top.next < top.right.count else {
        let lengths = Ordering(top.left.count, top.right.count)
        if lengths != .equal { return lengths }
        frames.removeLast()
        continue
      }
      frames[frames.count - 1].next += 1
      let (lhs, rhs) = (top.left[top.next], top.right[top.next])
      if let decided = Value.orderWithoutDescending(lhs, rhs) {
        if decided != .equal { return decided }
      } else {
        frames.append((left: lhs.flattened, right: rhs.flattened, next: 0))
      }
    }
    return .equal
  }

  /// True if both are of the same kind and have the same printed form: `1` is not identical to `1.0`, `NaN` is identical to itself, and the
  /// order of a map's entries does not matter.
  public func isIdentical(to other: Value) -> Bool { isIdentical(to: other, depth: 0) }

  /// The maximum depth of comparison by recursion. Deeper values are compared in ``totalOrder(_:)``.
  private static let mostRecursion = 32

  /// Maps whose entries have the same order, as in records of one type, are compared without sorting.
  private func isIdentical(to other: Value, depth: Int) -> Bool {
    if depth > Self.mostRecursion { return totalOrder(other) == .equal }
    switch (self, other) {
    case (.string(let a), .string(let b)): return a == b
    case (.int(let a), .int(let b)): return a == b
    case (.bool(let a), .bool(let b)): return a == b
    case (.list(let a), .list(let b)):
      guard a.count == b.count else { return false }
      return a.withUnsafeBufferPointer { a in
        b.withUnsafeBufferPointer { b in
          a.baseAddress == b.baseAddress || a.indices.allSatisfy { a[$0].isIdentical(to: b[$0], depth: depth + 1) }
        }
      }
    case (.map(let a), .map(let b)):
      guard a.count == b.count else { return false }
      let isAligned = a.entries.withUnsafeBufferPointer { a in
        b.entries.withUnsafeBufferPointer { b in
          a.baseAddress == b.baseAddress
            || a.indices.allSatisfy { a[$0].key.isIdentical(to: b[$0].key, depth: depth + 1) }
        }
      }
      guard isAligned else { return totalOrder(other) == .equal }
      return a.entries.withUnsafeBufferPointer { a in
        b.entries.withUnsafeBufferPointer { b in
          a.baseAddress == b.baseAddress
            || a.indices.allSatisfy { a[$0].value.isIdentical(to: b[$0].value, depth: depth + 1) }
        }
      }
    case (.optional(let a?), .optional(let b?)): return a.isIdentical(to: b, depth: depth + 1)
    default: return totalOrder(other) == .equal
    }
  }

  /// The elements inside as one sequence; a map's entries are sorted by key.
  private var flattened: [Value] {
    switch self {
    case .list(let elements): elements
    case .map(let map):
      // No map of CEL has keys with elements inside. If a key had some, its own order would decide.
      map.entries.sorted { $0.key.totalOrder($1.key) == .less }.flatMap { [$0.key, $0.value] }
    case .optional(let value?): [value]
    default: []
    }
  }

  private static func orderWithoutDescending(_ lhs: Value, _ rhs: Value) -> Ordering? {
    let kinds = Ordering(lhs.kindRank, rhs.kindRank)
    guard kinds == .equal else { return kinds }
    switch (lhs, rhs) {
    case (.list(let a), .list(let b)): return a.isEmpty || b.isEmpty ? Ordering(a.count, b.count) : nil
    case (.map(let a), .map(let b)): return a.count == 0 || b.count == 0 ? Ordering(a.count, b.count) : nil
    case (.optional(let a), .optional(let b)):
      return a == nil || b == nil ? Ordering(a == nil ? 0 : 1, b == nil ? 0 : 1) : nil
    case (.type(let a), .type(let b)): return Ordering(a, b)
    case (.null, .null): return .equal
    default:
      if let a = lhs.number, let b = rhs.number { return a.totalOrder(b) }
      return lhs.compare(to: rhs) ?? .equal
    }
  }

  private var kindRank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .int, .uint, .double, .decimal: 2
    case .string: 3
    case .bytes: 4
    case .timestamp: 5
    case .duration: 6
    case .list: 7
    case .map: 8
    case .type: 9
    case .optional: 10
    }
  }
}
