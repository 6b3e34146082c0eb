import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainOutcomes
import TerrainRules
import TerrainService
import TerrainYAML

/// The pack and the rules that a command line names.
///
/// Files are read on demand, and once per process, so that a command's output comes from one version of them.
struct Workspace {
  /// The purpose for which the pack is needed.
  enum Purpose {
    /// To run operations: without `--pack` the program's own pack is the last choice.
    case answers
    /// To check or change an author's files, for which the program's own pack must be named explicitly.
    case authoring
  }

  /// The pack's folder.
  let packPath: String
  /// The parameters that `--set` gives other values.
  let overrides: [ParameterOverride]
  /// The files, each read once.
  let contentFiles: ContentFiles
  private let locator: PackLocator

  /// Finds the pack that `arguments` name, or the default one.
  init(_ arguments: Arguments, for purpose: Purpose = .answers) throws(DiagnosticError) {
    try self.init(pack: arguments.value(of: .pack), overrides: try Self.overrides(arguments), for: purpose)
  }

  /// Finds the pack for a rule set that is named by its folder: without `--pack`, a pack in a neighboring folder that needs it.
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

  /// True if the pack is one built file, which contains its rules.
  var isBuilt: Bool { Folder.kind(of: packPath) == .file }

  /// The files of the disk, each read once.
  static func disk() -> ContentFiles { .disk(SourceReader.read).readingOnce() }

  /// The parameters that `--set` gives other values.
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

  /// A version of the pack and its rules for a service.
  func served() throws(DiagnosticError) -> ServedSystem {
    try ServedSystem(
      SystemPlace(pack: packPath, locator: locator, overrides: overrides) { $0.checkResults() })
  }

  /// A way to load parts of the pack and its rules.
  ///
  /// - Parameter more: contracts that are needed in addition to those of the first load. All that the first load covers is loaded once.
  func loader(also more: [Contract] = []) -> SystemLoader {
    var loaded: (system: LoadedSystem, contracts: Set<Text>)?
    return SystemLoader(
      system: { (contracts, kinds) throws(DiagnosticError) in
        let names = Set(contracts.map(\.name))
        if let loaded, !names.isEmpty, names.isSubset(of: loaded.contracts) { return loaded.system }
        guard !more.isEmpty, !contracts.isEmpty, loaded == nil else {
          return try system(contracts: contracts, kinds: kinds)
        }
        let all = contracts + more.filter { !names.contains($0.name) }
        let system = try system(
          contracts: all, kinds: kinds.map { Array(Set($0 + [ScoringEngine.quizKind])).ordered() })
        loaded = (system, Set(all.map(\.name)))
        return system
      },
      pack: { (kinds) throws(DiagnosticError) in try pack(kinds: kinds) },
      files: { () throws(DiagnosticError) in isBuilt ? try built().files : contentFiles })
  }

  /// Only the pack, with the records of `kinds`, or of all kinds if that is nil.
  func pack(kinds: [Text]?) throws(DiagnosticError) -> Pack {
    let loader = try packLoader()
    if let kinds { kinds.forEach(loader.load) } else { loader.loadAll() }
    let (pack, diagnostics) = loader.finish()
    guard let pack else { throw DiagnosticError(diagnostics) }
    return pack
  }

  /// The pack and its rules, or the parts that `contracts` and `kinds` require.
  private func system(contracts: [Contract], kinds: [Text]?) throws(DiagnosticError) -> LoadedSystem {
    let system: LoadedSystem
    if isBuilt {
      system = try LoadedSystem.load(try built(), contracts: contracts, kinds: kinds, overrides: overrides)
    } else {
      let loader = try packLoader()
      system = try LoadedSystem.load(
        loader, rulesAt: try rulesFolder(of: loader), files: contentFiles, contracts: contracts, kinds: kinds,
        overrides: overrides)
    }
    // The author proved the rules with the values in the files; with other values they have to be proved again.
    if !overrides.isEmpty { try RuleAnalysis.prove(system.rules.ruleSet) }
    return system
  }

  /// The folder of the rule set at `path`, or of the rule set that the pack needs.
  func ruleSetFolder(_ path: String?) throws(DiagnosticError) -> String {
    if let path { return path }
    return try rulesFolder(of: try packLoader())
  }

  /// The whole pack with the rule set in the folder `path`, whichever rules the pack requires.
  func system(rulesAt path: String, overridden: Bool = true) throws(DiagnosticError) -> LoadedSystem {
    let loader = try packLoader()
    loader.loadAll()
    let rules = try RuleSetLoader(files: contentFiles).load(
      at: path, for: nil, of: loader, overrides: overridden ? overrides : [], extent: .everything)
    let (pack, diagnostics) = loader.finish()
    guard let pack else { throw DiagnosticError(diagnostics) }
    return LoadedSystem(pack: pack, rules: rules, warnings: diagnostics + rules.warnings)
  }

  private func packLoader() throws(DiagnosticError) -> PackLoader {
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

  /// The single document at `path`; `-` is standard input.
  static func document(at path: String) throws(DiagnosticError) -> Document {
    let source = path == "-" ? try SourceText.standardInput() : try SourceText.load(path: path)
    let (documents, diagnostics) = SourceReader.read(source)
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    guard let document = documents.first else { throw DiagnosticError(.noDocument(source)) }
    if documents.count > 1 { throw DiagnosticError(.severalDocuments(documents[1].root)) }
    return document
  }
}

extension Diagnostic {
  /// - Parameter broken: the existing folder of the pack, which has no manifest.
  static func packNotFound(_ name: String?, among names: [String], broken: String?) -> Diagnostic {
    if let broken {
      return Diagnostic(
        code: "pack/not-found", message: "the folder `\(broken)` has no `\(PackLoader.manifestName)`", place: nil,
        fix: "put the pack's `\(PackLoader.manifestName)` there, or name another pack with `--pack`")
    }
    let message =
      name.map { "`\($0)` is not a pack" }
      ?? "no pack `\(PackLocator.defaultName)` is in or above this folder"
    let nearest = Suggestion.fix(name.map { Text($0) }, among: names)
    let listed = names.isEmpty ? nil : "name a pack with `--pack`: \(names.quoted)"
    return Diagnostic(
      code: "pack/not-found", message: message, place: nil,
      fix: nearest ?? listed
        ?? "name a pack's folder with `--pack`, or set TERRAIN_HOME to a folder that has `ContentPacks`")
  }
}
