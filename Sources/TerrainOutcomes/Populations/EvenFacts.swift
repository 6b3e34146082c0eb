import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

extension PopulationDeclaration {
  /// A population without declarations.
  static var even: PopulationDeclaration {
    let source = SourceText(name: "even", bytes: [])
    return PopulationDeclaration(
      name: "even", place: Place(source: source, range: source.wholeRange), starts: [CalendarDate(days: 0)],
      offset: nil,
      groups: WeightedChoice(certain: Group(id: "all", answers: [])), scoring: nil)
  }

  /// Adds the facts among `facts` that the population does not declare, each with an even distribution over its range. A fact with an
  /// unknown range is left out.
  ///
  /// - Parameter pack: the source of records as values.
  mutating func addFacts(evenly facts: [(fact: FactDeclaration, values: [Value])], _ pack: Pack) {
    let declared = Set([person, self.facts, day, form].flatMap { $0.map(\.name) } + axes)
    self.facts += facts.compactMap { fact, values in
      guard !declared.contains(fact.name), let source = ValueSource(evenly: fact, values, pack) else { return nil }
      return DrawnField(name: fact.name, source: source)
    }
  }

  private var axes: [Text] { scoring?.quiz.axes.map(\.id) ?? [] }
}

extension ValueSource {
  /// Any value of `fact` with equal probability, and none with probability 1/4 if it is optional; nil if only its type is known.
  ///
  /// - Parameters:
  ///   - values: values between which conditions distinguish.
  ///   - pack: has the records that may be values.
  fileprivate init?(evenly fact: FactDeclaration, _ values: [Value], _ pack: Pack) {
    guard let kind = Self.kind(fact, values, pack) else { return nil }
    self.init(kind: kind, form: fact.type == .double ? .double : .standard, place: fact.place)
    if fact.isOptional { absent = 25 }
  }

  private static func kind(_ fact: FactDeclaration, _ values: [Value], _ pack: Pack) -> Kind? {
    switch (fact.type, fact.minimum, fact.maximum) {
    case (.int, .int(let low)?, .int(let high)?): if let kind = between(low, high, decimals: 0) { return kind }
    case (.double, .double(let low)?, .double(let high)?):
      let unit = Double(units(doubleDecimals))
      guard let low = Int64(exactly: (low * unit).rounded()), let high = Int64(exactly: (high * unit).rounded()) else {
        break
      }
      if let kind = between(low, high, decimals: doubleDecimals) { return kind }
    case (.bool, _, _): return even([.bool(false), .bool(true)])
    case (.enumeration(let words), _, _): return even(words.cases.map(Value.string))
    case (.list(.enumeration(let words)), _, _):
      return .each(words.cases.map { (.string($0), 25) }, outOf: 100, atMost: words.cases.count)
    case (.record(let type), _, _): return records(type.name, pack)
    case (.list(.record(let type)), _, _):
      guard let one = records(type.name, pack), let size = between(0, 3, decimals: 0) else { return nil }
      return .list(ValueSource(kind: one, place: fact.place), size: ValueSource(kind: size, place: fact.place))
    default: break
    }
    return even(values.filter { $0.json != nil })
  }

  private static let doubleDecimals = 3

  private static func between(_ low: Int64, _ high: Int64, decimals: Int) -> Kind? {
    guard low <= high, !high.subtractingReportingOverflow(low).overflow else { return nil }
    return .between(low...high, decimals: decimals)
  }

  private static func even(_ values: [Value]) -> Kind? { WeightedChoice(values.map { ($0, 1) }).map(Kind.weights) }

  /// The records of `pack` that are values of the type called `type`.
  private static func records(_ type: Text, _ pack: Pack) -> Kind? {
    let ids = pack.kinds.flatMap { pack.records(of: $0.name) }.map(\.id).filter { pack.value(type, $0) != nil }
    return ids.isEmpty ? nil : .pick(ids.map(Value.string))
  }
}

extension RuleSet {
  /// The facts that `decisions` need, each with values between which its conditions distinguish.
  func factsWithValues(neededBy decisions: [Text]) -> [(fact: FactDeclaration, values: [Value])] {
    let needed = Set(decisions.compactMap { decision($0) }.flatMap { facts(neededBy: $0).map(\.name) })
    var values: [Text: [Value]] = [:]
    for column in tableView().columns {
      guard case .fact(let name) = column.origin else { continue }
      values[Text(name)] = column.classes.flatMap { value in
        [value.witness, value.lower.flatMap(\.closed), value.upper.flatMap(\.closed)].compactMap { $0 }
      }
    }
    return facts.filter { needed.contains($0.name) }.map { ($0.declaration, values[$0.name] ?? []) }
  }
}

extension TableView.Bound {
  fileprivate var closed: Value? { isClosed ? value : nil }
}
