import TerrainDocuments
import TerrainExpressions
import TerrainPlatform
import TerrainRules
import TerrainValues

/// Who would get something else if one rule set took another's place: how many, from what to what, and which row did it.
package struct RuleImpact: Sendable {
  /// What a decision evaluated to.
  package enum Outcome: Hashable, Sendable {
    /// A value, as an author would write it.
    case value(String)
    /// No value, by its code (`no-row`).
    case failure(String)

    /// As reports show it.
    package var text: String {
      switch self {
      case .value(let text): text
      case .failure(let code): "(\(code))"
      }
    }
  }

  /// What decided: a row, or what is used in its place.
  package struct Responsible: Hashable, Sendable {
    /// The decision whose result differs although its inputs do not.
    package var decision: Text
    /// Its row; nil where no single row made the result.
    package var row: Text?
    /// The part of the decision that made the result.
    package var part: Reason.Part
    /// Where it is written.
    package var place: Place
  }

  /// A parameter that has another value, or that one version lacks.
  package struct Parameter: Hashable, Sendable {
    /// Its module's name, a dot, its own.
    package var name: Text
    /// Its value in the old rules, as an author would write it; nil where only the new rules have it.
    package var old: String?
    /// Its value in the new rules; nil where only the old rules have it.
    package var new: String?
  }

  /// Members that went from one outcome to another in the same way.
  package struct Change: Sendable {
    /// The decision asked for.
    package var decision: Text
    /// Its outcome with the old rules.
    package var from: Outcome
    /// Its outcome with the new rules.
    package var to: Outcome
    /// What decided before; nil where deciding failed.
    package var before: Responsible?
    /// What decides now; nil where deciding fails.
    package var after: Responsible?
    /// The parameters that differ and that the responsible decision names.
    package var parameters: [Parameter] = []
    /// How many members.
    package var count: Int
    /// Some of them, the first ones, with those of their facts that the decision looks at.
    package var examples: [Population.Member]
  }

  /// Members for whom neither version has a value, for the same reason.
  package struct Undecided: Hashable, Sendable {
    /// The decision asked for.
    package var decision: Text
    /// The code of the failure (`missing-fact`).
    package var code: String
    /// The facts that some of them lack, where that is the reason.
    package var missing: [Text]
    /// How many members.
    package var count: Int
  }

  /// How many members there are.
  package let population: Int
  /// How many of them would get something else in at least one decision.
  package let changed: Int
  /// The decisions compared, and how many members would get something else.
  package let decisions: [(decision: Text, changed: Int)]
  /// The decisions that both versions have and that need a fact which no member has.
  package let notCompared: [Text]
  /// Of ``notCompared``, those that are declared differently or depend on something that is: they may differ.
  package let notComparedAffected: [Text]
  /// The facts that no member has.
  package let notGiven: [Text]
  /// Decisions that have no value for some members in either version, and may differ for others.
  package let undecided: [Undecided]
  /// Decisions that only the old rules have.
  package let onlyOld: [Text]
  /// Decisions that only the new rules have.
  package let onlyNew: [Text]
  /// The parameters that differ.
  package let parameters: [Parameter]
  /// What changes, the most frequent first.
  package let changes: [Change]

  /// Examples kept of each change.
  package static let examplesKept = 3
  /// Fewer members than this are not worth a thread.
  private static let membersPerThread = 500

  /// Decides everything both rule sets decide for every member, on all processors. A decision that is declared alike in both,
  /// with all it depends on, is known to be unchanged and is not evaluated.
  ///
  /// - Parameter asked: the decisions to compare, by full name; nil: all that both have.
  package init(from old: RuleSet, to new: RuleSet, over population: Population, asked: [Text]? = nil) {
    let difference = RuleSetDifference(from: old, to: new)
    let both = old.decisions.map(\.name).filter { name in new.decision(name) != nil && asked?.contains(name) ?? true }
    let leftOut = Set(population.leftOut)
    let isDecidable = { (name: Text) in
      !(old.factNames(neededBy: name) + new.factNames(neededBy: name)).contains(where: leftOut.contains)
    }
    let names = leftOut.isEmpty ? both : both.filter(isDecidable)
    let compared = Set(names)
    notCompared = both.filter { !compared.contains($0) }
    notGiven = population.leftOut
    notComparedAffected = notCompared.filter(difference.affected.contains)
    let mine = Set(old.decisions.map(\.name))
    let theirs = Set(new.decisions.map(\.name))
    onlyOld = old.decisions.map(\.name).filter { !theirs.contains($0) }
    onlyNew = new.decisions.map(\.name).filter { !mine.contains($0) }
    parameters = difference.parameters.map(Parameter.init)

    let members = population.members
    let affected = names.filter(difference.affected.contains)
    let tally = Self.tally(members, affected, old, new)
    self.population = members.count
    changed = tally.changed
    let counts = Dictionary(zip(affected, tally.counts)) { first, _ in first }
    decisions = names.map { ($0, counts[$0] ?? 0) }
    undecided = tally.undecided
    changes = tally.changes.map { change in
      var change = change
      let needed = Set([old, new].flatMap { $0.factNames(neededBy: change.decision) })
      for index in change.examples.indices { change.examples[index].facts.removeAll { !needed.contains($0.name) } }
      if let responsible = change.after ?? change.before {
        let rules = change.after == nil ? old : new
        change.parameters = difference.parameters(namedBy: responsible.decision, in: rules).map(Parameter.init)
      }
      return change
    }
  }

  /// What `decisions` change for `members`, counted in parts on all processors.
  private static func tally(
    _ members: [Population.Member], _ decisions: [Text], _ old: RuleSet, _ new: RuleSet
  ) -> ImpactTally {
    guard !decisions.isEmpty else { return ImpactTally(decisions) }
    let parts = max(1, min(WorkerThread.processors, members.count / membersPerThread))
    let tallies = ParallelMap.values(parts) { part in
      var comparison = ImpactComparison(old, new, decisions)
      for index in (members.count * part / parts)..<(members.count * (part + 1) / parts) {
        comparison.add(members[index])
      }
      return comparison.tally
    }
    var all = ImpactTally(decisions)
    for tally in tallies { all.add(tally) }
    return all
  }
}

extension RuleImpact.Parameter {
  /// `parameter`, with its values as an author would write them.
  package init(_ parameter: RuleSetDifference.Parameter) {
    self.init(name: parameter.name, old: parameter.old?.asWritten, new: parameter.new?.asWritten)
  }
}

extension RuleSet {
  fileprivate func factNames(neededBy name: Text) -> [Text] {
    decision(name).map { facts(neededBy: $0).map(\.name) } ?? []
  }
}
