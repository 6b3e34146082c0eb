import TerrainRules
import TerrainDocuments
import TerrainBase

/// A pack and its rules, loaded together as far as engines need them.
package struct LoadedSystem: Sendable {
  /// The pack.
  package let pack: Pack
  /// The rules.
  package let rules: LoadedRuleSet
  /// Diagnostics that do not keep it from running.
  package let warnings: [Diagnostic]

  /// A pack and rules that were loaded apart.
  package init(pack: Pack, rules: LoadedRuleSet, warnings: [Diagnostic] = []) {
    self.pack = pack
    self.rules = rules
    self.warnings = warnings
  }

  /// Loads the pack in the folder `packPath` with the rule set in the folder `rulesPath`.
  ///
  /// - Parameters:
  ///   - documents: reads a source into documents.
  ///   - contracts: what engines require of the rules; only the modules that these reach are read. Empty: all of them.
  ///   - kinds: the kinds whose records are loaded, beside those that the rules mention; nil: all kinds.
  ///   - overrides: parameters with other values for this run.
  /// - Throws: everything that is wrong with either.
  package static func load(
    packAt packPath: String, rulesAt rulesPath: String, documents: @escaping DocumentReader, contracts: [Contract],
    kinds: [Text]?, overrides: [ParameterOverride] = []
  ) throws(DiagnosticError) -> LoadedSystem {
    let loader = try PackLoader(path: packPath, documents: documents)
    return try load(
      loader, rulesAt: rulesPath, documents: documents, contracts: contracts, kinds: kinds, overrides: overrides)
  }

  /// Loads a built pack, rules and all.
  package static func load(
    _ built: BuiltPack, contracts: [Contract], kinds: [Text]?, overrides: [ParameterOverride] = []
  ) throws(DiagnosticError) -> LoadedSystem {
    try load(
      PackLoader(path: built.packFolder, files: built.files), rulesAt: built.rulesFolder, files: built.files,
      contracts: contracts, kinds: kinds, overrides: overrides)
  }

  /// The same, for a loader that has read the pack's manifest already.
  package static func load(
    _ loader: PackLoader, rulesAt rulesPath: String, documents: @escaping DocumentReader, contracts: [Contract],
    kinds: [Text]?, overrides: [ParameterOverride]
  ) throws(DiagnosticError) -> LoadedSystem {
    try load(
      loader, rulesAt: rulesPath, files: .disk(documents), contracts: contracts, kinds: kinds, overrides: overrides)
  }

  /// The same, with the rules from `files`.
  package static func load(
    _ loader: PackLoader, rulesAt rulesPath: String, files: ContentFiles, contracts: [Contract], kinds: [Text]?,
    overrides: [ParameterOverride] = []
  ) throws(DiagnosticError) -> LoadedSystem {
    if let kinds { kinds.forEach(loader.load) } else { loader.loadAll() }
    let rules = try RuleSetLoader(files: files).load(
      at: rulesPath, for: loader.requirement, of: loader, overrides: overrides,
      extent: contracts.isEmpty ? .everything : .contracts(contracts))
    let (pack, diagnostics) = loader.finish()
    guard let pack else { throw DiagnosticError(diagnostics) }
    return LoadedSystem(pack: pack, rules: rules, warnings: diagnostics + rules.warnings)
  }
}
