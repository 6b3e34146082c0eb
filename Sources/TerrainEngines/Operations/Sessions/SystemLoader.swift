import TerrainRules
import TerrainDocuments
import TerrainBase

/// Loads as much of a pack and its rules as an operation needs: from a folder, from bytes that a service keeps, or from one built
/// file.
package struct SystemLoader {
  /// Loads the pack and its rules, as far as contracts (none: all rules) and kinds (nil: all) reach.
  package let system: (_ contracts: [Contract], _ kinds: [Text]?) throws(DiagnosticError) -> LoadedSystem
  /// Loads the pack alone, with the records of these kinds.
  package let pack: (_ kinds: [Text]) throws(DiagnosticError) -> Pack
  /// The files that it loads from.
  package let files: () throws(DiagnosticError) -> ContentFiles

  /// A loader of these functions.
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
