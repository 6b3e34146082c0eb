import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainPlatform
import TerrainSchemas
import TerrainValues

/// Checks packs, rule sets and single files: everything that can be known about them without running them, in one run.
///
/// What a file is, it says itself: by the schema it names, else by what is in it. Of packs and rule sets everything is held: the
/// shape of each file, what the records say together, the quiz, the rules and what can be proved of them, their tests.
public struct Validator: Sendable {
  /// Something to validate.
  public enum Input: Sendable, Hashable {
    /// A file, a folder, or a pattern of these (`packs/**/*.yaml`).
    case path(String)
    /// Standard input, called by this name. It is no file, and is checked by itself.
    case standardInput(name: String)
    /// Standard input in place of the file at this path, as an editor gives what is not saved yet. The file need not be there.
    case unsaved(path: String)
  }

  /// A schema's file that everything is held against, and nothing else is checked; nil for all checks.
  public var schema: String?
  /// The folder of published schemas, for files that name none; nil where there is none.
  public var publishedSchemas: String?
  /// The folder of the pack whose quiz answers outside of packs are answers to; nil where they are only held against a schema.
  public var answersPack: String?
  /// Complaints that are accepted.
  public var baseline: Baseline?
  /// Finds the folder of a rule set by its id, for the pack in a folder; asked where there is none beside the pack.
  public var ruleSet: @Sendable (_ id: String, _ pack: String) -> String? = { _, _ in nil }

  /// Reads standard input, to be called by a name.
  package var standardInput: @Sendable (_ name: String) throws(DiagnosticError) -> SourceText = {
    (name) throws(DiagnosticError) in try SourceText.standardInput(name: name)
  }
  /// Reads the example requests of a pack that is right otherwise, and returns what is wrong with them; nil: they are only held
  /// against their schemas.
  public var readRequests: (@Sendable (ExampleRequests) -> [Diagnostic])?
  /// Whether nobody wants the report any more: asked between checks, of which none begins then. The report is of no use afterwards.
  public var isCancelled: @Sendable () -> Bool = { false }

  /// A validator that makes all checks.
  public init() {}

  /// Validates `inputs`.
  public func validate(_ inputs: [Input]) -> ValidationReport { validate(inputs, in: SourceStore()) }

  /// Validates `inputs`, whose files come from `store`.
  package func validate(_ inputs: [Input], in store: SourceStore) -> ValidationReport {
    var paths: [String] = []
    var unsaved: [String] = []
    var given: [SourceStore.File] = []
    var run = ValidationRun(self, store)
    for input in inputs {
      switch input {
      case .path(let path): paths.append(path)
      case .standardInput(let name):
        do throws(DiagnosticError) {
          given.append(run.store.add(try standardInput(name)))
        } catch {
          run.diagnostics += error.diagnostics
        }
      case .unsaved(let path):
        let path = FilePath.normal(path)
        unsaved.append(path)
        run.store.replace(path, with: standardInput)
      }
    }
    let targets = ValidationTargets(
      paths, unsaved: unsaved, alone: schema != nil, given: given.map(\.path), in: run.store)
    run.collect(targets, given)
    if !isCancelled() { run.validateFiles() }
    if schema == nil, !isCancelled() { run.validateWholes() }
    return run.report()
  }
}

/// One run of a validator.
private struct ValidationRun {
  let validator: Validator
  let store: SourceStore
  /// Complaints other than schemas'.
  var diagnostics: [Diagnostic] = []
  private let schemas: SchemaCache
  private var schemaFindings: [Diagnostic] = []
  /// What is wrong with schemas themselves.
  private var schemaErrors: [Diagnostic] = []
  private var targets: ValidationTargets
  private var files: [SourceStore.File] = []
  private var engines: [String: ScoringEngine] = [:]
  /// Packs that were not asked for, whose quiz was looked for once.
  private var triedEngines: Set<String> = []

  init(_ validator: Validator, _ store: SourceStore) {
    self.validator = validator
    self.store = store
    targets = ValidationTargets([], alone: true, given: [], in: store)
    schemas = SchemaCache(store)
  }

  mutating func collect(_ targets: ValidationTargets, _ given: [SourceStore.File]) {
    self.targets = targets
    diagnostics += targets.diagnostics
    preload(targets.files)
    files = given + targets.files.map { store.file($0) }
    diagnostics += files.flatMap(\.diagnostics)
  }

  /// Reads `paths` on all processors, and where everything is held against one schema compiles it beside them.
  private func preload(_ paths: [String]) {
    let (store, schemas) = (store, schemas)
    var work: [@Sendable () -> Void] = paths.map { path in { _ = store.file(path) } }
    if let schema = validator.schema { work.insert({ _ = schemas.schema(FilePath.normal(schema)) }, at: 0) }
    let all = work
    ParallelMap.run(all.count) { all[$0]() }
  }

  // MARK: Files one by one

  /// A document and the schema it is held against.
  private struct Task: Sendable {
    let document: Document
    let schema: Schema
  }

