import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainRules

/// A folder with its open documents and its findings.
final class Workspace {
  let folder: WorkspaceFolder
  private var validator: Validator
  /// The cache of this thread's earlier checks. Jobs have their own cache, because they run concurrently.
  private let quickMemory = ValidationMemory()
  /// The caches of checks before renames, by inputs.
  private var renameMemories: [[Validator.Input]: ValidationMemory] = [:]
  private let latest = LatestEdition()
  private var edition = 0
  private var documentsByName: [String: OpenDocument] = [:]
  private var current = SourceStore()
  private var isCurrent = false
  /// True if the disk may have changed since ``current`` read it.
  private var looksAgain = true
  /// The kinds of checks that have seen the newest state.
  private var progress = Progress.changed
  private var isStopped = false

  private enum Progress { case changed, quick, running, idle }

  /// The indexes of names of the newest state, created on demand.
  private var newestNames: NameIndexes?
  /// The indexes of open files when nothing was wrong.
  var wholeIndexes: [String: [NameIndex]] = [:]

  /// Documents as they were when they could be read the last time, by file.
  var readable: [String: Document] = [:]

  /// The shown findings, and the findings of slow checks in the last complete report.
  private(set) var findings = ShownDiagnostics()
  private let findShares: ValidationJob.FindShares
  /// The shares of people for the rows of open modules, from the last complete report.
  private(set) var shares: [RowShares.Row] = []
  /// Verified fixes for diagnostics of the newest state; nil until they are needed.
  private var fixes: [FixPlan.Edit]?
  /// The cached reports for the newest state by depth.
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

  /// Keeps the document of the file called `name`, if it is readable: during edits it often is not.
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

  /// The present files, with open documents in place of those on the disk. While an author types, the disk is assumed to be unchanged:
  /// changes by other programs are reported, and looked for before slow checks begin.
  var store: SourceStore {
    if !isCurrent {
      current = current.successor(replacing: documents.map(\.source), looksAgain: looksAgain)
      isCurrent = true
      looksAgain = false
    }
    return current
  }

  /// The indexes of names of the newest state, with the results of earlier queries.
  var names: NameIndexes {
    get { newestNames ?? NameIndexes(store, ruleSet: validator.ruleSet) }
    set { newestNames = newValue }
  }

  /// The folder of published schemas.
  var publishedSchemas: String? { validator.publishedSchemas }

  private var inputs: [Validator.Input] { folder.targets.map { .path($0) } }

  // MARK: Validation

  /// Runs the quick checks if files have changed. Returns the names of files with other diagnostics than before.
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

  /// The findings down to `depth` for the newest state.
  private func report(_ depth: Validator.Depth) -> ValidationReport {
    if let report = reports[depth] { return report }
    let report = validator(depth).validate(inputs, in: store)
    reports[depth] = report
    return report
  }

  /// The job for all checks, if they have not seen the newest state.
  func nextJob() -> ValidationJob? {
    guard progress == .quick, !isStopped else { return nil }
    progress = .running
    isCurrent = false
    looksAgain = true
    return ValidationJob(
      edition: edition, latest: latest, validator: validator, inputs: inputs, store: store,
      open: documentsByName.keys.ordered(), findShares: findShares)
  }

  /// Shows the interim findings of a job. Returns the names of files with other diagnostics than before.
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

  /// The verified fixes that diagnostics suggest.
  func currentFixes() -> [FixPlan.Edit] {
    if let fixes { return fixes }
    let store = store
    let (report, validator) = (report(.engines), validator(.engines))
    var plan = FixPlan(report, in: store)
    _ = plan.confirm(report, over: store) { validator.validate(inputs, in: $0) }
    fixes = plan.edits
    return plan.edits
  }

  /// The plan that renames `name`, used in the file called `file`, to `new`.
  ///
  /// - Throws: the reason why that is impossible, or the new findings that it would cause.
  func rename(_ name: IndexedName, to new: Text, in file: String) throws(DiagnosticError) -> RenamePlan {
    let plan = try RenamePlan(name, to: new, in: indexes(of: file))
    let validator = validator(.engines)
    try plan.confirm(over: store, before: { report(.engines).diagnostics }) {
      validator.validate(inputs, in: $0).diagnostics
    }
    try confirmWholly(plan, in: file)
    return plan
  }

