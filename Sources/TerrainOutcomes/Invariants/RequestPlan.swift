import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules

/// The requests over which invariants of one operation are checked.
struct RequestPlan {
  /// The members of every request.
  let base: Value
  /// The factors that vary.
  let factors: [RequestFactor]
  /// True if the requests are all combinations of the factors. Otherwise any three levels are in one request, if ``missing`` is 0.
  let isExhaustive: Bool
  /// The number of triples of levels in no request.
  let missing: Int
  /// The number of all triples.
  let threes: Int
  private let rows: [[Int]]

  /// At most `limit` requests.
  init(base: Value, factors: [RequestFactor], limit: Int) {
    self.base = base
    self.factors = factors
    let levels = factors.map(\.levels.count)
    var product = 1
    for count in levels where product <= limit { product = product.multipliedReportingOverflow(by: count).partialValue }
    isExhaustive = product <= limit
    if isExhaustive {
      rows = levels.reduce([[]]) { rows, count in rows.flatMap { row in (0..<count).map { row + [$0] } } }
      (missing, threes) = (0, 0)
    } else {
      let array = CoveringArray(levels: levels, limit: limit)
      (rows, missing, threes) = (array.rows, array.missing, array.threes)
    }
  }

  /// The number of requests.
  var count: Int { rows.count }

  /// The request at `index`.
  func request(_ index: Int) -> Value {
    var request = base
    for (factor, level) in zip(factors, rows[index]) {
      if let value = factor.levels[level] { request = request.replacing(factor.path, with: value) }
    }
    // Day and time are separate factors, but one member of a request.
    guard case .string(let day)? = request.at([FactLevels.day]) else { return request }
    var now = day
    if case .string(let time)? = request.at([FactLevels.time]) { now = "\(day)T\(time)" }
    return request.removing([[FactLevels.day], [FactLevels.time]]).replacing(["now"], with: .string(now))
  }

  /// The values of the member at `path` that come before `value`, the simplest first.
  func simpler(_ path: [Value], than value: Value) -> [Value] {
    let factor = factors.first { factor in
      factor.path.count == path.count && zip(factor.path, path).allSatisfy { $0.isIdentical(to: $1) }
    }
    return factor?.levels.compactMap { $0 }.prefix { !$0.isIdentical(to: value) }.map { $0 } ?? []
  }

  /// The description of the requests.
  var words: String {
    if isExhaustive { return count == 1 ? "the one request" : "all \(count) requests" }
    if missing == 0 {
      return "\(count.counted("request")) with any three values of \(factors.count.counted("parameter"))"
    }
    let covered = (threes - missing) * 1000 / threes
    return "\(count.counted("request")) with \(covered / 10).\(covered % 10) % of any three values of "
      + factors.count.counted("parameter")
  }
}

/// Requests as values and as trees.
enum RequestTree {
  /// The tree of the request `value`; nil if JSON cannot hold it.
  static func node(_ value: Value) -> Node? {
    value.jsonBytes.flatMap { JSONReader.read(SourceText(name: "request", bytes: $0)).document?.root }
  }

  /// `request` with an empty list for each of the facts `lists` that it does not give.
  static func withLists(_ request: Value, lists: [Text]) -> Value {
    guard case .map(var map) = request else { return request }
    var facts = ValueMap()
    if case .map(let given)? = map[FactLevels.factsKey] { facts = given }
    for list in lists { facts.insert(.string(list), .list([])) }
    map.replace(FactLevels.factsKey, with: .map(facts))
    return .map(map)
  }
}

/// A member of requests, and the values that it takes one after another.
struct RequestFactor {
  /// The keys that lead to it.
  let path: [Value]
  /// Its values, the simplest first; nil if it is absent.
  let levels: [Value?]

  /// A factor, limited to the maximum number of levels of a covering array.
  init(path: [Value], levels: [Value?]) {
    self.path = path
    self.levels = Array(levels.prefix(CoveringArray.mostLevels))
  }
}

/// The values of facts between which the rules of a system distinguish.
struct FactLevels {
  private let system: LoadedSystem
  private let columns: [Text: [TableView.ValueClass]]

