import Synchronization
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

/// The effect on people of replacing one version of a pack and its rules by another: their number, the changes by group, the smallest
/// example, and the rows and parameters responsible.
package struct Impact: Sendable {
  /// The people whose results differ in the same way at one place.
  package struct Change: Sendable {
    /// The old value; nil if the old version has none.
    package let from: String?
    /// The new value; nil if the new version has none.
    package let to: String?
    /// The number of people.
    package internal(set) var count: Int
    /// The smallest request that shows it.
    package internal(set) var example: Example
    /// The cause of the example's results; nil for changes that are not explained.
    package internal(set) var cause: Cause?
  }

  /// A request as an example.
  package struct Example: Sendable {
    /// Its number, from 0.
    let index: Int
    /// Its id or its account; without one its number, or its line in a file.
    package let name: String
    /// Its size, in bytes of JSON.
    let size: Int
  }

  /// The cause of the two results of an example.
  package struct Cause: Sendable {
    /// The origins of the old result that are not origins of the new result.
    package var old: [Origin] = []
    /// The origins of the new result that are not origins of the old result.
    package var new: [Origin] = []
    /// The parameters that differ and that these name.
    package var parameters: [RuleSetDifference.Parameter] = []
    /// The example's request, or the part that the decision reads, as JSON.
    package var request = ""
  }

  /// The origin of a result: a row, or the expression that is used in its place.
  package struct Origin: Sendable, Hashable {
    /// The decision's full name.
    package let decision: Text
    /// Its row; nil if no single row made the result.
    package let row: Text?
    /// The part of the decision that made the result.
    package let part: Reason.Part
    /// Its location.
    package let place: Place

    package static func == (a: Origin, b: Origin) -> Bool {
      a.decision == b.decision && a.row == b.row && a.part == b.part
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(decision)
      hasher.combine(row)
    }
  }

  /// A place in results at which some differ.
  package struct Difference: Sendable {
    /// The place: a decision, or a path without indices; `[]` is an element of a list, `[0]` its first element.
    package let path: String
    /// The number of people.
    package internal(set) var count = 0
    /// The changes, the most frequent first.
    package internal(set) var changes: [Change] = []
    /// People with changes beyond ``Impact/mostChanges`` kinds at one place.
    package internal(set) var others = 0
    /// Numbers that became greater, and those that became less.
    package internal(set) var (greater, less) = (0, 0)
    /// The sums of the numbers that changed, and of their changes.
    package internal(set) var totals = Totals()
    /// True if it follows from differences at other places, as lines of an account do. These places come last.
    package let isDetail: Bool

    init(path: String, isDetail: Bool = false) {
      self.path = path
      self.isDetail = isDetail
    }
  }

  /// The people of one group.
  package struct Group: Sendable {
    /// The value that the people of the group have in common.
    package let name: String
    /// The number of people in the group.
    package internal(set) var people = 0
    /// The number of people in the group whose results would change.
    package internal(set) var changed = 0
  }

  /// Information about decisions in addition to their changes.
  package struct Decisions: Sendable {
    /// The number of decisions with the same result for everybody in both versions.
    package let unchanged: Int
    /// Decisions without a value for some people in either version, which may differ for others.
    package let undecided: [Undecided]
    /// Decisions that exist only in the old rules.
    package let onlyOld: [Text]
    /// Decisions that exist only in the new rules.
    package let onlyNew: [Text]
  }

  /// People for whom neither version has a value of a decision, for the same reason.
  package struct Undecided: Sendable {
    /// The decision.
    package let decision: Text
    /// The code of the failure (`missing-fact`).
    package let code: String
    /// The facts that some of these people lack, if that is the reason.
    package internal(set) var lacking: [Text] = []
    /// The number of people.
    package internal(set) var count = 0
  }

  /// The operation; nil if decisions are compared.
  package let operation: String?
  /// The description of the people who were compared.
  package let sample: String
  /// The number of people who were compared.
  package let people: Int
  /// The number of people whose results would change.
  package let changed: Int
  /// The places that differ, sorted by the number of people; details come last.
  package internal(set) var differences: [Difference]
  /// The groups, the largest first; none if no field was named.
  package let groups: [Group]
  /// The parameters that differ.
  package let parameters: [RuleSetDifference.Parameter]
  /// Information about decisions in addition to their changes; nil if an operation is compared.
  package internal(set) var decisions: Decisions?

  /// Kinds of changes that are counted apart at one place.
  package static let mostChanges = 1000
  /// Fewer people than this are not worth a thread.
  private static let peoplePerThread = 50
}