  /// Runs all checks of the systems that contain the file called `file`, with and without `plan`. Only tests and results show that a fact
  /// has the name of a form's field, or of a fact that the program gives.
  private func confirmWholly(_ plan: RenamePlan, in file: String) throws(DiagnosticError) {
    let folders = Set(indexes(of: file).flatMap { [$0.pack, $0.rules].compactMap { $0 } })
    let inputs = folders.ordered().map { Validator.Input.path($0) }
    var whole: Validator = validator
    whole.memory = renameMemories[inputs] ?? ValidationMemory()
    renameMemories[inputs] = whole.memory
    let validate = { whole.validate(inputs, in: $0).diagnostics }
    try plan.confirm(over: store, before: { validate(store) }, validate)
  }
}

/// Names of packs and rules in the newest texts.
extension Workspace {
  /// The indexes of the systems that the file called `name` belongs to; empty if it belongs to none.
  func indexes(of name: String) -> [NameIndex] {
    let indexes = (try? names.indexes(of: [name])) ?? []
    // Kept for the time when something in the rules is wrong.
    if !indexes.isEmpty, indexes.allSatisfy({ $0.problems.isEmpty }) { wholeIndexes[name] = indexes }
    return indexes
  }

  /// The indexes of the file called `name` from the last time that its rules had no errors, or the newest indexes.
  func wholeIndexes(of name: String) -> [NameIndex] {
    let newest = indexes(of: name)
    return wholeIndexes[name] ?? newest
  }

  /// The completions before the byte `offset` of `source`, which is the text of the file called `name`.
  func completion(of name: String, _ source: SourceText, _ offset: Int) -> Completion {
    let document = readableDocument(of: name, offset)
    let indexes = wholeIndexes(of: name)
    let guide = document.flatMap {
      SchemaGuide($0, at: name, published: publishedSchemas, packs: indexes.compactMap(\.pack), in: store)
    }
    return Completion(source, offset, root: document?.root, guide: guide, indexes: indexes)
  }

  /// The document at `offset` of the file called `name`; if the file is not readable, its last readable version.
  private func readableDocument(of name: String, _ offset: Int) -> Document? {
    let file = store.file(name)
    guard !file.documents.isEmpty, !file.diagnostics.hasErrors else { return readable[name] ?? file.documents.first }
    let document = file.documents.last { $0.root.range.start <= UInt32(clamping: offset) } ?? file.documents.first
    readable[name] = document
    return document
  }

  /// All names of the folder's packs and rules.
  var allNames: [IndexedName] {
    (try? names.indexes(of: folder.targets))?.flatMap(\.names) ?? []
  }

  /// The name at `position` of the file called `file`, with the index that it is in.
  func name(at position: TextPosition, of file: String, _ encoding: PositionEncoding) -> (NameIndex, IndexedName)? {
    guard let source = store.file(file).source else { return nil }
    let offset = UInt32(clamping: source.offset(of: position, encoding))
    for index in indexes(of: file) {
      // A cursor behind the last character of a name means the name too.
      if let name = index.name(at: offset, in: file) ?? (offset > 0 ? index.name(at: offset - 1, in: file) : nil) {
        return (index, name)
      }
    }
    return nil
  }
}

extension Node {
  /// The nodes from this node down to the smallest node that contains `offset`; a key comes after its map.
  func nodes(at offset: UInt32) -> [Node] {
    var path = [self]
    while let last = path.last {
      let children = last.members.flatMap { [$0.key, $0.value] } + last.elements.map { $0 }
      guard !last.isAlias, let next = children.last(where: { $0.range.start <= offset && offset < $0.range.end }) else {
        break
      }
      path.append(next)
    }
    return path
  }
}

/// Tests of rules, as a person runs them in the editor.
extension Workspace {
  /// The cases of the test file called `name`, with their locations; empty for another file.
  func testCases(in name: String) -> [RuleTestFile.Case] { testFiles(name).flatMap(\.cases) }

