/// A program ready to run: as a complete table of transitions where that is small, else step by step.
///
/// It never changes, so any number of threads run it at once without waiting for each other.
final class Automaton: Sendable {
  private let program: PatternProgram
  private let classifier: ScalarClassifier
  private let complete: CompleteTable?

  /// A complete table and the work of making it stay below these; few patterns come near.
  private static let largestTable = 1 << 16
  private static let longestPreparation = 1_000_000

  init(_ program: PatternProgram) {
    self.program = program
    classifier = ScalarClassifier(program.classes)
    complete = Automaton.completeTable(program)
  }

  /// Whether the pattern matches anywhere in `bytes`, and the steps it took to find out.
  func search(_ bytes: UnsafeBufferPointer<UInt8>) -> (found: Bool, steps: Int) {
    if let complete { return complete.search(bytes, classifier) }
    var run = StepwiseRun(program, classifier)
    let found = run.search(bytes)
    return (found, run.steps)
  }

  /// True when matching takes one look into a table for each character.
  var isComplete: Bool { complete != nil }

  private static func completeTable(_ program: PatternProgram) -> CompleteTable? {
    var table = StateTable(program)
    guard table.stride <= largestTable / 4 else { return nil }
    let start = table.start()
    var index = 2
    while index < table.count {
      let state = StateTable.StateName(truncatingIfNeeded: index * table.stride)
      for column in 0..<table.stride { _ = table.transition(from: state, column: column) }
      guard table.entries.count <= largestTable, table.simulation.steps <= longestPreparation else { return nil }
      index += 1
    }
    return CompleteTable(table, start: start, program.classes)
  }
}
