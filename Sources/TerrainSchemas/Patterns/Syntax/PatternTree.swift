/// A pattern parsed, whatever syntax it was written in.
///
/// Only whether a text matches is ever asked, so greediness and captures are read, checked and discarded.
indirect enum PatternTree {
  case empty
  case set(ScalarSet)
  case assertion(PatternAssertion)
  case sequence([PatternTree])
  case alternatives([PatternTree])
  /// `atMost` is `nil` where there is no end.
  case repetition(PatternTree, atLeast: Int, atMost: Int?)
}

extension PatternTree {
  /// The same language without parts that match only nothing, and with alternatives of one character as one set.
  ///
  /// A repeated nothing would take the time of its count to write out, though it adds no instruction.
  var simplified: PatternTree {
    switch self {
    case .empty, .set, .assertion: return self
    case .sequence(let items):
      return .joined(items.map { $0.simplified }.filter { !$0.isEmpty })
    case .alternatives(let items):
      let simple = items.map { $0.simplified }
      if simple.allSatisfy({ $0.isEmpty }) { return .empty }
      let sets = simple.compactMap { item in if case .set(let set) = item { set } else { nil } }
      return sets.count == simple.count ? .set(ScalarSet(sets.flatMap { $0.runs })) : .alternatives(simple)
    case .repetition(let item, let atLeast, let atMost):
      let simple = item.simplified
      if simple.isEmpty || atMost == 0 { return .empty }
      return .repetition(simple, atLeast: atLeast, atMost: atMost)
    }
  }

  static func joined(_ sequence: [PatternTree]) -> PatternTree {
    switch sequence.count {
    case 0: .empty
    case 1: sequence[0]
    default: .sequence(sequence)
    }
  }

  private var isEmpty: Bool {
    if case .empty = self { true } else { false }
  }
}

/// A condition on the place between two characters.
enum PatternAssertion: UInt8 {
  case textStart, textEnd, lineStart, lineEnd, wordBoundary, notWordBoundary
}

/// Puts a tree together from left to right on a stack of its own: however deep groups nest, nothing recurses.
struct PatternTreeBuilder {
  private struct Group {
    var alternatives: [PatternTree] = []
    var sequence: [PatternTree] = []

    var tree: PatternTree {
      let last = PatternTree.joined(sequence)
      return alternatives.isEmpty ? last : .alternatives(alternatives + [last])
    }
  }

  private var outer: [Group] = []
  private var current = Group()

  var depth: Int { outer.count }

  mutating func append(_ tree: PatternTree) { current.sequence.append(tree) }

  mutating func beginAlternative() {
    current.alternatives.append(PatternTree.joined(current.sequence))
    current.sequence = []
  }

  mutating func beginGroup() {
    outer.append(current)
    current = Group()
  }

  /// Ends the innermost group, which becomes one item; false when there is none.
  mutating func endGroup() -> Bool {
    guard var group = outer.popLast() else { return false }
    group.sequence.append(current.tree)
    current = group
    return true
  }

  /// Repeats the last item; false when there is none.
  mutating func repeatLast(atLeast: Int, atMost: Int?) -> Bool {
    guard let last = current.sequence.popLast() else { return false }
    current.sequence.append(.repetition(last, atLeast: atLeast, atMost: atMost))
    return true
  }

  /// The whole, once every group is ended.
  var tree: PatternTree { current.tree }
}
