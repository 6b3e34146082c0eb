import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// Loads a rule set from its folder: `ruleset.yaml` and the needed modules.
package struct RuleSetLoader: Sendable {
  /// The file that makes a folder a rule set.
  package static let manifestName = "ruleset.yaml"

  let files: ContentFiles

  /// A loader of files on the disk with `read` as the reader of documents.
  package init(documents read: @escaping DocumentReader) { files = .disk(read) }

  /// A loader that reads from `files`.
  package init(files: ContentFiles) { self.files = files }

  /// The rule set in the folder `path`.
  ///
  /// - Parameters:
  ///   - requirement: The rule set that a pack requires, or nil without a pack.
  ///   - vocabulary: The types that the pack adds.
  ///   - overrides: Parameters with other values for this run.
  ///   - extent: The part to load. Other modules are only hashed, not parsed.
  ///   - plans: True if the rule set is to run. Otherwise only its types are known; ``LoadedRuleSet/planned()`` prepares it for running.
  ///   - memory: The typings of earlier loads.
  package func load(
    at path: String, for requirement: Pack.Requirement? = nil, vocabulary: PackVocabulary = .empty,
    overrides: [ParameterOverride] = [], extent: RuleSet.Extent, plans: Bool = true, memory: LinkMemory? = nil
  ) throws(DiagnosticError) -> LoadedRuleSet {
    let folder = try read(path, for: requirement)
    let versions = try readEarlier(of: folder)
    let loaded = try load(
      folder, vocabulary: vocabulary, overrides: overrides, extent: extent, plans: plans, memory: memory)
    var earlier: [LoadedRuleSet] = []
    if let extent = extent.ofEarlierVersions {
      for version in versions {
        let loaded = try load(version, vocabulary: vocabulary, overrides: [], extent: extent, plans: plans)
        earlier.append(
          rules(
            loaded, of: version, vocabulary: vocabulary, hash: version.digest.finish(), overrides: [], earlier: []))
      }
    }
    var digest = folder.digest
    for version in versions {
      digest.add(FilePath.relative(version.path, to: path), Array(version.digest.finish().utf8))
    }
    return rules(
      loaded, of: folder, vocabulary: vocabulary, hash: files.hash(path) ?? digest.finish(), overrides: overrides,
      earlier: earlier, files: versions.flatMap { $0.files })
  }

  /// The folder of a rule set, whose modules are read but not parsed.
  struct Reading {
    let path: String
    let source: SourceText
    let root: Node
    let manifest: RuleSetManifest
    var sources: [Text: SourceText] = [:]
    var digest = FolderHash()
    var diagnostics: [Diagnostic]

    var files: [String] { [source.name] + manifest.modules.compactMap { sources[$0.module]?.name } }
  }

  /// Reads the folder `path`.
  ///
  /// - Throws: all errors that prevent it from being read.
  func read(_ path: String, for requirement: Pack.Requirement?) throws(DiagnosticError) -> Reading {
    let source = try files.manifest("\(path)/\(Self.manifestName)")
    var diagnostics: [Diagnostic] = []
    guard let root = document(source, into: &diagnostics)?.root else { throw DiagnosticError(diagnostics) }
    let (manifest, found) = RuleSetManifest.read(root)
    diagnostics += found
    guard let manifest else { throw DiagnosticError(diagnostics) }
    diagnostics += Self.check(manifest, against: requirement)
    var reading = Reading(path: path, source: source, root: root, manifest: manifest, diagnostics: diagnostics)
    reading.digest.add(Self.manifestName, source.bytes)
    for module in manifest.modules { read(module, of: &reading) }
    if reading.diagnostics.hasErrors { throw DiagnosticError(reading.diagnostics) }
    return reading
  }

  private func read(_ module: RuleSetManifest.ModuleFile, of reading: inout Reading) {
    let path = reading.path
    guard case .inside = files.path(module.file.string, inside: path) else {
      reading.diagnostics.append(.pathLeavesRuleSet(at: module.place))
      return
    }
    // A pipe could block, and a device may never end.
    if Folder.kind(of: "\(path)/\(module.file)") == .other {
      reading.diagnostics.append(.noFile(module))
      return
    }
    do throws(DiagnosticError) {
      let source = try files.source("\(path)/\(module.file)")
      reading.digest.add(module.file.string, source.bytes)
      reading.sources[module.module] = source
    } catch {
      // A file without read permission is not a mistake of the manifest.
      if error.diagnostics.contains(where: { $0.code == "file/unreadable" }) {
        reading.diagnostics += error.diagnostics
        return
      }
      let others = UnlistedModules(in: path, reading.manifest, root: reading.root, files: files).entries
      let meant = others.first { $0.name == module.module }?.file
      reading.diagnostics.append(.missingModule(module, because: error, meant: meant))
    }
  }

  private func load(
    _ reading: Reading, vocabulary: PackVocabulary, overrides: [ParameterOverride], extent: RuleSet.Extent,
    plans: Bool, memory: LinkMemory? = nil
  ) throws(DiagnosticError) -> (ruleSet: RuleSet, warnings: [Diagnostic]) {
    let loaded = RuleSet.load(
      reading.manifest, vocabulary: vocabulary, overrides: overrides, extent: extent, plans: plans, memory: memory
    ) { module in
      guard let source = reading.sources[module.module] else { return (nil, []) }
      var found: [Diagnostic] = []
      let document = document(source, into: &found)
      return (document?.root, found)
    }
    let diagnostics = reading.diagnostics + loaded.diagnostics
    guard let ruleSet = loaded.ruleSet else {
      var contracts: [Contract] = []
      if case .contracts(let needed) = extent { contracts = needed }
      let unlisted = UnlistedModules(in: reading.path, reading.manifest, root: reading.root, files: files)
      throw DiagnosticError(unlisted.explaining(diagnostics, contracts: contracts))
    }
    return (ruleSet, diagnostics)
  }

  private func rules(
    _ loaded: (ruleSet: RuleSet, warnings: [Diagnostic]), of reading: Reading, vocabulary: PackVocabulary, hash: String,
    overrides: [ParameterOverride], earlier: [LoadedRuleSet], files others: [String] = []
  ) -> LoadedRuleSet {
    LoadedRuleSet(
      ruleSet: loaded.ruleSet, hash: hash, files: reading.files + others,
      overrides: overrides.map { "\($0.name)=\($0.text)" },
      warnings: loaded.warnings + earlier.flatMap({ $0.warnings }),
      allFacts: FactsOnDemand { [files, manifest = reading.manifest, sources = reading.sources] in
        RuleSet.declaredFacts(manifest, vocabulary: vocabulary) { module in
          guard let source = sources[module.module] else { return (nil, []) }
          return (files.documents(source).documents.first?.root, [])
        }
      }.facts, validFrom: reading.manifest.validFrom, earlier: earlier)
  }

  /// The rule set in the folder `path`, with the types of the pack that `loader` loads. Mistakes of the pack are reported first, because a
  /// rule that mentions an unreadable part of the pack is not itself wrong.
  package func load(
    at path: String, for requirement: Pack.Requirement?, of loader: PackLoader, overrides: [ParameterOverride],
    extent: RuleSet.Extent
  ) throws(DiagnosticError) -> LoadedRuleSet {
    do throws(DiagnosticError) {
      return try load(
        at: path, for: requirement, vocabulary: loader.vocabulary, overrides: overrides, extent: extent)
    } catch {
      throw DiagnosticError(loader.finish().diagnostics + error.diagnostics)
    }
  }

  private func document(_ source: SourceText, into diagnostics: inout [Diagnostic]) -> Document? {
    let (documents, found) = files.documents(source)
    diagnostics += found
    return documents.only(of: source, into: &diagnostics)
  }

  private static func check(_ manifest: RuleSetManifest, against requirement: Pack.Requirement?) -> [Diagnostic] {
    guard let version = SemanticVersion(manifest.version) else { return [.ruleSetVersion(manifest)] }
    guard let requirement else { return [] }
    if manifest.id != requirement.id { return [.otherRuleSet(manifest, requirement)] }
    return requirement.versions.contains(version) ? [] : [.otherRuleSetVersion(manifest, requirement)]
  }
}