extension Impact {
  /// Compares the results of `operation` for `requests`, on all processors.
  ///
  /// - Parameters:
  ///   - scope: the members of results that are compared.
  ///   - group: a path in the request, or in the old result, whose value is the group of a person.
  ///   - progress: called on any thread with the number of people compared.
  /// - Throws: errors in requests that neither version accepts: for a population the first error, for a file all.
  package init(
    from old: ImpactVersion, to new: ImpactVersion, operation: AnyOperation, over requests: ImpactRequests,
    comparing scope: ComparedMembers = .outcomes, group: [Text]? = nil,
    progress: @escaping @Sendable (_ people: Int) -> Void = { _ in }
  ) throws(DiagnosticError) {
    let difference = RuleSetDifference(from: old.system.rules.ruleSet, to: new.system.rules.ruleSet)
    let name = operation.name
    var undecided: [Undecided] = []
    try self.init(
      name, over: requests.sample, people: requests.count, requests.problems, difference, &undecided, progress
    ) {
      OperationComparison(old, new, name, requests, difference, group, scope)
    }
  }

  /// Compares decisions that both versions have, on all processors. A decision whose declaration and dependencies are equal in both
  /// versions is unchanged, and not evaluated.
  ///
  /// - Parameters:
  ///   - names: the decisions; none for all.
  ///   - group: a path in the request, or the name of a fact, whose value is the group of a person.
  ///   - progress: called on any thread with the number of people compared.
  /// - Throws: errors for people whose facts neither version accepts: for a population the first error, for a file all.
  package init(
    from oldSystem: LoadedSystem, to newSystem: LoadedSystem, decisions names: [Text] = [], over people: DecisionPeople,
    group: [Text]? = nil, progress: @escaping @Sendable (_ people: Int) -> Void = { _ in }
  ) throws(DiagnosticError) {
    let (old, new) = (oldSystem.rules.ruleSet, newSystem.rules.ruleSet)
    let difference = RuleSetDifference(from: old, to: new)
    for name in names where old.decision(name) == nil && new.decision(name) == nil {
      throw DiagnosticError(.impactDecision(name, among: new.decisions.map(\.name)))
    }
    let compared = { (name: Text) in names.isEmpty || names.contains(name) }
    let both = old.decisions.map(\.name).filter { new.decision($0) != nil && compared($0) }
    let affected = both.filter(difference.affected.contains)
    let source = people.source(affected, [oldSystem, newSystem], besides: group ?? [])
    // Rules that cannot score the pack's quiz still decide about people without answers.
    let scoring = (try? PopulationFiles.scoring(oldSystem)) ?? nil
    var undecided: [Undecided] = []
    try self.init(
      nil, over: people.sample, people: people.count, people.problems, difference, &undecided, progress
    ) {
      DecisionComparison(oldSystem, newSystem, affected, source, scoring, difference, group)
    }
    let others = Set(undecided.map(\.decision.string)).union(differences.map(\.path))
    decisions = Decisions(
      unchanged: both.count - others.count, undecided: undecided,
      onlyOld: old.decisions.map(\.name).filter { new.decision($0) == nil && compared($0) },
      onlyNew: new.decisions.map(\.name).filter { old.decision($0) == nil && compared($0) })
  }

  /// Counts the differences that `comparison` finds for each of `people` people, on all processors.
  private init(
    _ operation: String?, over sample: String, people count: Int, _ problems: PeopleProblems,
    _ difference: RuleSetDifference, _ undecided: inout [Undecided],
    _ progress: @escaping @Sendable (Int) -> Void,
    comparison: @escaping @Sendable () -> any ImpactComparison
  ) throws(DiagnosticError) {
    self.operation = operation
    self.sample = sample
    people = count
    parameters = difference.parameters
    let parts = max(1, min(WorkerThread.processors, count / Self.peoplePerThread))
    let compared = PeopleCount()
    let tallies = ParallelMap.values(parts) { part -> (tally: ImpactTally, problems: PeopleProblems) in
      let comparison = comparison()
      var (tally, problems) = (ImpactTally(), problems)
      var reported = 0
      for index in (count * part / parts)..<(count * (part + 1) / parts) where !problems.isFull {
        problems.collect { () throws(DiagnosticError) in try comparison.compare(index, into: &tally) }
        reported += 1
        guard reported % Self.peoplePerThread == 0 else { continue }
        progress(compared.add(Self.peoplePerThread))
      }
      return (tally, problems)
    }
    var (tally, problems) = (ImpactTally(), problems)
    for part in tallies {
      tally.add(part.tally)
      problems.add(part.problems)
    }
    try problems.check()
    changed = tally.changed
    groups = tally.groups
    differences = tally.differences
    undecided = tally.undecided
    explain(by: comparison())
  }

