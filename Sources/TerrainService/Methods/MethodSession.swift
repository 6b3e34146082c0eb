import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules
import TerrainValues

/// One thread's engines over one version of a pack and its rules.
///
/// Engines are loaded when a method first needs them, from bytes that the version keeps, and then reused. Threads that shared
/// engines would count references to the same objects and wait for each other, so each thread makes a session of its own.
public final class MethodSession {
  /// The version it works with.
  public let served: ServedSystem
  /// How much of a score is worked out where a request does not say.
  public var scoreDetail = Score.Detail.full
  /// Whether each response says which pack and rules it came from; not where a summary says it for all.
  public var saysIdentity = true
  /// The service it answers for; nil outside of one.
  public let service: ServiceState?
  /// How much one request may ask for; nil where people run the program for themselves.
  public var limits: ServerLimits?
  /// Whether the request that is answered is not wanted any more; asked by methods that take long.
  public var isCancelled: @Sendable () -> Bool = { false }
  /// What one request may cost of evaluation.
  let evaluation: EvaluationLimits
  private var loader: ServedSystem.PartLoader?
  private var scorers: [Text: ScoringSession] = [:]
  private var kept: [String: Any] = [:]
  private var loaded: [RuleSet] = []

  /// A session that has loaded nothing yet.
  ///
  /// - Parameters:
  ///   - service: the service it answers for.
  ///   - limits: what requests may cost where there is no service.
  public init(_ served: ServedSystem, service: ServiceState? = nil, limits: ServerLimits? = nil) {
    self.served = served
    self.service = service
    let limits = service?.limits ?? limits
    self.limits = limits
    let standard = EvaluationLimits.standard
    evaluation = EvaluationLimits(steps: limits?.steps ?? standard.steps, bytes: limits?.bytes ?? standard.bytes)
  }

  /// Refuses `count` things at `node`, where that is more than the limit of the name `limit`.
  func check(_ count: Int, _ limit: WritableKeyPath<ServerLimits, Int>, at node: Node) throws(DiagnosticError) {
    guard let most = limits?[keyPath: limit], count > most else { return }
    let name = ServerLimits.named.first { $0.value == limit }?.key ?? ""
    throw DiagnosticError(.beyondLimit(name, of: most, at: node))
  }

  /// The pack and its rules, as far as `contracts` (none: all rules) and `kinds` (nil: all) reach.
  ///
  /// - Throws: what keeps the rules from doing what is asked of them.
  public func system(contracts: [Contract], kinds: [Text]?) throws(DiagnosticError) -> LoadedSystem {
    let system = try partLoader().load(contracts: contracts, kinds: kinds)
    loaded.append(system.rules.ruleSet)
    return system
  }

  /// How often it has done work that grows with the pack and its rules: loaded a part of them, or made a session over rules. It grows
  /// when a method is first asked for, and never with a request of the same kind.
  package var preparations: Int { loaded.count + loaded.reduce(0) { $0 + $1.sessionsMade } }

  private func partLoader() throws(DiagnosticError) -> ServedSystem.PartLoader {
    if let loader { return loader }
    let made = try served.loader()
    loader = made
    return made
  }

  /// Checks forms of `kind`.
  func formCheck(_ kind: Pack.Kind) throws(DiagnosticError) -> FormValidation {
    try kept("form \(kind.name)") { () throws(DiagnosticError) in
      try FormValidation(try everything(), kind: kind, files: try partLoader().store)
    }
  }

  /// Something that is made once a session: an engine with what it keeps between requests.
  ///
  /// - Parameter key: tells it from others; of a bounded number of them.
  public func kept<T>(
    _ key: String, _ make: () throws(DiagnosticError) -> T
  ) throws(DiagnosticError) -> T {
    if let known = kept[key] as? T { return known }
    let made = try make()
    kept[key] = made
    return made
  }

  /// Scores the quiz that is the record of `kind`.
  public func scoring(quiz kind: Text = ScoringEngine.quizKind) throws(DiagnosticError) -> ScoringSession {
    if let known = scorers[kind] { return known }
    let session = ScoringSession(
      try ScoringEngine(system(contracts: [ScoringEngine.contract], kinds: [kind]), quiz: kind), limits: evaluation)
    scorers[kind] = session
    return session
  }

  /// Makes the page of the module `page` for the request at `node`.
  public func insight(page: Text, for node: Node) throws(DiagnosticError) -> InsightSession {
    let logs = LogRequest.hasLogs(node)
    return try kept("page \(page)\(logs ? " logs" : "")") { () throws(DiagnosticError) in
      let system = try system(
        contracts: InsightEngine.contracts(pages: [page], logs: logs), kinds: [ScoringEngine.quizKind])
      return InsightSession(try InsightEngine(system, pages: [page]), limits: evaluation)
    }
  }

  /// Makes the ranking of the module `ranking` for the request at `node`.
  public func suggestions(ranking: Text, for node: Node) throws(DiagnosticError) -> SuggestionSession {
    let logs = LogRequest.hasLogs(node)
    return try kept("ranking \(ranking)\(logs ? " logs" : "")") { () throws(DiagnosticError) in
      let system = try system(
        contracts: SuggestionEngine.contracts(rankings: [ranking], logs: logs), kinds: [ScoringEngine.quizKind])
      return SuggestionSession(try SuggestionEngine(system, rankings: [ranking]), limits: evaluation)
    }
  }

  /// Decides for requests that name a decision, over all rules.
  func decisions() throws(DiagnosticError) -> (system: LoadedSystem, session: RuleSession) {
    try kept("decisions") { () throws(DiagnosticError) in
      let system = try everything()
      return (system: system, session: RuleSession(system.rules.ruleSet, limits: evaluation))
    }
  }

  /// Every decision of every module.
  public func everything() throws(DiagnosticError) -> LoadedSystem {
    try kept("everything") { () throws(DiagnosticError) in try system(contracts: [], kinds: nil) }
  }
}