/// Facts that are collected on first use and then kept: requests look up each fact that the loaded rules do not read, and collecting goes
/// through every module.
private final class FactsOnDemand: Sendable {
  private let collect: @Sendable () -> [Text: Fact]
  private let collected = Mutex<[Text: Fact]?>(nil)

  init(_ collect: @escaping @Sendable () -> [Text: Fact]) { self.collect = collect }

  @Sendable func facts() -> [Text: Fact] {
    collected.withLock { collected in
      if let collected { return collected }
      let facts = collect()
      collected = facts
      return facts
    }
  }
}

extension Diagnostic {
  static func pathLeavesRuleSet(at place: Place) -> Diagnostic {
    Diagnostic(
      code: "ruleset/path-leaves-folder", message: "a module's file has to stay inside the rule set's folder",
      place: place, fix: "move the file into the folder")
  }

  static func noFile(_ module: RuleSetManifest.ModuleFile) -> Diagnostic {
    Diagnostic(
      code: "ruleset/missing-module",
      message: "the module `\(module.module)` cannot be read: `\(module.file)` is not a file", place: module.place)
  }

  /// - Parameter meant: Another file of the folder that declares this module.
  static func missingModule(
    _ module: RuleSetManifest.ModuleFile, because error: DiagnosticError, meant: String?
  ) -> Diagnostic {
    Diagnostic(
      code: "ruleset/missing-module",
      message:
        "the module `\(module.module)` cannot be read: \(error.diagnostics.map({ $0.message }).joined(separator: "; "))",
      place: module.place,
      related: error.diagnostics.compactMap { found in
        found.place.flatMap { $0.source.bytes.isEmpty ? nil : .init(message: "it begins here", place: $0) }
      },
      fix: meant.map { "did you mean `\($0)`?" } ?? error.diagnostics.compactMap { $0.fix }.first
    ).caused(
      by: Cause(
        "file \(error.diagnostics.first?.place?.source.name ?? module.file.string)", mistake: error.diagnostics.first,
        from: .max))
  }

