import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// A module of rules that ranks candidates: its decisions, looked up, and the candidates themselves.
package struct RankingModule: Sendable {
  /// A candidate of the ranking.
  struct Candidate: Sendable {
    let id: Text
    /// The kind of record it is; nil for a word of a vocabulary.
    let kind: Text?
    let record: Pack.Record?
    /// The value for rules.
    let value: Value
  }

  /// The order of candidates with equal points and order.
  enum Ties: String, Sendable {
    /// The candidates shown longest ago come first, then the order depends on person and day.
    case rotate
    /// As the pack has them.
    case written
  }

  /// The names of a ranking's decisions, after the module's.
  enum Names {
    static let excluded: Text = "excluded"
    static let score: Text = "score"
    static let order: Text = "order"
    static let alphabetical: Text = "alphabetical"
    static let alike: Text = "alike"
    static let note: Text = "note"
    static let details: Text = "details"
    static let brief: Text = "brief"
    static let fallback: Text = "fallback"
    static let settings: Text = "settings"
    /// The result of `excluded` for a candidate that stays.
    static let stays: Text = "none"
    static let daysSinceShown: Text = "days_since_shown"
    static let unmetItems: Text = "unmet_items"
  }

  /// The number of candidates if neither request nor rules give one.
  static let usualLimit = 5

  package let name: Text
  private(set) var candidates: [Candidate]
  /// Records of the request that cannot be read and are therefore not candidates, at most the first hundred.
  private(set) var wrong: [Ranking.WrongRecord] = []
  /// The kind whose records the request has; nil if the pack has the candidates.
  let handedInKind: Text?
  /// The fact that is the candidate.
  package let fact: Fact
  let daysSinceShown: Fact?
  /// The fact of a program: its items that are nothing for the person, and that nothing takes the place of.
  let unmetItems: Fact?
  package let excluded: Decision
  /// The results of ``excluded`` by code, including that of candidates that stay.
  let exclusions: EnumerationType
  let stays: Int64
  package let score: Decision
  let order: Decision?
  let alphabetical: Decision?
  let alike: Decision?
  package let note: Decision?
  let details: Decision?
  let brief: Decision?
  package let fallback: Decision?
  package let limit: Int
  let ties: Ties

  /// The modules of `rules` that rank, as requests name them.
  static func names(in rules: RuleSet) -> [Text] {
    rules.modules(with: Names.score).filter { rules.decision("\($0).\(Names.excluded)") != nil }
  }

  /// Rankings that engines request automatically. Any other is requested by its name.
  private static let ownNames: [Text] = ["suggest", programs, programItems]

  /// The module that ranks programs. A program that it excludes cannot be begun.
  package static let programs: Text = "programs"
  /// The module whose exclusions decide which items of programs others take the place of. Rules need not have it.
  package static let programItems: Text = "program_items"
  /// The requirements of the module for program items on a rule set that has it.
  static let programItemsContract = Contract(
    "terrain run program",
    decisions: [Names.excluded, Names.score].map { .init("\(programItems).\($0)", .dyn, isOptional: true) },
    otherFacts: .dyn)

  /// The requirements of the ranking of the module `name` on a rule set.
  static func contract(_ name: Text) -> Contract {
    Contract(
      "terrain suggest", caller: ownNames.contains(name) ? nil : "terrain suggest --ranking",
      decisions: [
        .init("\(name).\(Names.excluded)", .string), .init("\(name).\(Names.score)", .int),
        .init("\(name).\(Names.order)", .list(.int), isOptional: true),
        .init("\(name).\(Names.alphabetical)", .string, isOptional: true),
        .init("\(name).\(Names.alike)", .dyn, isOptional: true),
        .init("\(name).\(Names.note)", .dyn, isOptional: true),
        .init("\(name).\(Names.details)", .dyn, isOptional: true),
        .init("\(name).\(Names.brief)", .list(.string), isOptional: true),
        .init("\(name).\(Names.fallback)", .dyn, isOptional: true),
        .init("\(name).\(Names.settings)", .dyn, isOptional: true),
      ], otherFacts: .dyn)
  }

  /// The ranking of the module `name`. Decisions that are made once are evaluated in `session`.
  ///
  /// - Throws: errors that keep the module from being a ranking.
  init(
    _ name: Text, rules: RuleSet, pack: Pack, records: RecordValues, session: RuleSession
  ) throws(DiagnosticError) {
    let module = try ModuleDecisions(name, of: rules, keeping: Self.contract(name))
    self.name = name
    excluded = try module.required(Names.excluded)
    score = try module.required(Names.score)
    order = module[Names.order]
    alphabetical = module[Names.alphabetical]
    alike = module[Names.alike]
    note = module[Names.note]
    details = module[Names.details]
    brief = module[Names.brief]
    fallback = module[Names.fallback]
    guard case .enumeration(let words) = excluded.type, let code = words.code(of: Names.stays) else {
      throw DiagnosticError(.exclusionWithoutNone(excluded))
    }
    exclusions = words
    stays = Int64(code)

    let asked = [excluded, score] + [order, alphabetical, alike, note, details, brief].compactMap { $0 }
    var needed: [Fact] = []
    for fact in asked.flatMap({ rules.facts(neededBy: $0) }) where fact.declaration.isPerCandidate {
      if !needed.contains(where: { $0.id == fact.id }) { needed.append(fact) }
    }
    daysSinceShown = needed.first { $0.name == Names.daysSinceShown }
    unmetItems = needed.first { $0.name == Names.unmetItems }
    let possible = needed.filter { ![Names.daysSinceShown, Names.unmetItems].contains($0.name) }
    guard possible.count == 1, let fact = possible.first else {
      throw DiagnosticError(.candidateFacts(possible, of: score))
    }
    self.fact = fact
    handedInKind =
      if case .record(let type) = fact.declaration.type, pack.kind(type.name)?.isHandedIn == true { type.name } else {
        nil
      }
    candidates = handedInKind == nil ? try Self.candidates(fact, records: records) : []
    (limit, ties) = try Self.settings(module[Names.settings], rules, session)
    if let alike {
      let wrong = WrittenResults.diagnostics(of: alike) { value throws(DiagnosticError) in
        if value.present != nil { _ = try Likeness.read(value, of: alike, in: rules) }
      }
      if wrong.hasErrors { throw DiagnosticError(wrong) }
    }
  }

  /// The ranking for `request`, with the candidates of the request if they are not in the pack. A record that cannot be read is left out,
  /// without an effect on other records.
  ///
  /// - Throws: an error if the request has no records.
  func taking(_ request: DayRequest, _ reader: FactReader) throws(DiagnosticError) -> RankingModule {
    guard let kind = handedInKind else { return self }
    guard let nodes = request.records[kind] else { throw DiagnosticError(.noCandidates(kind)) }
    var taken = self
    let diagnostics = DiagnosticCollector(.request)
    for (index, node) in nodes.enumerated() {
      let isListed = taken.wrong.count < DiagnosticCollector.mostDiagnostics
      let part = diagnostics.part(keeping: isListed ? 1 : 0)
      let given = node.kind == .map ? node["id"]?.text : nil
      guard let value = reader.record(node, kind: kind, into: part) else {
        guard isListed else { continue }
        taken.wrong.append(
          Ranking.WrongRecord(position: index, id: given, problem: .wrongCandidate(kind, at: node, part.first)))
        continue
      }
      let id = given ?? Text("\(index + 1)")
      taken.candidates.append(Candidate(id: id, kind: kind, record: Pack.Record(id: id, node: node), value: value))
    }
    return taken
  }

  private static func candidates(_ fact: Fact, records: RecordValues) throws(DiagnosticError) -> [Candidate] {
    switch fact.declaration.type {
    case .enumeration(let words):
      return words.cases.map { Candidate(id: $0, kind: nil, record: nil, value: .string($0)) }
    case .record(let type):
      guard let known = records[type.name] else { throw DiagnosticError(.candidatesWithoutKind(fact)) }
      return known.entries.map { Candidate(id: $0.record.id, kind: $0.kind, record: $0.record, value: $0.value) }
    default: throw DiagnosticError(.candidatesWithoutKind(fact))
    }
  }

  private static func settings(
    _ decision: Decision?, _ rules: RuleSet, _ session: RuleSession
  ) throws(DiagnosticError) -> (limit: Int, ties: Ties) {
    guard let decision else { return (usualLimit, .rotate) }
    session.begin()
    var fields = ValueFields(try session.decided(decision), of: decision, in: rules)
    let limit = fields.int("limit", atLeast: 1) ?? usualLimit
    var ties = Ties.rotate
    if let text = fields.text("ties") {
      if let known = Ties(rawValue: text.string) { ties = known } else { fields.wrong("ties", "`rotate` or `written`") }
    }
    let diagnostics = fields.finish()
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    return (limit, ties)
  }
}

