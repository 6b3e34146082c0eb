import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainPlatform
import TerrainRules
import TerrainServer
import TerrainValues
import TerrainYAML

/// The pack and rules that a command line means.
///
/// Files are read as they are first asked for, each once in a process: everything that a command shows comes of the same bytes.
struct Workspace {
  /// What the pack is needed for.
  enum Purpose {
    /// To answer with it: then the program's own pack will do where nothing else is meant.
    case answers
    /// To check or change an author's files: then the program's own pack has to be named.
    case authoring
  }

  /// The pack's folder.
  let packPath: String
  /// What `--set` gives other values.
  let overrides: [ParameterOverride]
  /// The files, each read once.
  let contentFiles: ContentFiles
  private let locator: PackLocator

  /// Finds the pack that `arguments` name, or the default one.
  init(_ arguments: Arguments, for purpose: Purpose = .answers) throws(DiagnosticError) {
    try self.init(pack: arguments.value(of: .pack), overrides: try Self.overrides(arguments), for: purpose)
  }

  /// Finds the pack for a rule set that is named by its folder: without `--pack`, a pack beside it that needs it.
  init(_ arguments: Arguments, rulesAt path: String?) throws(DiagnosticError) {
    let files = Self.disk()
    let beside = path.flatMap { RuleSetCheck.packs(beside: $0, files: files).first }
    try self.init(
      pack: arguments.value(of: .pack) ?? beside, overrides: try Self.overrides(arguments), for: .authoring,
      files: files)
  }

  /// Finds the pack called `name`, or the default one.
  init(
    pack name: String?, overrides: [ParameterOverride] = [], for purpose: Purpose = .answers,
    files: ContentFiles = Self.disk()
  ) throws(DiagnosticError) {
    self.overrides = overrides
    contentFiles = files
    locator = Self.locator()
    guard let path = locator.pack(name, checksFiles: purpose == .authoring) else {
      throw DiagnosticError(.packNotFound(name, among: locator.packNames, broken: locator.brokenPack(name)))
    }
    packPath = path
  }

  /// True where the pack is one built file, with its rules inside.
  var isBuilt: Bool { Folder.kind(of: packPath) == .file }

  /// The files of the disk, each read once.
  static func disk() -> ContentFiles { .disk(SourceReader.read).readingOnce() }

  /// What `--set` gives other values.
  static func overrides(_ arguments: Arguments) throws(DiagnosticError) -> [ParameterOverride] {
    var overrides: [ParameterOverride] = []
    for argument in arguments.values(of: .set) { overrides.append(try ParameterOverride(argument)) }
    return overrides
  }

  /// Finds packs, rule sets and schemas for this process.
  static func locator() -> PackLocator {
    PackLocator(
      home: CurrentProcess.environment("TERRAIN_HOME"), workingFolder: CurrentProcess.workingFolder(),
      program: CurrentProcess.programPath())
  }

  /// One version of everything, for a service.
  func served() throws(DiagnosticError) -> ServedSystem {
    try ServedSystem(SystemPlace(pack: packPath, locator: locator, overrides: overrides))
  }

  /// The scoring engine over the pack and as much of its rules as scoring needs.
  func scoringEngine(
    quiz: Text = ScoringEngine.quizKind
  ) throws(DiagnosticError) -> (engine: ScoringEngine, warnings: [Diagnostic]) {
    let system = try system(contracts: [ScoringEngine.contract], kinds: [quiz])
    return (try ScoringEngine(system, quiz: quiz), system.warnings)
  }

  /// The engine for the page of the module `page` and the request at `node`, over the pack with its quiz and as much of its
  /// rules as it needs.
  func insightEngine(
    page: Text, for node: Node
  ) throws(DiagnosticError) -> (engine: InsightEngine, warnings: [Diagnostic]) {
    let contracts = InsightEngine.contracts(pages: [page], logs: LogRequest.hasLogs(node))
    let system = try system(contracts: contracts, kinds: [ScoringEngine.quizKind])
    return (try InsightEngine(system, pages: [page]), system.warnings)
  }

