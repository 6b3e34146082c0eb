import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules

extension NameIndex {
  /// The indexes of the packs and rule sets that `paths` name: one for each pack with its rules, and for rules of no pack.
  ///
  /// - Parameters:
  ///   - store: The files.
  ///   - elsewhere: The folder of a rule set by its id, for a pack without a rule set in a neighboring folder.
  package static func load(
    _ paths: [String], from store: SourceStore, ruleSet elsewhere: @escaping @Sendable (String, String) -> String?
  ) throws(DiagnosticError) -> [NameIndex] {
    var indexes = NameIndexes(store, ruleSet: elsewhere)
    return try indexes.indexes(of: paths)
  }
}

/// The indexes of the packs and rule sets around some files; each is made only once.
package struct NameIndexes: Sendable {
  /// The targets of paths.
  private struct Targets: Hashable {
    let packs: [String]
    let ruleSets: [String]
  }

  private struct System: Hashable {
    let pack: String?
    let rules: String?
  }

  private let store: SourceStore
  private let elsewhere: @Sendable (_ id: String, _ pack: String) -> String?
  private var byPaths: [[String]: [NameIndex]] = [:]
  private var byTargets: [Targets: [NameIndex]] = [:]
  private var bySystem: [System: NameIndex] = [:]

  /// Creates an empty collection; parameters as in ``NameIndex/load(_:from:ruleSet:)``.
  package init(_ store: SourceStore, ruleSet elsewhere: @escaping @Sendable (String, String) -> String?) {
    self.store = store
    self.elsewhere = elsewhere
  }

  /// The indexes of the packs and rule sets that `paths` name, as of ``NameIndex/load(_:from:ruleSet:)``.
  package mutating func indexes(of paths: [String]) throws(DiagnosticError) -> [NameIndex] {
    if let known = byPaths[paths] { return known }
    let found = ValidationTargets(paths, alone: false, given: [], in: store)
    if found.diagnostics.hasErrors { throw DiagnosticError(found.diagnostics) }
    let targets = Targets(packs: found.packs, ruleSets: found.ruleSets)
    if targets.packs.isEmpty, targets.ruleSets.isEmpty { throw DiagnosticError(.noSystem(paths)) }
    if byTargets[targets] == nil { byTargets[targets] = try load(targets) }
    byPaths[paths] = byTargets[targets]
    return byTargets[targets] ?? []
  }

  private mutating func load(_ targets: Targets) throws(DiagnosticError) -> [NameIndex] {
    let pairing = Pairing(store: store, flaws: .none, elsewhere: elsewhere)
    var systems: [(pack: PackContents?, rules: String?)] = []
    for folder in targets.packs {
      guard let contents = pairing.contents(folder) else {
        throw DiagnosticError(store.file("\(folder)/\(PackLoader.manifestName)").diagnostics)
      }
      systems.append((contents, pairing.rules(of: contents)))
    }
    for folder in targets.ruleSets where !systems.contains(where: { $0.rules == folder }) {
      let users = pairing.users(of: folder).confirmed
      systems += users.map { ($0.contents, folder) }
      if users.isEmpty { systems.append((nil, folder)) }
    }
    var indexes: [NameIndex] = []
    for (pack, rules) in systems {
      let system = System(pack: pack?.folder, rules: rules)
      var loading = NameIndexLoading(store: store, pairing: pairing)
      let index = bySystem[system] ?? loading.index(pack: pack, rules: rules)
      bySystem[system] = index
      indexes.append(index)
    }
    return indexes
  }
}

extension Diagnostic {
  fileprivate static func noSystem(_ paths: [String]) -> Diagnostic {
    Diagnostic(
      code: "file/no-match", message: "\(paths.quoted) contains no pack and no rule set", place: nil,
      fix: "name the folder of a pack or of a rule set, or a folder of these")
  }
}

