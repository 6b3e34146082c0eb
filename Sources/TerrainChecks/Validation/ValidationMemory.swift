import Synchronization
import TerrainDocuments
import TerrainRules

/// What earlier validations found, for one that comes after: what rests on the same files is not worked out again.
///
/// Each result is kept with what was read for it. A validation with a memory reports what one without reports.
package final class ValidationMemory: Sendable {
  /// A result and what it rests on.
  private struct Entry: Sendable {
    let reads: FileReads
    /// Diagnostics of schemas about files that were read.
    let flaws: [Diagnostic]
    /// What else it was made from, by number.
    let base: [Int]
    let number: Int
    let value: any Sendable
  }

  /// What is known of the decisions of a rule set.
  private struct RuleSetMemory {
    let types = LinkMemory()
    let views = ViewMemory()
    let proofs = ProofMemory()
  }

  private struct State {
    var entries: [String: Entry] = [:]
    var ruleSets: [String: RuleSetMemory] = [:]
    var used: Set<String> = []
    var number = 0

    mutating func ruleSet(_ name: String) -> RuleSetMemory {
      let memory = ruleSets[name] ?? RuleSetMemory()
      ruleSets[name] = memory
      return memory
    }
  }

  private let state = Mutex(State())
  /// What is known of packs.
  let packs = PackMemory()
  /// Compiled schemas, by their files.
  let schemas = FileValues<SchemaCache.Entry>()

  /// What was made of documents.
  var documents: DocumentMemory { packs.documents }

  /// A memory of nothing.
  package init() {}

  /// A validation begins.
  func begin() {
    state.withLock { $0.used = [] }
    documents.begin()
  }

  /// Returns true if a result that this validation took from an earlier one has turned out to rest on what is no longer so: something was
  /// read for it only now. Such results are discarded, and the validation has to be made again.
  func tookWhatIsStale(in store: SourceStore) -> Bool {
    let used = state.withLock { state in state.used.compactMap { name in state.entries[name].map { (name, $0) } } }
    let stale = used.filter { !$0.1.reads.areTrue(in: store) }.map(\.0)
    state.withLock { state in for name in stale { state.entries[name] = nil } }
    return !stale.isEmpty
  }

  /// The result called `name`, with a number that no other result has: the earlier one if nothing changed that it rests on, else that of
  /// `make`, which reads what it needs from the store that it is given.
  ///
  /// - Parameters:
  ///   - flaws: what schemas have found.
  ///   - base: the numbers of the results that this one is made from.
  ///   - isWhole: whether a result that was just made is one to keep.
  ///   - isStill: whether what else an earlier result rests on is as it was.
  func value<T: Sendable>(
    _ name: String, _ store: SourceStore, flaws: [Diagnostic], base: [Int] = [], isWhole: () -> Bool,
    isStill: (T) -> Bool = { _ in true }, _ make: (SourceStore) -> T
  ) -> (value: T, number: Int) {
    if let entry = state.withLock({ $0.entries[name] }), entry.base == base, let value = entry.value as? T,
      entry.flaws == Self.flaws(flaws, entry.reads), entry.reads.areTrue(in: store), isStill(value)
    {
      state.withLock { _ = $0.used.insert(name) }
      return (value, entry.number)
    }
    let reads = FileReads()
    let value = make(store.noting(reads))
    return state.withLock { state in
      state.number += 1
      let number = state.number
      state.entries[name] =
        isWhole()
        ? Entry(reads: reads, flaws: Self.flaws(flaws, reads), base: base, number: number, value: value) : nil
      return (value, number)
    }
  }

  private static func flaws(_ all: [Diagnostic], _ reads: FileReads) -> [Diagnostic] {
    all.filter { diagnostic in diagnostic.place.map { reads.contains($0.source.name) } ?? true }
  }

  /// What was typed of the rule set called `name`.
  func types(_ name: String) -> LinkMemory { state.withLock { $0.ruleSet(name).types } }

  /// What the tables of the rule set called `name` were made of.
  func views(_ name: String) -> ViewMemory { state.withLock { $0.ruleSet(name).views } }

  /// What was proved of the rule set called `name`.
  func proofs(_ name: String) -> ProofMemory { state.withLock { $0.ruleSet(name).proofs } }
}
