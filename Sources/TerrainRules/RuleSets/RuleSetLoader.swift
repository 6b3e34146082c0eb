import TerrainDocuments
import TerrainBase

/// Loads a rule set from its folder: `ruleset.yaml`, and the modules that are needed.
package struct RuleSetLoader: Sendable {
  /// The file that makes a folder a rule set.
  package static let manifestName = "ruleset.yaml"

  let files: ContentFiles

  /// A loader that leaves the reading of documents to `read`.
  package init(documents read: @escaping DocumentReader) { files = .disk(read) }

  /// A loader of what is in `files`.
  package init(files: ContentFiles) { self.files = files }

  /// The rule set in the folder `path`.
  ///
  /// - Parameters:
  ///   - requirement: what a pack wants it to be; nil where no pack asks.
  ///   - vocabulary: the types the pack adds.
  ///   - overrides: parameters with other values for this run.
  ///   - extent: how much of it is loaded. Modules beyond that are read for the hash, and not looked into.
  ///   - plans: whether it is to run. Else only its types are known; ``LoadedRuleSet/planned()`` makes it ready.
  ///   - memory: what earlier loads of it typed.
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
          rules(loaded, of: version, hash: version.digest.finish(), overrides: [], earlier: []))
      }
    }
    var digest = folder.digest
    for version in versions {
      digest.add(FilePath.relative(version.path, to: path), Array(version.digest.finish().utf8))
    }
    return rules(
      loaded, of: folder, hash: files.hash(path) ?? digest.finish(), overrides: overrides, earlier: earlier,
      files: versions.flatMap { $0.files })
  }

  /// The folder of a rule set, whose modules are read and not yet looked into.
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
  /// - Throws: everything that keeps it from being read.
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
    if leaves(module.file, path) {
      reading.diagnostics.append(.pathLeavesRuleSet(at: module.place))
      return
    }
    // A pipe would be waited for, a device never ends.
    if Folder.kind(of: "\(path)/\(module.file)") == .other {
      reading.diagnostics.append(.noFile(module))
      return
    }
    do throws(DiagnosticError) {
      let source = try files.source("\(path)/\(module.file)")
      reading.digest.add(module.file.string, source.bytes)
      reading.sources[module.module] = source
    } catch {
      // That a file may not be read is not the manifest's mistake.
      if error.diagnostics.contains(where: { $0.code == "file/unreadable" }) {
        reading.diagnostics += error.diagnostics
        return
      }
      let others = UnlistedModules(in: path, reading.manifest, root: reading.root, files: files).entries
      let meant = others.first { $0.name == module.module }?.file
      reading.diagnostics.append(.missingModule(module, because: error, meant: meant))
    }
  }

  /// Whether `file`, relative to the folder `path`, is outside of it.
  func leaves(_ file: Text, _ path: String) -> Bool {
    file.string.hasPrefix("/") || file.string.split(separator: "/").contains("..")
      || files.leaves("\(path)/\(file)", path)
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
    _ loaded: (ruleSet: RuleSet, warnings: [Diagnostic]), of reading: Reading, hash: String,
    overrides: [ParameterOverride], earlier: [LoadedRuleSet], files others: [String] = []
  ) -> LoadedRuleSet {
    LoadedRuleSet(
      ruleSet: loaded.ruleSet, hash: hash, files: reading.files + others,
      overrides: overrides.map { "\($0.name)=\($0.text)" },
      warnings: loaded.warnings + earlier.flatMap({ $0.warnings }),
      allFactNames: NamesOnDemand { [files, sources = reading.sources] in
        var names: Set<Text> = []
        for source in sources.values {
          guard let facts = files.documents(source).documents.first?.root["facts"], facts.kind == .map else { continue }
          for (key, fact) in facts.members where fact.kind == .map && fact["per"] == nil {
            if let name = key.text { names.insert(name) }
          }
        }
        return names
      }.names, validFrom: reading.manifest.validFrom, earlier: earlier)
  }

  /// The rule set in the folder `path`, with the types of the pack that `loader` loads. What is wrong with the pack is reported first: a rule that mentions what
  /// cannot be read the rule is not the mistake.
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

/// Names that are collected when somebody first asks for them, and kept: requests ask for each fact that the loaded rules do not
/// look at, and collecting goes through every module.
private final class NamesOnDemand: Sendable {
  private let collect: @Sendable () -> Set<Text>
  private let collected = Mutex<Set<Text>?>(nil)

  init(_ collect: @escaping @Sendable () -> Set<Text>) { self.collect = collect }

  @Sendable func names() -> Set<Text> {
    collected.withLock { collected in
      if let collected { return collected }
      let names = collect()
      collected = names
      return names
    }
  }
}

extension Diagnostic {
  static func pathLeavesRuleSet(at place: Place) -> Diagnostic {
    Diagnostic(
      code: "ruleset/path-leaves-folder", message: "a module's file has to stay inside the rule set's folder",
      place: place)
  }

  static func noFile(_ module: RuleSetManifest.ModuleFile) -> Diagnostic {
    Diagnostic(
      code: "ruleset/missing-module",
      message: "the module `\(module.module)` cannot be read: `\(module.file)` is not a file", place: module.place)
  }

  /// - Parameter meant: another file of the folder that declares this module.
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
