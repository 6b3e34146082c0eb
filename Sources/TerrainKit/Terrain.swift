import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainRules
import TerrainValues

/// A built pack and its rules, ready for requests.
///
/// Each result is a function of the pack, the rules and the request: no clock, no randomness, no state. All threads of a program can
/// share one.
///
/// ```swift
/// let terrain = try Terrain.load("terrain.pack.json")
/// let score = try terrain.score(["q1_run_temp": "always_cold", …])
/// print(score["type"] ?? "")
/// ```
public final class Terrain: Sendable {
  /// The version of a pack or of rules.
  public struct Version: Sendable, Hashable {
    /// The id.
    public let id: String
    /// The version, by semantic versioning.
    public let version: String
    /// The hash of the content.
    public let hash: String
  }

  /// The version of the pack.
  public let pack: Version
  /// The version of the rules.
  public let rules: Version
  /// Diagnostics of loading that do not keep the rules from running.
  public let warnings: [Diagnostic]

  /// Runs operations, one thread each. An operation loads what it needs when it first runs.
  let workers: SessionPool<OperationWorker>
  private let scoring: ScoringEngine?

  /// Loads the built pack in the file `path` (`terrain pack build` makes one).
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - settings: Parameters of rules with other values than the rules declare, as `module.name=value`.
  /// - Throws: Everything that is wrong with the file.
  public static func load(_ path: String, settings: [String] = []) throws(DiagnosticError) -> Terrain {
    try Terrain(BuiltPack.load(path: path), settings: settings)
  }

  /// Loads a built pack that is in memory, for example from an app's bundle.
  ///
  /// - Parameters:
  ///   - bytes: The file's bytes.
  ///   - name: The name of the file in diagnostics.
  ///   - settings: Parameters of rules with other values than the rules declare, as `module.name=value`.
  /// - Throws: Everything that is wrong with the file.
  public convenience init(
    _ bytes: [UInt8], name: String = "pack", settings: [String] = []
  ) throws(DiagnosticError) {
    try self.init(BuiltPack(SourceText(name: name, bytes: bytes)), settings: settings)
  }

  private init(_ built: BuiltPack, settings: [String]) throws(DiagnosticError) {
    var overrides: [ParameterOverride] = []
    for setting in settings { overrides.append(try ParameterOverride(setting)) }
    let workers = SessionPool { [overrides] in
      OperationWorker(OperationSession(SystemLoader(overrides: overrides) { built }))
    }
    let (system, scoring) = try workers.with { worker throws(DiagnosticError) in
      let system = try worker.session.everything()
      // Not every pack has a quiz.
      let hasQuiz = !system.pack.records(of: ScoringEngine.quizKind).isEmpty
      return (system, hasQuiz ? try worker.session.scoring().engine : nil)
    }
    self.workers = workers
    self.scoring = scoring
    pack = Version(
      id: system.pack.id.string, version: system.pack.version.description, hash: system.pack.hash)
    rules = Version(
      id: system.rules.ruleSet.id.string, version: system.rules.ruleSet.version.string, hash: system.rules.hash)
    warnings = system.warnings
  }

  // MARK: A quiz

  /// The quiz; nil for a pack that has none.
  public var quiz: Quiz? { scoring?.quiz }

  /// Scores a quiz.
  ///
  /// - Parameters:
  ///   - answers: For a question's id the id of the chosen option.
  ///   - goals: What the person wants help with; some questions depend on it.
  ///   - partial: Whether questions may be unanswered; the score then has its certainty.
  /// - Throws: Everything that is wrong with the answers; `score/no-quiz`.
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
      writer.member("partial", partial)
    }
    return try run({ $0.score }, request).score
  }

  /// A text of the pack about an outcome; nil where it has none.
  ///
  /// - Parameters:
  ///   - field: `label`, `nickname`, or another field of the outcome's record.
  ///   - outcome: The name of the outcome in a score.
  ///   - id: The outcome, as a score has it.
  ///   - locale: The requested language. The nearest one is returned; without it, the pack's default.
  public func text(
    _ field: String, of outcome: String, _ id: Text, locale: String? = nil
  ) -> String? {
    guard let scoring, let outcome = scoring.outcomes.first(where: { $0.name.string == outcome }) else { return nil }
    let wanted = locale.flatMap { try? LanguageTag(parsing: Text($0)) } ?? scoring.pack.defaultLocale
    return scoring.text(of: outcome, id, Text(field), for: wanted)?.text.string
  }

  // MARK: A day

  /// The page of the module `today`: one day on one page.
  ///
  /// - Throws: Everything that is wrong with the request; errors of the rules' evaluation.
  public func today(_ request: Request) throws(DiagnosticError) -> Page { try page("today", for: request) }

  /// The page of any module that has one (`insight`, `constitution`).
  ///
  /// - Throws: Everything that is wrong with the request; errors of the rules' evaluation; that there is no such page.
  public func page(_ name: String, for request: Request) throws(DiagnosticError) -> Page {
    let pages = try run({ $0.today }, name == "today" ? request : request.setting("page", .string(Text(name)))).pages
    // A request without a number of days has one page.
    guard let page = pages.first else { throw DiagnosticError([]) }
    return page
  }

  /// Candidates in order, as the module `ranking` ranks them.
  ///
  /// - Parameters:
  ///   - request: The person, the day, and their facts.
  ///   - ranking: The module that ranks.
  ///   - limit: The number of candidates; without it, what the rules declare.
  /// - Throws: Everything that is wrong with the request; errors of the rules' evaluation; that there is no such ranking.
  public func suggest(
    _ request: Request, ranking: String = "suggest", limit: Int? = nil
  ) throws(DiagnosticError) -> Ranking {
    var request = request
    if ranking != "suggest" { request = request.setting("ranking", .string(Text(ranking))) }
    if let limit { request = request.setting("limit", .int(Int64(limit))) }
    return try run({ $0.suggest }, request).ranking
  }

  // MARK: Any decision

  /// The value of a decision, and why: the rows that fired, with the values that they read.
  ///
  /// - Parameters:
  ///   - name: The decision, as `module.decision`.
  ///   - facts: Facts by the names that rules use.
  /// - Throws: `decide/…` for unknown names; everything that is wrong with the facts; errors of the rules' evaluation.
  public func decide(_ name: String, facts: [String: Value]) throws(DiagnosticError) -> DecisionResult {
    try run({ $0.decide }, Request(decision: name, facts: facts)).decision
  }

  // MARK: Operations

  /// How often work was done that grows with the pack and its rules, on the calling thread. It grows when an operation first runs.
  package var preparations: Int { workers.with { $0.session.preparations } }

  /// The result of the operation `operation` for `request`.
  func run<Result>(
    _ operation: KeyPath<OperationWorker, Operation<Result>>, _ request: Request
  ) throws(DiagnosticError) -> Result {
    let document = try request.document()
    return try workers.with { worker throws(DiagnosticError) in
      try worker[keyPath: operation].run(worker.session, document.root).result
    }
  }
}