  static func otherRuleSet(_ manifest: RuleSetManifest, _ requirement: Pack.Requirement) -> Diagnostic {
    Diagnostic(
      code: "ruleset/other-id",
      message: "the pack needs the rule set `\(requirement.id)`, and this is `\(manifest.id)`",
      place: manifest.idPlace, related: [.init(message: "needed here", place: requirement.place)])
  }

  static func otherRuleSetVersion(_ manifest: RuleSetManifest, _ requirement: Pack.Requirement) -> Diagnostic {
    Diagnostic(
      code: "ruleset/other-version",
      message: "the pack needs version \(requirement.versions) of `\(manifest.id)`, and this is \(manifest.version)",
      place: manifest.versionPlace, related: [.init(message: "needed here", place: requirement.place)])
  }

  static func ruleSetVersion(_ manifest: RuleSetManifest) -> Diagnostic {
    Diagnostic(
      code: "ruleset/not-a-version", message: "a version has three numbers, as in `1.4.0` (semver.org)",
      place: manifest.versionPlace)
  }
}

/// A rule set as loaded from its folder.
package struct LoadedRuleSet: Sendable {
  /// The rules, ready to run.
  package let ruleSet: RuleSet
  /// The identity of the rule set: a hash over the names and bytes of the manifest, all modules, and its earlier versions, as 32
  /// hexadecimal digits.
  package let hash: String
  /// The names of the files of the manifest and the modules, including those of earlier versions.
  package let files: [String]
  /// Parameters with other values than in the files, as `module.name=value`.
  package let overrides: [Text]
  /// Diagnostics that are not errors.
  package let warnings: [Diagnostic]
  /// The facts that any module of the rule set declares, by name, including unused ones. Modules are read again, and unreadable parts are
  /// left out.
  package let allFacts: @Sendable () -> [Text: Fact]
  /// The first day on which it is in force, or nil if it has always been in force.
  package let validFrom: CalendarDate?
  /// The needed versions that were in force earlier, oldest first.
  package let earlier: [LoadedRuleSet]
}

extension LoadedRuleSet {
  /// The rule set, which was loaded without plans, prepared for running.
  ///
  /// - Throws: an error if it or one of its earlier versions is too large.
  package func planned() throws(DiagnosticError) -> LoadedRuleSet {
    let (planned, diagnostics) = ruleSet.planning()
    guard let planned else { throw DiagnosticError(diagnostics) }
    var versions: [LoadedRuleSet] = []
    for version in earlier { versions.append(try version.planned()) }
    return LoadedRuleSet(
      ruleSet: planned, hash: hash, files: files, overrides: overrides, warnings: warnings + diagnostics,
      allFacts: allFacts, validFrom: validFrom, earlier: versions)
  }

  /// The loaded rule set with `ruleSet` as its rules.
  package func running(_ ruleSet: RuleSet) -> LoadedRuleSet {
    LoadedRuleSet(
      ruleSet: ruleSet, hash: hash, files: files, overrides: overrides, warnings: warnings, allFacts: allFacts,
      validFrom: validFrom, earlier: earlier)
  }
}

/// The module files in a rule set's folder that its manifest does not list, so that they are not used.
package struct UnlistedModules {
  /// One module file.
  package struct Entry {
    /// The module's name.
    package let name: Text
    /// Its file, relative to the rule set's folder.
    package let file: String
    /// The place of the name's declaration in the file.
    package let place: Place
    /// The file that the manifest lists for a module of this name, or nil if it lists none.
    package let listed: Text?
  }

  /// The module files, sorted by their paths.
  package let entries: [Entry]
  private let manifest: RuleSetManifest
  /// The place of the manifest's key `modules`.
  private let list: Place

  /// Examines the rule set in `folder`, whose manifest is `manifest` with the root `root`.
  ///
  /// Folders with their own rule set and unreadable files are skipped: only files that are certainly modules are reported.
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

  /// The diagnostic about `entry`: an error if other content refers to it.
  package func diagnostic(_ entry: Entry, _ severity: Severity) -> Diagnostic {
    .unlistedModule(entry, manifest: manifest.place.source.name, list: list, severity)
  }

  /// Returns `diagnostics`, the diagnostics of loading the rule set. Diagnostics about references to an unlisted module are replaced by one
  /// about that module.
  ///
  /// - Parameter contracts: The contracts for which the rules were loaded.
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

  /// The unlisted modules that `diagnostic` is about; empty if it is also about other things.
  private func names(in diagnostic: Diagnostic, _ contracts: [Contract]) -> [Text] {
    switch diagnostic.code {
    case Diagnostic.unknownModuleCode, Diagnostic.unknownNameCode:
      guard let place = diagnostic.place else { return [] }
      return module(of: place.source.text(of: place.range)).map { [$0] } ?? []
    case Diagnostic.contractModuleCode:
      // A required decision needs its module.
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

  /// The unlisted module that `text`, a name in an author's file, denotes or is inside of.
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
