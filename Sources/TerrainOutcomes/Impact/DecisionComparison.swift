import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules

/// Two rule sets that decide about one person after another on one thread. Both get the same facts.
final class DecisionComparison: ImpactComparison {
  private let old: DecidingSession
  private let new: DecidingSession
  private let names: [Text]
  /// The positions of the decisions that may differ themselves, not only through other decisions.
  private let origins: [Int]
  private let facts: RequestFacts
  private let people: PeopleSource.Reader
  private let difference: RuleSetDifference
  private let group: [Text]?

  init(
    _ old: LoadedSystem, _ new: LoadedSystem, _ decisions: [Text], _ people: PeopleSource, _ scoring: ScoringEngine?,
    _ difference: RuleSetDifference, _ group: [Text]?
  ) {
    self.old = DecidingSession(old, decisions)
    self.new = DecidingSession(new, decisions)
    names = decisions
    origins = decisions.indices.filter { difference.origins.contains(decisions[$0]) }
    facts = RequestFacts(old.rules.ruleSet, new.rules.ruleSet, scoring)
    self.people = people.reader()
    self.difference = difference
    self.group = group
  }

  /// A decision is explained as quickly as it is made.
  var explained: (places: Int, changes: Int) { (200, 5) }

  func compare(_ index: Int, into tally: inout ImpactTally) throws(DiagnosticError) {
    let request = try begin(index)
    var differences: [ResultDifference] = []
    // Most people get the same results of all changed decisions, and so of all decisions.
    let isUnchanged = origins.allSatisfy { old.result($0).isSame(as: new.result($0)) }
    for (position, name) in names.enumerated() {
      let from = old.result(position)
      let to = isUnchanged ? from : new.result(position)
      if isUnchanged || from.isSame(as: to) {
        if case .failure(let code) = from { tally.countUndecided(name, code, lacking: old.lacking(position)) }
      } else {
        differences.append(ResultDifference(path: name.string, from: from, to: to))
      }
    }
    let name = group.map { path in ResultDifference.text(at: path, in: request.document.root) ?? request.text(at: path)
    }
    tally.count(differences, Impact.Example(request.document, index), group: name)
  }

  /// Gives both rule sets the facts of the person with the number `index`.
  private func begin(_ index: Int) throws(DiagnosticError) -> PersonFacts {
    let document = try people.firstRequest(index + 1, members: RequestFacts.members)
    let given = try facts.given(in: document.root)
    let (refused, alsoRefused) = (old.begin(given), new.begin(given))
    // A version may refuse facts that the other version accepts.
    var wrong: [Diagnostic] = []
    for fact in given {
      let (mine, others) = (refused[fact.name], alsoRefused[fact.name])
      if let mine, others != nil || new.ruleSet.fact(fact.name) == nil { wrong += mine }
      if let others, old.ruleSet.fact(fact.name) == nil { wrong += others }
    }
    if !wrong.isEmpty { throw DiagnosticError(wrong) }
    return PersonFacts(document: document, facts: given)
  }

  /// The cause is the innermost decision with another result: all its inputs have the same results.
  func cause(of path: String, for index: Int) -> Impact.Cause {
    var cause = Impact.Cause()
    guard let position = names.firstIndex(of: Text(path)), let person = try? begin(index) else { return cause }
    let (mine, others) = (old.reasons(position), new.reasons(position))
    var origins = (mine.first, others.first)
    for reason in mine.dropFirst() {
      guard let other = others.first(where: { $0.decision == reason.decision }),
        !old.result(named: reason.decision).isSame(as: new.result(named: reason.decision))
      else { continue }
      origins = (reason, other)
    }
    if let reason = origins.0 { cause.old = [Impact.Origin(reason)] }
    if let reason = origins.1 { cause.new = [Impact.Origin(reason)] }
    cause.parameters = difference.parameters(namedBy: cause, old.ruleSet, new.ruleSet)
    cause.request = person.json(of: old.facts(position).union(new.facts(position)))
    return cause
  }
}

/// The facts of a person.
private struct PersonFacts {
  let document: Document
  let facts: [RequestFacts.Given]

  /// The fact that `path` names.
  func text(at path: [Text]) -> String? {
    path.count == 1 ? facts.last { $0.name == path[0] }.map { ResultDifference.text($0.value) } : nil
  }

  /// The facts called `names`, as JSON.
  func json(of names: Set<Text>) -> String {
    var map = ValueMap()
    for fact in facts where names.contains(fact.name) {
      if map.replace(.string(fact.name), with: fact.value) == nil { map.insert(.string(fact.name), fact.value) }
    }
    return Value.map(map).json ?? ""
  }
}

