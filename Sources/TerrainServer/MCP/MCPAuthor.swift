import TerrainAuthoring
import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainForms
import TerrainOperations
import TerrainOutcomes
import TerrainPlatform
import TerrainValues

/// The files of a pack and its rules, as they are and with other texts in the place of some.
final class MCPAuthor {
  /// The whole new text of a file.
  struct Change {
    let path: String
    let text: String
  }

  /// The most files of one change.
  static let mostChanges = 20

  let place: SystemPlace
  let setup: MCPSetup
  private let rulesFolder: String?
  let proposals: MCPProposals

  init(_ served: ServedSystem, _ setup: MCPSetup) {
    place = served.place
    rulesFolder = served.rulesFolder
    self.setup = setup
    proposals = MCPProposals(makeToken: setup.makeToken)
  }

  /// The folder of the rule set.
  ///
  /// - Throws: `mcp/built-pack`.
  func rules() throws(DiagnosticError) -> String {
    guard let rulesFolder, !place.isBuilt else { throw DiagnosticError(.authoringNeedsFolders) }
    return rulesFolder
  }

  /// The paths of all files of the pack and its rules, links out of their folders left out.
  func files() throws(DiagnosticError) -> [String] {
    var files: [String] = []
    for folder in [place.pack, try rules()] {
      files += try ContentFiles.onDisk(under: folder, endings: PackLoader.endings).filter {
        !Folder.leaves($0, folder)
      }
    }
    return files
  }

  /// The text of the file at `path`, one of ``files()``.
  func text(of path: String) throws(DiagnosticError) -> String {
    String(decoding: try SourceText.loadFile(path: path).bytes, as: UTF8.self)
  }

  /// The bytes of all files now.
  func snapshot() throws(DiagnosticError) -> [Text: [UInt8]] {
    var bytes: [Text: [UInt8]] = [:]
    for path in try files() { bytes[Text(path)] = try SourceText.loadFile(path: path).bytes }
    return bytes
  }

  /// The changes that `parameters` have.
  ///
  /// - Throws: `mcp/unknown-file`: only files that are listed can be changed, whatever else a path leads to.
  func changes(_ parameters: Node) throws(DiagnosticError) -> [Change] {
    guard let list = parameters[Shape.changes.name], list.kind == .list else { return [] }
    let known = Set(try files().map { Text($0) })
    var changes: [Change] = []
    for node in list.elements {
      guard let path = node["path"], let name = path.text, let text = node["text"]?.text else { continue }
      guard known.contains(name) else { throw DiagnosticError(.unknownFile(path)) }
      if changes.contains(where: { Text($0.path) == name }) { throw DiagnosticError(.sameFileTwice(path)) }
      changes.append(Change(path: name.string, text: text.string))
    }
    return changes
  }

  // MARK: Versions

  /// The files, with `changes` in the place of some.
  func store(_ changes: [Change]) -> SourceStore {
    SourceStore().successor(replacing: changes.map { SourceText(name: $0.path, text: $0.text) })
  }

  /// Everything that is wrong with the files of `store`.
  func validate(_ store: SourceStore, isCancelled: @escaping @Sendable () -> Bool) throws(DiagnosticError)
    -> ValidationReport
  {
    var validator = setup.validator
    validator.isCancelled = isCancelled
    let report = validator.validate([.path(place.pack), .path(try rules())], in: store)
    if isCancelled() { throw DiagnosticError(.cancelled) }
    return report
  }

  /// The pack and its rules as `store` has them.
  func version(_ store: SourceStore) throws(DiagnosticError) -> ImpactVersion {
    let files = store.contentFiles
    let loader = SystemLoader(
      packAt: place.pack, rulesAt: try rules(), files: files, overrides: place.overrides)
    return ImpactVersion(try loader.system([], nil), files: files)
  }

  /// How the tests of the rules go in `store`, whose system is `system`.
  func tests(_ store: SourceStore, _ system: LoadedSystem) throws(DiagnosticError) -> RuleTestReport {
    var runner = try RuleTestRunner(
      system.rules.ruleSet, record: { [pack = system.pack] in pack.value($0, $1) })
    for document in try documents(store) where RuleTestFile.isTests(document.root) {
      let (file, problems) = RuleTestFile.read(document.root)
      guard let file, !problems.hasErrors else { throw DiagnosticError(problems) }
      runner.run(file)
    }
    return runner.report
  }

  /// How many tests and scenarios `store` has.
  func caseCount(_ store: SourceStore) throws(DiagnosticError) -> Int {
    try documents(store).reduce(0) { count, document in
      if RuleTestFile.isTests(document.root) {
        return count + (RuleTestFile.read(document.root).file?.cases.count ?? 0)
      }
      guard ScenarioFile.isScenarios(document.root) else { return count }
      return count + (ScenarioFile.read(document.root).file?.scenarios.count ?? 0)
    }
  }

  private func documents(_ store: SourceStore) throws(DiagnosticError) -> [Document] {
    let rules = try rules()
    var documents: [Document] = []
    for folder in ["\(rules)/tests", "\(rules)/\(ScenarioFile.folder)"] where store.kind(folder) == .folder {
      for path in try store.list(folder, PackLoader.endings) where !store.leaves(path, rules) {
        let file = store.file(path)
        if file.diagnostics.hasErrors { throw DiagnosticError(file.diagnostics) }
        documents += file.documents
      }
    }
    return documents
  }

  /// For whom `new` has other results than `old`: of the operation called `operation`, or of all decisions.
  func impact(
    _ old: ImpactVersion, _ new: ImpactVersion, operation: String?, people: Int, seed: UInt64
  ) throws(DiagnosticError) -> Impact {
    let name = PopulationFiles.standard
    let populations = (
      old: PopulationFiles(pack: place.pack, files: old.files), new: PopulationFiles(pack: place.pack, files: new.files)
    )
    guard let operation else {
      guard populations.new.names.contains(name) else {
        return try Impact(from: old.system, to: new.system, over: .even(seed: seed, people: people))
      }
      return try Impact(
        from: old.system, to: new.system,
        over: .population(try populations.new.population(name, new.system), seed: seed, people: people))
    }
    let evaluating = try AnyOperation.evaluating(named: operation) { .impactOperation(operation, among: $0) }
    return try Impact(
      from: old, to: new, operation: evaluating,
      over: .population(
        old: try populations.old.population(name, old.system), new: try populations.new.population(name, new.system),
        seed: seed, people: people))
  }
}

extension OperationSession {
  /// What tools of authors work with.
  ///
  /// - Throws: `rpc/not-serving` outside of a server of such tools.
  func author() throws(DiagnosticError) -> MCPAuthor {
    guard let author = try service().tools as? MCPAuthor else { throw DiagnosticError(.notServing) }
    return author
  }
}
