import Synchronization
import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

/// A built pack and its rules, ready for requests.
///
/// Everything it answers is a function of the pack, the rules and the question: no clock, no randomness, nothing kept. One can be
/// shared by all threads of a program.
///
/// ```swift
/// let terrain = try Terrain.load("terrain.pack.json")
/// let score = try terrain.score(["q1_run_temp": "always_cold", …])
/// print(score["type"] ?? "")
/// ```
public final class Terrain: Sendable {
  /// Tells a version of a pack or of rules from others.
  public struct Version: Sendable, Hashable {
    /// Its id.
    public let id: String
    /// Its version, by semantic versioning.
    public let version: String
    /// The hash of its content.
    public let hash: String
  }

  /// Which pack it is.
  public let pack: Version
  /// Which rules they are.
  public let rules: Version
  /// What was found while loading, without keeping it from running.
  public let warnings: [Diagnostic]

  private let built: BuiltPack
  private let overrides: [ParameterOverride]
  private let ruleSet: RuleSet
  private let scoring: ScoringEngine?
  /// What answers, kept from one question to the next: making any of it costs as much as the rules are large.
  private let decisions: SessionPool<RuleSession>
  private let scorers: SessionPool<ScoringSession>?
  /// What a person's devices share.
  let tables: [SyncTable]
  /// Sessions over the engines that requests needed, by module, and whether requests have logs. The engines are made once.
  private let insights = Mutex<[Module: SessionPool<InsightSession>]>([:])
  private let suggestions = Mutex<[Module: SessionPool<SuggestionSession>]>([:])

  private struct Module: Hashable {
    let name: Text
    let logs: Bool
  }

  /// Loads the built pack in the file `path` (`terrain pack build` makes one).
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - settings: parameters of rules with other values than the pack declares, as `module.name=value`.
  /// - Throws: everything that is wrong with it.
  public static func load(_ path: String, settings: [String] = []) throws(DiagnosticError) -> Terrain {
    try Terrain(BuiltPack.load(path: path), settings: settings)
  }

  /// Loads a built pack that is in memory, for example out of an app's bundle.
  ///
  /// - Parameters:
  ///   - bytes: the file's bytes.
  ///   - name: what it is called in messages.
  ///   - settings: parameters of rules with other values than the pack declares, as `module.name=value`.
  /// - Throws: everything that is wrong with it.
  public convenience init(
    _ bytes: [UInt8], name: String = "pack", settings: [String] = []
  ) throws(DiagnosticError) {
    try self.init(BuiltPack(SourceText(name: name, bytes: bytes)), settings: settings)
  }

  private init(_ built: BuiltPack, settings: [String]) throws(DiagnosticError) {
    self.built = built
    var overrides: [ParameterOverride] = []
    for setting in settings { overrides.append(try ParameterOverride(setting)) }
    self.overrides = overrides
    let system = try LoadedSystem.load(built, contracts: [], kinds: nil, overrides: overrides)
    pack = Version(
      id: system.pack.id.string, version: system.pack.version.description, hash: system.pack.hash)
    rules = Version(
      id: system.rules.ruleSet.id.string, version: system.rules.ruleSet.version.string, hash: system.rules.hash)
    warnings = system.warnings
    let ruleSet = system.rules.ruleSet
    self.ruleSet = ruleSet
    decisions = SessionPool { RuleSession(ruleSet) }
    tables = try SyncTable.all(in: system.pack)
    // Not every pack has a quiz.
    let scoring = system.pack.records(of: ScoringEngine.quizKind).isEmpty ? nil : try ScoringEngine(system)
    self.scoring = scoring
    scorers = scoring.map { engine in SessionPool { ScoringSession(engine) } }
  }

  // MARK: A quiz

  /// The quiz; nil of a pack that has none.
  public var quiz: Quiz? { scoring?.quiz }

  /// Scores a quiz: what answers make of a person.
  ///
  /// - Parameters:
  ///   - answers: for a question's id the id of the option that was chosen.
  ///   - goals: what the person wants help with; some questions depend on it.
  ///   - partial: whether questions may be unanswered; the score then has its certainty.
  /// - Throws: everything that is wrong with the answers; `score/no-quiz`.
  public func score(
    _ answers: [String: String], goals: [String] = [], partial: Bool = false
  ) throws(DiagnosticError) -> Score {
    let request = Request { writer in
      writer.object("answers") { writer in
        for (question, option) in answers.sorted(by: { $0.key < $1.key }) {
          writer.key(question)
          writer.string(option)
        }
      }
      writer.member("goals", goals)
    }
    let document = try request.document()
    guard let scorers else { return try noQuiz().score(document.root, partial: partial).score }
    return try scorers.with { session throws(DiagnosticError) in
      try session.score(document.root, partial: partial).score
    }
  }