  mutating func validateFiles() {
    var schemaPaths: [String] = []
    var wanted: [(document: Document, schema: String)] = []
    for file in files {
      for document in file.documents {
        let role = FileRole(document.root)
        if validator.schema == nil, role == .schema {
          let found = schemas.schema(file.path).diagnostics
          schemaFindings += SchemaCache.check(document, besides: found)
          schemaErrors += found
        } else if validator.schema == nil, role == .builtPack {
          diagnostics += Self.builtPack(document.source)
        } else if let path = schemaPath(of: document, role, file) {
          wanted.append((document, path))
          if !schemaPaths.contains(path) { schemaPaths.append(path) }
        }
      }
    }
    let (cache, paths) = (schemas, schemaPaths)
    ParallelMap.run(paths.count) { _ = cache.schema(paths[$0]) }
    for path in paths { schemaErrors += cache.schema(path).diagnostics }
    diagnostics += schemaErrors
    let tasks = wanted.compactMap { document, path in
      cache.schema(path).schema.map { Task(document: document, schema: $0) }
    }
    schemaFindings += ParallelMap.values(tasks.count) { tasks[$0].schema.validate(tasks[$0].document) }.flatMap { $0 }
    guard validator.schema == nil else { return }
    let all = files
    diagnostics += ParallelMap.values(all.count) { index in
      all[index].source.map { TextHygiene.findings($0, all[index].documents) } ?? []
    }.flatMap { $0 }
  }

  /// What is wrong with a built pack: it has to be as it was built, and to load.
  private static func builtPack(_ source: SourceText) -> [Diagnostic] {
    do throws(DiagnosticError) {
      return try LoadedSystem.load(BuiltPack(source), contracts: [], kinds: nil).warnings
    } catch {
      return error.diagnostics
    }
  }

  /// The schema of a document: the one that was asked for, the one it names, or the published one of its role.
  private mutating func schemaPath(of document: Document, _ role: FileRole?, _ file: SourceStore.File) -> String? {
    if let schema = validator.schema { return FilePath.normal(schema) }
    if let named = NamedSchema(document) {
      if named.isRemote {
        diagnostics.append(.remoteSchema(named))
      } else if store.kind(named.path) == .file {
        return named.path
      } else {
        diagnostics.append(.schemaNotFound(named.path, at: named.place))
      }
      return nil
    }
    if let name = role?.schemaName, let folder = validator.publishedSchemas {
      let path = FilePath.normal("\(folder)/\(name)")
      if store.kind(path) == .file { return path }
    }
    let schema = kindSchema(of: file.path)
    let isKnown = schema != nil || role != nil && role != .content
    // In a folder there may be anything; what was named has to be something.
    if !isKnown, targets.named.contains(file.path) { diagnostics.append(.unknownFile(document.source)) }
    return schema
  }

  /// The schema that a pack's manifest names for the kind that the file `path` belongs to.
  private func kindSchema(of path: String) -> String? {
    for folder in targets.packs where path.hasPrefix(folder == "." ? "" : "\(folder)/") {
      guard let manifest = store.file("\(folder)/\(PackLoader.manifestName)").documents.first?.root else { continue }
      for (_, kind) in manifest["kinds"]?.members.map({ ($0.key, $0.value) }) ?? [] {
        guard let place = kind["path"]?.text, let schema = kind["schema"]?.text else { continue }
        let whole = FilePath.normal("\(folder)/\(place)")
        guard path == whole || path.hasPrefix("\(whole)/") else { continue }
        // That it is not there is said where the manifest names it.
        let file = FilePath.normal("\(folder)/\(schema)")
        return store.kind(file) == .file ? file : nil
      }
    }
    return nil
  }

  // MARK: Packs and rule sets