extension Diagnostic {
  static func noCandidates(_ kind: Text) -> Diagnostic {
    Diagnostic(
      code: "request/no-candidates",
      message: "this ranks the request's records of `\(kind)`, and it has none",
      place: nil, fix: "add `records: { \(kind): [ … ] }`")
  }

  /// - Parameter cause: the error within the record.
  static func wrongCandidate(_ kind: Text, at node: Node, _ cause: Diagnostic?) -> Diagnostic {
    Diagnostic(
      code: "request/wrong-candidate", message: "this is no record of `\(kind)` as its schema has it",
      place: cause?.place ?? node.place, path: cause?.path ?? node.path)
  }

  static func exclusionWithoutNone(_ decision: Decision) -> Diagnostic {
    Diagnostic(
      code: "ranking/no-none", message: "`\(decision.name)` never returns `none`, so no candidate can stay",
      place: decision.place, fix: "add `otherwise: none`")
  }

  static func candidateFacts(_ facts: [Fact], of score: Decision) -> Diagnostic {
    Diagnostic(
      code: "ranking/candidate",
      message: facts.isEmpty
        ? "nothing in this ranking looks at a candidate" : "a ranking has candidates of one kind, and this has several",
      place: score.place,
      related: facts.map { .init(message: "a candidate", place: $0.declaration.place) },
      fix: "declare one fact with `per: candidate`, of a type under `records` of the pack")
  }

