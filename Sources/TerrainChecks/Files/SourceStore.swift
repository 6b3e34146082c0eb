import Synchronization
import TerrainBase
import TerrainDocuments
import TerrainRules
import TerrainYAML

/// Files as they were when they were first read. Each file is read once, however many checks use it, so that all reports of a run are about
/// the same bytes.
package final class SourceStore: Sendable {
  /// A file, or why it could not be read.
  package struct File: Sendable {
    /// The name under which it was requested.
    package let path: String
    /// Its bytes; nil if it could not be read at all.
    package let source: SourceText?
    /// Its documents; none if it is not YAML or JSON.
    package let documents: [Document]
    /// Errors in reading the file, and its YAML or JSON errors.
    package let diagnostics: [Diagnostic]
    /// The status of the file when it was read; nil if it is not on the disk.
    var status: FileStatus?
  }

  private let filesByPath = Mutex<[String: File]>([:])
  private let unsaved = Mutex<[UnsavedFile]>([])
  private let folders = Mutex(Folders())
  /// Cached answers about folders and paths.
  private struct Folders {
    var lists: [FileReads.Listing: [String]] = [:]
    var kinds: [String: FileKind?] = [:]
    /// True if a path leads out of a folder by a link, by path and folder.
    var leaves: [[String]: Bool] = [:]
    /// The files that are in folders themselves and not only linked there.
    var own: [FileReads.Listing: [String]] = [:]
  }

  private let limit: Int
  /// The source of files that are not on the disk.
  private let elsewhere: ContentFiles?
  /// The store whose files this store has, with a record of the reads through this store.
  private let recorded: (store: SourceStore, reads: FileReads)?

  /// A store of nothing yet, which refuses files of more than `sizeLimit` bytes.
  package init(sizeLimit: Int = SourceText.sizeLimit) {
    limit = sizeLimit
    elsewhere = nil
    recorded = nil
  }

  /// A store of the files in `files`.
  package init(_ files: ContentFiles) {
    limit = SourceText.sizeLimit
    elsewhere = files
    recorded = nil
  }

  /// The files of `store`; reads are recorded in `reads`.
  private init(_ store: SourceStore, _ reads: FileReads) {
    limit = store.limit
    elsewhere = store.elsewhere
    recorded = (store, reads)
  }

  /// A view of this store that records its reads in `reads`.
  package func noting(_ reads: FileReads) -> SourceStore { SourceStore(self, reads) }

  /// A store of the disk in which `texts` replace files. Unchanged files of this store are not read again.
  ///
  /// - Parameter looksAgain: true if the disk may have changed since it was last checked. Otherwise the cached state is used.
  package func successor(replacing texts: [SourceText], looksAgain: Bool = true) -> SourceStore {
    let next = SourceStore(sizeLimit: limit)
    var kept: [String: File] = [:]
    let known = filesByPath.withLock { $0 }
    for text in texts {
      let path = FilePath.normal(text.name)
      next.replace(path) { (name) throws(DiagnosticError) in try SourceText.checked(name: name, bytes: text.bytes) }
      if let file = known[path], file.status == nil, file.source?.bytes == text.bytes { kept[path] = file }
    }
    for (path, file) in known {
      guard let status = file.status, file.source != nil, next.unsaved(path) == nil,
        !looksAgain || FileStatus(path) == status
      else { continue }
      kept[path] = file
    }
    if !looksAgain, next.unsaved.withLock({ $0.map(\.path) }) == unsaved.withLock({ $0.map(\.path) }) {
      let known = folders.withLock { $0 }
      next.folders.withLock { $0 = known }
    }
    let files = kept
    next.filesByPath.withLock { $0 = files }
    return next
  }

  /// A store with the files of this store, in which files may be replaced.
  package func edited() -> SourceStore {
    let next = SourceStore(sizeLimit: limit)
    let texts = unsaved.withLock { $0 }
    next.unsaved.withLock { $0 = texts }
    let files = filesByPath.withLock { $0 }
    next.filesByPath.withLock { $0 = files }
    return next
  }

  /// The file at `path`, which is known by its shortest spelling.
  package func file(_ path: String) -> File {
    let path = FilePath.normal(path)
    if let recorded {
      let file = recorded.store.file(path)
      recorded.reads.note(file)
      return file
    }
    if let file = filesByPath.withLock({ $0[path] }) { return file }
    let file =
      unsaved(path)?.file(path).teachingCells ?? elsewhere.map { File.read(path, $0) } ?? File.read(path, limit: limit)
    // If two threads have read the file, the first bytes are used.
    return filesByPath.withLock { filesByPath in
      if let first = filesByPath[path] { return first }
      filesByPath[path] = file
      return file
    }
  }

  /// Puts a source that is not a file (standard input) in the store, under its name.
  package func add(_ source: SourceText) -> File {
    if let recorded { return recorded.store.add(source) }
    let (documents, diagnostics) = SourceReader.read(source)
    let file = File(
      path: source.name, source: source, documents: documents, diagnostics: diagnostics.map(\.teachingCells))
    filesByPath.withLock { $0[source.name] = file }
    return file
  }

  /// Reads the replacement of the file at `path` in this store, whatever is on the disk.
  package func replace(
    _ path: String, with read: (_ name: String) throws(DiagnosticError) -> SourceText
  ) {
    if let recorded { return recorded.store.replace(path, with: read) }
    let path = FilePath.normal(path)
    filesByPath.withLock { $0[path] = nil }
    folders.withLock { $0 = Folders() }
    do throws(DiagnosticError) {
      let file = UnsavedFile(path, bytes: try read(path).bytes)
      unsaved.withLock { $0.append(file) }
    } catch {
      let file = UnsavedFile(path, failure: error.diagnostics)
      unsaved.withLock { $0.append(file) }
    }
  }

  private func unsaved(_ path: String) -> UnsavedFile? { unsaved.withLock { $0.last { $0.isMeant(by: path) } } }

  /// The kind of file at `path`; nil if it does not exist.
  package func kind(_ path: String) -> FileKind? {
    if let recorded {
      let kind = recorded.store.kind(path)
      recorded.reads.note(kind, at: path)
      return kind
    }
    if let known = folders.withLock({ $0.kinds[path] }) { return known }
    // Files of another source are not looked up on the disk.
    let kind: FileKind? = unsaved(path) != nil ? .file : elsewhere.map { $0.kind(path) } ?? Folder.kind(of: path)
    folders.withLock { $0.kinds[path] = .some(kind) }
    return kind
  }

  /// The files under `folder` whose names end in one of `endings`, sorted.
  package func list(_ folder: String, _ endings: [String]) throws(DiagnosticError) -> [String] {
    let listing = FileReads.Listing(folder: folder, endings: endings)
    if let recorded {
      let files = try recorded.store.list(folder, endings)
      recorded.reads.note(files, of: listing)
      return files
    }
    if let files = folders.withLock({ $0.lists[listing] }) { return files }
    let files = try read(listing)
    folders.withLock { $0.lists[listing] = files }
    return files
  }

  /// The files under `folder` whose names end in one of `endings`, sorted, by their shortest paths, except files that a link leads out of
  /// the folder.
  package func ownFiles(_ folder: String, _ endings: [String]) throws(DiagnosticError) -> [String] {
    let listing = FileReads.Listing(folder: folder, endings: endings)
    let files = try list(folder, endings)
    if let recorded { return try recorded.store.ownFiles(folder, endings) }
    if let own = folders.withLock({ $0.own[listing] }) { return own }
    let own = files.filter { !leaves($0, folder) }.map(FilePath.normal)
    folders.withLock { $0.own[listing] = own }
    return own
  }

  private func read(_ listing: FileReads.Listing) throws(DiagnosticError) -> [String] {
    let (folder, endings) = (listing.folder, listing.endings)
    var files: [String]
    if let elsewhere {
      files = try elsewhere.list(folder, endings)
    } else {
      files = try ContentFiles.onDisk(under: folder, endings: endings)
    }
    for file in unsaved.withLock({ $0 }) {
      guard let path = file.path(under: folder), endings.contains(where: path.hasSuffix), !files.contains(path) else {
        continue
      }
      files.append(path)
      files.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
    return files
  }

  /// The store as a source of files for loaders, with the same bytes and documents.
  package var contentFiles: ContentFiles {
    ContentFiles(
      kind: { self.kind($0) }, list: { (folder, endings) throws(DiagnosticError) in try self.list(folder, endings) },
      source: { (path) throws(DiagnosticError) in
        let file = self.file(path)
        guard let source = file.source else { throw DiagnosticError(file.diagnostics) }
        return source
      }, media: { self.media($0) },
      documents: { source in
        let file = self.file(source.name)
        return (file.documents, file.diagnostics)
      }, leaves: { self.leaves($0, $1) }, hash: { self.elsewhere?.hash($0) })
  }

  private func media(_ path: String) -> [UInt8]? {
    if let recorded { return recorded.store.media(path) }
    return elsewhere.map { $0.media(path) } ?? ContentFiles.mediaOnDisk(path)
  }

  /// Returns true if `path` leads to a file, or to a folder of files.
  package func hasContent(at path: String) -> Bool {
    [.file, .folder].contains(kind(path))
  }

  /// The content files at `path`, which is a file or a folder; empty for an unreadable folder, which loading or listing it reports.
  package func contentFiles(at path: String) -> [String] {
    switch kind(path) {
    case .file: return [path]
    case .folder: return (try? list(path, PackLoader.endings)) ?? []
    default: return []
    }
  }

  /// The content files in `folder`, which has a rule set, except files of inner rule sets, which are its earlier versions.
  package func contentFiles(ofRuleSetIn folder: String) -> [String] {
    let files = contentFiles(at: folder)
    let own = FilePath.normal(folder)
    let inner = files.filter { FilePath.name($0) == RuleSetLoader.manifestName }.map(FilePath.folder).filter {
      FilePath.normal($0) != own
    }
    return inner.isEmpty ? files : files.filter { file in !inner.contains { file.hasPrefix("\($0)/") } }
  }

  /// Returns true if a link leads from `path`, in the folder of a pack, out of the folder.
  package func leaves(_ path: String, _ folder: String) -> Bool {
    if let recorded { return recorded.store.leaves(path, folder) }
    if let known = folders.withLock({ $0.leaves[[path, folder]] }) { return known }
    let leaves = elsewhere?.leaves(path, folder) ?? Folder.leaves(path, folder)
    folders.withLock { $0.leaves[[path, folder]] = leaves }
    return leaves
  }
}

// Reading of one file.

extension SourceStore.File {
  /// A file that changes is read again this often at most.
  private static let attempts = 3

  /// The file at `path` of `files`.
  static func read(_ path: String, _ files: ContentFiles) -> Self {
    do throws(DiagnosticError) {
      let source = try files.source(path)
      let (documents, diagnostics) = files.documents(source)
      return Self(path: path, source: source, documents: documents, diagnostics: diagnostics)
    } catch {
      return Self(path: path, source: nil, documents: [], diagnostics: error.diagnostics)
    }
  }

  /// The file at `path` of the disk, of at most `limit` bytes.
  static func read(_ path: String, limit: Int) -> Self {
    var failure: [Diagnostic] = []
    for _ in 0..<attempts {
      do throws(DiagnosticError) {
        let before = FileStatus(path)
        let source = try SourceText.load(path: path, limit: limit)
        guard before == FileStatus(path) else {
          failure = [.fileChanging(path)]
          continue
        }
        let (documents, diagnostics) = SourceReader.read(source)
        return Self(
          path: path, source: source, documents: documents, diagnostics: diagnostics.map(\.teachingCells),
          status: before)
      } catch {
        failure = error.diagnostics
        break
      }
    }
    return Self(path: path, source: nil, documents: [], diagnostics: failure)
  }

  /// The file, with forms of cells in the fixes of its diagnostics.
  var teachingCells: Self {
    Self(path: path, source: source, documents: documents, diagnostics: diagnostics.map(\.teachingCells))
  }
}

extension Diagnostic {
  /// The diagnostic with the correct form of a cell in its fix, if a text without quotes is two comparisons: quotes alone would not make it
  /// a valid cell.
  var teachingCells: Diagnostic {
    guard code == "yaml/unquoted-text", let place else { return self }
    let text = place.source.text(of: place.range)
    guard let first = text.first, first == ">" || first == "<",
      let meant = CellSuggestion.find(in: text, isOrdered: true, isValue: { Self.isNumberOrName($0) })
    else { return self }
    var diagnostic = self
    diagnostic.fix = "\(meant.rule): write `\(meant.form)`"
    return diagnostic
  }

  private static func isNumberOrName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      }
  }
}

