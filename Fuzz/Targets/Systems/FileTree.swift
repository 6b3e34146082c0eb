import Foundation
import TerrainBase
import TerrainDocuments
import TerrainRules
import TerrainYAML

/// Files in one input: each begins with a line `=== PATH`.
struct FileTree: Sendable {
  /// The files, by path.
  let files: [String: [UInt8]]

  /// The files of `input`, at most ``mostFiles`` of them.
  init(_ input: [UInt8]) {
    var files: [String: [UInt8]] = [:]
    var path: String?
    for line in input.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.starts(with: Self.mark) {
        let name = String(decoding: line.dropFirst(Self.mark.count), as: UTF8.self)
        path = files.count < Self.mostFiles ? name : nil
        files[name] = path == nil ? nil : []
      } else if let path {
        files[path]?.append(contentsOf: line + [0x0A])
      }
    }
    self.files = files
  }

  private static let mark = Array("=== ".utf8)
  private static let mostFiles = 20

  /// An input of `files`.
  static func input(_ files: [(path: String, bytes: [UInt8])]) -> [UInt8] {
    files.flatMap { Array("=== \($0.path)\n".utf8) + $0.bytes }
  }

  /// An input of the files with `endings` under each of `folders`, whose paths begin with the name that is given for it.
  static func input(_ folders: [(name: String, folder: URL)], endings: [String]) -> [UInt8] {
    input(
      folders.flatMap { name, folder in
        SeedFiles.paths(under: folder, endings: endings).compactMap { file in
          guard let bytes = SeedFiles.bytes(file) else { return nil }
          let inside = file.resolvingSymlinksInPath().path.dropFirst(folder.resolvingSymlinksInPath().path.count + 1)
          return (name + "/" + inside, bytes)
        }
      })
  }

  /// The files as loaders see them.
  var content: ContentFiles {
    let files = files
    return ContentFiles(
      kind: { path in
        files[path] != nil ? .file : files.keys.contains { $0.hasPrefix(path + "/") } ? .folder : nil
      },
      list: { folder, endings in
        files.keys.filter { path in path.hasPrefix(folder + "/") && endings.contains { path.hasSuffix($0) } }.sorted()
      },
      source: { (path) throws(DiagnosticError) in
        guard let bytes = files[path] else { throw DiagnosticError(.fileNotFound(path)) }
        return try SourceText.checked(name: path, bytes: bytes)
      },
      media: { files[$0] }, documents: SourceReader.read)
  }
}
