import Synchronization
import TerrainBase

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
  package struct Question: Hashable, Sendable {
    package enum Kind: Sendable { case table, reachableResults, crowding }

    let kind: Kind
    /// What it is about, as numbers of this memory.
    let contents: [Int]
    let limits: ProofLimits

    package init(kind: Kind, contents: [Int], limits: ProofLimits) {
      (self.kind, self.contents, self.limits) = (kind, contents, limits)
    }
  }

  /// A table or a column of a view that has a version, with the numbers of what it looks at.
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

  /// The earlier answer to `question`; nil where there is none.
  package func answer<T: Sendable>(_ question: Question, as type: T.Type = T.self) -> T? {
    state.withLock { $0.answers.value(of: question) } as? T
  }

  /// Keeps an answer.
  package func keep<T: Sendable>(_ value: T, for question: Question) {
    state.withLock { $0.answers.keep(value, of: question) }
  }
}
