import TerrainDocuments
import TerrainBase

/// Reads the documents of a source: YAML and JSON, or what else the caller can read.
package typealias DocumentReader = @Sendable (SourceText) -> (documents: [Document], diagnostics: [Diagnostic])

/// Where loaders get files from: the disk, or something that looks like it (a built pack, files read already).
package struct ContentFiles: Sendable {
  /// What a path leads to; nil where there is nothing.
  package let kind: @Sendable (_ path: String) -> FileKind?
  /// The files under a folder whose names end in one of some endings, in an order that is always the same.
  package let list: @Sendable (_ folder: String, _ endings: [String]) throws(DiagnosticError) -> [String]
  /// A file's bytes.
  package let source: @Sendable (_ path: String) throws(DiagnosticError) -> SourceText
  /// The bytes of a file that is no document, such as a picture; nil where there is none.
  package let media: @Sendable (_ path: String) -> [UInt8]?
  /// The documents in a source that ``source`` gave.
  package let documents: DocumentReader
  /// Whether a path inside a folder leads out of it by a link.
  package let leaves: @Sendable (_ path: String, _ folder: String) -> Bool
  /// The hash of the pack or rule set in a folder, where it is known without looking at its files.
  package let hash: @Sendable (_ folder: String) -> String?

  /// Files by these functions.
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

  /// The bytes of the file that makes its folder a pack or a rule set.
  ///
  /// - Throws: `file/not-found` also for what is no file: a pipe would be waited for, a device never ends.
  func manifest(_ path: String) throws(DiagnosticError) -> SourceText {
    guard kind(path) != .other else { throw DiagnosticError(.fileNotFound(path)) }
    return try source(path)
  }

  /// The files on the disk; how a source is read is left to `documents`.
  package static func disk(_ documents: @escaping DocumentReader) -> ContentFiles {
    ContentFiles(
      kind: { Folder.kind(of: $0) },
      list: { (folder, endings) throws(DiagnosticError) in try onDisk(under: folder, endings: endings) },
      source: { (path) throws(DiagnosticError) in try SourceText.loadFile(path: path) }, media: { mediaOnDisk($0) },
      documents: documents,
      leaves: { Folder.leaves($0, $1) })
  }

  /// The files on the disk under `folder` whose names end in one of `endings`; throws `file/unreadable`.
  package static func onDisk(under folder: String, endings: [String]) throws(DiagnosticError) -> [String] {
    do throws(FileError) { return try Folder.files(under: folder, endings: endings) } catch {
      throw DiagnosticError(.fileUnreadable(error.path, error.reason))
    }
  }

  /// The bytes of the file at `path` on the disk; nil where there is none, or it is larger than ``largestMedia``.
  package static func mediaOnDisk(_ path: String) -> [UInt8]? {
    guard let file = try? Descriptor.readingFile(path) else { return nil }
    defer { file.close() }
    guard (try? file.status().kind) == .file, let bytes = try? file.read(atMost: largestMedia + 1),
      bytes.count <= largestMedia
    else { return nil }
    return bytes
  }

  /// The most bytes of a file that comes with a pack.
  package static let largestMedia = 16 << 20

  /// The bytes of the file that records of the pack in `folder` call `path`; nil where there is none, or where the path leads out
  /// of the folder.
  package func media(_ path: String, ofPackIn folder: String) -> [UInt8]? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let file = "\(folder)/\(path)"
    guard !path.utf8.contains(0), !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }),
      !leaves(file, folder)
    else { return nil }
    return media(file)
  }
}