/// One rule set that decides about one person after another.
private final class DecidingSession {
  /// A decision and the facts that it needs.
  private struct ComparedDecision {
    let decision: Decision?
    let required: [Text]
    let facts: Set<Text>
  }

  let ruleSet: RuleSet
  private let session: RuleSession
  private let decisions: [ComparedDecision]
  private let records: RecordFinder
  private var given: Set<Text> = []
  /// Facts of this person that the rules refuse, with codes.
  private var refused: [(name: Text, code: String)] = []

  init(_ system: LoadedSystem, _ names: [Text]) {
    let ruleSet = system.rules.ruleSet
    self.ruleSet = ruleSet
    let records = RecordFinder.held(by: system.pack)
    self.records = records
    session = RuleSession(ruleSet, records: records)
    decisions = names.map { name in
      guard let decision = ruleSet.decision(name) else {
        return ComparedDecision(decision: nil, required: [], facts: [])
      }
      let needed = ruleSet.facts(neededBy: decision)
      return ComparedDecision(
        decision: decision,
        required: needed.filter { !$0.declaration.isOptional && $0.declaration.usual == nil }.map(\.name),
        facts: Set(needed.map(\.name)))
    }
  }

  /// Takes a person's facts.
  ///
  /// - Returns: by name, the errors of facts that do not have the declared types.
  func begin(_ facts: [RequestFacts.Given]) -> [Text: [Diagnostic]] {
    session.begin()
    given.removeAll(keepingCapacity: true)
    refused.removeAll(keepingCapacity: true)
    var wrong: [Text: [Diagnostic]] = [:]
    for entry in facts {
      guard let fact = ruleSet.fact(entry.name) else { continue }
      var value = entry.value
      if let node = entry.node {
        var reader = LiteralReader(missingListsAreEmpty: true, records: records)
        guard let read = reader.read(node, as: fact.declaration.type) else {
          wrong[entry.name] = reader.diagnostics
          refused.append((entry.name, FunctionFailure.Code.factType.name))
          continue
        }
        value = read
      }
      do throws(EvaluationError) {
        try session.set(fact, value)
        given.insert(entry.name)
      } catch {
        refused.append((entry.name, error.code.name))
      }
    }
    return wrong
  }

  /// The facts that the decision at `index` needs.
  func facts(_ index: Int) -> Set<Text> { decisions[index].facts }

  /// The facts that the decision at `index` lacks.
  func lacking(_ index: Int) -> [Text] { decisions[index].required.filter { !given.contains($0) } }

  /// The result of the decision at `index`. A fact that the rules refuse is a failure of the decisions that need it.
  func result(_ index: Int) -> DecidedResult {
    let compared = decisions[index]
    guard let decision = compared.decision else { return .failure("no-decision") }
    if let refused = refused.first(where: { compared.facts.contains($0.name) }) { return .failure(refused.code) }
    // Known without a run, and without the words of its error.
    if !compared.required.allSatisfy(given.contains) { return .failure(FunctionFailure.Code.missingFact.name) }
    return result(decision)
  }

  /// The result of a decision that another decision uses.
  func result(named name: Text) -> DecidedResult { ruleSet.decision(name).map(result) ?? .failure("no-decision") }

  private func result(_ decision: Decision) -> DecidedResult {
    do throws(EvaluationError) { return .value(try session.value(decision)) } catch { return .failure(error.code.name) }
  }

  /// The reasons for the result of the decision at `index`: first its own, then those of the decisions that it uses.
  func reasons(_ index: Int) -> [Reason] {
    guard case .value = result(index), let decision = decisions[index].decision else { return [] }
    return session.reasons(for: decision)
  }
}

/// The result of a decision.
private enum DecidedResult {
  case value(Value)
  case failure(String)

  func isSame(as other: DecidedResult) -> Bool {
    switch (self, other) {
    case (.value(let a), .value(let b)): a.isIdentical(to: b)
    case (.failure(let a), .failure(let b)): a == b
    default: false
    }
  }

  var text: String {
    switch self {
    case .value(let value): ResultDifference.text(value)
    case .failure(let code): "(\(code))"
    }
  }

  var number: Double? {
    switch self {
    case .value(.int(let number)): Double(number)
    case .value(.double(let number)) where number.isFinite: number
    default: nil
    }
  }
}

extension ResultDifference {
  fileprivate init(path: String, from: DecidedResult, to: DecidedResult) {
    let delta = from.number.flatMap { old in to.number.map { $0 - old } }
    self.init(path: path, from: from.text, to: to.text, before: from.number, delta: delta)
  }
}