  /// Adds the causes of the most frequent changes.
  private mutating func explain(by comparison: any ImpactComparison) {
    let (places, changes) = comparison.explained
    for index in differences.indices.prefix(places) {
      for change in differences[index].changes.indices.prefix(changes) {
        differences[index].changes[change].cause = comparison.cause(
          of: differences[index].path, for: differences[index].changes[change].example.index)
      }
    }
  }
}

/// Two versions, compared for one person after another on one thread.
protocol ImpactComparison: AnyObject {
  /// The number of places, and of changes per place, that are explained.
  var explained: (places: Int, changes: Int) { get }

  /// Counts the differences for the person with the number `index`, from 0.
  ///
  /// - Throws: errors in the person's request, if neither version accepts it.
  func compare(_ index: Int, into tally: inout ImpactTally) throws(DiagnosticError)

  /// The cause of the results at `path` for the person with the number `index`.
  func cause(of path: String, for index: Int) -> Impact.Cause
}

/// The number of people that several threads have compared.
private final class PeopleCount: Sendable {
  private let count = Atomic<Int>(0)

  /// Adds `people`, and returns the new number.
  func add(_ people: Int) -> Int { count.add(people, ordering: .relaxed).newValue }
}

extension Impact.Origin {
  init(_ row: FiredRow) { self.init(decision: row.decision, row: row.row, part: .row, place: row.place) }
}

extension Diagnostic {
  fileprivate static func impactDecision(_ name: Text, among names: [Text]) -> Diagnostic {
    Diagnostic(
      code: "impact/unknown-decision", message: "`\(name)` is a decision of neither version", place: nil,
      fix: Suggestion.fix(name, among: names) ?? "`terrain impact --decision all` compares all of them")
  }
}

extension Impact {
  /// The sums of numbers at one place, and the people with the greatest changes.
  package struct Totals: Sendable {
    /// The sum of the numbers that changed, in the old results.
    package private(set) var before = 0.0
    /// The sum of all increases.
    package private(set) var gained = 0.0
    /// The sum of all decreases.
    package private(set) var lost = 0.0
    /// The people with the greatest increases, at most ``most``.
    package private(set) var gainers: [Mover] = []
    /// The people with the greatest decreases, at most ``most``.
    package private(set) var losers: [Mover] = []

    /// The sum of the numbers that changed, in the new results.
    package var after: Double { before + gained - lost }

    /// Gainers that are kept, and losers.
    package static let most = 5

    /// Adds a number that was `before`.
    mutating func add(_ before: Double, changedBy delta: Double) {
      self.before += before
      if delta > 0 { gained += delta } else { lost -= delta }
    }

    /// Adds a person whose numbers at the place changed by `delta` in total.
    mutating func add(_ name: String, by delta: Double) {
      if delta > 0 { Self.insert([Mover(name: name, delta: delta)], into: &gainers) }
      if delta < 0 { Self.insert([Mover(name: name, delta: delta)], into: &losers) }
    }

    /// Adds the totals of later people.
    mutating func add(_ later: Totals) {
      before += later.before
      gained += later.gained
      lost += later.lost
      Self.insert(later.gainers, into: &gainers)
      Self.insert(later.losers, into: &losers)
    }

    /// Keeps the greatest changes; of equal changes, the first.
    private static func insert(_ others: [Mover], into movers: inout [Mover]) {
      for mover in others {
        let index = movers.firstIndex { $0.delta.magnitude < mover.delta.magnitude } ?? movers.count
        if index < most { movers.insert(mover, at: index) }
        if movers.count > most { movers.removeLast() }
      }
    }
  }

  /// A person whose numbers at one place changed.
  package struct Mover: Sendable {
    /// The request's id, its account, or its line in a file.
    package let name: String
    /// The total change of the numbers.
    package let delta: Double
  }
}

/// Counts equal differences.
struct ImpactTally: Sendable {
  /// The number of people whose results would change.
  private(set) var changed = 0
  private var indices: [String: Int] = [:]
  fileprivate var places: [Place] = []
  private var groupIndices: [String: Int] = [:]
  private var allGroups: [Impact.Group] = []
  /// Decisions without a value in either version, with the people.
  private(set) var undecided: [Impact.Undecided] = []
  private var undecidedIndices: [String: Int] = [:]

  fileprivate struct Place: Sendable {
    var difference: Impact.Difference
    var indices: [ResultDifference.Kind: Int] = [:]
  }

