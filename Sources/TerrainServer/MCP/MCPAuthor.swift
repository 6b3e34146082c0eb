import TerrainAnalysis
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
  /// Whether the operation that runs is no longer wanted.
  fileprivate(set) var isCancelled: @Sendable () -> Bool = { false }
  /// What earlier validations found.
  private let memory = ValidationMemory()
  /// The files as they were last, and as they were last with other texts: what has not changed is not read again.
  private var stores = (disk: SourceStore(), edited: nil as SourceStore?)

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
    if changes.isEmpty {
      stores.disk = stores.disk.successor(replacing: [])
      return stores.disk
    }
    let edited = (stores.edited ?? stores.disk).successor(
      replacing: changes.map { SourceText(name: $0.path, text: $0.text) })
    stores.edited = edited
    return edited
  }

  /// The files without and with `changes`, of the bytes in `snapshot` and no others: a file may be replaced so that the system reports the
  /// same of it.
  ///
  /// - Throws: `mcp/files-changed`.
  func versions(
    _ changes: [Change], of snapshot: [Text: [UInt8]]
  ) throws(DiagnosticError) -> (old: SourceStore, new: SourceStore) {
    let replaced = Set(changes.map { Text($0.path) })
    func areThose(_ files: (old: SourceStore, new: SourceStore)) -> Bool {
      snapshot.allSatisfy { path, bytes in
        files.old.file(path.string).source?.bytes == bytes
          && (replaced.contains(path) || files.new.file(path.string).source?.bytes == bytes)
      }
    }
    let known = (old: store([]), new: store(changes))
    if areThose(known) { return known }
    stores = (SourceStore(), nil)
    let read = (old: store([]), new: store(changes))
    guard areThose(read) else { throw DiagnosticError(.filesChanged) }
    return read
  }

  /// The result of `step`, a part of an operation that ends early, with no use, where the operation is no longer wanted.
  func whole<Result>(_ step: () throws(DiagnosticError) -> Result) throws(DiagnosticError) -> Result {
    if isCancelled() { throw DiagnosticError(.cancelled) }
    let result = try step()
    if isCancelled() { throw DiagnosticError(.cancelled) }
    return result
  }

  /// Everything that is wrong with the files of `store`.
  func validate(_ store: SourceStore) throws(DiagnosticError) -> ValidationReport {
    var validator = setup.validator
    validator.isCancelled = isCancelled
    validator.memory = memory
    let inputs = [Validator.Input.path(place.pack), .path(try rules())]
    return try whole { () throws(DiagnosticError) in validator.validate(inputs, in: store) }
  }

  /// The pack and its rules as `store` has them.
  func version(_ store: SourceStore) throws(DiagnosticError) -> ImpactVersion {
    let files = store.contentFiles
    let loader = SystemLoader(
      packAt: place.pack, rulesAt: try rules(), files: files, overrides: place.overrides)
    return ImpactVersion(try whole { () throws(DiagnosticError) in try loader.system([], nil) }, files: files)
  }

  /// How the tests of the rules go in `store`, whose system is `system`.
  func tests(_ store: SourceStore, _ system: LoadedSystem) throws(DiagnosticError) -> RuleTestReport {
    var runner = try RuleTestRunner(
      system.rules.ruleSet, record: { [pack = system.pack] in pack.value($0, $1) })
    for document in try documents(store) where RuleTestFile.isTests(document.root) {
      let (file, problems) = RuleTestFile.read(document.root)
      guard let file, !problems.hasErrors else { throw DiagnosticError(problems) }
      try whole { () throws(DiagnosticError) in runner.run(file) }
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
        let file = try whole { () throws(DiagnosticError) in store.file(path) }
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
    let isCancelled = isCancelled
    guard let operation else {
      let sample: DecisionPeople =
        populations.new.names.contains(name)
        ? .population(try populations.new.population(name, new.system), seed: seed, people: people)
        : .even(seed: seed, people: people)
      return try whole { () throws(DiagnosticError) in
        try Impact(from: old.system, to: new.system, over: sample, isCancelled: isCancelled)
      }
    }
    let evaluating = try AnyOperation.evaluating(named: operation) { .impactOperation(operation, among: $0) }
    let requests = ImpactRequests.population(
      old: try populations.old.population(name, old.system), new: try populations.new.population(name, new.system),
      seed: seed, people: people)
    return try whole { () throws(DiagnosticError) in
      try Impact(from: old, to: new, operation: evaluating, over: requests, isCancelled: isCancelled)
    }
  }

  /// For which facts decisions of `new` have another result than those of `old`.
  func difference(_ old: ImpactVersion, _ new: ImpactVersion) throws(DiagnosticError) -> RuleSetComparison {
    let isCancelled = isCancelled
    return try whole { () throws(DiagnosticError) in
      RuleSetComparison(
        from: old.system.rules.ruleSet, to: new.system.rules.ruleSet, isCancelled: isCancelled)
    }
  }
}

extension OperationSession {
  /// What tools of authors work with.
  ///
  /// - Throws: `rpc/not-serving` outside of a server of such tools.
  func author() throws(DiagnosticError) -> MCPAuthor {
    guard let author = try service().tools as? MCPAuthor else { throw DiagnosticError(.notServing) }
    author.isCancelled = isCancelled
    return author
  }
}