  /// Runs the cases of the test file called `name`; only the case called `only` unless that is nil.
  ///
  /// - Returns: the result in a sentence, or in a line for each failure.
  func runTests(in name: String, only: Text?) -> String {
    guard let index = indexes(of: name).first(where: { $0.ruleSet != nil }), let rules = index.ruleSet else {
      return "The rules have mistakes, so that no test can be run."
    }
    let pack = index.pack.flatMap { loadedPack($0) }
    do throws(DiagnosticError) {
      var runner = try RuleTestRunner(rules, record: { pack?.value($0, $1) })
      for var file in testFiles(name) {
        if let only { file.cases.removeAll { $0.name != only } }
        runner.run(file)
      }
      let cases = runner.report.files.flatMap(\.cases)
      let failed = cases.filter { !$0.failures.isEmpty }
      if failed.isEmpty { return "\(cases.count.counted("test")) passed." }
      return failed.map { "\($0.name): \($0.failures.map(\.message).joined(separator: "; "))" }.joined(separator: "\n")
    } catch {
      return error.diagnostics.map(\.message).joined(separator: "\n")
    }
  }

  private func testFiles(_ name: String) -> [RuleTestFile] {
    store.file(name).documents.filter { RuleTestFile.isTests($0.root) }.compactMap { RuleTestFile.read($0.root).file }
  }

  private func loadedPack(_ folder: String) -> Pack? {
    guard let loader = try? PackLoader(path: folder, files: store.contentFiles) else { return nil }
    loader.loadAll()
    return loader.finish().pack
  }
}

/// The folder that a client works in, and the names of its files.
package struct WorkspaceFolder: Sendable {
  /// The folder's absolute path.
  package let path: String
  /// True if files in the folder are called by their paths in it, as commands do that run there; else by absolute paths.
  package let isWorkingFolder: Bool

  /// The folder at the absolute path `path`.
  package init(_ path: String, isWorkingFolder: Bool) {
    self.path = FilePath.normal(path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path)
    self.isWorkingFolder = isWorkingFolder
  }

  /// The name of the file at the absolute path `absolute`, as diagnostics have it.
  func name(_ absolute: String) -> String {
    guard isWorkingFolder, absolute.hasPrefix("\(path)/") else { return absolute }
    return String(absolute.dropFirst(path.count + 1))
  }

  /// The address of the file that diagnostics call `name`; the folder's address for the empty name.
  func uri(_ name: String) -> String {
    if name.isEmpty { return DocumentURI.uri(path) }
    return DocumentURI.uri(name.hasPrefix("/") ? name : FilePath.normal("\(path)/\(name)"))
  }

  /// The name of the file at `uri`; nil if the address is not of a file.
  func name(ofURI uri: String) -> String? { DocumentURI.path(uri).map { name($0) } }

  /// The targets of validation: the folders of packs and rules if they exist here, else the folder itself.
  var targets: [String] {
    let home = isWorkingFolder ? "" : "\(path)/"
    let folders = [PackLocator.packsFolder, PackLocator.rulesFolder].map { "\(home)\($0)" }
      .filter { Folder.kind(of: $0) == .folder }
    return folders.isEmpty ? [isWorkingFolder ? "." : path] : folders
  }

  /// The nearest folder at or above the file at `path` that contains packs or rules; if none does, the folder of the file.
  static func home(of path: String) -> String {
    let own = FilePath.folder(path)
    var folder = own
    while folder != "/", folder != "." {
      let signs = [PackLocator.packsFolder, PackLocator.rulesFolder]
      if signs.contains(where: { Folder.kind(of: "\(folder)/\($0)") == .folder }) { return folder }
      folder = FilePath.folder(folder)
    }
    return own
  }
}

/// A file that is open in the client: its text counts, not the disk's.
struct OpenDocument {
  /// The address by which the client knows it.
  let uri: String
  /// The name by which diagnostics know it.
  let name: String
  /// The client's number of its text.
  private(set) var version: Int
  /// Its text.
  private(set) var source: SourceText

  init(uri: String, name: String, version: Int, text: [UInt8]) {
    (self.uri, self.name, self.version) = (uri, name, version)
    source = SourceText(name: name, bytes: text)
  }

  /// A change: the text of a range is replaced; without a range, the whole text is.
  struct Change {
    let range: Range<TextPosition>?
    let text: [UInt8]
  }

  /// Makes `changes`, one after the other; from then on the text has the number `version`.
  mutating func apply(_ changes: [Change], version: Int, _ encoding: PositionEncoding) {
    for change in changes {
      var bytes = source.bytes
      if let range = change.range {
        let start = source.offset(of: range.lowerBound, encoding)
        bytes.replaceSubrange(start..<max(start, source.offset(of: range.upperBound, encoding)), with: change.text)
      } else {
        bytes = change.text
      }
      source = SourceText(name: name, bytes: bytes)
    }
    self.version = version
  }
}
