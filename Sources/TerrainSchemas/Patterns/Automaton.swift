import TerrainBase

/// Executable bytecode: a complete table of transitions if that is small, else a simulation step by step.
///
/// An automaton is immutable, so any number of threads run it at once without waiting for each other.
final class Automaton: Sendable {
  private let program: PatternBytecode
  private let classifier: ScalarClassifier
  private let complete: CompleteTable?
  /// The number of created instructions and table entries, plus the steps to create them.
  let preparation: Int

  /// The limit for a complete table and for the work of making it; few patterns come near.
  private static let largestTable = 1 << 16
  private static let longestPreparation = 1_000_000

  init(_ program: PatternBytecode) {
    self.program = program
    classifier = ScalarClassifier(program.classes)
    let made = Automaton.completeTable(program)
    complete = made.table
    preparation = made.steps + program.instructions.count
  }

  /// Searches `bytes` for a match of the pattern. Returns the result and the number of steps.
  func search(_ bytes: UnsafeBufferPointer<UInt8>) -> (found: Bool, steps: Int) {
    let (found, steps) = search(bytes, limit: .max)
    return (found ?? false, steps)
  }

  /// Searches `bytes` for a match of the pattern. Returns the result, nil if it takes more than `limit` steps, and the number of steps.
  func search(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> (found: Bool?, steps: Int) {
    if let complete {
      guard bytes.count <= limit else { return (nil, limit) }
      return complete.search(bytes, classifier)
    }
    var run = StepwiseRun(program, classifier)
    let found = run.search(bytes, limit: limit)
    return (found, run.steps)
  }

  /// The maximum number of steps of a search for each byte.
  var stepsPerByte: Int { complete != nil ? 1 : program.instructions.count + 1 }

  /// True if matching takes one table lookup for each character.
  var isComplete: Bool { complete != nil }

  private static func completeTable(_ program: PatternBytecode) -> (table: CompleteTable?, steps: Int) {
    var table = StateTable(program)
    var steps: Int { table.simulation.steps + table.entries.count }
    guard table.stride <= largestTable / 4 else { return (nil, steps) }
    let start = table.start()
    var index = 2
    while index < table.count {
      let state = StateTable.StateName(truncatingIfNeeded: index * table.stride)
      for column in 0..<table.stride { _ = table.transition(from: state, column: column) }
      guard table.entries.count <= largestTable, table.simulation.steps <= longestPreparation else {
        return (nil, steps)
      }
      index += 1
    }
    return (CompleteTable(table, start: start, program.classes), steps)
  }
}

/// All transitions of an automaton.
struct CompleteTable: Sendable {
  private let entries: [StateTable.StateName]
  private let start: StateTable.StateName
  private let matched: StateTable.StateName
  private let invalidColumn: Int
  private let endColumn: Int
  /// The only byte that leaves the start state, if there is exactly one: the bytes before it are skipped.
  private let firstByte: UInt8?

  /// Uses the whole of `table`, in which no transition is unknown.
  init(_ table: StateTable, start: StateTable.StateName, _ classes: ScalarClasses) {
    entries = table.entries
    self.start = start
    matched = table.matched
    invalidColumn = table.invalidColumn
    endColumn = table.endColumn
    let leaving = (0..<table.endColumn).filter { table.entries[Int(start) + $0] != start }
    if start > table.matched, leaving.count == 1, leaving[0] != table.invalidColumn,
      let only = classes.onlyMember(of: UInt16(truncatingIfNeeded: leaving[0])), only < 0x80
    {
      firstByte = UInt8(truncatingIfNeeded: only)
    } else {
      firstByte = nil
    }
  }