  static func candidatesWithoutKind(_ fact: Fact) -> Diagnostic {
    Diagnostic(
      code: "ranking/candidate-type",
      message: "candidates are records of the pack or values of an enum, not `\(fact.declaration.type)`",
      place: fact.declaration.place)
  }
}

/// The candidates of a ranking, prepared for one session.
struct CandidateFacts {
  let module: RankingModule
  let session: RuleSession
  /// The ids of the candidate's own facts, because copying a fact itself has a cost.
  private let daysSinceShown: Fact.ID?
  private let unmetItemsFact: Fact.ID?
  /// The candidates as a fact of the session, shared by rankings over the same candidates.
  let prepared: PreparedFacts
  /// For each program, by id, its items that do not suit the person and have no replacement.
  var unmetItems: [Text: [Text]] = [:]

  init(_ module: RankingModule, _ session: RuleSession, prepared: PreparedFacts? = nil) throws(EvaluationError) {
    self.module = module
    self.session = session
    daysSinceShown = module.daysSinceShown?.id
    unmetItemsFact = module.unmetItems?.id
    if let prepared {
      self.prepared = prepared
    } else {
      self.prepared = try session.prepare(module.fact, module.candidates.map { $0.value })
    }
  }

  /// Makes `candidate` the current candidate of the session.
  func look(at candidate: Int, _ request: DayRequest) throws(EvaluationError) {
    session.nextCandidate(prepared, at: candidate)
    if let fact = daysSinceShown, !request.history.isEmpty,
      let days = request.history.days(since: module.candidates[candidate].id, on: request.moment.date)
    {
      try session.set(fact, .int(Int64(days)))
    }
    if let fact = unmetItemsFact {
      let items = unmetItems[module.candidates[candidate].id] ?? []
      try session.set(fact, .list(items.map { .string($0) }))
    }
  }
}