extension Impact.Origin {
  fileprivate init(_ reason: Reason) {
    self.init(decision: reason.decision, row: reason.row, part: reason.part, place: reason.place)
  }
}

/// The people about whom two rule sets decide.
package enum DecisionPeople: Sendable {
  /// People who consist of facts only, with values evenly distributed over their ranges.
  case even(seed: UInt64, people: Int)
  /// The first `people` people of a population. Facts that the population does not declare are distributed over their ranges.
  case population(PopulationDeclaration, seed: UInt64, people: Int)
  /// Real people: their facts by name, or requests that contain the facts.
  case file(PeopleFile)

  /// The number of people.
  package var count: Int {
    switch self {
    case .even(_, let people), .population(_, _, let people): people
    case .file(let file): file.count
    }
  }

  /// Collects the errors in the people's requests.
  var problems: PeopleProblems {
    if case .file = self { PeopleProblems(of: .file) } else { PeopleProblems(of: .population) }
  }

  /// The description of the people.
  var sample: String {
    switch self {
    case .even(let seed, let people): "\(people) people with facts anywhere in their ranges, seed \(seed)"
    case .population(let population, let seed, let people): "\(people) people of `\(population.name)`, seed \(seed)"
    case .file(let file): "\(file.count) people of `\(file.name)`"
    }
  }

  /// The people, with every fact that can be drawn and that `decisions` of one of `versions` need.
  ///
  /// - Parameter others: further values that are needed; nil for all values of the people.
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

/// Finds the facts in people's requests, on one thread.
struct RequestFacts {
  /// A fact of a person.
  struct Given {
    let name: Text
    /// As it is written; nil if answers were scored.
    let node: Node?
    let value: Value
  }

  /// The members of requests that hold facts by name.
  private static let sections: [Text] = ["facts", "form"]
  /// The members of requests that contain facts, and the id.
  static let members = Set(["person_id", "answers", "goals"] + sections.map(\.string))

  private let old: RuleSet
  private let new: RuleSet
  private let scoring: ScoringSession?
  /// Members that some operation takes.
  private let known: Set<String>

  init(_ old: RuleSet, _ new: RuleSet, _ scoring: ScoringEngine?) {
    self.old = old
    self.new = new
    self.scoring = scoring.map { ScoringSession($0) }
    known = Self.members.union(PeopleFile.knownMembers)
  }

  private func isFact(_ name: Text) -> Bool { old.fact(name) != nil || new.fact(name) != nil }

  /// The facts in `request`: those in its sections and those that result from its answers. Without sections and answers its members are
  /// facts.
  ///
  /// - Throws: an error for names that neither version declares, and errors in the answers.
  func given(in request: Node) throws(DiagnosticError) -> [Given] {
    let sections = Self.sections.filter { request[$0]?.kind == .map && !isFact($0) }
    let answers = isFact("answers") ? nil : request["answers" as Text]
    guard answers != nil || !sections.isEmpty else { return try facts(in: request, alsoKnown: ["person_id"]) }
    let found = DiagnosticCollector(.request)
    for (key, _) in request.members where !known.contains(key.text?.string ?? "") {
      found.report(.populationMember(key, among: known.ordered()))
    }
    var given: [Given] = []
    if let answers {
      if let scoring {
        let others = request.members.compactMap { key, _ in key.text }
        found.collect { () throws(DiagnosticError) in
          given = try scoring.facts(of: request, alsoKnown: others).map {
            Given(name: $0.name, node: nil, value: $0.value)
          }
        }
      } else {
        found.report(.populationNoQuiz(answers))
      }
    }
    for section in sections {
      guard let node = request[section] else { continue }
      found.collect { () throws(DiagnosticError) in given += try facts(in: node, alsoKnown: []) }
    }
    if found.hasErrors { throw found.error }
    return given
  }

  private func facts(in node: Node, alsoKnown: Set<Text>) throws(DiagnosticError) -> [Given] {
    var given: [Given] = []
    let found = DiagnosticCollector(.request)
    for (key, value) in node.members {
      guard let name = key.text else { continue }
      if isFact(name) {
        if value.kind != .null { given.append(Given(name: name, node: value, value: value.value)) }
      } else if !alsoKnown.contains(name) {
        found.report(.populationFact(key, among: (old.facts + new.facts).map(\.name), otherwise: "leave it out"))
      }
    }
    if found.hasErrors { throw found.error }
    return given
  }
}
