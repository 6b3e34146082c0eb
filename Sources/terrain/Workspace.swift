import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainService
import TerrainValues
import TerrainYAML

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The pack and rules that a command line means.
struct Workspace {
  /// The pack's folder.
  let packPath: String
  /// What `--set` gives other values.
  let overrides: [ParameterOverride]
  private let locator: PackLocator

  /// Finds the pack that `arguments` name, or the default one.
  init(_ arguments: Arguments) throws(DiagnosticError) {
    var overrides: [ParameterOverride] = []
    for argument in arguments.values(of: .set) { overrides.append(try ParameterOverride(argument)) }
    try self.init(pack: arguments.value(of: .pack), overrides: overrides)
  }

  /// The same for a rule set that is named by its folder: without `--pack`, the pack of the same name beside it.
  init(_ arguments: Arguments, rulesAt path: String?) throws(DiagnosticError) {
    var overrides: [ParameterOverride] = []
    for argument in arguments.values(of: .set) { overrides.append(try ParameterOverride(argument)) }
    try self.init(pack: arguments.value(of: .pack) ?? path.flatMap(Self.packBeside), overrides: overrides)
  }

  /// `ContentPacks/NAME` beside the folder `Rules/NAME`; nil where there is none.
  private static func packBeside(rulesAt path: String) -> String? {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    while parts.count > 1, parts.last?.isEmpty == true { parts.removeLast() }
    guard parts.count > 1, let name = parts.last, name != ".", name != ".." else { return nil }
    let pack = (parts.dropLast(2) + ["ContentPacks", name]).joined(separator: "/")
    return Folder.kind(of: "\(pack)/\(PackLoader.manifestName)") == .file ? pack : nil
  }

  /// Finds the pack called `name`, or the default one.
  init(pack name: String?, overrides: [ParameterOverride] = []) throws(DiagnosticError) {
    self.overrides = overrides
    locator = Self.locator()
    guard let path = locator.pack(name) else { throw DiagnosticError(.packNotFound(name, among: locator.packNames)) }
    packPath = path
  }

  /// True where the pack is one built file, with its rules inside.
  var isBuilt: Bool { Folder.kind(of: packPath) == .file }

  /// Finds packs, rule sets and schemas for this process.
  static func locator() -> PackLocator {
    PackLocator(home: Console.environment("TERRAIN_HOME"), workingFolder: workingFolder(), program: programPath())
  }

  /// One version of everything, for a service.
  func served() throws(DiagnosticError) -> ServedSystem {
    let served = try ServedSystem(SystemPlace(pack: packPath, locator: locator, overrides: overrides))
    if !overrides.isEmpty { _ = try system(contracts: [], kinds: nil) }
    return served
  }

  /// The scoring engine over the pack and as much of its rules as scoring needs.
  func scoringEngine(
    quiz: Text = ScoringEngine.quizKind
  ) throws(DiagnosticError) -> (engine: ScoringEngine, warnings: [Diagnostic]) {
    let system = try system(contracts: [ScoringEngine.contract], kinds: [quiz])
    return (try ScoringEngine(system, quiz: quiz), system.warnings)
  }

  /// The engine for these pages and rankings and the request at `node`, over the pack with its quiz and as much of its rules as
  /// they need.
  func dayEngine(
    pages: [Text], rankings: [Text], for node: Node
  ) throws(DiagnosticError) -> (engine: DayEngine, warnings: [Diagnostic]) {
    let contracts = DayEngine.contracts(
      pages: pages, rankings: rankings, logs: DayEngine.handsInLogs(node))
    let system = try system(contracts: contracts, kinds: [ScoringEngine.quizKind])
    return (try DayEngine(system, pages: pages, rankings: rankings), system.warnings)
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
  func accountEngine() throws(DiagnosticError) -> AccountEngine {
    try AccountEngine(try system(contracts: [AccountEngine.contract], kinds: []))
  }

  /// The pack alone, with the records of `kinds`; of all kinds, where that is nil.
  func pack(kinds: [Text]?) throws(DiagnosticError) -> Pack {
    let loader = try PackLoader(path: packPath, documents: SourceReader.read)
    if let kinds { kinds.forEach(loader.load) } else { loader.loadAll() }
    let (pack, diagnostics) = loader.finish()
    guard let pack else { throw DiagnosticError(diagnostics) }
    return pack
  }

  /// The pack and its rules, as far as `contracts` and `kinds` reach.
  func system(contracts: [Contract], kinds: [Text]?) throws(DiagnosticError) -> LoadedSystem {
    let system: LoadedSystem
    if isBuilt {
      system = try LoadedSystem.load(
        try BuiltPack.load(path: packPath), contracts: contracts, kinds: kinds, overrides: overrides)
    } else {
      let loader = try PackLoader(path: packPath, documents: SourceReader.read)
      let id = loader.requirement.id
      guard let rules = locator.ruleSet(id.string, forPackAt: packPath) else {
        throw DiagnosticError(.rulesNotFound(id, neededAt: loader.requirement.place))
      }
      system = try LoadedSystem.load(
        loader, rulesAt: rules, documents: SourceReader.read, contracts: contracts, kinds: kinds, overrides: overrides)
    }
    if !overrides.isEmpty {
      // The author proved the rules with the values in the files; with others it has to be proved again.
      let proved = RulesCheck.diagnostics(for: system.rules.ruleSet)
      if proved.hasErrors { throw DiagnosticError(proved.filter { $0.severity == .error }) }
    }
    return system
  }

  /// The files that the pack and its schemas are read from.
  func files() throws(DiagnosticError) -> SourceStore {
    isBuilt ? SourceStore(try BuiltPack.load(path: packPath).files) : SourceStore()
  }

  /// The folder of the rule set at `path`, or of the one that the pack needs.
  func ruleSetFolder(_ path: String?) throws(DiagnosticError) -> String {
    if let path { return path }
    let requirement = try PackLoader(path: packPath, documents: SourceReader.read).requirement
    guard let folder = locator.ruleSet(requirement.id.string, forPackAt: packPath) else {
      throw DiagnosticError(.rulesNotFound(requirement.id, neededAt: requirement.place))
    }
    return folder
  }

  /// The whole rule set in the folder `path`, or the one that the pack needs.
  func ruleSet(at path: String?, overridden: Bool = true) throws(DiagnosticError) -> LoadedRuleSet {
    let loader = try PackLoader(path: packPath, documents: SourceReader.read)
    return try RuleSetLoader(documents: SourceReader.read).load(
      at: try ruleSetFolder(path), for: path == nil ? loader.requirement : nil, of: loader,
      overrides: overridden ? overrides : [], extent: .everything)
  }

  /// The same, and the whole pack beside it.
  func ruleSetAndPack(at path: String?) throws(DiagnosticError) -> (rules: LoadedRuleSet, pack: Pack) {
    let loader = try PackLoader(path: packPath, documents: SourceReader.read)
    loader.loadAll()
    let rules = try RuleSetLoader(documents: SourceReader.read).load(
      at: try ruleSetFolder(path), for: path == nil ? loader.requirement : nil, of: loader, overrides: overrides,
      extent: .everything)
    let (pack, diagnostics) = loader.finish()
    guard let pack else { throw DiagnosticError(diagnostics) }
    return (rules, pack)
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

  private static func workingFolder() -> String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  private static func programPath() -> String? {
    #if os(Linux)
      let path = realpath("/proc/self/exe", nil)
    #else
      let path = CommandLine.arguments.first.flatMap { realpath($0, nil) }
    #endif
    guard let path else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}