  /// Runs the automaton over `bytes`. Returns the result and the number of bytes read.
  func search(_ bytes: UnsafeBufferPointer<UInt8>, _ classifier: ScalarClassifier) -> (found: Bool, steps: Int) {
    if start <= matched { return (start == matched, 1) }
    // The start state has the lowest number of all states other than the two final ones, so one comparison finds all special states.
    let remarkable = firstByte == nil ? matched : start
    return entries.withUnsafeBufferPointer { entries in
      classifier.ascii.withUnsafeBufferPointer { ascii in
        var state = start
        var position = skipToFirstByte(bytes, from: 0)
        while position < bytes.count {
          let byte = bytes[position]
          let column: Int
          if byte < 0x80 {
            column = Int(ascii[Int(byte)])
            position += 1
          } else if let scalar = decodeBeyondASCII(bytes, at: &position) {
            column = Int(classifier.classBeyondASCII(scalar))
          } else {
            column = invalidColumn
          }
          state = entries[Int(state) + column]
          if state <= remarkable {
            if state <= matched { return (state == matched, position) }
            position = skipToFirstByte(bytes, from: position)
          }
        }
        return (entries[Int(state) + endColumn] == matched, position + 1)
      }
    }
  }

  private func skipToFirstByte(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int) -> Int {
    guard let firstByte, let base = bytes.baseAddress, position < bytes.count else { return position }
    guard let hit = memchr(base + position, Int32(firstByte), bytes.count - position) else { return bytes.count }
    return UnsafeRawPointer(hit) - UnsafeRawPointer(base)
  }
}

/// The deterministic automaton as far as it is built: a row of transitions for each state.
struct StateTable {
  /// A state is named by the index at which its row begins.
  typealias StateName = UInt32

  static let unknown = StateName.max
  static let dead: StateName = 0

  /// The columns of a row: the classes, invalid bytes, and the end.
  let stride: Int
  private(set) var entries: [StateName]
  private(set) var simulation: PatternSimulation
  private var states: [PatternSimulation.State?]
  private var names: [PatternSimulation.State: StateName] = [:]
  private let classes: Int

  init(_ program: PatternBytecode) {
    classes = program.classes.count
    stride = classes + 2
    simulation = PatternSimulation(program)
    entries = []
    states = []
    forget()
  }

  var matched: StateName { StateName(truncatingIfNeeded: stride) }
  var invalidColumn: Int { classes }
  var endColumn: Int { classes + 1 }
  var count: Int { states.count }

  /// Removes all states except the two final states of every run: "no match can follow" and "matched".
  mutating func forget() {
    names.removeAll()
    states = [nil, nil]
    entries = [StateName](repeating: StateTable.dead, count: stride) + [StateName](repeating: matched, count: stride)
  }

  mutating func start() -> StateName { name(of: simulation.start()) }

  /// The state's transition for a column, computed if it is missing.
  mutating func transition(from state: StateName, column: Int) -> StateName {
    let index = Int(state) + column
    let known = entries[index]
    if known != StateTable.unknown { return known }
    guard let content = content(of: state) else { return StateTable.dead }
    let next = name(of: simulation.advance(from: content, over: symbol(column)))
    entries[index] = next
    return next
  }

  /// The threads that a state represents, or nil for the two final states.
  func content(of state: StateName) -> PatternSimulation.State? { states[Int(state) / stride] }

  /// The name of a state, which is created if it is new.
  mutating func name(of outcome: PatternSimulation.Outcome) -> StateName {
    switch outcome {
    case .matched: return matched
    case .dead: return StateTable.dead
    case .state(let state):
      if let known = names[state] { return known }
      let name = StateName(truncatingIfNeeded: entries.count)
      names[state] = name
      states.append(state)
      entries += [StateName](repeating: StateTable.unknown, count: stride)
      return name
    }
  }

  func symbol(_ column: Int) -> PatternSimulation.Symbol {
    if column == endColumn { return .end }
    return column == invalidColumn ? .invalid : .character(UInt16(truncatingIfNeeded: column))
  }
}

/// Runs bytecode whose complete table would be too large; transitions are computed on demand.
///
/// Computed transitions are cached up to a limit. A text that keeps causing new transitions is then processed without a cache. The cache
/// ends with the run, so threads share nothing.
struct StepwiseRun {
  private var table: StateTable
  private let classifier: ScalarClassifier
  private var timesFull = 0
  private var simulation: PatternSimulation

  /// The maximum number of entries of the table before it is discarded.
  private static let largestTable = 1 << 18
  /// The number of times that the table may fill up before transitions are no longer cached.
  private static let mostTimesFull = 3
  /// The length in bytes below which caching of transitions does not pay.
  private static let shortText = 64

