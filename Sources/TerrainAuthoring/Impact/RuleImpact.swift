import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

/// Who would get something else if one rule set took another's place: how many, from what to what, and which row did it.
public struct RuleImpact: Sendable {
  /// What came of a decision.
  public enum Outcome: Hashable, Sendable {
    /// A value, as an author would write it.
    case value(String)
    /// No value, by its code (`no-row`).
    case failure(String)

    /// As reports show it.
    public var text: String {
      switch self {
      case .value(let text): text
      case .failure(let code): "(\(code))"
      }
    }
  }

  /// What decided: a row, or what stands in its place.
  public struct Responsible: Hashable, Sendable {
    /// The decision that came out differently although what it looked at did not.
    public var decision: Text
    /// Its row; nil for `otherwise` or a `value`.
    public var row: Text?
    /// Where it is written.
    public var place: Place
  }

  /// Members that went from one outcome to another in the same way.
  public struct Change: Sendable {
    /// The decision asked for.
    public var decision: Text
    /// What came of it before.
    public var from: Outcome
    /// What comes of it now.
    public var to: Outcome
    /// What decided before; nil where deciding failed.
    public var before: Responsible?
    /// What decides now; nil where deciding fails.
    public var after: Responsible?
    /// How many members.
    public var count: Int
    /// Some of them, the first ones, with those of their facts that the decision looks at.
    public var examples: [Population.Member]
  }

  /// How many members there are.
  public let population: Int
  /// How many of them would get something else in at least one decision.
  public let changed: Int
  /// The decisions compared, and how many members would get something else.
  public let decisions: [(decision: Text, changed: Int)]
  /// Decisions that only the old rules have.
  public let onlyOld: [Text]
  /// Decisions that only the new rules have.
  public let onlyNew: [Text]
  /// What changes, the most frequent first.
  public let changes: [Change]

  /// Examples kept of each change.
  public static let examplesKept = 3

  /// Decides everything both rule sets decide for every member.
  ///
  /// - Parameter asked: the decisions to compare, by full name; nil: all that both have.
  public init(from old: RuleSet, to new: RuleSet, over population: Population, asked: [Text]? = nil) {
    let names = old.decisions.map(\.name).filter { name in new.decision(name) != nil && asked?.contains(name) ?? true }
    let mine = Set(old.decisions.map(\.name))
    let theirs = Set(new.decisions.map(\.name))
    onlyOld = old.decisions.map(\.name).filter { !theirs.contains($0) }
    onlyNew = new.decisions.map(\.name).filter { !mine.contains($0) }
    var tally = Tally(names: names)
    var before = Deciding(old)
    var after = Deciding(new)
    for member in population.members {
      before.begin(member)
      after.begin(member)
      tally.begin()
      for (index, name) in names.enumerated() {
        let (from, to) = (before.outcome(name), after.outcome(name))
        guard from != to else { continue }
        let (cause, effect) = Deciding.responsible(for: name, before, after)
        let key = Tally.Key(decision: index, from: from, to: to, before: cause, after: effect)
        tally.add(key, member)
      }
    }
    self.population = population.members.count
    changed = tally.changed
    decisions = zip(names, tally.counts).map { ($0, $1) }
    changes = tally.changes.map { change in
      var change = change
      let needed = [old, new].flatMap { $0.factNames(neededBy: change.decision) }
      for index in change.examples.indices { change.examples[index].facts.removeAll { !needed.contains($0.name) } }
      return change
    }
  }
}

extension RuleSet {
  fileprivate func factNames(neededBy name: Text) -> [Text] {
    decision(name).map { facts(neededBy: $0).map(\.name) } ?? []
  }
}

/// Counts changes that are alike.
private struct Tally {
  struct Key: Hashable {
    var decision: Int
    var from: RuleImpact.Outcome
    var to: RuleImpact.Outcome
    var before: RuleImpact.Responsible?
    var after: RuleImpact.Responsible?
  }

  private let names: [Text]
  private(set) var counts: [Int]
  private(set) var changed = 0
  private var isCounted = false
  private var indices: [Key: Int] = [:]
  private var found: [RuleImpact.Change] = []

  init(names: [Text]) {
    self.names = names
    counts = [Int](repeating: 0, count: names.count)
  }

  mutating func begin() { isCounted = false }

  mutating func add(_ key: Key, _ member: Population.Member) {
    if !isCounted { changed += 1 }
    isCounted = true
    counts[key.decision] += 1
    let index = indices[key] ?? found.count
    if index == found.count {
      indices[key] = index
      found.append(
        RuleImpact.Change(
          decision: names[key.decision], from: key.from, to: key.to, before: key.before, after: key.after, count: 0,
          examples: []))
    }
    found[index].count += 1
    if found[index].examples.count < RuleImpact.examplesKept { found[index].examples.append(member) }
  }

  /// The most frequent first; of equals the one met first.
  var changes: [RuleImpact.Change] {
    found.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }.map(\.element)
  }
}

/// One rule set, deciding about one member after another.
private struct Deciding {
  private let ruleSet: RuleSet
  private let session: RuleSession
  /// Looked up once, not for each member.
  private let decisions: [Text: Decision]
  private var failure: RuleImpact.Outcome?

  init(_ ruleSet: RuleSet) {
    self.ruleSet = ruleSet
    session = RuleSession(ruleSet)
    decisions = Dictionary(ruleSet.decisions.map { ($0.name, $0) }) { first, _ in first }
  }

  /// Takes a member's facts, those this rule set knows.
  mutating func begin(_ member: Population.Member) {
    session.begin()
    failure = nil
    for (name, value) in member.facts {
      guard let fact = ruleSet.fact(name) else { continue }
      do throws(EvaluationError) { try session.set(fact, value) } catch { failure = .failure(error.code.name) }
    }
  }

  func outcome(_ name: Text) -> RuleImpact.Outcome {
    if let failure { return failure }
    guard let decision = decisions[name] else { return .failure("no-decision") }
    do throws(EvaluationError) {
      return .value(try session.value(decision).asWritten)
    } catch {
      return .failure(error.code.name)
    }
  }

  /// Why a decision came out as it did, it first, then those it looked at.
  func reasons(_ name: Text) -> [Reason] {
    guard failure == nil, let decision = decisions[name] else { return [] }
    return session.reasons(for: decision)
  }

  /// Of the decisions that lead to a change, the innermost that came out differently: all it looked at came out alike.
  static func responsible(
    for name: Text, _ before: Deciding, _ after: Deciding
  ) -> (RuleImpact.Responsible?, RuleImpact.Responsible?) {
    let (old, new) = (before.reasons(name), after.reasons(name))
    var found = (old.first, new.first)
    for reason in old.dropFirst() {
      guard let other = new.first(where: { $0.decision == reason.decision }),
        before.outcome(reason.decision) != after.outcome(reason.decision)
      else { continue }
      found = (reason, other)
    }
    return (found.0.map(RuleImpact.Responsible.init), found.1.map(RuleImpact.Responsible.init))
  }
}

extension RuleImpact.Responsible {
  fileprivate init(_ reason: Reason) {
    self.init(decision: reason.decision, row: reason.row, place: reason.place)
  }
}
