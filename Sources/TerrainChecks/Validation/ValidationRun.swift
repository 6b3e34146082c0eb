import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainSchemas

/// A run of a validator.
struct ValidationRun {
  let validator: Validator
  let store: SourceStore
  /// Diagnostics other than those of schemas.
  var diagnostics: [Diagnostic] = []
  let schemas: SchemaCache
  var schemaFindings: [Diagnostic] = []
  /// The findings of checks of results.
  var outcomeFindings = SoundSystem.Findings()
  /// The errors in schemas themselves.
  var schemaErrors: [Diagnostic] = []
  var targets: ValidationTargets
  var files: [SourceStore.File] = []
  private(set) var suppressions = Suppressions()
  private(set) var documents = DocumentIndex()
  /// The packs as their files declare them.
  var packs: [PackContents] = []
  var engines: [String: ScoringEngine] = [:]
  /// Packs that were not requested, for whose quiz the search was made once.
  var triedEngines: Set<String> = []

  init(_ validator: Validator, _ store: SourceStore) {
    self.validator = validator
    self.store = store
    targets = ValidationTargets([], alone: true, given: [], in: store)
    schemas = SchemaCache(store, memory: validator.memory)
  }

  mutating func collect(_ targets: ValidationTargets, _ given: [SourceStore.File]) {
    self.targets = targets
    diagnostics += targets.diagnostics
    preload(targets.files)
    files = given + targets.files.map { store.file($0) }
    diagnostics += files.flatMap(\.diagnostics)
    for file in files {
      if validator.schema == nil { suppressions.add(file.documents, validator.memory?.documents) }
      documents.add(file)
    }
  }

  /// Reads `paths` on all processors. If everything is validated by one schema, it is compiled at the same time.
  private func preload(_ paths: [String]) {
    let (store, schemas) = (store, schemas)
    var work: [@Sendable () -> Void] = paths.map { path in { _ = store.file(path) } }
    if let schema = validator.schema { work.insert({ _ = schemas.schema(FilePath.normal(schema)) }, at: 0) }
    let all = work
    ParallelMap.run(all.count) { all[$0]() }
  }

  /// The suppressions in files that are not validated but that `findings` are about, such as the rules of a pack that is validated without
  /// them.
  private func suppressions(besideFilesIn findings: [Diagnostic]) -> Suppressions {
    var suppressions = Suppressions()
    guard validator.schema == nil else { return suppressions }
    var known = Set(files.map(\.path))
    for finding in findings {
      guard let path = finding.place?.source.name, known.insert(path).inserted, store.kind(path) == .file else {
        continue
      }
      suppressions.add(store.file(path).documents)
    }
    return suppressions
  }

  func report() -> ValidationReport {
    var suppressions = suppressions
    let documents = documents
    var baseline = validator.baseline
    var report = ValidationReport(files: files.map(\.path), documents: documents)
    report.checked = outcomeFindings.checked
    report.packs = packs
    let folders = targets.packs + targets.ruleSets
    report.isOfContent = files.allSatisfy { file in
      folders.contains { FilePath.isInside(file.path, $0) } || file.documents.allSatisfy { role(of: $0) == .schema }
    }
    let schemas = Precedence.schemas(schemaFindings, besides: diagnostics)
    let precedence = Precedence(schemas: schemas)
    let findings = Precedence.ofManifests(schemas + precedence.remaining(diagnostics.withoutMilder())).sortedForReport()
    let elsewhere = self.suppressions(besideFilesIn: findings)
    for finding in findings {
      if suppressions.covers(finding) || elsewhere.answers(finding) {
        report.suppressed += 1
      } else if baseline?.accepts(finding, documents) ?? false {
        report.accepted += 1
      } else {
        report.diagnostics.append(finding)
      }
    }
    report.staleInBaseline = baseline?.unused ?? 0
    let isWhole = validator.depth == .everything
    report.allDiagnostics =
      (report.diagnostics + suppressions.diagnostics(beside: report.diagnostics, allChecked: isWhole))
      .sortedForReport()
    report.diagnostics = Precedence.repeated(report.allDiagnostics).onePerCause().sortedForReport()
    return report
  }
}

