import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// One thread's engines over one version of a pack and its rules.
///
/// Engines are loaded when an operation first needs them, and then reused. Each thread has its own session, because threads that shared
/// engines would count references to the same objects and wait for each other.
package final class OperationSession {
  /// The detail of a score if a request does not ask for an explanation.
  package var scoreDetail = Score.Detail.usual
  /// True if results are always written with their explanation.
  package var explains = false
  /// The explanation of the last written result, if it is not a part of the result; nil unless it is kept, as for a log of decisions.
  package var explanations: [UInt8]?
  /// True if each result names its pack and rules; false if a summary does so for all results.
  package var namesVersions = true
  /// True if operations record explanations of their results.
  package private(set) var isRecording = false
  /// True if it runs one operation for one request and ends: then no more is loaded than that request needs.
  package var runsOnce = false
  /// The limits of one request; nil for a local program.
  package var limits: RequestLimits?
  /// True if the request is not wanted any more; asked by operations that take long, and while rules are evaluated.
  package var isCancelled: @Sendable () -> Bool {
    get { interruption.isCancelled }
    set { interruption.isCancelled = newValue }
  }
  private let interruption = Interruption()
  /// The object with which the process extends the session for its own operations.
  package var host: AnyObject?
  /// The warnings of loading.
  package private(set) var warnings: [Diagnostic] = []
  /// The messages of the request that could not be shown.
  let unfilled = UnfilledMessages()
  /// The evaluation limits of one request.
  package let evaluation: EvaluationLimits
  /// The source of the pack and its rules.
  package let loader: SystemLoader
  private var scorers: [Text: ScoringSession] = [:]
  private var kept: [Key: AnyObject] = [:]
  private var loaded: [LoadedSystem] = []

  /// The cancellation check of the current request, for evaluators that were made earlier. Changed only by the session's thread, between
  /// requests.
  private final class Interruption: @unchecked Sendable {
    var isCancelled: @Sendable () -> Bool = { false }
  }

  /// The key of an engine.
  private struct Key: Hashable {
    let key: ObjectIdentifier
    let module: Text
    let takesLogs: Bool
  }

  /// A session that has loaded nothing yet.
  ///
  /// - Parameter limits: the limits of requests.
  package init(_ loader: SystemLoader, limits: RequestLimits? = nil) {
    self.loader = loader
    self.limits = limits
    let standard = EvaluationLimits.standard
    evaluation = EvaluationLimits(
      steps: limits?.steps ?? standard.steps, bytes: limits?.bytes ?? standard.bytes,
      isInterrupted: { [interruption] in interruption.isCancelled() },
      budget: limits.map { StepBudget($0.requestSteps) })
  }

  /// Begins a request and resets its steps.
  func begin() { evaluation.budget?.renew() }

  /// Refuses `count` values at `node` if that exceeds the limit called `limit`.
  package func check(
    _ count: Int, _ limit: RequestLimit, at node: Node
  ) throws(DiagnosticError) {
    guard let most = limits?[limit], count > most else { return }
    throw DiagnosticError(.beyondLimit(limit.rawValue, of: most, at: node))
  }

  /// Calls `body` while operations record explanations of their results.
  func recording<R>(_ body: () throws(DiagnosticError) -> R) throws(DiagnosticError) -> R {
    let before = isRecording
    isRecording = true
    defer { isRecording = before }
    return try body()
  }

  // MARK: Loading

  /// The pack and its rules, or the parts that `contracts` (none: all rules) and `kinds` (nil: all) require.
  ///
  /// - Throws: errors that keep the rules from making the required decisions.
  package func system(contracts: [Contract], kinds: [Text]?) throws(DiagnosticError) -> LoadedSystem {
    var system = try loader.system(contracts, kinds)
    system.limits = evaluation
    system.unfilled = unfilled
    loaded.append(system)
    for warning in system.warnings where !warnings.contains(warning) { warnings.append(warning) }
    return system
  }

  /// Every decision of every module, and every record.
  package func everything() throws(DiagnosticError) -> LoadedSystem {
    try kept(.everything) { () throws(DiagnosticError) in try system(contracts: [], kinds: nil) }
  }

  /// The number of times that the session has done work that grows with the pack and its rules: loading a part of them, or making a session
  /// over rules. It grows when an operation first runs, but not with later requests of the same kind.
  package var preparations: Int { loaded.count + loaded.reduce(0) { $0 + $1.rules.ruleSet.sessionsMade } }

  /// A value that is made once per session, such as an engine with its caches.
  ///
  /// - Parameters:
  ///   - key: the name of the value.
  ///   - module: the module if several values have that name.
  ///   - takesLogs: whether it is for requests with logs.
  package func kept<T>(
    _ key: SessionKey<T>, _ module: Text = "", takesLogs: Bool = false, _ make: () throws(DiagnosticError) -> T
  ) throws(DiagnosticError) -> T {
    let name = Key(key: ObjectIdentifier(key), module: module, takesLogs: takesLogs)
    if let known = kept[name] { return SessionKey<T>.value(in: known) }
    let made = try make()
    kept[name] = SessionKey<T>.Box(made)
    return made
  }

  // MARK: Engines

  /// Scores the quiz that is the record of `kind`.
  package func scoring(quiz kind: Text = ScoringEngine.quizKind) throws(DiagnosticError) -> ScoringSession {
    if let known = scorers[kind] { return known }
    let session = ScoringSession(
      try ScoringEngine(system(contracts: [ScoringEngine.contract], kinds: [kind]), quiz: kind))
    scorers[kind] = session
    return session
  }

  /// Makes the page of the module `page` for the request at `node`.
  package func insight(page: Text, for node: Node) throws(DiagnosticError) -> InsightSession {
    let takesLogs = LogRequest.hasLogs(node)
    return try kept(.insight, page, takesLogs: takesLogs) { () throws(DiagnosticError) in
      let contracts = InsightEngine.contracts(pages: [page], logs: takesLogs)
      let system = try system(contracts: contracts, kinds: [ScoringEngine.quizKind])
      return InsightSession(try InsightEngine(system, pages: [page]))
    }
  }

  /// Makes the ranking of the module `ranking` for the request at `node`.
  package func suggestions(ranking: Text, for node: Node) throws(DiagnosticError) -> SuggestionSession {
    let takesLogs = LogRequest.hasLogs(node)
    return try kept(.suggestions, ranking, takesLogs: takesLogs) { () throws(DiagnosticError) in
      let contracts = SuggestionEngine.contracts(rankings: [ranking], logs: takesLogs)
      let system = try system(contracts: contracts, kinds: [ScoringEngine.quizKind])
      return SuggestionSession(try SuggestionEngine(system, rankings: [ranking]))
    }
  }
}

