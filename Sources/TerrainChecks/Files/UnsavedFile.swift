import TerrainRules
import TerrainDocuments
import TerrainBase
import TerrainYAML

/// Bytes that take the place of a file: what an editor shows and has not saved yet.
struct UnsavedFile: Sendable {
  let path: String
  private let name: String
  /// The folder it would be in, with all links followed; nil where that is not there either.
  private let folder: String?
  private let bytes: [UInt8]
  /// Why the bytes cannot be taken for a text.
  private let failure: [Diagnostic]

  /// The bytes that take the place of the file at `path`, or what keeps them from that.
  init(_ path: String, bytes: [UInt8] = [], failure: [Diagnostic] = []) {
    self.path = path
    name = FilePath.name(path)
    folder = Folder.realPath(FilePath.folder(path))
    self.bytes = bytes
    self.failure = failure
  }

  /// Whether `other` is a path of the same file, by the same or by another way to its folder.
  func isMeant(by other: String) -> Bool {
    guard FilePath.name(other) == name else { return false }
    return FilePath.normal(other) == path || folder != nil && Folder.realPath(FilePath.folder(other)) == folder
  }

  /// Its path by way of `root`; nil where it is not in that folder, or hidden there.
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
