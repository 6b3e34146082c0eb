import TerrainRules
import TerrainDocuments
import TerrainBase

/// The folder that a client works in, and how its files are called.
package struct WorkspaceFolder: Sendable {
  /// The folder's absolute path.
  package let path: String
  /// Whether files in the folder are called by their paths in it, as commands do that run there; else by absolute paths.
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

  /// The address of the file that diagnostics call `name`; of what is about no file, the folder's.
  func uri(_ name: String) -> String {
    if name.isEmpty { return DocumentURI.uri(path) }
    return DocumentURI.uri(name.hasPrefix("/") ? name : FilePath.normal("\(path)/\(name)"))
  }

  /// The name of the file at `uri`; nil of what is not a file.
  func name(ofURI uri: String) -> String? { DocumentURI.path(uri).map { name($0) } }

  /// What is validated: the folders of packs and rules, where they are here; else the folder itself.
  var targets: [String] {
    let home = isWorkingFolder ? "" : "\(path)/"
    let folders = [PackLocator.packsFolder, PackLocator.rulesFolder].map { "\(home)\($0)" }
      .filter { Folder.kind(of: $0) == .folder }
    return folders.isEmpty ? [isWorkingFolder ? "." : path] : folders
  }

  /// The nearest folder at or above the file at `path` that has packs, rules or is one of these; its own folder where none does.
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