/// Files one by one, each against its schema.
extension ValidationRun {
  /// A document and the schema that validates it.
  private struct Task: Sendable {
    let document: Document
    let schema: Schema
    let purpose: DocumentMemory.Purpose

    func findings(_ memory: DocumentMemory?) -> [Diagnostic] {
      memory.value(of: document, for: purpose) { schema.validate(document) }
    }
  }

  mutating func validateFiles() {
    let memory = validator.memory?.documents
    var schemaPaths: [String] = []
    var validations: [(document: Document, schema: String)] = []
    let choice = SchemaChoice(store: store, published: validator.publishedSchemas, packs: targets.packs)
    for file in files {
      for document in file.documents {
        let role = role(of: document)
        if validator.schema == nil, role == .schema {
          let entry = schemas.schema(file.path)
          schemaFindings += memory.value(of: document, for: entry.purpose) {
            SchemaCache.check(document, besides: entry.diagnostics)
          }
          schemaErrors += entry.diagnostics
        } else if validator.schema == nil, role == .builtPack {
          diagnostics += Self.builtPack(document.source)
        } else if let path = schemaPath(of: document, role, file, choice) {
          validations.append((document, path))
          if !schemaPaths.contains(path) { schemaPaths.append(path) }
        }
      }
    }
    let (cache, paths) = (schemas, schemaPaths)
    ParallelMap.run(paths.count) { _ = cache.schema(paths[$0]) }
    for path in paths { schemaErrors += cache.schema(path).diagnostics }
    diagnostics += schemaErrors
    let tasks = validations.compactMap { document, path in
      let entry = cache.schema(path)
      return entry.schema.map { Task(document: document, schema: $0, purpose: entry.purpose) }
    }
    schemaFindings += ParallelMap.values(tasks.count) { tasks[$0].findings(memory) }.flatMap { $0 }
    guard validator.schema == nil else { return }
    let all = files
    diagnostics += ParallelMap.values(all.count) { index -> [Diagnostic] in
      guard let source = all[index].source else { return [] }
      let check = { TextHygiene.findings(source, all[index].documents) }
      return all[index].documents.first.map { memory.value(of: $0, for: Self.hygiene, check) } ?? check()
    }.flatMap { $0 }
  }

  /// The errors in a built pack, which must be unmodified and must load.
  private static func builtPack(_ source: SourceText) -> [Diagnostic] {
    do throws(DiagnosticError) {
      return try LoadedSystem.load(BuiltPack(source), contracts: [], kinds: nil).warnings
    } catch {
      return error.diagnostics
    }
  }

  private static let hygiene = DocumentMemory.Purpose()
  private static let roles = DocumentMemory.Purpose()
  private static let namedSchema = DocumentMemory.Purpose()

  /// The role of a document.
  func role(of document: Document) -> FileRole? {
    let memory = validator.memory?.documents
    return memory.value(of: document, for: Self.roles) { FileRole(document) }
  }

  /// The schema of a document: the requested schema, the schema that it names, or the published schema of its role.
  private mutating func schemaPath(
    of document: Document, _ role: FileRole?, _ file: SourceStore.File, _ choice: SchemaChoice
  ) -> String? {
    if let schema = validator.schema { return FilePath.normal(schema) }
    let memory = validator.memory?.documents
    let named = memory.value(of: document, for: Self.namedSchema) { NamedSchema(document) }
    switch choice.schema(named, role, path: file.path) {
    case .file(let path): return path
    case .remote(let named): diagnostics.append(.remoteSchema(named))
    case .missing(let path, let named): diagnostics.append(.schemaNotFound(path, at: named.place))
    case .outside(let target, let named):
      diagnostics.append(.schemaOutside(named.reference, target, at: named.place))
    // A missing schema is reported in the manifest that names it.
    case .known: break
    case .unknown:
      // A folder may contain any files, but a file named on the command line must have a known role.
      if targets.named.contains(file.path) { diagnostics.append(.unknownFile(document.source)) }
    }
    return nil
  }
}

