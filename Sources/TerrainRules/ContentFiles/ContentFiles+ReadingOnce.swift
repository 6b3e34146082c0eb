import TerrainDocuments
import TerrainBase

extension ContentFiles {
  /// These files as they are when they are first read: each is opened once, however many loaders ask for it, so that they all
  /// work with the same bytes. Documents are read when somebody asks for them.
  package func readingOnce() -> ContentFiles {
    let memory = FileMemory(self)
    return ContentFiles(
      kind: kind, list: { (folder, endings) throws(DiagnosticError) in try memory.list(folder, endings) },
      source: { (path) throws(DiagnosticError) in try memory.source(path) }, media: media,
      documents: { memory.documents($0) },
      leaves: leaves, hash: hash)
  }
}

/// What was read of some files.
private final class FileMemory: Sendable {
  private struct Folders: Hashable {
    let path: String
    let endings: [String]
  }

  private struct Known {
    var lists: [Folders: [String]] = [:]
    var sources: [String: SourceText] = [:]
    var documents: [String: (documents: [Document], diagnostics: [Diagnostic])] = [:]
  }

  private let files: ContentFiles
  private let known = Mutex(Known())

  init(_ files: ContentFiles) { self.files = files }

  func list(_ folder: String, _ endings: [String]) throws(DiagnosticError) -> [String] {
    let key = Folders(path: folder, endings: endings)
    if let list = known.withLock({ $0.lists[key] }) { return list }
    let list = try files.list(folder, endings)
    return known.withLock { known in
      known.lists[key] = known.lists[key] ?? list
      return known.lists[key] ?? list
    }
  }

  /// The file at `path`, under the name by which it was first read.
  func source(_ path: String) throws(DiagnosticError) -> SourceText {
    let key = FilePath.normal(path)
    if let source = known.withLock({ $0.sources[key] }) { return source }
    let source = try files.source(path)
    // Two threads may have read it: the first one's bytes count for both.
    return known.withLock { known in
      if let first = known.sources[key] { return first }
      known.sources[key] = source
      return source
    }
  }

  func documents(_ source: SourceText) -> (documents: [Document], diagnostics: [Diagnostic]) {
    let key = FilePath.normal(source.name)
    let isOwn = known.withLock { $0.sources[key] === source }
    guard isOwn else { return files.documents(source) }
    if let read = known.withLock({ $0.documents[key] }) { return read }
    let read = files.documents(source)
    known.withLock { known in
      if known.documents[key] == nil { known.documents[key] = read }
    }
    return read
  }
}
