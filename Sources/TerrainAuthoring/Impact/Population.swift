import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

/// People, or whatever rules decide about: for each, facts by name.
package struct Population: Sendable {
  /// One of them.
  package struct Member: Sendable {
    /// How reports name it: the line of a file, or its number.
    package var label: String
    /// The facts given, in order; a fact that is absent is not in it.
    package var facts: [(name: Text, value: Value)]
    /// The facts as the new rules take them, where they take them as other types than the old rules; nil where both take them
    /// alike.
    package var factsOfNew: [(name: Text, value: Value)]?
    /// Facts that are given and are not of the type that the old rules declare.
    package var mistypedInOld: [Text] = []
    /// Facts that are given and are not of the type that the new rules declare.
    package var mistypedInNew: [Text] = []
  }

  /// The members, in order.
  package internal(set) var members: [Member] = []
  /// Facts that no member has, because they cannot be generated.
  package private(set) var leftOut: [Text] = []

  /// A population of `members`.
  init(members: [Member] = []) { self.members = members }

  /// Generates `count` members at random, the same for the same `seed`: each fact anywhere in its range with equal chance,
  /// optional ones absent in one of four. Numbers without a range are taken from around what conditions compare with.
  ///
  /// Facts of which nothing is known but the type (a record of the pack) cannot be generated and are left out: decisions that
  /// need them are not compared over such a population, see ``RuleImpact/notCompared``.
  ///
  /// - Parameters:
  ///   - ruleSet: declares the facts.
  ///   - new: declares more facts: those of `ruleSet` come first.
  /// - Throws: `rules/population` where no decision of `ruleSet` could be compared.
  package static func generated(
    _ count: Int, seed: UInt64, facts ruleSet: RuleSet, and new: RuleSet? = nil
  ) throws(DiagnosticError) -> Population {
    let facts = ruleSet.facts + (new?.facts ?? []).filter { ruleSet.fact($0.name) == nil }
    var sources = self.sources(of: ruleSet.facts, in: ruleSet)
    if let new, facts.count > sources.count { sources += self.sources(of: Array(facts[sources.count...]), in: new) }
    let missing = zip(facts, sources).filter { $1 == nil && !$0.declaration.isOptional }
    let unknown = Set(missing.map(\.0.name))
    let isUseless = ruleSet.decisions.allSatisfy { decision in
      ruleSet.facts(neededBy: decision).contains { unknown.contains($0.name) }
    }
    if isUseless, !missing.isEmpty { throw DiagnosticError(missing.map { .cannotGenerate($0.0.declaration) }) }
    var random = RandomNumbers(state: seed)
    var population = Population()
    for number in 0..<max(0, count) {
      var member = Member(label: "#\(number + 1)", facts: [])
      for (fact, source) in zip(facts, sources) {
        let isAbsent = fact.declaration.isOptional && random.below(4) == 0
        guard let source, !isAbsent else { continue }
        member.facts.append((fact.name, source.value(&random)))
      }
      population.members.append(member)
    }
    population.leftOut = missing.map(\.0.name)
    return population
  }

  /// Where values of each of `facts`, which `ruleSet` declares, come from.
  private static func sources(of facts: [Fact], in ruleSet: RuleSet) -> [FactSource?] {
    var columns: [Text: [TableView.ValueClass]] = [:]
    for column in ruleSet.tableView().columns {
      if case .fact(let name) = column.origin { columns[Text(name)] = column.classes.filter { !$0.isAbsent } }
    }
    return facts.map { FactSource($0.declaration, classes: columns[$0.name] ?? []) }
  }
}

/// Numbers that look random and are the same for the same start (Steele, Lea, Flood: "Fast splittable pseudorandom
/// number generators", 2014).
struct RandomNumbers {
  var state: UInt64

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number below `bound`; 0 where `bound` is 0, which then means 2^64.
  mutating func below(_ bound: UInt64) -> UInt64 {
    bound == 0 ? next() : bound.multipliedFullWidth(by: next()).high
  }

  /// A number from 0 up to 1.
  mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }
}

/// Where values of one fact come from.
private enum FactSource {
  case ints(Int64, Int64)
  case doubles(Double, Double)
  case oneOf([Value])
  case subsetOf([Value])

  init?(_ fact: FactDeclaration, classes: [TableView.ValueClass]) {
    switch (fact.type, fact.minimum, fact.maximum) {
    case (.int, .int(let low)?, .int(let high)?): self = .ints(low, high)
    case (.double, .double(let low)?, .double(let high)?): self = .doubles(low, high)
    case (.bool, _, _): self = .oneOf([.bool(false), .bool(true)])
    case (.enumeration(let words), _, _): self = .oneOf(words.cases.map { .string($0) })
    case (.list(.enumeration(let words)), _, _): self = .subsetOf(words.cases.map { .string($0) })
    default:
      let values = classes.flatMap { value in
        [value.witness, value.lower.flatMap(\.closed), value.upper.flatMap(\.closed)].compactMap { $0 }
      }
      guard !values.isEmpty else { return nil }
      self = .oneOf(values)
    }
  }

  func value(_ random: inout RandomNumbers) -> Value {
    switch self {
    case .ints(let low, let high):
      return .int(low &+ Int64(bitPattern: random.below(UInt64(bitPattern: high &- low &+ 1))))
    case .doubles(let low, let high): return .double(low + (high - low) * random.fraction())
    case .oneOf(let values): return values[safe: Int(random.below(UInt64(values.count)))] ?? .null
    case .subsetOf(let values): return .list(values.filter { _ in random.below(4) == 0 })
    }
  }
}

extension TableView.Bound {
  fileprivate var closed: Value? { isClosed ? value : nil }
}
