import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

/// Everything that can be found about the modules of a rule set without its tests: what loading, proofs, engines, pages and
/// rankings find. It is what `validate` finds about them, for each pack that needs them.
package struct RuleSetCheck {
  /// What was found.
  package struct Report {
    /// What the rule set is called: its id, or its folder where the id cannot be read.
    package let name: String
    /// The diagnostics that count, sorted.
    package let diagnostics: [Diagnostic]
    /// The manifest and the modules that it lists.
    package let files: [String]
  }

  private let folder: String
  private let packs: [String]
  private let overrides: [ParameterOverride]
  private let store: SourceStore
  private let pairing: Pairing

  /// A check of the rule set in `folder`.
  ///
  /// - Parameters:
  ///   - packs: the folders of the packs that it is checked for; none: it is checked without the types of any pack.
  ///   - overrides: parameters with other values than in the files.
  package init(_ folder: String, packs: [String], overrides: [ParameterOverride], files: ContentFiles) {
    self.folder = FilePath.normal(folder)
    self.packs = packs.map(FilePath.normal)
    self.overrides = overrides
    store = SourceStore(files)
    pairing = Pairing(store: store, flaws: .none, elsewhere: { _, _ in nil })
  }

  /// The folders of the packs beside the rule set in `folder` that need it, sorted; else the one of the same name.
  package static func packs(beside folder: String, files: ContentFiles) -> [String] {
    func root(_ file: String) -> Node? {
      (try? files.source(file)).flatMap { files.documents($0).documents.first?.root }
    }
    let folder = RuleSetVersions(files).ruleSet(of: folder)
    let home = FilePath.normal("\(folder)/../../ContentPacks")
    let manifests = ((try? files.list(home, [PackLoader.manifestName])) ?? []).filter {
      FilePath.name($0) == PackLoader.manifestName
    }
    let id = root("\(folder)/\(RuleSetLoader.manifestName)")?["id"]?.text
    let users = manifests.filter { id != nil && root($0)?["rules"]?["id"]?.text == id }
    let namesake = "\(home)/\(FilePath.name(folder))/\(PackLoader.manifestName)"
    return (users.isEmpty ? manifests.filter { $0 == namesake } : users).map(FilePath.folder)
  }

  /// Checks it.
  package func run() -> Report {
    let manifest = store.file("\(folder)/\(RuleSetLoader.manifestName)")
    let id = manifest.documents.first?.root["id"]?.text
    var diagnostics: [Diagnostic] = []
    var jobs: [RuleSetValidation] = []
    for pack in packs {
      guard let contents = pairing.contents(pack), let loader = try? pairing.loader(contents) else {
        diagnostics += store.file("\(pack)/\(PackLoader.manifestName)").diagnostics
        continue
      }
      loader.loadAll()
      var job = job
      job.user = Pairing.User(loader: loader, contents: contents)
      job.isNeeded = !job.isEarlier && loader.statedRequirement?.id == id
      jobs.append(job)
    }
    if jobs.isEmpty {
      var job = job
      job.isLost = !packs.isEmpty
      jobs.append(job)
    }
    let suppressions = suppressions
    for index in jobs.indices { jobs[index].isAnswered = { suppressions.answers($0) } }
    let all = jobs
    diagnostics += ParallelMap.values(all.count) { all[$0].findings() }.flatMap { $0 }
    // What keeps rules from being checked has to be reported, though only the rules were asked for.
    for user in jobs.compactMap(\.user) where !user.contents.unknownTypes.isEmpty {
      diagnostics += user.loader.finish().diagnostics
    }
    let counted = Precedence(schemas: []).remaining(diagnostics.withoutMilder()).filter { !suppressions.answers($0) }
    return Report(name: id?.string ?? folder, diagnostics: counted.sortedForReport(), files: moduleFiles)
  }

  private var job: RuleSetValidation {
    var job = RuleSetValidation(folder: folder, store: store)
    job.extent = .modules
    job.isEarlier = RuleSetVersions(store.contentFiles).ruleSet(of: folder) != folder
    job.overrides = overrides
    return job
  }

  private var suppressions: Suppressions {
    var suppressions = Suppressions()
    for file in moduleFiles { suppressions.add(store.file(file).documents) }
    return suppressions
  }

  /// The manifest's file and those of the modules that can be read, and so of its earlier versions.
  private var moduleFiles: [String] {
    ([folder] + RuleSetVersions(store.contentFiles).folders(of: folder)).flatMap { moduleFiles(in: $0) }
  }

  private func moduleFiles(in folder: String) -> [String] {
    let manifest = "\(folder)/\(RuleSetLoader.manifestName)"
    var files = [manifest]
    guard let modules = store.file(manifest).documents.first?.root["modules"], modules.kind == .map else {
      return files
    }
    for (_, module) in modules.members.map({ ($0.key, $0.value) }) {
      guard let file = module.text else { continue }
      let path = FilePath.normal("\(folder)/\(file)")
      guard store.kind(path) == .file, !store.leaves(path, folder), store.file(path).source != nil else { continue }
      files.append(path)
    }
    return files
  }
}