  /// The member for facts in generated requests.
  static let factsKey: Value = "facts"
  /// The keys in a plan for the day and the time of day, which are separate factors.
  static let (day, time): (Value, Value) = ("day of now", "time of now")

  init(_ system: LoadedSystem) {
    self.system = system
    var columns: [Text: [TableView.ValueClass]] = [:]
    for column in system.rules.ruleSet.tableView().columns {
      if case .fact(let name) = column.origin { columns[Text(name)] = column.classes.filter { !$0.isAbsent } }
    }
    self.columns = columns
  }

  /// A factor for each fact that `decisions` need, with clock facts as dates and times; none for facts of which only the type is known.
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
      factors.append(RequestFactor(path: [Self.day], levels: months.map { Self.day(month: $0) }))
    }
    if needed.contains("hour") {
      let hours = ints("hour", within: 0...23)
      factors.append(RequestFactor(path: [Self.time], levels: hours.map { .string(Text("\(Self.digits($0)):00")) }))
    }
    return factors
  }

  /// The day that requests are about in `month`.
  static func day(month: Int64) -> Value { .string(Text("2026-\(digits(month))-15")) }

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

  /// A value of each class, and the ends of classes, without duplicates.
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
  /// False for the smallest and largest numbers of the type, which are not meaningful limits.
  fileprivate var isReasonable: Bool {
    if case .int(let int) = self { int > Int64.min && int < Int64.max } else { true }
  }
}

extension CELType {
  fileprivate var isList: Bool { if case .list = self { true } else { false } }
}

/// Checks the values that invariants write into requests against the shapes of these requests. A refused value would reduce the number of
/// requests without the author's knowledge.
struct InvariantValues {
  private let session: OutcomeSession

  /// A check over the pack and the rules of `session`.
  init(_ session: OutcomeSession) { self.session = session }

  /// The errors in the values of `invariant`, whose requests are those of `operation`.
  func diagnostics(about invariant: Invariant, of operation: AnyOperation) -> [Diagnostic] {
    let first = invariant.first.flatMap { session.operation($0.operation.text?.string ?? "") }
    var diagnostics = given(invariant.with, operation)
    if let first { diagnostics += given(invariant.first?.with, first) }
    for variation in invariant.vary {
      if let first, variation.path.first == Invariant.FirstStep.key {
        diagnostics += varied(variation, variation.path.dropFirst(), first)
      } else {
        diagnostics += varied(variation, variation.path[...], operation)
      }
    }
    return diagnostics
  }

  /// The errors in the parameters at `node`, which may be incomplete.
  private func given(_ node: Node?, _ operation: AnyOperation) -> [Diagnostic] {
    guard let node, node.kind == .map else { return [] }
    // A missing parameter may vary, or be carried from the first result.
    return operation.parameters.diagnostics(
      about: node, what: "the parameters of `\(operation.name)`", declarations: session.declarations
    ).filter { $0.code != Diagnostic.missingFieldCode }
  }

  /// The errors in the values at `path` of the parameters of `operation`; null leaves the member out.
  private func varied(
    _ variation: Invariant.Variation, _ path: ArraySlice<Text>, _ operation: AnyOperation
  ) -> [Diagnostic] {
    let shapes: [Shape]
    do throws(DiagnosticError) {
      shapes = try ResultPath(members: path, at: variation.key).shapes(in: operation.parameters, session.declarations)
    } catch {
      return [.unknownVariation(variation, operation.name, error.diagnostics.first?.fix)]
    }
    let shape = shapes.count == 1 ? shapes[0] : Shape(.either(shapes))
    return variation.values.filter { $0.kind != .null }.flatMap { value in
      shape.diagnostics(about: value, what: "`\(variation.key.text ?? "")`", declarations: session.declarations)
    }
  }
}

