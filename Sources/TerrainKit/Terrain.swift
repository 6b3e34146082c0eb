import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainRules

/// A built pack and its rules, ready for requests.
///
/// Each result is a function of the pack, the rules, and the request, without a clock, randomness, or state. All threads of a program can
/// share one instance.
///
/// ```swift
/// let terrain = try Terrain.load("terrain.pack.json")
/// let score = try terrain.score(["q1_run_temp": "always_cold", …])
/// print(score.outcome("type") ?? "")
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
  /// Diagnostics of loading that are not errors.
  public let warnings: [Diagnostic]

  /// Runs operations, one thread each. An operation loads its content when it first runs.
  let workers: SessionPool<OperationWorker>
  /// The default language of requests, as a BCP 47 tag.
  let locale: String?
  private let scoring: ScoringEngine?

  /// Loads the built pack in the file `path`, which `terrain build` makes.
  ///
  /// - Throws: All mistakes in the file.
  public static func load(_ path: String, settings: Settings = Settings()) throws(DiagnosticError) -> Terrain {
    try Terrain(BuiltPack.load(path: path), settings)
  }

  /// Loads the built pack in the file at `url`, for example in an app's bundle.
  ///
  /// - Throws: All mistakes in the file; `file/…` if it is not a file.
  public static func load(_ url: URL, settings: Settings = Settings()) throws(DiagnosticError) -> Terrain {
    // A URL that is not a file URL leads to no file.
    try load(url.isFileURL ? url.path(percentEncoded: false) : url.absoluteString, settings: settings)
  }

  /// Loads a built pack from memory; reads no file.
  ///
  /// - Parameters:
  ///   - data: The bytes of a built pack.
  ///   - name: The name of the file in diagnostics.
  ///   - settings: The app's settings.
  /// - Throws: All mistakes in the pack.
  public convenience init(
    _ data: Data, name: String = "pack", settings: Settings = Settings()
  ) throws(DiagnosticError) {
    try self.init(BuiltPack(SourceText(name: name, bytes: Array(data))), settings)
  }

  private init(_ built: BuiltPack, _ settings: Settings) throws(DiagnosticError) {
    let (overrides, limits) = (try settings.overrides(), settings.limits.requests)
    let workers = SessionPool {
      OperationWorker(OperationSession(SystemLoader(overrides: overrides) { built }, limits: limits))
    }
    let (system, scoring) = try workers.with { worker throws(DiagnosticError) in
      let system = try worker.session.everything()
      // Not every pack has a quiz.
      let hasQuiz = !system.pack.records(of: ScoringEngine.quizKind).isEmpty
      return (system, hasQuiz ? try worker.session.scoring().engine : nil)
    }
    self.workers = workers
    locale = settings.locale?.identifier(.bcp47)
    self.scoring = scoring
    pack = Version(
      id: system.pack.id.string, version: system.pack.version.description, hash: system.pack.hash)
    rules = Version(
      id: system.rules.ruleSet.id.string, version: system.rules.ruleSet.version.string, hash: system.rules.hash)
    warnings = system.warnings
  }

  // MARK: A quiz

  /// The quiz, or nil if the pack has none.
  public var quiz: Quiz? { scoring?.quiz }

  /// Scores a quiz.
  ///
  /// - Parameters:
  ///   - answers: The id of the chosen option by the id of the question.
  ///   - goals: The person's goals; some questions depend on them.
  ///   - partial: True if questions may be unanswered; the score then includes its certainty.
  /// - Throws: All mistakes in the answers; `score/no-quiz`.
  public func score(
    _ answers: [String: String], goals: [String] = [], partial: Bool = false
  ) throws(DiagnosticError) -> Score {
    let request = Request { writer in
      writer.answers(answers)
      writer.member("goals", goals)
      writer.member("partial", partial)
    }
    return try run({ $0.score }, request).score
  }

  /// A text of the pack about an outcome, or nil if the pack has none.
  ///
  /// - Parameters:
  ///   - field: `label`, `nickname`, or another field of the outcome's record.
  ///   - outcome: The name of the outcome in a score.
  ///   - id: The id of the outcome in a score.
  ///   - locale: The requested language. The nearest available language is used; without it, the pack's default.
  public func text(
    _ field: String, of outcome: String, _ id: String, locale: String? = nil
  ) -> String? {
    guard let scoring, let outcome = scoring.outcomes.first(where: { $0.name.string == outcome }) else { return nil }
    let wanted =
      (locale ?? self.locale).flatMap { try? LanguageTag(parsing: Text($0)) }.map(scoring.pack.locale(for:))
      ?? scoring.pack.defaultLocale
    return scoring.text(of: outcome, Text(id), Text(field), for: wanted)?.text.string
  }

  // MARK: A day

  /// The page of a module for the day of `request`.
  ///
  /// - Throws: All mistakes in the request; errors of the rules' evaluation; an error if the page does not exist.
  public func page(_ name: String, for request: Request) throws(DiagnosticError) -> Page {
    let pages = try run({ $0.page }, request.setting("page", .string(Text(name)))).pages
    // A request without a number of days has one page.
    guard let page = pages.first else { throw DiagnosticError([]) }
    return page
  }

  /// The candidates in the order of the module `ranking`.
  ///
  /// - Parameters:
  ///   - request: The person, the day, and their facts.
  ///   - ranking: The module that ranks.
  ///   - limit: The number of candidates; without it, the number that the rules declare.
  /// - Throws: All mistakes in the request; errors of the rules' evaluation; an error if the ranking does not exist.
  public func suggest(
    _ request: Request, ranking: String = "suggest", limit: Int? = nil
  ) throws(DiagnosticError) -> Ranking {
    var request = request
    if ranking != "suggest" { request = request.setting("ranking", .string(Text(ranking))) }
    if let limit { request = request.setting("limit", .int(Int64(limit))) }
    return try run({ $0.suggest }, request).ranking
  }

  // MARK: Any decision

  /// The value of a decision and its reason: the rows that fired, with the values that they read.
  ///
  /// - Parameters:
  ///   - name: The decision, as `module.decision`.
  ///   - facts: Facts by the names that rules use.
  /// - Throws: `decide/…` for unknown names; all mistakes in the facts; errors of the rules' evaluation.
  public func decide(_ name: String, facts: [String: Value]) throws(DiagnosticError) -> DecisionResult {
    try run({ $0.decide }, Request(decision: name, facts: facts)).decision
  }
}

