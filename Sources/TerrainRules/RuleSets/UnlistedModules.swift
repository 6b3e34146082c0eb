import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// The module files in a rule set's folder that its manifest does not list: nothing in them is used.
package struct UnlistedModules {
  /// One module file.
  package struct Entry {
    /// The module's name.
    package let name: Text
    /// Its file, relative to the rule set's folder.
    package let file: String
    /// Where the file declares its name.
    package let place: Place
    /// The file that the manifest lists for a module of this name; nil where it lists none.
    package let listed: Text?
  }

  /// The module files, sorted by their paths.
  package let entries: [Entry]
  private let manifest: RuleSetManifest
  /// The manifest's key `modules`.
  private let list: Place

  /// Looks through the rule set in `folder`, whose manifest is `manifest` with the root `root`.
  ///
  /// Folders that are rule sets of their own are skipped, and so is what cannot be read: only what is certainly a module
  /// is reported.
  package init(in folder: String, _ manifest: RuleSetManifest, root: Node, files: ContentFiles) {
    self.manifest = manifest
    list = root.members.first { $0.key.text == "modules" }?.key.place ?? manifest.place
    let listed = Set(manifest.modules.map { FilePath.normal("\(folder)/\($0.file)") })
    let paths = (try? files.list(folder, PackLoader.endings)) ?? []
    let inner = paths.filter { FilePath.name($0) == RuleSetLoader.manifestName }.map(FilePath.folder).filter {
      FilePath.normal($0) != FilePath.normal(folder)
    }
    var entries: [Entry] = []
    for path in paths where !listed.contains(FilePath.normal(path)) && !files.leaves(path, folder) {
      if inner.contains(where: { path.hasPrefix("\($0)/") }) { continue }
      guard let source = try? files.source(path), let root = files.documents(source).documents.first?.root,
        root.kind == .map, let module = root["module"], let name = module.text,
        root["rules"] != nil || root["decisions"] != nil
      else { continue }
      entries.append(
        Entry(
          name: name, file: FilePath.relative(path, to: folder), place: module.place,
          listed: manifest.modules.first { $0.module == name }?.file))
    }
    self.entries = entries
  }

  /// The diagnostic about `entry`: an error where something refers to it.
  package func diagnostic(_ entry: Entry, _ severity: Severity) -> Diagnostic {
    .unlistedModule(entry, manifest: manifest.place.source.name, list: list, severity)
  }

  /// `diagnostics` of loading the rule set, with one about each unlisted module in place of those about what refers to it.
  ///
  /// - Parameter contracts: what the rules were loaded for.
  package func explaining(_ diagnostics: [Diagnostic], contracts: [Contract]) -> [Diagnostic] {
    var referred: Set<Text> = []
    var others: [Diagnostic] = []
    for diagnostic in diagnostics {
      let names = names(in: diagnostic, contracts)
      if names.isEmpty { others.append(diagnostic) } else { referred.formUnion(names) }
    }
    let causes = entries.filter { $0.listed == nil && referred.contains($0.name) }
    return others + causes.map { self.diagnostic($0, .error) }
  }

  /// The unlisted modules that `diagnostic` is about; none where it is about something else as well.
  private func names(in diagnostic: Diagnostic, _ contracts: [Contract]) -> [Text] {
    switch diagnostic.code {
    case Diagnostic.unknownModuleCode, Diagnostic.unknownNameCode:
      guard let place = diagnostic.place else { return [] }
      return module(of: place.source.text(of: place.range)).map { [$0] } ?? []
    case Diagnostic.contractModuleCode:
      // A decision that is not optional needs its module.
      let needed = contracts.flatMap { contract in
        contract.modules.map { $0.string } + contract.decisions.filter { !$0.isOptional }.map { $0.name.string }
      }
      let missing = needed.map { "\(manifest.modulePrefix)\($0)" }.filter { name in
        !manifest.modules.contains { Self.isPart(name, of: $0.module) }
      }
      let found = missing.compactMap(module)
      return found.count == missing.count ? found : []
    default: return []
    }
  }

  /// The unlisted module that `text`, a name in an author's file, is or is in.
  private func module(of text: String) -> Text? {
    let name = text.filter { $0 != "\"" && $0 != "'" }
    return entries.first { $0.listed == nil && Self.isPart(name, of: $0.name) }?.name
  }

  private static func isPart(_ name: String, of module: Text) -> Bool {
    name == module.string || name.hasPrefix("\(module).")
  }
}

extension Diagnostic {
  /// The code of the diagnostic about a module that the manifest does not list.
  package static let unlistedModuleCode = "rules/unlisted-module"

  fileprivate static func unlistedModule(
    _ entry: UnlistedModules.Entry, manifest: String, list: Place, _ severity: Severity
  ) -> Diagnostic {
    let related = Related(message: "the modules are listed here", place: list)
    if let listed = entry.listed {
      return Diagnostic(
        code: unlistedModuleCode, severity: severity,
        message: "`\(manifest)` lists `\(listed)` as the module `\(entry.name)`, so nothing in this file is used",
        place: entry.place, related: [related], fix: "remove this file, or give its module a name of its own")
    }
    return Diagnostic(
      code: unlistedModuleCode, severity: severity,
      message: "`\(manifest)` does not list the module `\(entry.name)`, so nothing in it is used", place: entry.place,
      related: [related], fix: "add `\(entry.name): \(entry.file)` under `modules` in `\(manifest)`")
  }
}