/// Makes the index of one pack and its rules.
struct NameIndexLoading {
  let store: SourceStore
  let pairing: Pairing
  var builder = NameIndexBuilder()

  init(store: SourceStore, pairing: Pairing) {
    self.store = store
    self.pairing = pairing
  }

  mutating func index(pack: PackContents?, rules: String?) -> NameIndex {
    let roots = [rules, pack?.folder].compactMap { $0 }.flatMap { documents(in: $0) }
    for root in roots {
      let file = root.place.source.name
      builder.note(
        file, is: pack.map { ExampleRequests.isExample(file, of: $0.folder) } ?? false ? .examples : FilePart(root))
    }
    if let pack { noteSchemas(of: pack) }
    let types = pack.map { vocabulary(of: $0) } ?? .empty
    let manifest = rules.flatMap { readManifest(in: $0) }
    if let rules, let manifest {
      let names = RuleNames.read(manifest, vocabulary: types) { [store] module in
        store.contentFiles.path(module.file.string, inside: rules).path.flatMap { store.file($0).documents.first?.root }
      }
      builder.add(names, of: manifest)
    }
    if let pack { builder.declare(pack) }
    let ruleSet = rules.flatMap { load($0, types) }
    builder.ruleSet = ruleSet
    if let ruleSet { builder.add(ruleSet) }
    for root in roots { addUses(in: root, of: pack, ruleSet) }
    if let pack { builder.addUses(in: pack, store) }
    var index = builder.finish(pack: pack?.folder, rules: rules, modulePrefix: manifest?.modulePrefix)
    index.ruleSet = ruleSet
    return index
  }

  /// The types that `pack` adds to the rule language.
  private func vocabulary(of pack: PackContents) -> PackVocabulary {
    guard let loader = try? pairing.loader(pack) else { return .unknown }
    return loader.vocabulary
  }

  private func documents(in folder: String) -> [Node] {
    store.contentFiles(ofRuleSetIn: folder).map(FilePath.normal).flatMap { store.file($0).documents.map(\.root) }
  }

  /// Schemas may be in a folder that packs share.
  private mutating func noteSchemas(of pack: PackContents) {
    for schema in pack.kinds.compactMap(\.schemaFile) {
      for path in SchemaLibrary.files(reachedFrom: schema, store.contentFiles) { builder.note(path, is: .schemas) }
    }
  }

  private func readManifest(in folder: String) -> RuleSetManifest? {
    let documents = store.file("\(folder)/\(RuleSetLoader.manifestName)").documents
    return documents.first.flatMap { RuleSetManifest.read($0.root).manifest }
  }

  /// The typed rules in `folder`; nil, with diagnostics, if they have errors.
  private mutating func load(_ folder: String, _ types: PackVocabulary) -> RuleSet? {
    do throws(DiagnosticError) {
      return try RuleSetLoader(files: store.contentFiles).load(at: folder, vocabulary: types, extent: .everything)
        .ruleSet
    } catch {
      builder.problems += error.diagnostics
      return nil
    }
  }

  private mutating func addUses(in root: Node, of pack: PackContents?, _ rules: RuleSet?) {
    let (file, folder) = (root.place.source.name, pack?.folder)
    let role = FileRole(root)
    // The content of a request may look like another file: the request for records has a kind.
    if let folder, ExampleRequests.have(file, packs: [folder]) { return builder.add(root, hasOwnKeys: false) }
    switch role {
    case .ruleModule:
      builder.addTypes(ofModule: root)
      if let rules { builder.addResults(ofModule: root, rules) }
    case .ruleTests: if let tests = RuleTestFile.read(root).file { builder.add(tests, rules) }
    case .scenarios, .invariants, .population, .quality: builder.add(root, hasOwnKeys: true)
    case .answers, .request: builder.add(root, hasOwnKeys: false)
    case nil: if let folder, ExampleRequests.isExample(file, of: folder) { builder.add(root, hasOwnKeys: false) }
    default: break
    }
  }
}
