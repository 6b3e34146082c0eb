import Synchronization
import TerrainBase

/// Limits on the cost of analysis. A proof that needs more reports the point at which it stopped. Costs are counted, not timed, so that a
/// rule set has the same diagnostics on every machine.
package struct ProofLimits: Sendable, Hashable {
  /// Steps of all proofs of one rule set together (`proof-steps`). A step takes 15 to 60 ns in a release build, most for hard tables: the
  /// default ends within two seconds. Each table may take its share; unused steps of easy tables go to hard tables.
  package var steps = 60_000_000
  /// Bytes that the proofs of one table may hold at a time (`proof-bytes`): together with the rule set itself, a check stays below 256 MB.
  package var bytes = 160_000_000
  /// Steps to decide about one row or one pair of rows (`proof-steps-per-row`).
  package var stepsPerRow = 2_000_000
  /// Steps to decide about one message, or one row that may crowd it out (`proof-steps-per-message`).
  package var stepsPerMessage = 20_000
  /// Uncovered regions listed for one table (`proof-regions`).
  package var regions = 32
  /// Overlapping pairs listed for one table (`proof-pairs`).
  package var pairs = 64
  /// Columns of one table, with the facts they are traced to and the conditions left undecided (`proof-columns`).
  package var columns = 256
  /// The sum over all columns of their comparisons times the values that these distinguish (`proof-cells`), which is the number of bits
  /// held.
  package var cells = 200_000_000
  /// Conditions of one table and of the decisions that it reads, including their parts (`proof-conditions`).
  package var formulas = 400_000
  /// The maximum number of comparisons computed in the search for redundant comparisons in one table (`proof-redundancy`).
  package var redundancy = 200_000
  /// Rows of a decision used as an input, for it to be traced back to facts (`proof-traced-rows`).
  package var tracedRows = 1000
  /// The maximum nesting depth of a row's condition (`proof-depth`).
  package var depth = 128

  package init() {}
}

/// The limit that a proof reached.
package enum ProofLimit: Hashable, Sendable {
  case steps
  case bytes
}

/// A cache of proofs from earlier analyses of a rule set: a question about equal tables is not proved again.
///
/// A proof has no inputs except the contents of a table, and limits. Both are compared completely, so that an analysis with a cache has the
/// same findings as an analysis without.
package final class ProofMemory: Sendable {
  /// The content that a number represents: a text, or a sequence of such numbers.
  private struct Content: Hashable {
    var text = ""
    var parts: [Int] = []
  }

  /// Something to prove.
  package struct Question: Hashable, Sendable {
    package enum Kind: Sendable { case table, reachableResults, crowding }

    let kind: Kind
    /// The subject, as numbers of this memory.
    let contents: [Int]
    let limits: ProofLimits

    package init(kind: Kind, contents: [Int], limits: ProofLimits) {
      (self.kind, self.contents, self.limits) = (kind, contents, limits)
    }
  }

  /// A table or a column of a view with a version, and the numbers of its inputs.
  struct Versioned: Hashable {
    let isTable: Bool
    let version: Int
    let name: String
    let parts: [Int]
  }

  private struct State {
    // An author may undo a change.
    var numbers = RecentNumbers<Content>(rounds: 16)
    var versions = RecentValues<Versioned, Int>(rounds: 16)
    var answers = RecentValues<Question, any Sendable>(rounds: 16)
  }

  private let state = Mutex(State())

  /// A memory of nothing.
  package init() {}

  /// An analysis begins.
  func begin() {
    state.withLock { state in
      state.numbers.begin()
      state.versions.begin()
      state.answers.begin()
    }
  }

  /// The number that `versioned` had, else that of `make`.
  func number(of versioned: Versioned, _ make: () -> Int?) -> Int? {
    if let known = state.withLock({ $0.versions.value(of: versioned) }) { return known }
    guard let number = make() else { return nil }
    state.withLock { $0.versions.keep(number, of: versioned) }
    return number
  }

  /// The number of `text`; no other text or sequence has it.
  func number(of text: String) -> Int { number(of: Content(text: text)) }

  /// The number of the sequence `parts`; no other text or sequence has it.
  func number(of parts: [Int]) -> Int { number(of: Content(parts: parts)) }

  private func number(of content: Content) -> Int { state.withLock { $0.numbers.number(of: content) } }

  /// The cached answer to `question`, or nil.
  package func answer<T: Sendable>(_ question: Question, as type: T.Type = T.self) -> T? {
    state.withLock { $0.answers.value(of: question) } as? T
  }

  /// Keeps an answer.
  package func keep<T: Sendable>(_ value: T, for question: Question) {
    state.withLock { $0.answers.keep(value, of: question) }
  }
}
