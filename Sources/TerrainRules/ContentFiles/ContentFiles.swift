import TerrainBase
import TerrainDocuments

/// Reads the documents of a source in YAML, JSON, or another format that the caller supports.
package typealias DocumentReader = @Sendable (SourceText) -> (documents: [Document], diagnostics: [Diagnostic])

/// The source of files for loaders: the disk, a built pack, or files in memory.
package struct ContentFiles: Sendable {
  /// The kind of the file or folder at a path, or nil if the path does not exist.
  package let kind: @Sendable (_ path: String) -> FileKind?
  /// The files under a folder whose names have one of the given endings, in a deterministic order.
  package let list: @Sendable (_ folder: String, _ endings: [String]) throws(DiagnosticError) -> [String]
  /// A file's bytes.
  package let source: @Sendable (_ path: String) throws(DiagnosticError) -> SourceText
  /// The bytes of a file that is not a document, such as a picture, or nil if the file does not exist.
  package let media: @Sendable (_ path: String) -> [UInt8]?
  /// Reads the documents of a source that ``source`` returned.
  package let documents: DocumentReader
  /// True if a path inside a folder leads out of it through a link.
  package let leaves: @Sendable (_ path: String, _ folder: String) -> Bool
  /// The hash of the pack or rule set in a folder, if it is known without reading the files.
  package let hash: @Sendable (_ folder: String) -> String?

  /// Files that are accessed by these functions.
  package init(
    kind: @escaping @Sendable (String) -> FileKind?,
    list: @escaping @Sendable (String, [String]) throws(DiagnosticError) -> [String],
    source: @escaping @Sendable (String) throws(DiagnosticError) -> SourceText,
    media: @escaping @Sendable (String) -> [UInt8]? = { _ in nil },
    documents: @escaping DocumentReader, leaves: @escaping @Sendable (String, String) -> Bool = { _, _ in false },
    hash: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.kind = kind
    self.list = list
    self.source = source
    self.media = media
    self.documents = documents
    self.leaves = leaves
    self.hash = hash
  }

  /// The bytes of the manifest, the file that makes its folder a pack or a rule set.
  ///
  /// - Throws: `file/not-found` also for pipes and devices, which could block or never end.
  func manifest(_ path: String) throws(DiagnosticError) -> SourceText {
    guard kind(path) != .other else { throw DiagnosticError(.fileNotFound(path)) }
    return try source(path)
  }

  /// The files on the disk; `documents` parses them.
  package static func disk(_ documents: @escaping DocumentReader) -> ContentFiles {
    ContentFiles(
      kind: { Folder.kind(of: $0) },
      list: { (folder, endings) throws(DiagnosticError) in try onDisk(under: folder, endings: endings) },
      source: { (path) throws(DiagnosticError) in try SourceText.loadFile(path: path) }, media: { mediaOnDisk($0) },
      documents: documents,
      leaves: { Folder.leaves($0, $1) })
  }

  /// The files on the disk under `folder` whose names end in one of `endings`. Throws `file/unreadable`.
  package static func onDisk(under folder: String, endings: [String]) throws(DiagnosticError) -> [String] {
    do throws(FileError) { return try Folder.files(under: folder, endings: endings) } catch {
      throw DiagnosticError(.fileUnreadable(error.path, error.reason))
    }
  }

  /// The bytes of the file at `path` on the disk, or nil if it does not exist or is larger than ``largestMedia``.
  package static func mediaOnDisk(_ path: String) -> [UInt8]? {
    guard let file = try? Descriptor.readingFile(path) else { return nil }
    defer { file.close() }
    guard (try? file.status().kind) == .file, let bytes = try? file.read(atMost: largestMedia + 1),
      bytes.count <= largestMedia
    else { return nil }
    return bytes
  }

  /// The maximum size in bytes of a media file of a pack.
  package static let largestMedia = 16 << 20

  /// The bytes of the file that records of the pack in `folder` refer to as `path`, or nil if the file does not exist or the path leads out
  /// of the folder.
  package func media(_ path: String, ofPackIn folder: String) -> [UInt8]? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." }), let file = self.path(path, inside: folder).path else {
      return nil
    }
    return media(file)
  }
}

/// The target of a path that a file of a pack, a rule set, or a schema names.
package enum NamedPath: Equatable, Sendable {
  /// The normalized path, which stays inside of the folders that the file may name.
  case inside(String)
  /// A path that, as written, is outside of these folders.
  case outside
  /// A path that, as written, is inside of these folders, but leads out of them through a symbolic link.
  case link

  /// The path, or nil if it leaves the folders.
  package var path: String? { if case .inside(let path) = self { path } else { nil } }
}

// Containment: every path that a file names is checked here before anything is read.
extension ContentFiles {
  /// Returns the target of `name`, which a file of the pack or rule set in `folder` writes relative to `folder`. Such a path must not
  /// contain `..`, even if it returns to the folder.
  package func path(_ name: String, inside folder: String) -> NamedPath {
    if name.hasPrefix("/") || name.split(separator: "/").contains("..") { return .outside }
    return target(of: name, from: folder) { [folder] }
  }

  func target(of name: String, from base: String, within folders: () -> [String]) -> NamedPath {
    guard !name.isEmpty, !name.utf8.contains(0) else { return .outside }
    let path = FilePath.normal(name.hasPrefix("/") ? name : "\(base)/\(name)")
    for folder in folders().map(FilePath.normal) where path == folder || FilePath.isInside(path, folder) {
      return leaves(path, folder) ? .link : .inside(path)
    }
    return .outside
  }
}

extension Diagnostic {
  /// The diagnostic about a schema outside of the folders that a file may name.
  package static func schemaOutside(_ reference: String, _ target: NamedPath, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "file/schema-outside",
      message: target == .link
        ? "the schema `\(reference)` is a link to a file outside of its folder"
        : "the schema `\(reference)` is neither in the pack or rule set of this file nor among the published schemas",
      place: place, fix: "copy the schema into the folder of this file")
  }
}

extension ContentFiles {
  /// A copy that opens each file only once, so that all loaders work with the same bytes. Documents are parsed on request.
  package func readingOnce() -> ContentFiles {
    let memory = FileMemory(self)
    return ContentFiles(
      kind: kind, list: { (folder, endings) throws(DiagnosticError) in try memory.list(folder, endings) },
      source: { (path) throws(DiagnosticError) in try memory.source(path) }, media: media,
      documents: { memory.documents($0) },
      leaves: leaves, hash: hash)
  }
}

/// A cache of read files.
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
    // If two threads have read it, both use the bytes of the first.
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

/// A hash over names and bytes of files, in the order in which they are added, for detecting changes.
///
/// 128 bits from two chains of xxHash64. It is an identity for logs, caches, and responses, computed at every start, so it must be fast. It
/// does not protect against an attacker who constructs two packs with the same hash.
package struct FolderHash {
  private var first: UInt64 = 0
  private var second: UInt64 = 0x9E37_79B9_7F4A_7C15

  package init() {}

  /// Adds the file `name` with its `bytes`.
  package mutating func add(_ name: String, _ bytes: [UInt8]) {
    for text in [Array(name.utf8), bytes] {
      first = StableHash.xxHash64(text, seed: first)
      second = StableHash.xxHash64(text, seed: second)
    }
  }

  /// The hash, as 32 lowercase hexadecimal digits.
  package func finish() -> String {
    [first, second].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
