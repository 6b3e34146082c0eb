/// The deterministic automaton of bytecode as far as it is built: a row of transitions for each state met.
struct StateTable {
  /// A state is named by where its row begins.
  typealias StateName = UInt32

  static let unknown = StateName.max
  static let dead: StateName = 0

  /// Columns of a row: the classes, bytes that are no text, the end.
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

  /// Forgets all states but the two last ones of every run: no match can follow, and matched.
  mutating func forget() {
    names.removeAll()
    states = [nil, nil]
    entries = [StateName](repeating: StateTable.dead, count: stride) + [StateName](repeating: matched, count: stride)
  }

  mutating func start() -> StateName { name(of: simulation.start()) }

  /// The state's transition on a column, computed if it is missing.
  mutating func transition(from state: StateName, column: Int) -> StateName {
    let index = Int(state) + column
    let known = entries[index]
    if known != StateTable.unknown { return known }
    guard let content = content(of: state) else { return StateTable.dead }
    let next = name(of: simulation.advance(from: content, over: symbol(column)))
    entries[index] = next
    return next
  }

  /// The threads that a state represents; `nil` for the two last ones.
  func content(of state: StateName) -> PatternSimulation.State? { states[Int(state) / stride] }

  /// The name of a state, a new one if need be.
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
