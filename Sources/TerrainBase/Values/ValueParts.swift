/// The parts of a value in the order they are written, made one at a time.
///
/// Nesting costs memory, not stack; a writer that stops early has visited nothing after its stop.
package struct ValueParts: IteratorProtocol, Sequence {
  /// What a writer meets.
  package enum Part {
    /// A value with nothing inside (also an absent optional).
    case leaf(Value)
    case beginList, endList
    case beginMap, endMap
    case beginOptional, endOptional
    /// Between two elements, or two entries.
    case separator
    /// Between a key and its value.
    case colon
  }

  private enum Frame {
    case list([Value], next: Int)
    /// `next` counts keys and values.
    case map([(key: Value, value: Value)], next: Int)
    case optional
  }

  private var frames: [Frame] = []
  private var pending: Value?
  private let order: (([(key: Value, value: Value)]) -> [(key: Value, value: Value)])?

  /// The parts of `value`.
  ///
  /// - Parameter order: puts the entries of each map in another order than their own.
  package init(
    _ value: Value, order: (([(key: Value, value: Value)]) -> [(key: Value, value: Value)])? = nil
  ) {
    pending = value
    self.order = order
  }

  /// The next part; nil after the last one.
  package mutating func next() -> Part? {
    if let value = pending {
      pending = nil
      return begin(value)
    }
    guard let frame = frames.popLast() else { return nil }
    switch frame {
    case .list(let elements, let next): return step(elements, next)
    case .map(let entries, let next): return step(entries, next)
    case .optional: return .endOptional
    }
  }

  private mutating func begin(_ value: Value) -> Part {
    switch value {
    case .list(let elements):
      frames.append(.list(elements, next: 0))
      return .beginList
    case .map(let map):
      frames.append(.map(order?(map.entries) ?? map.entries, next: 0))
      return .beginMap
    case .optional(let wrapped?):
      frames.append(.optional)
      pending = wrapped
      return .beginOptional
    default: return .leaf(value)
    }
  }

  /// Elements are at even positions, separators between them.
  private mutating func step(_ elements: [Value], _ next: Int) -> Part {
    guard next < elements.count * 2 - 1 else { return .endList }
    frames.append(.list(elements, next: next + 1))
    return next % 2 == 1 ? .separator : begin(elements[next / 2])
  }

  /// Of each four positions: a key, a colon, a value, a separator.
  private mutating func step(_ entries: [(key: Value, value: Value)], _ next: Int) -> Part {
    guard next < entries.count * 4 - 1 else { return .endMap }
    frames.append(.map(entries, next: next + 1))
    switch next % 4 {
    case 0: return begin(entries[next / 4].key)
    case 1: return .colon
    case 2: return begin(entries[next / 4].value)
    default: return .separator
    }
  }
}