extension Diagnostic {
  fileprivate static func unknownFile(_ source: SourceText) -> Diagnostic {
    Diagnostic(
      code: "file/unknown-content", severity: .warning,
      message: "`\(source.name)` is not part of a pack or a rule set and names no schema, so nothing could be checked",
      place: Place(source: source, range: SourceRange(start: 0, end: 0)),
      fix: "begin it with `# yaml-language-server: $schema=…`, or give a schema with `--schema`")
  }

  fileprivate static func remoteSchema(_ schema: NamedSchema) -> Diagnostic {
    Diagnostic(
      code: "file/remote-schema", severity: .warning,
      message: "the schema `\(schema.reference)` is on a network, where it is not looked for", place: schema.place,
      fix: "keep a copy beside the file, or give one with `--schema`")
  }
}

/// Packs and rule sets as wholes.
extension ValidationRun {
  /// A pack and the findings about it.
  private struct ValidatedPack: Sendable {
    let validation: PackValidation
    var outcome: PackValidation.Outcome
    /// The number of the findings in the cache.
    var number = 0

    /// Validates the pack in `folder`; nil if it has no manifest.
    static func validate(_ folder: String, _ pairing: Pairing, _ memory: ValidationMemory? = nil) -> ValidatedPack? {
      pairing.contents(folder, memory?.packs).map { contents in
        let validation = PackValidation(contents: contents, rules: pairing.rules(of: contents), pairing: pairing)
        return ValidatedPack(validation: validation, outcome: validation.run(memory?.documents))
      }
    }

    /// Adds the findings about the quiz.
    mutating func add(_ quiz: PackValidation.Outcome) {
      outcome.diagnostics += quiz.diagnostics
      (outcome.quiz, outcome.quizRules, outcome.engine) = (quiz.quiz, quiz.quizRules, quiz.engine)
    }
  }

  /// Validates each pack separately.
  private func validatedPacks(_ pairing: Pairing, _ flaws: [Diagnostic]) -> [ValidatedPack] {
    let (folders, memory, isCancelled) = (targets.packs, validator.memory, validator.isCancelled)
    let triesQuiz = validator.depth > .proofs
    let isWhole: @Sendable () -> Bool = { !isCancelled() }
    return ParallelMap.values(folders.count) { index -> ValidatedPack? in
      let folder = folders[index]
      guard let memory else {
        var pack = ValidatedPack.validate(folder, pairing)
        if triesQuiz, let quiz = pack?.validation.quiz(pairing.store) { pack?.add(quiz) }
        return pack
      }
      let (value, number) = memory.value("pack \(folder)", pairing.store, flaws: flaws, isWhole: isWhole) {
        ValidatedPack.validate(folder, pairing.reading($0), memory)
      }
      guard var pack = value else { return nil }
      pack.number = number
      guard triesQuiz else { return pack }
      let quiz = memory.value("quiz \(folder)", pairing.store, flaws: flaws, base: [number], isWhole: isWhole) {
        pack.validation.quiz($0)
      }
      pack.add(quiz.value)
      return pack
    }.compactMap { $0 }
  }