extension Diagnostic {
  fileprivate static func fileChanging(_ path: String) -> Diagnostic {
    Diagnostic(
      code: "file/changing", message: "`\(path)` changes while it is read",
      place: Place(
        source: SourceText(name: path, bytes: []), range: SourceRange(start: 0, end: 0)),
      fix: "wait until what writes it has finished")
  }
}

/// Bytes that replace a file, such as unsaved changes in an editor.
struct UnsavedFile: Sendable {
  let path: String
  private let name: String
  /// The folder it would be in, with all links followed; nil if that is not there either.
  private let folder: String?
  private let bytes: [UInt8]
  /// The reason why the bytes are not a valid text.
  private let failure: [Diagnostic]

  /// The bytes that replace the file at `path`, or the errors that prevent that.
  init(_ path: String, bytes: [UInt8] = [], failure: [Diagnostic] = []) {
    self.path = path
    name = FilePath.name(path)
    folder = Folder.realPath(FilePath.folder(path))
    self.bytes = bytes
    self.failure = failure
  }

  /// Returns true if `other` is a path of the same file, by the same or by another way to its folder.
  func isMeant(by other: String) -> Bool {
    guard FilePath.name(other) == name else { return false }
    return FilePath.normal(other) == path || folder != nil && Folder.realPath(FilePath.folder(other)) == folder
  }

