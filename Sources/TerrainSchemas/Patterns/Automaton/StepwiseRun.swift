/// Runs bytecode whose complete table would be too large, making the transitions as they are needed.
///
/// Transitions met are remembered, up to a bound; a text that keeps meeting new ones is then followed without
/// remembering. Everything made here goes when the run ends, so nothing is shared between threads.
struct StepwiseRun {
  private var table: StateTable
  private let classifier: ScalarClassifier
  private var timesFull = 0
  private var simulation: PatternSimulation

  /// Entries of the table before it is discarded.
  private static let largestTable = 1 << 18
  /// How often a table may fill up before remembering is given up.
  private static let mostTimesFull = 3
  /// Texts too short for remembering to pay, in bytes.
  private static let shortText = 64

  init(_ program: PatternBytecode, _ classifier: ScalarClassifier) {
    table = StateTable(program)
    simulation = PatternSimulation(program)
    self.classifier = classifier
  }

  /// Instructions executed, and table look-ups.
  var steps: Int { table.simulation.steps + simulation.steps + lookups }
  private var lookups = 0

  /// Whether the bytecode matches anywhere in `bytes`; nil when that takes more than `limit` steps.
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

  /// The column of the next character, `position` moved past it.
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