  mutating func validateWholes() {
    let pairing = pairing
    let (memory, flaws, isCancelled) = (validator.memory, schemaFindings + schemaErrors, validator.isCancelled)
    let packs = validatedPacks(pairing, flaws)
    let validations = packs.map(\.validation)
    let outcomes = packs.map(\.outcome)
    self.packs = validations.map(\.contents)
    diagnostics += outcomes.flatMap(\.diagnostics)
    // A file that was moved no longer leads to its schema; that it was is reported.
    let strays = Set(validations.flatMap(\.contents.strays).map(\.path))
    diagnostics.removeAll { found in
      found.code == Diagnostic.schemaNotFoundCode && found.place.map { strays.contains($0.source.name) } ?? false
    }
    for (validation, outcome) in zip(validations, outcomes) { engines[validation.contents.folder] = outcome.engine }

    // Each rule set is checked for every pack that needs it, including packs in neighboring folders that were not requested.
    var jobs: [RuleSetValidation] = []
    for pack in packs {
      guard let folder = pack.validation.rules, let loader = pack.outcome.loader else { continue }
      let user = Pairing.User(loader: loader, contents: pack.validation.contents)
      jobs.append(
        RuleSetValidation(folder: folder, store: store, memory: memory, userNumber: pack.number, user: user))
    }
    for folder in targets.ruleSets where !jobs.contains(where: { $0.folder == folder }) {
      let users = pairing.users(of: folder)
      jobs += users.confirmed.map { RuleSetValidation(folder: folder, store: store, user: $0) }
      if users.confirmed.isEmpty {
        jobs.append(RuleSetValidation(folder: folder, store: store, isLost: !users.lost.isEmpty))
        diagnostics += users.lost
      }
      // Errors that prevent checks of the rules are reported, even though the pack was not requested.
      for user in users.confirmed where !user.contents.unknownTypes.isEmpty {
        diagnostics += user.loader.finish().diagnostics
      }
    }
    let isAnswered = isAnswered
    for index in jobs.indices {
      jobs[index].isAnswered = isAnswered
      jobs[index].isCancelled = validator.isCancelled
      jobs[index].depth = validator.depth
    }
    let all = jobs
    let findings = ParallelMap.values(all.count) { all[$0].findings() }.flatMap { $0 }
    diagnostics += findings
    let wrongRules = Set(findings.filter(Self.isAboutRules).compactMap(\.place?.source.name))
    for outcome in outcomes where outcome.quizRules.isDisjoint(with: wrongRules) { diagnostics += outcome.quiz }
    for (validation, outcome) in zip(validations, outcomes) {
      diagnostics += outcome.loader?.finish().diagnostics.withCauses(in: validation.contents.folder) ?? []
    }
    let reads = validator.depth < .everything ? nil : validator.readRequests
    for file in files where !ExampleRequests.have(file.path, packs: targets.packs) {
      diagnostics += answers(in: file)
    }
    if let reads {
      let errors = (diagnostics + schemaFindings).filter { $0.severity == .error }
      let examples = validations.compactMap { ExampleRequests(of: $0, among: files, besides: errors, from: store) }
      diagnostics += ParallelMap.values(examples.count) { reads(examples[$0]) }.flatMap { $0 }
    }
    if validator.depth == .everything, let checks = validator.checkOutcomes, !validator.isCancelled() {
      let errors = (diagnostics + schemaFindings + schemaErrors).filter { $0.severity == .error && !isAnswered($0) }
      for system in all.compactMap({ SoundSystem($0, besides: errors) }) {
        validator.showProgress?("checking the results of \(system.pack)")
        let check = { checks(system.reading($0)) }
        let found = memory?.value("results \(system.pack)", store, flaws: flaws, isWhole: { !isCancelled() }, check)
        outcomeFindings.add(found?.value ?? check(store))
      }
      diagnostics += outcomeFindings.diagnostics
    }
  }

  /// Packs and rule sets, now that the diagnostics of schemas are known.
  private var pairing: Pairing {
    Pairing(store: store, flaws: KnownErrors(schemaFindings + schemaErrors), elsewhere: validator.ruleSet)
  }

  /// True if the author ignores a diagnostic by a comment, or has accepted it in the baseline.
  private var isAnswered: @Sendable (Diagnostic) -> Bool {
    let (suppressions, documents, baseline) = (suppressions, documents, validator.baseline)
    return { suppressions.answers($0) || baseline?.knows($0, documents) ?? false }
  }

  /// Returns true if `finding` is an error in rules themselves, and not in the expectation of a test.
  private static func isAboutRules(_ finding: Diagnostic) -> Bool {
    finding.severity == .error && !finding.code.hasPrefix("rules/test-")
  }

  /// Diagnostics about answers, which must be answers to the quiz of the pack that contains the file, else of the pack that was named for
  /// them.
  private mutating func answers(in file: SourceStore.File) -> [Diagnostic] {
    let documents = file.documents.filter { [.answers, .request].contains(role(of: $0)) }
    guard documents.contains(where: { $0.root["answers"] != nil }) else { return [] }
    let folder = targets.packs.last { FilePath.isInside(file.path, $0) } ?? validator.answersPack.map(FilePath.normal)
    guard let folder, let engine = engine(of: folder) else { return [] }
    return documents.flatMap { engine.diagnostics(about: $0.root) }
  }

