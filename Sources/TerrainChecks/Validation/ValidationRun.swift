import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase
import TerrainSchemas

/// One run of a validator.
struct ValidationRun {
  let validator: Validator
  let store: SourceStore
  /// Diagnostics other than schemas'.
  var diagnostics: [Diagnostic] = []
  let schemas: SchemaCache
  var schemaFindings: [Diagnostic] = []
  /// What checks of results found.
  var outcomeFindings = SoundSystem.Findings()
  /// What is wrong with schemas themselves.
  var schemaErrors: [Diagnostic] = []
  var targets: ValidationTargets
  var files: [SourceStore.File] = []
  private(set) var suppressions = Suppressions()
  private(set) var documents = DocumentIndex()
  /// The packs as their files declare them.
  var packs: [PackContents] = []
  var engines: [String: ScoringEngine] = [:]
  /// Packs that were not asked for, whose quiz was looked for once.
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

  /// Reads `paths` on all processors, and where everything is validated by one schema compiles it beside them.
  private func preload(_ paths: [String]) {
    let (store, schemas) = (store, schemas)
    var work: [@Sendable () -> Void] = paths.map { path in { _ = store.file(path) } }
    if let schema = validator.schema { work.insert({ _ = schemas.schema(FilePath.normal(schema)) }, at: 0) }
    let all = work
    ParallelMap.run(all.count) { all[$0]() }
  }

  /// What is written in files that are not validated and that `findings` are about: the rules of a pack that is validated alone.
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
    let schemas = Precedence.schemas(schemaFindings, besides: diagnostics)
    let precedence = Precedence(schemas: schemas)
    let findings = (schemas + precedence.remaining(diagnostics.withoutMilder())).sortedForReport()
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
    // The baseline itself is not one of the files that it is about.
    report.diagnostics = (report.allDiagnostics.onePerCause() + [baseline?.renamed].compactMap(\.self))
      .sortedForReport()
    return report
  }
}
