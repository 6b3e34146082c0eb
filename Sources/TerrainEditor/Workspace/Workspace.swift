import TerrainChecks
import TerrainDocuments
import TerrainBase

/// A folder with what is open in it, and what validation finds.
final class Workspace {
  let folder: WorkspaceFolder
  private var validator: Validator
  /// What earlier checks of this thread found. Jobs have a memory of their own: they run beside these.
  private let quickMemory = ValidationMemory()
  /// What checks before earlier renames found, by what was checked.
  private var renameMemories: [[Validator.Input]: ValidationMemory] = [:]
  private let latest = LatestEdition()
  private var edition = 0
  private var documentsByName: [String: OpenDocument] = [:]
  private var current = SourceStore()
  private var isCurrent = false
  /// Whether the disk may have changed since ``current`` looked at it.
  private var looksAgain = true
  /// Whether the checks of a keystroke have seen the newest state, and whether all checks have.
  private var progress = Progress.changed
  private var isStopped = false

  private enum Progress { case changed, quick, running, idle }

  /// The indexes of names of the newest state, as far as somebody asked for them.
  private var newestNames: NameIndexes?
  /// The indexes of open files when nothing was wrong.
  var wholeIndexes: [String: [NameIndex]] = [:]

  /// Documents as they were when they could be read the last time, by file.
  var readable: [String: Document] = [:]

  /// What is shown, and what only the slow checks of the last complete report found.
  private(set) var findings = ShownDiagnostics()
  private let findShares: ValidationJob.FindShares
  /// Of whom the rows of open modules decide, as of the last complete report.
  private(set) var shares: [RowShares.Row] = []
  /// Replacements that diagnostics of the newest state suggest, which are known to be right; nil while nobody needs them.
  private var fixes: [FixPlan.Edit]?
  /// What checks of each depth found of the newest state, where they are made.
  private var reports: [Validator.Depth: ValidationReport] = [:]

  /// The workspace in `folder`.
  init(_ folder: WorkspaceFolder, validator: Validator, findShares: @escaping ValidationJob.FindShares) {
    self.findShares = findShares
    self.folder = folder
    self.validator = validator
    self.validator.memory = ValidationMemory()
    edition = latest.next()
  }

  // MARK: Documents

  /// The open documents, by their names.
  var documents: [OpenDocument] { documentsByName.values.ordered { $0.name < $1.name } }

  /// The open document called `name`.
  func document(_ name: String) -> OpenDocument? { documentsByName[name] }

  func open(_ document: OpenDocument) {
    documentsByName[document.name] = document
    looksAgain = true
    noteChange(of: document.name)
    noteReadable(document.name)
  }

  func change(_ uri: String, _ changes: [OpenDocument.Change], version: Int?, _ encoding: PositionEncoding) {
    guard let name = folder.name(ofURI: uri), var document = documentsByName[name] else { return }
    document.apply(changes, version: version ?? document.version + 1, encoding)
    documentsByName[name] = document
    noteChange(of: name)
  }

  func close(_ uri: String) {
    guard let name = folder.name(ofURI: uri), documentsByName.removeValue(forKey: name) != nil else { return }
    wholeIndexes[name] = nil
    readable[name] = nil
    looksAgain = true
    noteChange(of: name)
  }

  /// Files on the disk may be others now.
  func noteSaved() {
    looksAgain = true
    noteChange(of: nil)
  }

  /// Keeps the document of the file called `name`, where it can be read: while it is edited, it often cannot.
  private func noteReadable(_ name: String) {
    let file = store.file(name)
    if let document = file.documents.first, !file.diagnostics.hasErrors { readable[name] = document }
  }

  /// Nothing is worked out any more.
  func stop() {
    isStopped = true
    edition = latest.next()
  }

  private func noteChange(of name: String?) {
    edition = latest.next()
    isCurrent = false
    newestNames = nil
    fixes = nil
    reports = [:]
    progress = .changed
    if let name { findings.noteChange(of: name) }
  }

  // MARK: Files

  /// The files as they are now, with what is open in the place of what is on the disk. While an author types, the disk is as it was:
  /// others' changes are reported, and looked for before slow checks begin.
  var store: SourceStore {
    if !isCurrent {
      current = current.successor(replacing: documents.map(\.source), looksAgain: looksAgain)
      isCurrent = true
      looksAgain = false
    }
    return current
  }

