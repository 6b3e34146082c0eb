/// Bytecode that is ready to run: as a complete table of transitions where that is small, else step by step.
///
/// It never changes, so any number of threads run it at once without waiting for each other.
final class Automaton: Sendable {
  private let program: PatternBytecode
  private let classifier: ScalarClassifier
  private let complete: CompleteTable?
  /// Instructions and table entries that were made, and steps taken to make them.
  let preparation: Int

  /// A complete table and the work of making it stay below these; few patterns come near.
  private static let largestTable = 1 << 16
  private static let longestPreparation = 1_000_000

  init(_ program: PatternBytecode) {
    self.program = program
    classifier = ScalarClassifier(program.classes)
    let made = Automaton.completeTable(program)
    complete = made.table
    preparation = made.steps + program.instructions.count
  }

  /// Whether the pattern matches anywhere in `bytes`, and the steps it took to find out.
  func search(_ bytes: UnsafeBufferPointer<UInt8>) -> (found: Bool, steps: Int) {
    let (found, steps) = search(bytes, limit: .max)
    return (found ?? false, steps)
  }

  /// Whether the pattern matches anywhere in `bytes`, nil when finding out takes more than `limit` steps; and the steps.
  func search(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> (found: Bool?, steps: Int) {
    if let complete {
      guard bytes.count <= limit else { return (nil, limit) }
      return complete.search(bytes, classifier)
    }
    var run = StepwiseRun(program, classifier)
    let found = run.search(bytes, limit: limit)
    return (found, run.steps)
  }

  /// The most steps that searching takes for one byte.
  var stepsPerByte: Int { complete != nil ? 1 : program.instructions.count + 1 }

  /// True when matching takes one look into a table for each character.
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
