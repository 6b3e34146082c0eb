import TerrainContent
import TerrainDocuments
import TerrainRules
import TerrainValues

/// Answers for a person and a day: the pages and rankings that a rule set declares.
///
/// Immutable; threads share one engine, each with a ``DaySession`` of its own.
public struct DayEngine: Sendable {
  /// The pack and the rules.
  public let system: LoadedSystem
  /// What can be said and offered.
  public var pack: Pack { system.pack }
  /// The rules that say when.
  public var rules: RuleSet { system.rules.ruleSet }
  /// The pack's quiz, where it was loaded too.
  public let quiz: Quiz?
  let messages: Messages
  let records: RecordValues
  var reader: FactReader { FactReader(pack: pack, records: records) }
  let pages: [Text: PageDefinition]
  let rankings: [Text: RankingModule]
  let setting: FactSetting
  /// What logs fill in; nil where it was not loaded, or the rules do not take logs in.
  let recent: RecentLogs?

  /// What the pages and rankings of these modules ask of a rule set; with what requests that hand in logs need, if `logs`.
  public static func contracts(pages: [Text], rankings: [Text], logs: Bool = false) -> [Contract] {
    pages.map(PageDefinition.contract) + rankings.map(RankingModule.contract) + (logs ? [RecentLogs.contract] : [])
  }

  /// Whether the request at `node` hands in logs: an engine for it is loaded with them.
  public static func handsInLogs(_ node: Node) -> Bool { node.kind == .map && node[LogRequest.field] != nil }

  /// An engine over `system`, which was loaded for the contracts of these pages and rankings.
  ///
  /// - Throws: what keeps rules and pack from working together, with places in both.
  public init(_ system: LoadedSystem, pages: [Text], rankings: [Text]) throws(DiagnosticError) {
    self.system = system
    let (pack, rules) = (system.pack, system.rules.ruleSet)
    messages = try Messages(pack)
    records = try RecordValues(rules.facts, pack: pack)
    if let record = pack.records(of: ScoringEngine.quizKind).first {
      let (quiz, found) = QuizReader.read(record.node, pack: pack)
      guard let quiz else { throw DiagnosticError(found) }
      self.quiz = quiz
    } else {
      quiz = nil
    }
    setting = FactSetting(rules)
    recent = try RecentLogs(rules)
    var reader = PageReader(rules: rules, pack: pack, messages: messages, records: records, hasQuiz: quiz != nil)
    var pageRules: [Text: PageDefinition] = [:]
    for name in pages { pageRules[name] = try reader.page(name) }
    self.pages = pageRules
    var modules: [Text: RankingModule] = [:]
    for name in rankings { modules[name] = try RankingModule(name, rules: rules, pack: pack, records: records) }
    self.rankings = modules
  }

  /// The request at `node`.
  ///
  /// - Parameter alsoKnown: fields of the document that somebody else reads.
  /// - Returns: the request, and what was odd about it without being wrong.
  /// - Throws: everything that is wrong with it.
  public func request(
    _ node: Node, alsoKnown: [Text] = []
  ) throws(DiagnosticError) -> (request: DayRequest, warnings: [Diagnostic]) {
    try request(node, alsoKnown: alsoKnown) { DaySession(self) }
  }

  /// The same, with the session that asks rules about logs, where it is needed.
  func request(
    _ node: Node, alsoKnown: [Text], session: () -> DaySession
  ) throws(DiagnosticError) -> (request: DayRequest, warnings: [Diagnostic]) {
    let found = DiagnosticCollector(.request)
    let read = reading(node, alsoKnown: recent == nil ? alsoKnown : alsoKnown + [LogRequest.field], into: found)
    guard let read else { throw found.error }
    guard let recent, Self.handsInLogs(node), let logs = node[LogRequest.field] else {
      return (read, found.diagnostics)
    }
    let known = try recent.known(to: read, from: logs, session(), into: found)
    return (known, found.diagnostics)
  }

  /// The request at `node` without what logs tell, where somebody else reads the fields `alsoKnown` of it; nil where something
  /// is wrong, which `found` collects.
  func reading(_ node: Node, alsoKnown: [Text] = [], into found: DiagnosticCollector) -> DayRequest? {
    DayRequestReader.read(
      node, rules: rules, allNames: system.rules.allFactNames, reader: reader, quiz: quiz, alsoKnown: alsoKnown,
      into: found)
  }

  /// Every row of every decision that was looked at on the way to the page `name`, rankings left out: they have
  /// explanations of their own.
  ///
  /// - Throws: what the rules ran into.
  public func traces(ofPage name: Text, for request: DayRequest) throws(DiagnosticError) -> [DecisionTrace] {
    try DaySession(self).traces(ofPage: name, for: request)
  }
}
