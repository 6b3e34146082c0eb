import TerrainRules
import TerrainValues

/// Counts changes that are alike.
struct ImpactTally: Sendable {
  struct Key: Hashable, Sendable {
    var decision: Int
    var from: RuleImpact.Outcome
    var to: RuleImpact.Outcome
    var before: RuleImpact.Responsible?
    var after: RuleImpact.Responsible?
  }

  private struct Failure: Hashable, Sendable {
    var decision: Int
    var code: String
  }

  private let names: [Text]
  /// For each decision, how many members would get something else.
  private(set) var counts: [Int]
  /// How many members would get something else in at least one decision.
  private(set) var changed = 0
  private var isCounted = false
  private var indices: [Key: Int] = [:]
  private var keys: [Key] = []
  private var tallied: [RuleImpact.Change] = []
  private var failureIndices: [Failure: Int] = [:]
  private var failures: [Failure] = []
  private var failed: [RuleImpact.Undecided] = []

  init(_ names: [Text]) {
    self.names = names
    counts = [Int](repeating: 0, count: names.count)
  }

  /// Goes on to the next member.
  mutating func begin() { isCounted = false }

  /// Counts a change for a member.
  mutating func add(_ key: Key, _ member: Population.Member) {
    if !isCounted { changed += 1 }
    isCounted = true
    counts[key.decision] += 1
    let index = index(of: key)
    tallied[index].count += 1
    if tallied[index].examples.count < RuleImpact.examplesKept { tallied[index].examples.append(member) }
  }

  /// Counts a member for whom neither version has a value of the decision.
  mutating func fail(_ decision: Int, _ code: String, missing: [Text]) {
    let index = index(of: Failure(decision: decision, code: code))
    failed[index].count += 1
    for name in missing where !failed[index].missing.contains(name) { failed[index].missing.append(name) }
  }

  /// Adds what was counted of the members that come after those counted here.
  mutating func add(_ later: ImpactTally) {
    changed += later.changed
    for (index, count) in later.counts.enumerated() { counts[index] += count }
    for (key, change) in zip(later.keys, later.tallied) {
      let index = index(of: key)
      tallied[index].count += change.count
      tallied[index].examples += change.examples.prefix(RuleImpact.examplesKept - tallied[index].examples.count)
    }
    for (failure, undecided) in zip(later.failures, later.failed) {
      let index = index(of: failure)
      failed[index].count += undecided.count
      for name in undecided.missing where !failed[index].missing.contains(name) { failed[index].missing.append(name) }
    }
  }

  /// The most frequent first; of equals the one met first.
  var changes: [RuleImpact.Change] {
    tallied.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(\.element)
  }

  /// In the order of the decisions; of one decision, in the order met.
  var undecided: [RuleImpact.Undecided] {
    zip(failures, failed).enumerated().sorted {
      ($0.element.0.decision, $0.offset) < ($1.element.0.decision, $1.offset)
    }.map(\.element.1)
  }

  private mutating func index(of key: Key) -> Int {
    if let known = indices[key] { return known }
    indices[key] = tallied.count
    keys.append(key)
    tallied.append(
      RuleImpact.Change(
        decision: names[key.decision], from: key.from, to: key.to, before: key.before, after: key.after, count: 0,
        examples: []))
    return tallied.count - 1
  }

  private mutating func index(of failure: Failure) -> Int {
    if let known = failureIndices[failure] { return known }
    failureIndices[failure] = failed.count
    failures.append(failure)
    failed.append(
      RuleImpact.Undecided(decision: names[failure.decision], code: failure.code, missing: [], count: 0))
    return failed.count - 1
  }
}