extension SessionKey<LoadedSystem> {
  fileprivate static let everything = SessionKey()
}

extension SessionKey<InsightSession> {
  fileprivate static let insight = SessionKey()
}

extension SessionKey<SuggestionSession> {
  fileprivate static let suggestions = SessionKey()
}

extension OperationSession {
  static let facts = "facts"
  private static let answers: Text = "answers"

  /// The request at `node` with further facts of `rules` that it does not give itself: the outcomes of its answers to the quiz, and the
  /// facts of its account.
  ///
  /// - Throws: errors in the account, and errors in the answers if no fact replaces their outcome.
  package func completed(_ node: Node, for rules: RuleSet) throws(DiagnosticError) -> Node {
    let node = try answered(node, for: rules)
    guard let account = node[Text("account")], account.kind != .null else { return node }
    let given = node[Text(Self.facts)].flatMap { $0.kind == .map ? $0 : nil }
    let missing = try accounts().facts(of: account, in: node).filter { fact in
      rules.fact(fact.name) != nil && given?[fact.name] == nil
    }
    return Self.merged(missing, with: node) ?? node
  }

  /// The request at `node` with the axes and the outcomes that its answers to the quiz give. Answers that contradict a fact of the request
  /// add nothing. Incomplete answers add nothing if the request gives an outcome.
  private func answered(_ node: Node, for rules: RuleSet) throws(DiagnosticError) -> Node {
    guard let answers = node[Self.answers], answers.kind != .null, let scorer = try? scoring() else { return node }
    let given = node[Text(Self.facts)].flatMap { $0.kind == .map ? $0 : nil }
    func value(_ name: Text) -> Node? { given?[name] }
    let score: Score
    do throws(DiagnosticError) {
      score = try scorer.score(scored(node)).score
    } catch {
      let outcomes = Set(scorer.engine.outcomes.compactMap { scorer.engine.kind(of: $0)?.name })
      let isKnown = rules.facts.contains { fact in
        guard case .record(let type) = fact.declaration.type else { return false }
        return outcomes.contains(type.name) && value(fact.name) != nil
      }
      if isKnown { return node }
      throw error
    }
    let facts = scorer.engine.facts(of: score, in: rules)
    let isContradicted = facts.contains { fact in
      guard case .string(let text) = fact.value, let given = value(fact.name)?.text else { return false }
      return given != text
    }
    let missing = facts.filter { value($0.name) == nil }
    guard !isContradicted, !missing.isEmpty else { return node }
    return Self.merged(missing, with: node) ?? node
  }

