import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainOutcomes
import TerrainRules

/// The two versions of a pack and its rules that a command line compares.
struct ComparedVersions {
  let old: ImpactVersion
  let new: ImpactVersion
  /// The populations of the pack, and the version that they are read for.
  let populations: (files: PopulationFiles, system: LoadedSystem)
  /// True if both versions are rule sets, named by their folders, for one pack.
  let areRuleSets: Bool

  /// The versions that `arguments` name: two folders or built packs; or a revision of git, and a checkout or a pack in its
  /// repository.
  ///
  /// - Parameter command: the name of the command in diagnostics.
  init(_ arguments: Arguments, for command: String) throws(DiagnosticError) {
    let overrides = try Workspace.overrides(arguments)
    let name = arguments.value(of: .pack)
    let pack: String
    if let revision = arguments.value(of: .against) {
      if arguments.operand(1) != nil { throw DiagnosticError(.threeVersions(command)) }
      let located =
        if let folder = arguments.operand(0) { try Self.located(folder, pack: name, overrides: overrides) } else {
          try Self.located(Workspace(pack: name, overrides: overrides, for: .authoring))
        }
      (new, pack) = (located.version, located.pack)
      old = try Self.version(of: revision, packAt: pack)
      areRuleSets = false
    } else {
      guard let oldPath = arguments.operand(0), let newPath = arguments.operand(1) else {
        throw DiagnosticError(.withoutVersions(command))
      }
      areRuleSets = Self.isRuleSet(oldPath) && Self.isRuleSet(newPath)
      if areRuleSets {
        let workspace = try Workspace(arguments, rulesAt: oldPath)
        let files = workspace.contentFiles
        old = ImpactVersion(try workspace.system(rulesAt: oldPath, overridden: false), files: files)
        new = ImpactVersion(try workspace.system(rulesAt: newPath), files: files)
        populations = (PopulationFiles(pack: workspace.packPath, files: files), old.system)
        return
      }
      old = try Self.located(oldPath, pack: name).version
      let located = try Self.located(newPath, pack: name, overrides: overrides)
      (new, pack) = (located.version, located.pack)
    }
    populations = (PopulationFiles(pack: pack, files: new.files), new.system)
  }

  /// Returns true if `path` is the folder of a rule set.
  static func isRuleSet(_ path: String) -> Bool {
    Folder.kind(of: "\(path)/\(RuleSetLoader.manifestName)") == .file
  }

  /// The version of the pack at `pack` that the revision `revision` of its repository has.
  private static func version(of revision: String, packAt pack: String) throws(DiagnosticError) -> ImpactVersion {
    let home = FilePath.folder(FilePath.folder(pack))
    let files = try Revision.files(revision, home: home.isEmpty ? "." : home)
    let loader = try PackLoader(
      path: "\(revision):\(PackLocator.packsFolder)/\(FilePath.name(pack))", files: files)
    let system = try LoadedSystem.load(
      loader, rulesAt: "\(revision):\(PackLocator.rulesFolder)/\(loader.requirement.id)", files: files, contracts: [],
      kinds: nil)
    return ImpactVersion(system, files: files)
  }

  /// The version at `path`: a checkout, a pack, a built pack, or a rule set for the pack `name`; and the folder or file of its pack.
  private static func located(
    _ path: String, pack name: String?, overrides: [ParameterOverride] = []
  ) throws(DiagnosticError) -> (version: ImpactVersion, pack: String) {
    if isRuleSet(path) {
      let beside = RuleSetCheck.packs(beside: path, files: Workspace.disk()).first
      let workspace = try Workspace(pack: name ?? beside, overrides: overrides, for: .authoring)
      return (ImpactVersion(try workspace.system(rulesAt: path), files: workspace.contentFiles), workspace.packPath)
    }
    let packs = "\(path)/\(PackLocator.packsFolder)"
    let isHome = Folder.kind(of: packs) == .folder
    let pack = isHome ? "\(packs)/\(name ?? PackLocator.defaultName)" : path.contains("/") ? path : "./\(path)"
    return try located(Workspace(pack: pack, overrides: overrides, for: .authoring))
  }

  private static func located(_ workspace: Workspace) throws(DiagnosticError) -> (version: ImpactVersion, pack: String)
  {
    let loader = workspace.loader()
    return (ImpactVersion(try loader.system([], nil), files: try loader.files()), workspace.packPath)
  }
}

extension Diagnostic {
  fileprivate static func threeVersions(_ command: String) -> Diagnostic {
    Diagnostic(
      code: "impact/no-versions", message: "two versions are compared, and this names three", place: nil,
      fix: "write `terrain \(command) OLD NEW`, or `terrain \(command) NEW --against HEAD`")
  }

  fileprivate static func withoutVersions(_ command: String) -> Diagnostic {
    Diagnostic(
      code: "impact/no-versions", message: "two versions are compared, and this names fewer", place: nil,
      fix: "write `terrain \(command) OLD NEW`, or `terrain \(command) --against HEAD`")
  }
}
