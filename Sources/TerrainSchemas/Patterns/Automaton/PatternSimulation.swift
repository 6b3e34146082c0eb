/// Steps bytecode over text with all its threads at once: at most as many steps for a character as it has
/// instructions.
struct PatternSimulation {
  /// What the bytecode can do next: its waiting instructions, sorted, and what stood before them if that matters.
  struct State: Hashable {
    var before: CharacterKind
    var members: [UInt32]
  }

  /// One character, as a pattern sees it.
  enum Symbol {
    case character(UInt16)
    /// Bytes that are not UTF-8: nothing matches them.
    case invalid
    case end
  }

  enum Outcome {
    case matched
    /// No match can follow.
    case dead
    case state(State)
  }

  let program: PatternBytecode
  /// Instructions executed so far.
  private(set) var steps = 0
  private var current: Threads
  private var following: Threads

  init(_ program: PatternBytecode) {
    self.program = program
    current = Threads(capacity: program.instructions.count)
    following = Threads(capacity: program.instructions.count)
  }

  /// Before the first character.
  mutating func start() -> Outcome {
    following.removeAll()
    return follow(program.start) ? .matched : outcome(after: .none)
  }

  mutating func advance(from state: State, over symbol: Symbol) -> Outcome {
    let after: CharacterKind
    switch symbol {
    case .character(let number): after = program.kinds[Int(number)]
    case .invalid: after = .other
    case .end: after = .none
    }
    if settleAssertions(of: state, after: after) { return .matched }
    following.removeAll()
    switch symbol {
    case .end: return .dead
    case .invalid: break
    case .character(let number):
      for member in current.members {
        steps += 1
        guard let next = target(of: member, over: number) else { continue }
        if follow(next) { return .matched }
      }
    }
    if !program.isAnchored, follow(program.start) { return .matched }
    return outcome(after: after)
  }

  private func target(of member: UInt32, over number: UInt16) -> UInt32? {
    switch program.instructions[Int(member)] {
    case .one(let character, let next): character == number ? next : nil
    case .any(let row, let next): program.row(row, has: number) ? next : nil
    case .split, .assertion, .match: nil
    }
  }

  /// Puts the state's members into `current`, and what lies behind those of its conditions that hold; true when a match
  /// lies there.
  private mutating func settleAssertions(of state: State, after: CharacterKind) -> Bool {
    following.removeAll()
    for member in state.members { following.insert(member) }
    var index = 0
    // The list grows while it is gone through: behind a condition there may be another.
    while index < following.members.count {
      let member = following.members[index]
      index += 1
      steps += 1
      guard case .assertion(let assertion, let next) = program.instructions[Int(member)] else { continue }
      if assertion.holds(between: state.before, and: after), follow(next) { return true }
    }
    swap(&current, &following)
    return false
  }

  /// Puts everything into `following` that is reached from `start` without a character; true when a match is.
  private mutating func follow(_ start: UInt32) -> Bool {
    following.stack.append(start)
    while let index = following.stack.popLast() {
      steps += 1
      guard following.visit(index) else { continue }
      switch program.instructions[Int(index)] {
      case .split(let first, let second):
        following.stack.append(second)
        following.stack.append(first)
      case .match:
        following.stack.removeAll(keepingCapacity: true)
        return true
      case .one, .any, .assertion: following.members.append(index)
      }
    }
    return false
  }

  private func outcome(after before: CharacterKind) -> Outcome {
    guard !following.members.isEmpty else { return .dead }
    let conditional = following.members.contains { member in
      if case .assertion = program.instructions[Int(member)] { true } else { false }
    }
    // What stood before matters to conditions alone; forgetting it otherwise makes equal states equal.
    return .state(State(before: conditional ? before : .other, members: following.members.sorted()))
  }
}

/// A set of instructions that is emptied in no time.
private struct Threads {
  /// Those that wait for a character or a condition, in the order they were reached.
  var members: [UInt32] = []
  /// Scratch of whoever fills the set.
  var stack: [UInt32] = []
  private var visited: [UInt32]
  private var round: UInt32 = 1

  init(capacity: Int) {
    visited = [UInt32](repeating: 0, count: capacity)
  }

  /// True the first time `index` is visited.
  mutating func visit(_ index: UInt32) -> Bool {
    if visited[Int(index)] == round { return false }
    visited[Int(index)] = round
    return true
  }

  mutating func insert(_ member: UInt32) {
    if visit(member) { members.append(member) }
  }

  mutating func removeAll() {
    members.removeAll(keepingCapacity: true)
    if round == .max {
      for index in visited.indices { visited[index] = 0 }
      round = 0
    }
    round += 1
  }
}