  /// The part of a request that belongs in an answers file; the goals are included because they decide which questions are asked.
  private func scored(_ node: Node) -> Node {
    var members = node.members.filter { $0.key.isText("answers") }
    if let facts = node[Text(Self.facts)], facts.kind == .map {
      members += facts.members.filter { $0.key.isText("goals") }
    }
    return Document.map(of: members.map { ($0.key, $0.value) }, at: node).root
  }

  private static func merged(_ facts: [(name: Text, value: Value)], with node: Node) -> Node? {
    var writer = JSONWriter()
    let facts = Value.map(ValueMap(facts.map { (.string($0.name), $0.value) }))
    guard (try? writer.value(.map(ValueMap([(.string(Text(Self.facts)), facts)])))) != nil else { return nil }
    let (document, _) = JSONReader.read(SourceText(name: answers.string, bytes: writer.bytes))
    return document.flatMap { Document.merging([$0.root, node]) }?.root
  }
}

extension OperationSession {
  /// Reads the facts of the request at `node` as all rules of the pack declare them.
  ///
  /// An engine reads the facts that its rules need. A request is refused for facts that other rules read, too: otherwise a misspelled value
  /// would be found only by the page that reads it. A session for one operation reads the declarations of all rules only if the request has
  /// such facts.
  ///
  /// - Throws: all errors in the facts.
  func checkFacts(of node: Node) throws(DiagnosticError) {
    guard node.kind == .map, let facts = node[Text(Self.facts)], facts.kind == .map else { return }
    let isKnown = { (name: Text) in self.runsOnce && self.loaded.contains { $0.rules.ruleSet.fact(name) != nil } }
    let unread = facts.members.filter { key, value in
      value.kind != .null && key.text.map { !isKnown($0) } ?? false
    }
    guard !unread.isEmpty else { return }
    let all = try kept(.allFacts) { () throws(DiagnosticError) in
      // If the rule set is partly loaded, its fact declarations are enough, unless a fact is a record of the pack.
      if runsOnce, let part = loaded.first {
        let facts = part.rules.allFacts()
        let wanted = unread.compactMap { key, _ in key.text.flatMap { facts[$0] } }
        if !wanted.contains(where: { $0.declaration.type.hasRecords }) {
          return AllFacts(
            facts: facts, reader: FactReader(pack: part.pack, records: try RecordValues([], pack: part.pack)))
        }
      }
      let system = try everything()
      let facts = system.rules.ruleSet.facts
      return AllFacts(
        facts: Dictionary(keepingFirst: facts.map { ($0.name, $0) }),
        reader: FactReader(pack: system.pack, records: try RecordValues(facts, pack: system.pack)))
    }
    let diagnostics = DiagnosticCollector(.request)
    var brought: [Text: [Node]] = [:]
    if let records = node["records"], records.kind == .map {
      for (key, list) in records.members where list.kind == .list { brought[key.text ?? ""] = Array(list.elements) }
    }
    for (key, value) in unread where !diagnostics.isExhausted {
      guard let name = key.text, let fact = all.facts[name] else { continue }
      _ = all.reader.value(value, of: fact, besides: brought, into: diagnostics)
    }
    if diagnostics.hasErrors { throw diagnostics.error }
  }