extension Terrain {
  /// Merges two replicas of a person's records field by field: the last writer wins. The result does not depend on the order of the
  /// replicas, the order in which several replicas are merged, or repeated merges.
  ///
  /// ```swift
  /// let known = try terrain.merge(onThisPhone, fromTheServer)
  /// ```
  ///
  /// - Parameters:
  ///   - a: A replica as JSON: `replica`, its id, and `tables`.
  ///   - b: The other replica.
  /// - Returns: The merged replica as JSON, with a stamp for every field: pass it to the next merge.
  /// - Throws: All mistakes in the replicas.
  public func merge(_ a: String, _ b: String) throws(DiagnosticError) -> String {
    // Each replica must be valid JSON by itself before it becomes a part of the request.
    for replica in [a, b] { _ = try Request(json: replica).document() }
    let replica = try run({ $0.merge }, Request(json: "{\"a\":\(a),\"b\":\(b)}")).replica
    var writer = JSONWriter()
    writer.object { writer in replica.writeTables(to: &writer) }
    return writer.string
  }
}

extension Terrain {
  /// Makes a page about a person for a web view: the results of the quiz, trends, and streaks, with charts. The page loads nothing and runs
  /// no script.
  ///
  /// - Parameter request: The members of a request for ``Method/trend``, and optionally `answers`.
  /// - Returns: The page, and warnings about the request.
  /// - Throws: All mistakes in the request; errors of the rules' evaluation.
  public func report(_ request: Request) throws(DiagnosticError) -> (html: String, warnings: [Diagnostic]) {
    let document = try request.document()
    return try workers.with { worker throws(DiagnosticError) in
      let parameters = try localized(document, of: request, for: worker.trend.parameters)
      let (page, notes) = try worker.session.report(on: parameters.root)
      return (page.html(), notes.warnings + notes.findings)
    }
  }
}
