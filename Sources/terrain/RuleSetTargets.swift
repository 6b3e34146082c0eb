import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainRules

/// The rule sets that a command line names, and the packs with which they are checked.
///
/// An operand is the folder of a rule set or a folder of rule sets; without operands, the rule set that the pack needs is used. A rule set
/// is checked with the pack that `--pack` names, else with the packs in neighboring folders that need it, else with the default pack of the
/// working folder, else without a pack.
struct RuleSetTargets {
  /// The operand of commands about rule sets.
  static let operand = Operand(
    name: "RULES", help: "Rule sets' folders, or folders of rule sets. Without any: the rule set that the pack needs",
    arity: .repeating)

  /// The folders of the rule sets, without duplicates.
  let folders: [String]
  /// The parameters that `--set` gives other values.
  let overrides: [ParameterOverride]
  /// The files, each read once.
  let files: ContentFiles
  /// The files that may be changed.
  let authorFiles: AuthorFiles
  /// The pack that `--pack` names, or if no rule set is named the default pack.
  private let pack: String?
  /// True if the pack names the rule set, which then has to satisfy the pack's requirements.
  private let isPacksOwn: Bool

  /// Locates the rule sets that `arguments` name.
  init(_ arguments: Arguments) throws(DiagnosticError) {
    files = Workspace.disk()
    overrides = try Workspace.overrides(arguments)
    let name = arguments.value(of: .pack)
    guard !arguments.operands.isEmpty else {
      let workspace = try Workspace(pack: name, for: .authoring, files: files)
      folders = [try workspace.ruleSetFolder(nil)]
      pack = workspace.packPath
      isPacksOwn = true
      authorFiles = AuthorFiles(named: [], pack: pack, isPackNamed: name != nil)
      return
    }
    var folders: [String] = []
    for path in arguments.operands {
      for folder in try Self.ruleSets(at: path) where !folders.contains(folder) { folders.append(folder) }
    }
    self.folders = folders
    isPacksOwn = false
    if let name {
      pack = try Workspace(pack: name, for: .authoring, files: files).packPath
    } else {
      pack = nil
    }
    authorFiles = AuthorFiles(named: arguments.operands, pack: pack, isPackNamed: name != nil)
  }

  /// The folders, each followed by those of its earlier versions.
  var foldersOfVersions: [String] {
    var all: [String] = []
    for folder in folders {
      for version in [folder] + RuleSetVersions(files).folders(of: folder) where !all.contains(version) {
        all.append(version)
      }
    }
    return all
  }

  /// Returns true if `folder` has an earlier version of a rule set, which may have no tests.
  func isEarlier(_ folder: String) -> Bool {
    RuleSetVersions(files).ruleSet(of: folder) != FilePath.normal(folder)
  }

  /// The folders of the packs with which the rule set in `folder` is checked.
  func packs(for folder: String) -> [String] {
    if let pack { return [pack] }
    let beside = RuleSetCheck.packs(beside: folder, files: files)
    if !beside.isEmpty { return beside }
    return Workspace.locator().pack(nil, checksFiles: true).map { [$0] } ?? []
  }

  /// The diagnostics of the rule set in `folder`.
  func check(_ folder: String) -> RuleSetCheck.Report {
    RuleSetCheck(folder, packs: packs(for: folder), overrides: overrides, files: files).run()
  }

  /// The whole rule set in `folder`, and the pack for its tests; nil if it has none.
  func load(_ folder: String) throws(DiagnosticError) -> (rules: LoadedRuleSet, pack: Pack?) {
    let rules = RuleSetLoader(files: files)
    guard let path = packs(for: folder).first else {
      return (try rules.load(at: folder, overrides: overrides, extent: .everything), nil)
    }
    let loader = try PackLoader(path: path, files: files)
    loader.loadAll()
    let loaded = try rules.load(
      at: folder, for: isPacksOwn ? loader.requirement : nil, of: loader, overrides: overrides, extent: .everything)
    let (pack, diagnostics) = loader.finish()
    guard let pack else { throw DiagnosticError(diagnostics) }
    return (loaded, pack)
  }

  /// The folders of the rule sets at `path`.
  private static func ruleSets(at path: String) throws(DiagnosticError) -> [String] {
    let path = FilePath.normal(path)
    if FilePath.name(path) == RuleSetLoader.manifestName, Folder.kind(of: path) == .file {
      return [FilePath.folder(path)]
    }
    guard let kind = Folder.kind(of: path) else {
      throw DiagnosticError(.fileNotFound(path))
    }
    if Folder.kind(of: "\(path)/\(RuleSetLoader.manifestName)") == .file { return [path] }
    let manifests = kind == .folder ? try ContentFiles.onDisk(under: path, endings: [RuleSetLoader.manifestName]) : []
    let folders = manifests.filter { FilePath.name($0) == RuleSetLoader.manifestName && !Folder.leaves($0, path) }.map {
      FilePath.normal(FilePath.folder($0))
    }
    if folders.isEmpty { throw DiagnosticError(.noRuleSet(in: path)) }
    return folders
  }
}

extension Diagnostic {
  fileprivate static func noRuleSet(in folder: String) -> Diagnostic {
    Diagnostic(
      code: "file/no-match", message: "`\(folder)` contains no rule set", place: nil,
      fix: "name the folder of a rule set, which has a file `\(RuleSetLoader.manifestName)`, or a folder of these")
  }
}