  /// A text of the pack about an outcome; nil where it has none.
  ///
  /// - Parameters:
  ///   - field: `label`, `nickname`, or whatever the outcome's record has.
  ///   - outcome: the name of the outcome in a score.
  ///   - id: what it is, as a score has it.
  ///   - locale: the language wanted; the nearest is given, and the pack's own where none is given.
  public func text(
    _ field: String, of outcome: String, _ id: Text, locale: String? = nil
  ) -> String? {
    guard let scoring, let outcome = scoring.outcomes.first(where: { $0.name.string == outcome }) else { return nil }
    let wanted = locale.flatMap { try? LanguageTag(parsing: Text($0)) } ?? scoring.pack.defaultLocale
    return scoring.text(of: outcome, id, Text(field))?.served(for: wanted)?.text.string
  }

  /// Throws why a pack without a quiz has no engine for one.
  private func noQuiz() throws(DiagnosticError) -> ScoringEngine {
    try ScoringEngine(LoadedSystem.load(built, contracts: [ScoringEngine.contract], kinds: []))
  }

  // MARK: A day

  /// The page of the module `today`: one day on one page.
  ///
  /// - Throws: everything that is wrong with the request; what the rules ran into.
  public func today(_ request: Request) throws(DiagnosticError) -> Page { try page("today", for: request) }

  /// The page of any module that has one (`insight`, `constitution`).
  ///
  /// - Throws: everything that is wrong with the request; what the rules ran into; that there is no such page.
  public func page(_ name: String, for request: Request) throws(DiagnosticError) -> Page {
    let document = try request.document()
    let module = Module(name: Text(name), logs: LogRequest.hasLogs(document.root))
    let sessions = try pool(module, of: insights) { () throws(DiagnosticError) in
      let contracts = InsightEngine.contracts(pages: [module.name], logs: module.logs)
      let engine = try InsightEngine(load(contracts), pages: [module.name])
      return SessionPool { InsightSession(engine) }
    }
    return try sessions.with { session throws(DiagnosticError) in
      try session.page(Text(name), for: session.request(document.root).request)
    }
  }

  /// Candidates in order, as the module `ranking` ranks them.
  ///
  /// - Parameters:
  ///   - request: who, when, and what is known.
  ///   - ranking: the module that ranks.
  ///   - limit: the number of candidates; without it, what the rules declare.
  /// - Throws: everything that is wrong with the request; what the rules ran into; that there is no such ranking.
  public func suggest(
    _ request: Request, ranking: String = "suggest", limit: Int? = nil
  ) throws(DiagnosticError) -> Ranking {
    let document = try request.document()
    let module = Module(name: Text(ranking), logs: LogRequest.hasLogs(document.root))
    let sessions = try pool(module, of: suggestions) { () throws(DiagnosticError) in
      let contracts = SuggestionEngine.contracts(rankings: [module.name], logs: module.logs)
      let engine = try SuggestionEngine(load(contracts), rankings: [module.name])
      return SessionPool { SuggestionSession(engine) }
    }
    return try sessions.with { session throws(DiagnosticError) in
      try session.ranking(Text(ranking), for: session.request(document.root).request, limit: limit)
    }
  }

  /// The pack with as much of its rules as `contracts` require, and its quiz.
  private func load(_ contracts: [Contract]) throws(DiagnosticError) -> LoadedSystem {
    try LoadedSystem.load(built, contracts: contracts, kinds: [ScoringEngine.quizKind], overrides: overrides)
  }

  /// The sessions for `module`; `make` makes them when it is first requested.
  private func pool<Session>(
    _ module: Module, of pools: borrowing Mutex<[Module: SessionPool<Session>]>,
    _ make: () throws(DiagnosticError) -> SessionPool<Session>
  ) throws(DiagnosticError) -> SessionPool<Session> {
    if let known = pools.withLock({ $0[module] }) { return known }
    let made = try make()
    // Two threads may have made one: the first counts for everybody.
    return pools.withLock { pools in
      if let first = pools[module] { return first }
      pools[module] = made
      return made
    }
  }

  // MARK: Any decision

  /// The value of a decision, and why: the rows that fired, with the values that they saw.
  ///
  /// - Parameters:
  ///   - name: the decision, as `module.decision`.
  ///   - facts: what is known, by the names that rules use.
  /// - Throws: `decide/…` for names that there are not; everything that is wrong with the facts; what the rules ran into.
  public func decide(_ name: String, facts: [String: Value]) throws(DiagnosticError) -> DecisionResult {
    var request = Request { _ in }
    request.give(facts)
    let asked = try DecisionRequest(Text(name), of: ruleSet, facts: request.document().root)
    return try decisions.with { session throws(DiagnosticError) in try asked.result(in: session) }
  }

  /// How many sessions were made so far, of every kind: it does not grow with the questions, but with the threads that work at once.
  package var sessionsMade: Int {
    decisions.made + (scorers?.made ?? 0) + insights.withLock { $0.values.reduce(0) { $0 + $1.made } }
      + suggestions.withLock { $0.values.reduce(0) { $0 + $1.made } }
  }
}
