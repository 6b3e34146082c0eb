#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder's files, in an order that is the same on every machine.
package enum Folder {
  /// Folders deeper than this are not looked into; with symbolic links to folders refused, nothing goes round in circles.
  package static let depthLimit = 8

  /// What a path leads to.
  package enum Kind { case file, folder, other }

  /// What `path` leads to (through symbolic links); nil where there is nothing.
  package static func kind(of path: String) -> Kind? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return kind(status)
  }

  /// The files under `path` whose names end in one of `endings`, sorted by their paths' bytes. Hidden ones are left out, and
  /// symbolic links to folders are not followed.
  package static func files(under path: String, endings: [String]) -> [String] {
    var found: [String] = []
    collect(path, endings: endings, depth: 0, into: &found)
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func collect(_ path: String, endings: [String], depth: Int, into found: inout [String]) {
    guard depth < depthLimit, let folder = opendir(path) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) { String(cString: $0) }
      }
      if name.hasPrefix(".") { continue }
      let child = "\(path)/\(name)"
      var status = stat()
      guard lstat(child, &status) == 0 else { continue }
      if kind(status) == .folder {
        collect(child, endings: endings, depth: depth + 1, into: &found)
      } else if endings.contains(where: { name.hasSuffix($0) }), Folder.kind(of: child) == .file {
        found.append(child)
      }
    }
  }

  private static func kind(_ status: stat) -> Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }
}
