import TerrainRules
import TerrainEngines
import TerrainExpressions
import TerrainBase

/// A member of requests, and the values that it takes one after another.
struct RequestFactor {
  /// The keys that lead to it.
  let path: [Value]
  /// Its values, the simplest first; nil where it is absent.
  let levels: [Value?]

  /// A factor with at most as many levels as a covering array takes.
  init(path: [Value], levels: [Value?]) {
    self.path = path
    self.levels = Array(levels.prefix(CoveringArray.mostLevels))
  }
}

/// The values of facts between which the rules of a system distinguish.
struct FactLevels {
  private let system: LoadedSystem
  private let columns: [Text: [TableView.ValueClass]]

  /// Where generated requests give facts.
  static let factsKey: Value = "facts"

  init(_ system: LoadedSystem) {
    self.system = system
    var columns: [Text: [TableView.ValueClass]] = [:]
    for column in system.rules.ruleSet.tableView().columns {
      if case .fact(let name) = column.origin { columns[Text(name)] = column.classes.filter { !$0.isAbsent } }
    }
    self.columns = columns
  }

  /// A factor for each fact that `decisions` need, the clock's as dates and times; none for facts of which only the type is
  /// known.
  func factors(of decisions: [Decision]) -> [RequestFactor] {
    let rules = system.rules.ruleSet
    let needed = Set(decisions.flatMap { rules.facts(neededBy: $0) }.map(\.name))
    let facts = rules.facts.filter { needed.contains($0.name) && !$0.declaration.isPerCandidate }
    return facts.compactMap { fact in
      if Moment.factNames.contains(fact.name) { return nil }
      let values = levels(of: fact.declaration)
      let canBeAbsent = fact.declaration.isOptional || fact.declaration.type.isList
      guard values.count + (canBeAbsent ? 1 : 0) > 1 || !canBeAbsent && !values.isEmpty else { return nil }
      return RequestFactor(
        path: [Self.factsKey, .string(fact.name)], levels: (canBeAbsent ? [nil] : []) + values.map { $0 })
    } + clock(needed)
  }

  /// A day in each class of months, and a time in each class of hours.
  private func clock(_ needed: Set<Text>) -> [RequestFactor] {
    var factors: [RequestFactor] = []
    if needed.contains("month") {
      let months = ints("month", within: 1...12)
      factors.append(RequestFactor(path: ["date"], levels: months.map { Self.day(month: $0) }))
    }
    if needed.contains("hour") {
      let hours = ints("hour", within: 0...23)
      factors.append(RequestFactor(path: ["time"], levels: hours.map { .string(Text("\(Self.digits($0)):00")) }))
    }
    return factors
  }

  /// The day that requests are about in `month`.
  static func day(month: Int64 = 1) -> Value { .string(Text("2026-\(digits(month))-15")) }

  private static func digits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func ints(_ name: Text, within range: ClosedRange<Int64>) -> [Int64] {
    let values = bounds(of: name).compactMap { if case .int(let int) = $0 { int } else { nil } }
    let known = values.filter(range.contains)
    return known.isEmpty ? [range.lowerBound] : known
  }

  private func levels(of fact: FactDeclaration) -> [Value] {
    switch fact.type {
    case .bool: return [.bool(true), .bool(false)]
    case .enumeration(let words): return words.cases.map { .string($0) }
    case .list(.enumeration(let words)):
      let all = words.cases.map { Value.string($0) }
      let single = all.map { Value.list([$0]) }
      return all.count > 1 && all.count <= fact.maximumSize ?? .max ? single + [.list(all)] : single
    case .record(let type):
      let kinds = system.pack.kinds.filter { $0.name == type.name && !$0.isHandedIn }
      return kinds.flatMap { system.pack.records(of: $0.name) }.map { .string($0.id) }
    case .int, .uint, .double, .string:
      let values = bounds(of: fact.name)
      return values.isEmpty ? [fact.minimum, fact.maximum].compactMap { $0 } : values
    default: return []
    }
  }

  /// A value of each class, and the ends of classes, each once.
  private func bounds(of name: Text) -> [Value] {
    var values: [Value] = []
    for valueClass in columns[name] ?? [] {
      let ends = [valueClass.lower, valueClass.upper].compactMap { $0 }.filter(\.isClosed).map(\.value)
      for value in [valueClass.witness].compactMap({ $0 }) + ends.filter(\.isReasonable)
      where !values.contains(where: { $0.isIdentical(to: value) }) {
        values.append(value)
      }
    }
    return values
  }
}

extension Value {
  /// False for the ends of what a type holds: they are not ends that rules have.
  fileprivate var isReasonable: Bool {
    if case .int(let int) = self { int > Int64.min && int < Int64.max } else { true }
  }
}

extension CELType {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}
