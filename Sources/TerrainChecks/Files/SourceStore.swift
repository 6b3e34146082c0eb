import Synchronization
import TerrainRules
import TerrainDocuments
import TerrainBase
import TerrainYAML

/// Files as they were when they were first read. Each is read once, however many ask for it, so that everything reported in
/// one run is about the same bytes.
package final class SourceStore: Sendable {
  /// A file, or why it could not be read.
  package struct File: Sendable {
    /// The name it was asked for by.
    package let path: String
    /// Its bytes; nil where it could not be read at all.
    package let source: SourceText?
    /// Its documents; none where it is not YAML or JSON.
    package let documents: [Document]
    /// What kept it from being read, and what is wrong with it as YAML or JSON.
    package let diagnostics: [Diagnostic]
    /// What the system reported of it when it was read; nil of what is not on the disk.
    var status: FileStatus?
  }

  private let filesByPath = Mutex<[String: File]>([:])
  private let unsaved = Mutex<[UnsavedFile]>([])
  private let folders = Mutex(Folders())
  /// What was asked about folders and paths.
  private struct Folders {
    var lists: [FileReads.Listing: [String]] = [:]
    var kinds: [String: FileKind?] = [:]
    /// Whether a path leads out of a folder by a link, by path and folder.
    var leaves: [[String]: Bool] = [:]
    /// The files under folders that are in them, and not only linked there.
    var own: [FileReads.Listing: [String]] = [:]
  }

  private let limit: Int
  /// Where files are instead of on the disk.
  private let elsewhere: ContentFiles?
  /// The store whose files this one has, and what is asked of it by way of this one.
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

  /// The files of `store`; `reads` gets to know what is asked for.
  private init(_ store: SourceStore, _ reads: FileReads) {
    limit = store.limit
    elsewhere = store.elsewhere
    recorded = (store, reads)
  }

  /// This store, as seen by somebody whose reads are noted in `reads`.
  package func noting(_ reads: FileReads) -> SourceStore { SourceStore(self, reads) }

  /// A store of the disk with `texts` in the place of files. What is as it was in this store is not read again.
  ///
  /// - Parameter looksAgain: whether the disk may have changed since it was looked at. Else what is known of it counts.
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

  /// A store with the files of this one, which may be replaced in it.
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
    // Two threads may have read it: the first one's bytes count for everybody.
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

  /// What `path` leads to; nil where there is nothing.
  package func kind(_ path: String) -> FileKind? {
    if let recorded {
      let kind = recorded.store.kind(path)
      recorded.reads.note(kind, at: path)
      return kind
    }
    if let known = folders.withLock({ $0.kinds[path] }) { return known }
    // What is not elsewhere is not looked for on the disk.
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

  /// The files under `folder` whose names end in one of `endings`, sorted, by their shortest paths; none that leads out of it by a link.
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

  /// The store as loaders see it: the same bytes, and the same documents.
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

  /// Whether `path` leads to a file, or to a folder of files.
  package func hasContent(at path: String) -> Bool {
    [.file, .folder].contains(kind(path))
  }

  /// The files that hold content at `path`, which is one of them or a folder of them; none of a folder that cannot be read
  /// (whoever loads or lists it reports that).
  package func contentFiles(at path: String) -> [String] {
    switch kind(path) {
    case .file: return [path]
    case .folder: return (try? list(path, PackLoader.endings)) ?? []
    default: return []
    }
  }

  /// The files that hold content in `folder`, which has a rule set, without those of rule sets inside: its earlier versions.
  package func contentFiles(ofRuleSetIn folder: String) -> [String] {
    let files = contentFiles(at: folder)
    let own = FilePath.normal(folder)
    let inner = files.filter { FilePath.name($0) == RuleSetLoader.manifestName }.map(FilePath.folder).filter {
      FilePath.normal($0) != own
    }
    return inner.isEmpty ? files : files.filter { file in !inner.contains { file.hasPrefix("\($0)/") } }
  }

  /// Whether `path`, in the folder of a pack, leads out of it by a link.
  package func leaves(_ path: String, _ folder: String) -> Bool {
    if let recorded { return recorded.store.leaves(path, folder) }
    if let known = folders.withLock({ $0.leaves[[path, folder]] }) { return known }
    let leaves = elsewhere?.leaves(path, folder) ?? Folder.leaves(path, folder)
    folders.withLock { $0.leaves[[path, folder]] = leaves }
    return leaves
  }
}