  mutating func validateWholes() {
    let pairing = pairing
    let packs = targets.packs.compactMap { pairing.contents($0) }
    let validations = packs.map { PackValidation(contents: $0, rules: pairing.rules(of: $0), pairing: pairing) }
    let outcomes = ParallelMap.values(validations.count) { validations[$0].run() }
    diagnostics += outcomes.flatMap(\.diagnostics)
    for (validation, outcome) in zip(validations, outcomes) { engines[validation.contents.folder] = outcome.engine }

    // Each rule set is checked for every pack that needs it, those beside it included that nobody has named.
    var jobs: [RuleSetValidation] = []
    for (validation, outcome) in zip(validations, outcomes) {
      guard let folder = validation.rules, let loader = outcome.loader else { continue }
      let user = Pairing.User(loader: loader, contents: validation.contents)
      jobs.append(RuleSetValidation(folder: folder, store: store, user: user))
    }
    for folder in targets.ruleSets where !jobs.contains(where: { $0.folder == folder }) {
      let users = pairing.users(of: folder)
      jobs += users.known.map { RuleSetValidation(folder: folder, store: store, user: $0) }
      if users.known.isEmpty {
        jobs.append(RuleSetValidation(folder: folder, store: store, isLost: !users.lost.isEmpty))
        diagnostics += users.lost
      }
      // What keeps rules from being checked has to be said, though nobody has asked for the pack.
      for user in users.known where !user.contents.unknownTypes.isEmpty {
        diagnostics += user.loader.finish().diagnostics
      }
    }
    let isAnswered = isAnswered
    for index in jobs.indices {
      jobs[index].isAnswered = isAnswered
      jobs[index].isCancelled = validator.isCancelled
    }
    let all = jobs
    let found = ParallelMap.values(all.count) { all[$0].findings() }.flatMap { $0 }
    diagnostics += found
    let wrongRules = Set(found.filter(Self.isAboutRules).compactMap(\.place?.source.name))
    for outcome in outcomes where outcome.quizRules.isDisjoint(with: wrongRules) { diagnostics += outcome.quiz }
    for (validation, outcome) in zip(validations, outcomes) {
      diagnostics += outcome.loader?.finish().diagnostics.withCauses(in: validation.contents.folder) ?? []
    }
    let reads = validator.readRequests
    for file in files where !ExampleRequests.have(file.path, packs: targets.packs) {
      diagnostics += answers(in: file)
    }
    if let reads {
      let errors = (diagnostics + schemaFindings).filter { $0.severity == .error }
      let examples = validations.compactMap { ExampleRequests(of: $0, among: files, besides: errors, from: store) }
      diagnostics += ParallelMap.values(examples.count) { reads(examples[$0]) }.flatMap { $0 }
    }
  }

  /// Packs and rule sets, now that it is known where schemas have complained.
  private var pairing: Pairing {
    Pairing(store: store, flaws: Flaws(schemaFindings + schemaErrors), elsewhere: validator.ruleSet)
  }

  /// Whether the author has answered a complaint, by a comment or in the baseline.
  private var isAnswered: @Sendable (Diagnostic) -> Bool {
    let (suppressions, documents, baseline) = (suppressions, documents, validator.baseline)
    return { suppressions.answers($0) || baseline?.knows($0, documents) ?? false }
  }

  private var suppressions: Suppressions {
    var suppressions = Suppressions()
    if validator.schema == nil { for file in files { suppressions.add(file.documents) } }
    return suppressions
  }

  private var documents: DocumentIndex {
    var documents = DocumentIndex()
    for file in files { documents.add(file) }
    return documents
  }

  /// Whether `finding` is an error in rules themselves, and not in what a test expects of them.
  private static func isAboutRules(_ finding: Diagnostic) -> Bool {
    finding.severity == .error && !finding.code.hasPrefix("rules/test-")
  }

  /// Complaints about answers: they have to be answers to the quiz of the pack in whose folder they stand, else of the one that
  /// was named for them.
  private mutating func answers(in file: SourceStore.File) -> [Diagnostic] {
    let documents = file.documents.filter { [.answers, .request].contains(FileRole($0.root)) }
    guard documents.contains(where: { $0.root["answers"] != nil }) else { return [] }
    let folder = targets.packs.last { file.path.hasPrefix("\($0)/") } ?? validator.answersPack.map(FilePath.normal)
    guard let folder, let engine = engine(of: folder) else { return [] }
    return documents.flatMap { engine.diagnostics(about: $0.root) }
  }

  /// What scores the quiz of the pack in `folder`; nil where it has none, or something is wrong with it.
  private mutating func engine(of folder: String) -> ScoringEngine? {
    if let engine = engines[folder] { return engine }
    let pairing = pairing
    guard !targets.packs.contains(folder), triedEngines.insert(folder).inserted,
      let contents = pairing.contents(folder)
    else { return nil }
    let validation = PackValidation(contents: contents, rules: pairing.rules(of: contents), pairing: pairing)
    engines[folder] = validation.scoringEngine()
    return engines[folder]
  }

  // MARK: The end

  func report() -> ValidationReport {
    var suppressions = suppressions
    let documents = documents
    var baseline = validator.baseline
    var report = ValidationReport(files: files.map(\.path), documents: documents)
    let schemas = Precedence.schemas(schemaFindings, besides: diagnostics)
    let precedence = Precedence(schemas: schemas)
    for finding in (schemas + precedence.remaining(diagnostics.withoutMilder())).sortedForReport() {
      if suppressions.covers(finding) {
        report.suppressed += 1
      } else if baseline?.accepts(finding, documents) ?? false {
        report.accepted += 1
      } else {
        report.diagnostics.append(finding)
      }
    }
    report.staleInBaseline = baseline?.unused ?? 0
    // An error may be why what a comment in its file ignores is not there.
    let wrong = Set(report.diagnostics.filter { $0.severity == .error }.compactMap(\.place?.source.name))
    report.allDiagnostics = (report.diagnostics + suppressions.complaints(except: wrong)).sortedForReport()
    report.diagnostics = report.allDiagnostics.onePerCause().sortedForReport()
    return report
  }
}
