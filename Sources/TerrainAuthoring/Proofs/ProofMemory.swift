import Synchronization

/// What earlier analyses of a rule set proved, for one that comes after: what is asked again about equal tables is not proved again.
///
/// A proof has no inputs but what a table contains, and limits. Both are compared as a whole, so that an analysis with a memory has
/// the findings of one without.
package final class ProofMemory: Sendable {
  /// What a number stands for: a text, or a sequence of such numbers.
  private struct Content: Hashable {
    var text = ""
    var parts: [Int] = []
  }

  /// Something to prove.
  struct Question: Hashable, Sendable {
    enum Kind: Sendable { case table, reachableResults, crowding }

    let kind: Kind
    /// What it is about, as numbers of this memory.
    let contents: [Int]
    let limits: ProofLimits
  }

  private struct Answer {
    let value: any Sendable
    var analysis: Int
  }

  private struct State {
    var numbers: [Content: (number: Int, analysis: Int)] = [:]
    var answers: [Question: Answer] = [:]
    var last = 0
    var analysis = 0
  }

  private let state = Mutex(State())
  /// What was of no use for this many analyses is discarded: an author may undo a change.
  private static let mostAnalyses = 16

  /// A memory of nothing.
  package init() {}

  /// An analysis begins.
  func begin() {
    state.withLock { state in
      state.analysis += 1
      guard state.analysis % Self.mostAnalyses == 0 else { return }
      let oldest = state.analysis - Self.mostAnalyses
      state.numbers = state.numbers.filter { $0.value.analysis >= oldest }
      state.answers = state.answers.filter { $0.value.analysis >= oldest }
    }
  }

  /// The number of `text`; no other text or sequence has it.
  func number(of text: String) -> Int { number(of: Content(text: text)) }

  /// The number of the sequence `parts`; no other text or sequence has it.
  func number(of parts: [Int]) -> Int { number(of: Content(parts: parts)) }

  private func number(of content: Content) -> Int {
    state.withLock { state in
      if let known = state.numbers[content]?.number {
        state.numbers[content] = (known, state.analysis)
        return known
      }
      state.last += 1
      state.numbers[content] = (state.last, state.analysis)
      return state.last
    }
  }

  /// The earlier answer to `question`; nil where there is none.
  func answer<T: Sendable>(_ question: Question, as type: T.Type = T.self) -> T? {
    state.withLock { state in
      guard let value = state.answers[question]?.value as? T else { return nil }
      state.answers[question]?.analysis = state.analysis
      return value
    }
  }

  /// Keeps an answer.
  func keep<T: Sendable>(_ value: T, for question: Question) {
    state.withLock { $0.answers[question] = Answer(value: value, analysis: $0.analysis) }
  }
}
