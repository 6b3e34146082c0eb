import TerrainDocuments
import TerrainEngines
import TerrainOutcomes

/// Two rule sets to compare, each with the pack whose records and people it decides about.
struct RuleVersions {
  let old: LoadedSystem
  let new: LoadedSystem
  /// The populations of the pack, and the version that they are read for.
  let populations: (files: PopulationFiles, system: LoadedSystem)

  /// The rule sets that `arguments` name: two folders, or one that a revision of git has and one that is in a checkout.
  ///
  /// - Parameter command: the command, for diagnostics.
  init(_ arguments: Arguments, for command: String) throws(DiagnosticError) {
    if arguments.has(.against) {
      let (old, new) = try Command.impactVersions(arguments)
      self.old = old.system
      self.new = new.version.system
      populations = (PopulationFiles(pack: new.pack, files: new.version.files), new.version.system)
      return
    }
    guard let old = arguments.operand(0), let new = arguments.operand(1) else {
      throw DiagnosticError(.withoutVersions(command))
    }
    let workspace = try Workspace(arguments, rulesAt: old)
    self.old = try workspace.system(rulesAt: old, overridden: false)
    self.new = try workspace.system(rulesAt: new)
    populations = (PopulationFiles(pack: workspace.packPath, files: workspace.contentFiles), self.old)
  }
}
