import Synchronization
import TerrainRules
import TerrainDocuments
import TerrainBase
import TerrainYAML

/// Files as they were at one time: what loaders asked for while a system was loaded whole, so that parts of it can be loaded
/// again later, by any thread, from the same bytes.
final class FileSnapshot: Sendable {
  private struct Seen {
    var kinds: [String: FileKind?] = [:]
    var lists: [String: [String]] = [:]
    var bytes: [String: [UInt8]] = [:]
  }

  private let seen = Mutex(Seen())
  private let files: ContentFiles

  /// A snapshot of nothing yet, of `files`.
  init(_ files: ContentFiles = .disk(SourceReader.read)) { self.files = files }

  /// The files, every look at which is kept.
  var recording: ContentFiles {
    ContentFiles(
      kind: { [self] path in
        let kind = files.kind(path)
        seen.withLock { $0.kinds[path] = kind }
        return kind
      },
      list: { [self] (folder, endings) throws(DiagnosticError) in
        let names = try files.list(folder, endings)
        seen.withLock { $0.lists[folder] = names }
        return names
      },
      source: { [self] (path) throws(DiagnosticError) in
        let source = try files.source(path)
        seen.withLock { $0.bytes[path] = source.bytes }
        return source
      },
      media: files.media, documents: files.documents, leaves: files.leaves)
  }

  /// What was kept, for one thread: it shares no memory with what another one gets, for threads that count references to the
  /// same objects wait for each other.
  func replaying() -> ContentFiles {
    let kept = seen.withLock { $0 }
    let sources = Mutex<[String: SourceText]>([:])
    let documents = Mutex<[String: (documents: [Document], diagnostics: [Diagnostic])]>([:])
    return ContentFiles(
      kind: { kept.kinds[$0] ?? nil }, list: { folder, _ in kept.lists[folder] ?? [] },
      source: { (path) throws(DiagnosticError) in
        if let known = sources.withLock({ $0[path] }) { return known }
        guard let bytes = kept.bytes[path] else { throw DiagnosticError(.notInSnapshot(path)) }
        let source = SourceText(name: path, bytes: bytes.withUnsafeBufferPointer { Array($0) })
        sources.withLock { $0[path] = source }
        return source
      },
      // Large, and not what a version is made of: they are what the disk has.
      media: files.media,
      documents: { source in
        if let known = documents.withLock({ $0[source.name] }) { return known }
        let read = SourceReader.read(source)
        documents.withLock { $0[source.name] = read }
        return read
      }, leaves: files.leaves)
  }

  /// Whether the disk still has what was kept.
  var isCurrent: Bool {
    let kept = seen.withLock { $0 }
    for (path, bytes) in kept.bytes {
      guard let source = try? SourceText.loadFile(path: path), source.bytes == bytes else { return false }
    }
    return kept.lists.allSatisfy { folder, files in
      (try? Folder.files(under: folder, endings: PackLoader.endings)) == files
    }
  }
}