  /// The engine that scores the quiz of the pack in `folder`; nil if it has no quiz, or has errors.
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
}

/// Finds characters that make a text look different than it is: characters that change the writing direction, and control characters, with
/// which a text could move a terminal's cursor. They are found in the text of a file, including comments, and in escapes.
enum TextHygiene {
  /// The findings in `documents` of `source`.
  static func findings(_ source: SourceText, _ documents: [Document]) -> [Diagnostic] {
    var diagnostics = source.isASCII ? [] : raw(source)
    let raw = Set(diagnostics.compactMap(\.place))
    // Only an escape can produce a character that is not in the bytes.
    guard source.bytes.contains(UInt8(ascii: "\\")) else { return diagnostics }
    for document in documents {
      for index in 0..<document.nodeCount {
        let node = Node(document: document, index: Int32(truncatingIfNeeded: index))
        guard !node.isAlias, let hit = node.withText({ first(in: $0) }) ?? nil else { continue }
        let place = node.place(ofDecoded: hit.range)
        if !raw.contains(place) { diagnostics.append(.unseen(hit.scalar, at: place, path: node.path)) }
      }
    }
    return diagnostics
  }

  /// A character that is not seen, and its bytes.
  private struct Hit {
    let scalar: Unicode.Scalar
    let range: Range<Int>
  }

  private static func raw(_ source: SourceText) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    source.bytes.withUnsafeBufferPointer { bytes in
      var start = source.byteOrderMarkLength
      while start < bytes.count {
        guard let hit = first(in: UnsafeBufferPointer(rebasing: bytes[start...])) else { return }
        let range = SourceRange(
          start: UInt32(clamping: start + hit.range.lowerBound), end: UInt32(clamping: start + hit.range.upperBound))
        diagnostics.append(.unseen(hit.scalar, at: Place(source: source, range: range), path: nil))
        start += hit.range.upperBound
      }
    }
    return diagnostics
  }

  /// The first such character in UTF-8 text.
  private static func first(in bytes: UnsafeBufferPointer<UInt8>) -> Hit? {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x20 && byte < 0x7F || byte >= 0xC3 && byte != 0xE2 {
        index += 1
        continue
      }
      func next(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
      var scalar: UInt32?
      var length = 1
      switch byte {
      case 0x09, 0x0A, 0x0D: break
      case 0x00..<0x20, 0x7F: scalar = UInt32(byte)
      // C1 controls are U+0080 to U+009F.
      case 0xC2 where next(1) < 0xA0 && next(1) >= 0x80:
        (scalar, length) = (UInt32(next(1)), 2)
      // U+202A to U+202E, and U+2066 to U+2069.
      case 0xE2 where next(1) == 0x80 && (0xAA...0xAE).contains(next(2)):
        (scalar, length) = (0x2000 + UInt32(next(2) & 0x3F), 3)
      case 0xE2 where next(1) == 0x81 && (0xA6...0xA9).contains(next(2)):
        (scalar, length) = (0x2040 + UInt32(next(2) & 0x3F), 3)
      default: break
      }
      if let scalar = scalar.flatMap(Unicode.Scalar.init) { return Hit(scalar: scalar, range: index..<index + length) }
      index += 1
    }
    return nil
  }
}

extension Diagnostic {
  fileprivate static func unseen(_ scalar: Unicode.Scalar, at place: Place, path: String?) -> Diagnostic {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    if scalar.value >= 0x2000 {
      return Diagnostic(
        code: "text/bidi-control", severity: .warning,
        message: "\(name) changes the writing direction, so that what follows may look other than it is", place: place,
        fix: "leave it out", path: path)
    }
    return Diagnostic(
      code: "text/control-character",
      message: "\(name) is a control character, which could change what a terminal shows", place: place,
      fix: "leave it out", path: path)
  }
}