extension [Diagnostic] {
  /// Merges repeated errors: errors in a part that several invariants share (an anchor) occur once, and an unknown name is reported at its
  /// first use, with the others as related locations.
  var onePerMistake: [Diagnostic] {
    var positions: [[String]: Int] = [:]
    var kept: [Diagnostic] = []
    for diagnostic in self {
      let mistake = [diagnostic.code, diagnostic.message]
      guard let first = positions[mistake] else {
        positions[mistake] = kept.count
        kept.append(diagnostic)
        continue
      }
      guard let place = diagnostic.place, place != kept[first].place,
        !kept[first].related.contains(where: { $0.place == place })
      else { continue }
      kept[first].related.append(.init(message: "here too", place: place))
    }
    return kept
  }
}

/// Requests of the people of a pack's population.
struct InvariantPeople: Sendable {
  private let population: PopulationDeclaration

  /// The people of the standard population of the pack of `system`; nil if it has none, or a wrong one, which is diagnosed with the
  /// population.
  init?(_ system: LoadedSystem, files: ContentFiles) {
    let declared = PopulationFiles(pack: system.pack.path, files: files)
    guard let population = try? declared.population(PopulationFiles.standard, system) else { return nil }
    self.population = population
  }

  /// The seed of the people, so that each check is about the same people.
  private static let seed: UInt64 = 1

  /// The requests of the first `count` people on their first day, with the members that `operation` takes.
  func requests(_ count: Int, for operation: AnyOperation) -> [Value] {
    let people = PeopleSource.population(population, seed: Self.seed).reader()
    return (1...max(1, count)).compactMap { number in
      let request = try? people.firstRequest(number, members: operation.parameters.memberNames)
      return request?.root.value(fractions: .decimal)
    }
  }
}

/// The values that invariants vary, with those that an operation never accepts. A value that is never accepted checks nothing.
struct VariedValues {
  fileprivate struct Varied {
    let node: Node
    let value: Value
    var isTaken = false
    var refusal: Diagnostic?
  }

  fileprivate struct Variation {
    let path: [Value]
    /// As diagnostics about requests write it.
    let name: String
    var values: [Varied]
  }

  private var variations: [Variation]

  /// The varied values of `invariant` in the main request.
  init(_ invariant: Invariant) {
    variations = invariant.vary.filter { $0.path.first != Invariant.FirstStep.key }.map { variation in
      Variation(
        path: variation.path.map { .string($0) }, name: variation.path.map(\.string).joined(separator: "."),
        values: variation.values.filter { $0.kind != .null }.map { Varied(node: $0, value: $0.value) })
    }
  }

  /// Notes the verdicts on `request`.
  mutating func add(_ request: Value, _ verdicts: [InvariantRun.Verdict]) {
    var refusals: [Diagnostic] = []
    var isRun = false
    for verdict in verdicts {
      switch verdict {
      case .notApplicable: break
      case .refused(let diagnostics): refusals = diagnostics
      case .held, .violated, .failed: isRun = true
      }
    }
    guard isRun || !refusals.isEmpty else { return }
    for index in variations.indices {
      guard let value = request.at(variations[index].path),
        let position = variations[index].values.firstIndex(where: { !$0.isTaken && $0.value.isIdentical(to: value) })
      else { continue }
      if let refusal = refusals.first(where: { variations[index].holds($0.path) }) {
        variations[index].values[position].refusal = refusal
      } else {
        variations[index].values[position].isTaken = true
      }
    }
  }

  /// The values that were refused wherever they were.
  var diagnostics: [Diagnostic] {
    variations.flatMap { $0.values }.compactMap { value in
      value.isTaken ? nil : value.refusal.map { .invariantValueRefused(value.node, $0) }
    }
  }
}

extension VariedValues.Variation {
  /// Returns true if `path` is that of the varied value, or of something in it.
  fileprivate func holds(_ path: String?) -> Bool {
    guard let path, path.hasPrefix(name) else { return false }
    return path.utf8.count == name.utf8.count || ".[".contains(path.dropFirst(name.count).first ?? " ")
  }
}

extension Diagnostic {
  fileprivate static func invariantValueRefused(_ node: Node, _ refusal: Diagnostic) -> Diagnostic {
    Diagnostic(
      code: "invariants/refused", message: "no request with this value can be run: \(refusal.message)",
      place: node.place, fix: refusal.fix)
  }
}