  /// Its path by way of `root`; nil if it is not in that folder, or hidden there.
  func path(under root: String) -> String? {
    let normal = FilePath.normal(root)
    var inside: Substring?
    if path.hasPrefix("\(normal)/") {
      inside = path.dropFirst(normal.count + 1)
    } else if normal == ".", !path.hasPrefix("/"), !path.hasPrefix("../") {
      inside = path[...]
    } else if let folder, let real = Folder.realPath(root) {
      let whole = "\(folder)/\(name)"
      if whole.hasPrefix("\(real)/") { inside = whole.dropFirst(real.count + 1) }
    }
    guard let inside, !inside.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { return nil }
    return "\(root)/\(inside)"
  }

  /// The file as a store has it, called `path`.
  func file(_ path: String) -> SourceStore.File {
    guard failure.isEmpty else {
      return SourceStore.File(path: path, source: nil, documents: [], diagnostics: failure)
    }
    let source = SourceText(name: path, bytes: bytes)
    let (documents, diagnostics) = SourceReader.read(source)
    return SourceStore.File(path: path, source: source, documents: documents, diagnostics: diagnostics)
  }
}

/// A cache of values that depend only on a document, valid as long as the document exists.
package final class DocumentMemory: Sendable {
  /// A key for the values made of documents; for example, each compiled schema has its own key.
  package final class Purpose: Sendable {
    package init() {}
  }

  private struct Key: Hashable {
    let document: ObjectIdentifier
    let purpose: ObjectIdentifier
  }

  /// A cached value. The document and the purpose are retained, so that their identifiers are not reused.
  private struct Entry: Sendable {
    let document: Document
    let purpose: Purpose
    let value: any Sendable
  }

  /// A value of one type, which may be optional.
  private struct Kept<T: Sendable>: Sendable { let value: T }

  private struct State {
    var entries = RecentValues<Key, Entry>(rounds: 2)
    var purposes = RecentValues<String, Purpose>(rounds: 8)
  }

  private let state = Mutex(State())

  /// A memory of nothing.
  package init() {}

  /// Starts a new pass over all documents.
  package func begin() {
    state.withLock { state in
      state.entries.begin()
      state.purposes.begin()
    }
  }

  /// The value that `make` makes of `document`. It must depend only on the document and on `purpose`.
  package func value<T: Sendable>(of document: Document, for purpose: Purpose, _ make: () -> T) -> T {
    let key = Key(document: ObjectIdentifier(document), purpose: ObjectIdentifier(purpose))
    if let known = state.withLock({ $0.entries.value(of: key) })?.value as? Kept<T> { return known.value }
    let value = make()
    let entry = Entry(document: document, purpose: purpose, value: Kept(value: value))
    state.withLock { $0.entries.keep(entry, of: key) }
    return value
  }

  /// The purpose called `name`, which stays the same object as long as it is requested in each pass.
  package func purpose(_ name: String) -> Purpose {
    state.withLock { state in
      if let known = state.purposes.value(of: name) { return known }
      let purpose = Purpose()
      state.purposes.keep(purpose, of: name)
      return purpose
    }
  }
}

