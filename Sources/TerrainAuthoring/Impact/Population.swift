import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

/// People, or whatever rules decide about: for each, facts by name.
public struct Population: Sendable {
  /// One of them.
  public struct Member: Sendable {
    /// How reports name it: the line of a file, or its number.
    public var label: String
    /// The facts given, in order; a fact that is absent is not in it.
    public var facts: [(name: Text, value: Value)]
  }

  /// The members, in order.
  public private(set) var members: [Member] = []
  /// Facts that no member has, because they could not be made up.
  public private(set) var leftOut: [Text] = []

  /// Reads one JSON object a line; empty lines are skipped. Values are read as the types of `ruleSet`'s facts; of names
  /// it does not have nothing is read, since another rule set may have them.
  ///
  /// - Parameter convert: turns a line that is no map of facts into facts (answers to a quiz into what they score); nil
  ///   for a line that is facts itself.
  /// - Returns: the members that could be read, and what was wrong with the others.
  public static func read(
    lines source: SourceText, facts ruleSet: RuleSet,
    converting convert: (Node) throws(DiagnosticError) -> [(name: Text, value: Value)]? = { _ in nil }
  ) -> (population: Population, diagnostics: [Diagnostic]) {
    var population = Population()
    var diagnostics: [Diagnostic] = []
    for (number, line) in source.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      let label = "\(source.name):\(number + 1)"
      let (document, complaints) = JSONReader.read(SourceText(name: label, bytes: Array(line)))
      diagnostics += complaints
      guard let root = document?.root, !complaints.hasErrors else { continue }
      guard root.kind == .map else {
        diagnostics.append(.populationShape(root))
        continue
      }
      var member = Member(label: label, facts: [])
      do throws(DiagnosticError) {
        if let facts = try convert(root) {
          member.facts = facts
          population.members.append(member)
          continue
        }
      } catch {
        diagnostics += error.diagnostics
        continue
      }
      var reader = LiteralReader()
      for (key, node) in root.members {
        guard let name = key.text, let fact = ruleSet.fact(name), node.kind != .null else { continue }
        if let value = reader.read(node, as: fact.declaration.type) { member.facts.append((name, value)) }
      }
      diagnostics += reader.diagnostics
      if reader.diagnostics.isEmpty { population.members.append(member) }
    }
    return (population, diagnostics)
  }

  /// Makes `count` members at random, the same for the same `seed`: each fact anywhere in its range with equal chance,
  /// optional ones absent in one of four. Numbers without a range are taken from around what conditions compare with.
  ///
  /// Facts of which nothing is known but the type (a record of the pack) cannot be made up and are left out: decisions that
  /// need them cannot be compared over such a population, see ``decidable(_:)``.
  ///
  /// - Throws: `rules/cannot-generate` where nothing at all could be decided.
  public static func generated(
    _ count: Int, seed: UInt64, facts ruleSet: RuleSet
  ) throws(DiagnosticError) -> Population {
    var columns: [Text: [TableView.ValueClass]] = [:]
    for column in ruleSet.tableView().columns {
      if case .fact(let name) = column.origin { columns[Text(name)] = column.classes.filter { !$0.isAbsent } }
    }
    let sources = ruleSet.facts.map { FactSource($0.declaration, classes: columns[$0.name] ?? []) }
    let missing = zip(ruleSet.facts, sources).filter { $1 == nil && !$0.declaration.isOptional }
    let unknown = Set(missing.map(\.0.name))
    let isUseless = ruleSet.decisions.allSatisfy { decision in
      ruleSet.facts(neededBy: decision).contains { unknown.contains($0.name) }
    }
    if isUseless, !missing.isEmpty { throw DiagnosticError(missing.map { .cannotGenerate($0.0.declaration) }) }
    var random = RandomNumbers(state: seed)
    var population = Population()
    for number in 0..<max(0, count) {
      var member = Member(label: "#\(number + 1)", facts: [])
      for (fact, source) in zip(ruleSet.facts, sources) {
        let isAbsent = fact.declaration.isOptional && random.below(4) == 0
        guard let source, !isAbsent else { continue }
        member.facts.append((fact.name, source.value(&random)))
      }
      population.members.append(member)
    }
    population.leftOut = missing.map(\.0.name)
    return population
  }

  /// The decisions of `ruleSet` that need none of the facts this population leaves out.
  public func decidable(_ ruleSet: RuleSet) -> [Text] {
    ruleSet.decisions.filter { decision in
      !ruleSet.facts(neededBy: decision).contains { leftOut.contains($0.name) }
    }.map(\.name)
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