  /// Counts the differences of one person.
  ///
  /// - Parameter group: the person's group; its inner value is nil if the person has none, and it is nil if groups are not counted.
  mutating func count(_ differences: [ResultDifference], _ example: Impact.Example, group: String??) {
    if let group {
      let index = self.index(ofGroup: group ?? "(none)")
      allGroups[index].people += 1
      if !differences.isEmpty { allGroups[index].changed += 1 }
    }
    guard !differences.isEmpty else { return }
    changed += 1
    // A list may have the same difference in several elements, but the person counts once.
    var paths: Set<String> = []
    var kinds: Set<ResultDifference> = []
    var deltas: [Int: Double] = [:]
    for difference in differences {
      let index = index(of: difference.path, isDetail: difference.isDetail)
      if paths.insert(difference.path).inserted { places[index].difference.count += 1 }
      if let delta = difference.delta {
        places[index].add(difference.before ?? 0, changedBy: delta)
        deltas[index, default: 0] += delta
      }
      if kinds.insert(difference).inserted { places[index].add(difference.kind, 1, example) }
    }
    for (index, delta) in deltas { places[index].difference.totals.add(example.name, by: delta) }
  }

  /// Counts a person for whom neither version has a value of a decision.
  mutating func countUndecided(_ decision: Text, _ code: String, lacking: [Text]) {
    addUndecided(Impact.Undecided(decision: decision, code: code, lacking: lacking, count: 1))
  }

  private mutating func addUndecided(_ other: Impact.Undecided) {
    let key = "\(other.decision) \(other.code)"
    guard let index = undecidedIndices[key] else {
      undecidedIndices[key] = undecided.count
      undecided.append(other)
      return
    }
    undecided[index].count += other.count
    for name in other.lacking where !undecided[index].lacking.contains(name) { undecided[index].lacking.append(name) }
  }

  /// Adds the counts of later people.
  mutating func add(_ later: ImpactTally) {
    changed += later.changed
    for place in later.places {
      let index = index(of: place.difference.path, isDetail: place.difference.isDetail)
      places[index].difference.count += place.difference.count
      places[index].difference.others += place.difference.others
      places[index].difference.greater += place.difference.greater
      places[index].difference.less += place.difference.less
      places[index].difference.totals.add(place.difference.totals)
      for change in place.difference.changes {
        places[index].add(.init(from: change.from, to: change.to), change.count, change.example)
      }
    }
    for undecided in later.undecided { addUndecided(undecided) }
    for group in later.allGroups {
      let index = index(ofGroup: group.name)
      allGroups[index].people += group.people
      allGroups[index].changed += group.changed
    }
  }

  /// The places, sorted by the number of people and then by their first occurrence; so are their changes. Details come last.
  var differences: [Impact.Difference] {
    let all = Self.sorted(places.map(\.difference)) { $0.count }
    return (all.filter { !$0.isDetail } + all.filter(\.isDetail)).map { difference in
      var difference = difference
      difference.changes = Self.sorted(difference.changes) { $0.count }
      return difference
    }
  }

  /// The groups, the largest first.
  var groups: [Impact.Group] { Self.sorted(allGroups) { $0.people } }

  private static func sorted<T>(_ all: [T], by count: (T) -> Int) -> [T] {
    all.enumerated().ordered { (count($1.element), $0.offset) < (count($0.element), $1.offset) }.map(\.element)
  }

  private mutating func index(of path: String, isDetail: Bool) -> Int {
    if let known = indices[path] { return known }
    indices[path] = places.count
    places.append(Place(difference: Impact.Difference(path: path, isDetail: isDetail)))
    return places.count - 1
  }

  private mutating func index(ofGroup name: String) -> Int {
    if let known = groupIndices[name] { return known }
    groupIndices[name] = allGroups.count
    allGroups.append(Impact.Group(name: name))
    return allGroups.count - 1
  }
}

extension ImpactTally.Place {
  fileprivate mutating func add(_ before: Double, changedBy delta: Double) {
    if delta > 0 { difference.greater += 1 } else { difference.less += 1 }
    difference.totals.add(before, changedBy: delta)
  }

  fileprivate mutating func add(_ kind: ResultDifference.Kind, _ count: Int, _ example: Impact.Example) {
    if let index = indices[kind] {
      difference.changes[index].count += count
      if example.size < difference.changes[index].example.size { difference.changes[index].example = example }
    } else if indices.count < Impact.mostChanges {
      indices[kind] = difference.changes.count
      difference.changes.append(Impact.Change(from: kind.from, to: kind.to, count: count, example: example))
    } else {
      difference.others += count
    }
  }
}
