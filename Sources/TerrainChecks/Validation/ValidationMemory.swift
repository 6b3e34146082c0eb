import Synchronization
import TerrainDocuments
import TerrainRules

/// The cached results of earlier validations: results that depend on unchanged files are not computed again.
///
/// Each result is stored with the files that were read for it. A validation with a cache has the same report as a validation without.
package final class ValidationMemory: Sendable {
  /// A result with its dependencies.
  private struct Entry: Sendable {
    let reads: FileReads
    /// Diagnostics of schemas about files that were read.
    let flaws: [Diagnostic]
    /// The numbers of the results that it depends on.
    let base: [Int]
    let number: Int
    let value: any Sendable
  }

  /// The caches for the decisions of a rule set.
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
  /// The cache for packs.
  let packs = PackMemory()
  /// Compiled schemas, by their files.
  let schemas = FileValues<SchemaCache.Entry>()

  /// The cache by document.
  var documents: DocumentMemory { packs.documents }

  /// A memory of nothing.
  package init() {}

  /// A validation begins.
  func begin() {
    state.withLock { $0.used = [] }
    documents.begin()
  }

  /// Returns true if this validation used a cached result that turned out to be outdated: one of its files was read only now. Such results
  /// are discarded, and the validation has to be repeated.
  func tookWhatIsStale(in store: SourceStore) -> Bool {
    let used = state.withLock { state in state.used.compactMap { name in state.entries[name].map { (name, $0) } } }
    let stale = used.filter { !$0.1.reads.areTrue(in: store) }.map(\.0)
    state.withLock { state in for name in stale { state.entries[name] = nil } }
    return !stale.isEmpty
  }

  /// The result called `name`, with a unique number: the cached result if its dependencies have not changed, else the result of `make`,
  /// which reads from the given store.
  ///
  /// - Parameters:
  ///   - flaws: the schemas' findings.
  ///   - base: the numbers of the results that this result depends on.
  ///   - isWhole: returns true if a new result may be kept.
  ///   - isStill: returns true if the other dependencies of a cached result are unchanged.
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

  /// The cached types of the rule set called `name`.
  func types(_ name: String) -> LinkMemory { state.withLock { $0.ruleSet(name).types } }

  /// The cached views of the rule set called `name`.
  func views(_ name: String) -> ViewMemory { state.withLock { $0.ruleSet(name).views } }

  /// The cached proofs of the rule set called `name`.
  func proofs(_ name: String) -> ProofMemory { state.withLock { $0.ruleSet(name).proofs } }
}
