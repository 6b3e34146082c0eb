import TerrainEngines
import TerrainRules
import TerrainBase

/// The people about whom two rule sets decide.
package enum DecisionPeople: Sendable {
  /// People with nothing but facts, each anywhere in its range.
  case even(seed: UInt64, people: Int)
  /// The first `people` people of a population. Facts of which it declares nothing are anywhere in their ranges.
  case population(PopulationDeclaration, seed: UInt64, people: Int)
  /// Real people: their facts by name, or requests that have them.
  case file(PeopleFile)

  /// How many there are.
  package var count: Int {
    switch self {
    case .even(_, let people), .population(_, _, let people): people
    case .file(let file): file.count
    }
  }

  /// Takes what is wrong with them.
  var problems: PeopleProblems {
    if case .file = self { PeopleProblems(of: .file) } else { PeopleProblems(of: .population) }
  }

  /// Who they are, in words.
  var sample: String {
    switch self {
    case .even(let seed, let people): "\(people) people with facts anywhere in their ranges, seed \(seed)"
    case .population(let population, let seed, let people): "\(people) people of `\(population.name)`, seed \(seed)"
    case .file(let file): "\(file.count) people of `\(file.name)`"
    }
  }

  /// The people, with every fact that can be drawn and that `decisions` of one of `versions` need.
  ///
  /// - Parameter others: what else is asked of them; nil for everything that they have.
  func source(_ decisions: [Text], _ versions: [LoadedSystem], besides others: [Text]? = nil) -> PeopleSource {
    var (population, seed): (PopulationDeclaration, UInt64)
    switch self {
    case .file(let file): return .requests(file)
    case .even(let given, _): (population, seed) = (.even, given)
    case .population(let declared, let given, _): (population, seed) = (declared, given)
    }
    for version in versions {
      population.addFacts(evenly: version.rules.ruleSet.factsWithValues(neededBy: decisions), version.pack)
    }
    if let others { population.keep(versions.flatMap { $0.facts(neededBy: decisions) }, and: others) }
    return .population(population, seed: seed)
  }
}

extension LoadedSystem {
  /// The facts that `decisions` need.
  fileprivate func facts(neededBy decisions: [Text]) -> [Fact] {
    decisions.compactMap { rules.ruleSet.decision($0) }.flatMap { rules.ruleSet.facts(neededBy: $0) }
  }
}