  /// The indexes of names of the newest state: what is asked of it stays known.
  var names: NameIndexes {
    get { newestNames ?? NameIndexes(store, ruleSet: validator.ruleSet) }
    set { newestNames = newValue }
  }

  /// The folder of published schemas.
  var publishedSchemas: String? { validator.publishedSchemas }

  private var inputs: [Validator.Input] { folder.targets.map { .path($0) } }

  // MARK: Validation

  /// Makes the checks of a keystroke, where something has changed since; returns the names of files with other diagnostics than before.
  func settle() -> [String] {
    guard progress == .changed, !isStopped else { return [] }
    progress = .quick
    for name in documentsByName.keys { noteReadable(name) }
    return findings.show(report(.proofs).diagnostics, of: .proofs)
  }

  private func validator(_ depth: Validator.Depth) -> Validator {
    var validator = validator
    validator.depth = depth
    validator.memory = quickMemory
    return validator
  }

  /// What checks down to `depth` find of the newest state.
  private func report(_ depth: Validator.Depth) -> ValidationReport {
    if let report = reports[depth] { return report }
    let report = validator(depth).validate(inputs, in: store)
    reports[depth] = report
    return report
  }

  /// The job of all checks, where they have not seen the newest state.
  func nextJob() -> ValidationJob? {
    guard progress == .quick, !isStopped else { return nil }
    progress = .running
    isCurrent = false
    looksAgain = true
    return ValidationJob(
      edition: edition, latest: latest, validator: validator, inputs: inputs, store: store,
      open: documentsByName.keys.ordered(), findShares: findShares)
  }

  /// Takes what a job has found so far; returns the names of files with other diagnostics than before.
  func show(_ interim: ValidationJob.Interim) -> [String] {
    guard interim.edition == edition else { return [] }
    return findings.show(interim.diagnostics, of: interim.depth)
  }

  /// Takes the result of a job; returns the names of files with other diagnostics than before.
  func finish(_ result: ValidationJob.Result?) -> [String] {
    guard let result, result.edition == edition else { return [] }
    progress = .idle
    fixes = result.fixes
    shares = result.shares
    newestNames = result.names
    for name in documentsByName.keys { _ = indexes(of: name) }
    return findings.show(result.report.diagnostics, of: .everything)
  }

  // MARK: Edits

  /// Replacements that diagnostics suggest, which are known to be right.
  func currentFixes() -> [FixPlan.Edit] {
    if let fixes { return fixes }
    let store = store
    let (report, validator) = (report(.engines), validator(.engines))
    var plan = FixPlan(report, in: store)
    _ = plan.confirm(report, over: store) { validator.validate(inputs, in: $0) }
    fixes = plan.edits
    return plan.edits
  }

  /// The plan that makes `name`, which somebody points at in the file called `file`, be called `new`.
  ///
  /// - Throws: why it cannot be called that, or that checks would find something new then.
  func rename(_ name: IndexedName, to new: Text, in file: String) throws(DiagnosticError) -> RenamePlan {
    let plan = try RenamePlan(name, to: new, in: indexes(of: file))
    let (report, validator) = (report(.engines), validator(.engines))
    try plan.confirm(report.diagnostics, over: store) { validator.validate(inputs, in: $0).diagnostics }
    try confirmWholly(plan, in: file)
    return plan
  }

  /// Makes all checks of the systems that the file called `file` is part of, with `plan` and without: a fact may have the name of a form's field, or one
  /// that the program gives, which only tests and results show.
  private func confirmWholly(_ plan: RenamePlan, in file: String) throws(DiagnosticError) {
    let folders = Set(indexes(of: file).flatMap { [$0.pack, $0.rules].compactMap { $0 } })
    let inputs = folders.ordered().map { Validator.Input.path($0) }
    var whole: Validator = validator
    whole.memory = renameMemories[inputs] ?? ValidationMemory()
    renameMemories[inputs] = whole.memory
    let before = whole.validate(inputs, in: store)
    try plan.confirm(before.diagnostics, over: store) { whole.validate(inputs, in: $0).diagnostics }
  }
}