  /// The engine for the ranking of the module `ranking` and the request at `node`, loaded like ``insightEngine(page:for:)``.
  func suggestionEngine(
    ranking: Text, for node: Node
  ) throws(DiagnosticError) -> (engine: SuggestionEngine, warnings: [Diagnostic]) {
    let contracts = SuggestionEngine.contracts(rankings: [ranking], logs: LogRequest.hasLogs(node))
    let system = try system(contracts: contracts, kinds: [ScoringEngine.quizKind])
    return (try SuggestionEngine(system, rankings: [ranking]), system.warnings)
  }

  /// The engine for weeks of logs.
  func trendEngine() throws(DiagnosticError) -> (engine: TrendEngine, warnings: [Diagnostic]) {
    let system = try system(contracts: TrendEngine.contracts, kinds: [])
    return (try TrendEngine(system), system.warnings)
  }

  /// The engine for days in a row.
  func streakEngine() throws(DiagnosticError) -> (engine: StreakEngine, warnings: [Diagnostic]) {
    let system = try system(contracts: StreakEngine.contracts, kinds: [])
    return (try StreakEngine(system), system.warnings)
  }

  /// The engine for accounts.
  func accountEngine() throws(DiagnosticError) -> LoyaltyEngine {
    try LoyaltyEngine(try system(contracts: [LoyaltyEngine.contract], kinds: []))
  }

  /// The pack alone, with the records of `kinds`; of all kinds, where that is nil.
  func pack(kinds: [Text]?) throws(DiagnosticError) -> Pack {
    let loader = try loader()
    if let kinds { kinds.forEach(loader.load) } else { loader.loadAll() }
    let (pack, diagnostics) = loader.finish()
    guard let pack else { throw DiagnosticError(diagnostics) }
    return pack
  }

  /// The pack and its rules, as far as `contracts` and `kinds` reach.
  func system(contracts: [Contract], kinds: [Text]?) throws(DiagnosticError) -> LoadedSystem {
    let system: LoadedSystem
    if isBuilt {
      system = try LoadedSystem.load(try built(), contracts: contracts, kinds: kinds, overrides: overrides)
    } else {
      let loader = try loader()
      system = try LoadedSystem.load(
        loader, rulesAt: try rulesFolder(of: loader), files: contentFiles, contracts: contracts, kinds: kinds,
        overrides: overrides)
    }
    // The author proved the rules with the values in the files; with others it has to be proved again.
    if !overrides.isEmpty { try RulesCheck.prove(system.rules.ruleSet) }
    return system
  }

  /// The files that the pack and its schemas are read from.
  func files() throws(DiagnosticError) -> SourceStore {
    if isBuilt { return SourceStore(try built().files) }
    return SourceStore(contentFiles)
  }

  /// The folder of the rule set at `path`, or of the one that the pack needs.
  func ruleSetFolder(_ path: String?) throws(DiagnosticError) -> String {
    if let path { return path }
    return try rulesFolder(of: try loader())
  }

  /// The whole rule set in the folder `path`, or the one that the pack needs.
  func ruleSet(at path: String?, overridden: Bool = true) throws(DiagnosticError) -> LoadedRuleSet {
    let loader = try loader()
    let folder = if let path { path } else { try rulesFolder(of: loader) }
    return try RuleSetLoader(files: contentFiles).load(
      at: folder, for: path == nil ? loader.requirement : nil, of: loader,
      overrides: overridden ? overrides : [], extent: .everything)
  }

  private func loader() throws(DiagnosticError) -> PackLoader {
    try PackLoader(path: packPath, files: contentFiles)
  }

  private func built() throws(DiagnosticError) -> BuiltPack { try BuiltPack(try contentFiles.source(packPath)) }

  /// The folder of the rule set that the pack which `loader` loads needs.
  private func rulesFolder(of loader: PackLoader) throws(DiagnosticError) -> String {
    guard let folder = locator.ruleSet(loader.requirement.id.string, forPackAt: packPath) else {
      throw DiagnosticError(.rulesNotFound(loader.requirement.id, neededAt: loader.requirement.place))
    }
    return folder
  }

  /// The one document at `path`; `-` is standard input.
  static func document(at path: String) throws(DiagnosticError) -> Document {
    let source = path == "-" ? try SourceText.standardInput() : try SourceText.load(path: path)
    let (documents, diagnostics) = SourceReader.read(source)
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    guard let document = documents.first else { throw DiagnosticError(.noDocument(source)) }
    if documents.count > 1 { throw DiagnosticError(.severalDocuments(documents[1].root)) }
    return document
  }
}