  /// The facts of all rules, and their reader.
  fileprivate struct AllFacts {
    let facts: [Text: Fact]
    let reader: FactReader
  }
}

extension CELType {
  /// True if values of the type are or contain records.
  fileprivate var hasRecords: Bool {
    switch self {
    case .record: true
    case .optional(let wrapped), .list(let wrapped): wrapped.hasRecords
    case .map(_, let value): value.hasRecords
    default: false
    }
  }
}

extension SessionKey<OperationSession.AllFacts> {
  fileprivate static let allFacts = SessionKey()
}

/// The unique key of a value that a session keeps between requests, to be declared as a static constant.
package final class SessionKey<Kept>: Sendable {
  package init() {}

  /// A box for a value, so that a session can hold values of different types.
  final class Box {
    let value: Kept

    init(_ value: Kept) { self.value = value }
  }

  /// The value in `box`, which was made under this key. Only one type has this key, so no cast is needed; Embedded Swift has none.
  static func value(in box: AnyObject) -> Kept { unsafeDowncast(box, to: Box.self).value }
}

/// Loads the part of a pack and its rules that an operation needs: from a folder, from bytes that a service keeps, or from one built file.
package struct SystemLoader {
  /// Loads the pack and its rules, or the parts that contracts (none: all rules) and kinds (nil: all) require.
  package let system: (_ contracts: [Contract], _ kinds: [Text]?) throws(DiagnosticError) -> LoadedSystem
  /// Loads only the pack, with the records of these kinds.
  package let pack: (_ kinds: [Text]) throws(DiagnosticError) -> Pack
  /// The files that it loads from.
  package let files: () throws(DiagnosticError) -> ContentFiles

  /// Creates a loader from these functions.
  package init(
    system: @escaping (_ contracts: [Contract], _ kinds: [Text]?) throws(DiagnosticError) -> LoadedSystem,
    pack: @escaping (_ kinds: [Text]) throws(DiagnosticError) -> Pack,
    files: @escaping () throws(DiagnosticError) -> ContentFiles
  ) {
    self.system = system
    self.pack = pack
    self.files = files
  }

  /// A loader of the pack in the folder `pack` with the rule set in the folder `rules`, from `files`.
  package init(packAt pack: String, rulesAt rules: String, files: ContentFiles, overrides: [ParameterOverride] = []) {
    self.init(
      system: { (contracts, kinds) throws(DiagnosticError) in
        try LoadedSystem.load(
          PackLoader(path: pack, files: files), rulesAt: rules, files: files, contracts: contracts, kinds: kinds,
          overrides: overrides)
      },
      pack: { (kinds) throws(DiagnosticError) in try Self.pack(PackLoader(path: pack, files: files), kinds: kinds) },
      files: { files })
  }

  /// A loader of `system`, which was loaded whole from `files`.
  package init(loaded system: LoadedSystem, files: ContentFiles) {
    self.init(system: { _, _ in system }, pack: { _ in system.pack }, files: { files })
  }

  /// A loader of one built file, which `read` reads when it is first needed.
  package init(overrides: [ParameterOverride], read: @escaping () throws(DiagnosticError) -> BuiltPack) {
    var known: BuiltPack?
    func built() throws(DiagnosticError) -> BuiltPack {
      if let known { return known }
      let built = try read()
      known = built
      return built
    }
    self.init(
      system: { (contracts, kinds) throws(DiagnosticError) in
        try LoadedSystem.load(built(), contracts: contracts, kinds: kinds, overrides: overrides)
      },
      pack: { (kinds) throws(DiagnosticError) in
        let built = try built()
        return try Self.pack(PackLoader(path: built.packFolder, files: built.files), kinds: kinds)
      },
      files: { () throws(DiagnosticError) in try built().files })
  }

  /// The pack that `loader` loads, with the records of `kinds`.
  package static func pack(_ loader: PackLoader, kinds: [Text]) throws(DiagnosticError) -> Pack {
    kinds.forEach(loader.load)
    let (pack, diagnostics) = loader.finish()
    guard let pack else { throw DiagnosticError(diagnostics) }
    return pack
  }
}