extension DocumentMemory? {
  /// The value that `make` makes of `document`, which must depend only on the document and on `purpose`; it is not cached without a memory.
  package func value<T: Sendable>(of document: Document, for purpose: DocumentMemory.Purpose, _ make: () -> T) -> T {
    guard let memory = self else { return make() }
    return memory.value(of: document, for: purpose, make)
  }
}

/// The requests to a store of files, with the answers. While the answers stay the same, values made from them stay valid.
package final class FileReads: Sendable {
  /// Files under a folder, by the ends of their names.
  struct Listing: Hashable {
    let folder: String
    let endings: [String]
  }

  private struct Answers {
    var sources: [String: SourceText?] = [:]
    var kinds: [String: FileKind?] = [:]
    var lists: [Listing: [String]] = [:]
  }

  private let answers = Mutex(Answers())

  /// Creates an empty record.
  package init() {}

  func note(_ file: SourceStore.File) { answers.withLock { $0.sources[file.path] = .some(file.source) } }

  func note(_ kind: FileKind?, at path: String) { answers.withLock { $0.kinds[path] = .some(kind) } }

  func note(_ files: [String], of listing: Listing) { answers.withLock { $0.lists[listing] = files } }

  /// Returns true if `store` gives the answers that were given.
  package func areTrue(in store: SourceStore) -> Bool {
    let answers = answers.withLock { $0 }
    return answers.sources.allSatisfy { path, source in store.file(path).source === source }
      && answers.lists.allSatisfy { listing, files in (try? store.list(listing.folder, listing.endings)) == files }
      && answers.kinds.allSatisfy { path, kind in store.kind(path) == kind }
  }

  /// Returns true if the file called `name` was read.
  package func contains(_ name: String) -> Bool { answers.withLock { $0.sources[name] != nil } }
}

/// A cache of values made from files, by path. A value is valid until a file that was read for it changes.
package final class FileValues<Value: Sendable>: Sendable {
  private let values = Mutex<[String: (value: Value, reads: FileReads)]>([:])

  /// No values.
  package init() {}

  /// The value of the file at `path`: the cached value if nothing changed, else the value of `make`, which reads from the given store. nil
  /// is not cached.
  package func value(_ path: String, _ store: SourceStore, _ make: (SourceStore) -> Value?) -> Value? {
    if let known = values.withLock({ $0[path] }), known.reads.areTrue(in: store) { return known.value }
    let reads = FileReads()
    guard let value = make(store.noting(reads)) else { return nil }
    values.withLock { $0[path] = (value, reads) }
    return value
  }
}