  init(_ program: PatternBytecode, _ classifier: ScalarClassifier) {
    table = StateTable(program)
    simulation = PatternSimulation(program)
    self.classifier = classifier
  }

  /// The number of executed instructions and table lookups.
  var steps: Int { table.simulation.steps + simulation.steps + lookups }
  private var lookups = 0

  /// True if the bytecode matches anywhere in `bytes`, or nil if that takes more than `limit` steps.
  mutating func search(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Bool? {
    var position = 0
    if bytes.count <= StepwiseRun.shortText {
      return simulate(bytes, from: position, simulation.start(), limit: limit)
    }
    var state = table.start()
    while position < bytes.count {
      if state <= table.matched { return state == table.matched }
      if steps > limit { return nil }
      if table.entries.count > StepwiseRun.largestTable {
        guard let content = table.content(of: state) else { return false }
        timesFull += 1
        if timesFull > StepwiseRun.mostTimesFull {
          return simulate(bytes, from: position, .state(content), limit: limit)
        }
        table.forget()
        state = table.name(of: .state(content))
      }
      lookups += 1
      state = table.transition(from: state, column: column(bytes, at: &position))
    }
    if state <= table.matched { return state == table.matched }
    return table.transition(from: state, column: table.endColumn) == table.matched
  }

  private mutating func simulate(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ outcome: PatternSimulation.Outcome, limit: Int
  ) -> Bool? {
    var position = start
    var outcome = outcome
    while position < bytes.count {
      guard case .state(let state) = outcome else { break }
      if steps > limit { return nil }
      outcome = simulation.advance(from: state, over: table.symbol(column(bytes, at: &position)))
    }
    if case .state(let state) = outcome { outcome = simulation.advance(from: state, over: .end) }
    if case .matched = outcome { return true }
    return false
  }

  /// The column of the next character; moves `position` past it.
  private func column(_ bytes: UnsafeBufferPointer<UInt8>, at position: inout Int) -> Int {
    let byte = bytes[position]
    if byte < 0x80 {
      position += 1
      return Int(classifier.ascii[Int(byte)])
    }
    guard let scalar = decodeBeyondASCII(bytes, at: &position) else { return table.invalidColumn }
    return Int(classifier.classBeyondASCII(scalar))
  }
}

/// Runs bytecode over text with all its threads at once. The number of steps for a character is at most the number of instructions.
struct PatternSimulation {
  /// The state of the bytecode: its waiting instructions, sorted, and the kind of the previous character if that matters.
  struct State: Hashable {
    var before: CharacterKind
    var members: [UInt32]
  }

  /// A character, as a pattern distinguishes it.
  enum Symbol {
    case character(UInt16)
    /// Bytes that are not UTF-8, which no pattern matches.
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
  /// The number of executed instructions.
  private(set) var steps = 0
  private var current: Threads
  private var following: Threads

  init(_ program: PatternBytecode) {
    self.program = program
    current = Threads(capacity: program.instructions.count)
    following = Threads(capacity: program.instructions.count)
  }

  /// The state before the first character.
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

  /// Puts the state's members into `current`, and the successors of those whose conditions hold. True if a successor is a match.
  private mutating func settleAssertions(of state: State, after: CharacterKind) -> Bool {
    following.removeAll()
    for member in state.members { following.insert(member) }
    var index = 0
    // The list grows during the loop, because a condition may lead to another condition.
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

  /// Adds all instructions to `following` that `start` reaches without a character. True if a match is among them.
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
    // Only conditions depend on the previous character. Without conditions it is dropped, so that equal states are equal.
    return .state(State(before: conditional ? before : .other, members: following.members.sorted()))
  }
}

/// A set of instructions that is cleared in constant time.
private struct Threads {
  /// The instructions that wait for a character or a condition, in the order in which they were reached.
  var members: [UInt32] = []
  /// A work area for the code that fills the set.
  var stack: [UInt32] = []
  private var visited: [UInt32]
  private var round: UInt32 = 1

  init(capacity: Int) {
    visited = [UInt32](repeating: 0, count: capacity)
  }

  /// True if `index` is visited for the first time.
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
