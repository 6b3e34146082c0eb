import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// Scores answers, one line of JSON per person, one after another on one thread, and writes lean scores: the id, axes, outcomes
/// and flags of a full one, path for path.
///
/// It knows only answers that are written plainly and right, and reads them straight off the bytes (``PlainAnswers``). All
/// others are for ``ScoringSession``, which reports what is wrong with them: what is right is decided in one place. Make one a
/// thread: it shares no reference counts with others.
package final class LineScorer {
  private let table: QuizTable
  private let plain: PlainAnswers
  private let session: RuleSession
  /// For each axis its fact; nil where nothing looks at it.
  private let facts: [Fact.ID?]
  private let outcomes: [OutcomeWriter]
  private let writer: LeanScoreWriter

  private let sums: UnsafeMutablePointer<Int64>
  /// The flags of this person, in the order they came.
  private let flags: UnsafeMutablePointer<Int>
  private let isFlagged: UnsafeMutablePointer<Bool>

  /// A scorer with `engine`.
  package init(_ engine: ScoringEngine) throws(DiagnosticError) {
    let quiz = engine.quiz
    table = QuizTable(quiz)
    plain = PlainAnswers(quiz, table)
    session = RuleSession(engine.rules)
    facts = engine.facts.map { $0?.id }
    outcomes = engine.decisions.map { OutcomeWriter($0) }
    writer = LeanScoreWriter(quiz, outcomes: engine.outcomes, scale: engine.scale, flags: table.flags)
    sums = .allocate(capacity: max(1, table.axes))
    flags = .allocate(capacity: max(1, table.flags.count))
    isFlagged = .allocate(capacity: max(1, table.flags.count))
    isFlagged.initialize(repeating: false, count: max(1, table.flags.count))
  }

  deinit {
    sums.deallocate()
    flags.deallocate()
    isFlagged.deallocate()
  }

  /// Writes the score of the answers on `line`.
  ///
  /// - Returns: how many answers do not count; nil, with nothing written, where the answers are not written plainly, or
  ///   something is wrong with them.
  package func score(_ line: UnsafeBufferPointer<UInt8>, into output: inout OutputBytes) -> Int? {
    guard let read = plain.read(line) else { return nil }
    let start = output.count
    guard finish(id: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(line)[read.id]), into: &output) else {
      output.cut(to: start)
      return nil
    }
    return read.warnings
  }

  @inline(__always)
  private func finish(id: UnsafeRawBufferPointer, into output: inout OutputBytes) -> Bool {
    for axis in 0..<table.axes { sums[axis] = 0 }
    var flagCount = 0
    for question in 0..<table.questions where plain.chosen[question] >= 0 {
      for flag in table.add(plain.chosen[question], of: question, to: sums) where !isFlagged[flag] {
        isFlagged[flag] = true
        flags[flagCount] = flag
        flagCount &+= 1
      }
    }
    for index in 0..<flagCount { isFlagged[flags[index]] = false }
    session.begin()
    writer.begin(id: id, to: &output)
    for axis in facts.indices {
      let value = writer.axis(axis, sum: sums[axis], to: &output)
      guard let fact = facts[axis] else { continue }
      guard (try? session.set(fact, int: value)) != nil else { return false }
    }
    for index in outcomes.indices {
      writer.outcome(index, to: &output)
      guard outcomes[index].write(session, to: &output) else { return false }
    }
    writer.end(flags: UnsafeBufferPointer(start: flags, count: flagCount), to: &output)
    return true
  }
}
