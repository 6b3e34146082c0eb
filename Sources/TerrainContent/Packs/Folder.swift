import TerrainDocuments

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
  /// symbolic links to folders are not followed. Where there is no folder there are no files.
  ///
  /// Throws `file/unreadable` for a folder that may not be looked into: what is in it is not known to be nothing.
  package static func files(under path: String, endings: [String]) throws(DiagnosticError) -> [String] {
    var found: [String] = []
    try walk(path, depth: 0) { child, itself in
      guard itself != .folder, endings.contains(where: { child.hasSuffix($0) }) else { return }
      // What is neither may be a link to a file.
      if itself == .file || kind(of: child) == .file { found.append(child) }
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The folders under `path`, those of them included; links to folders are not followed. Throws `file/unreadable`.
  package static func folders(under path: String) throws(DiagnosticError) -> [String] {
    var found: [String] = []
    try walk(path, depth: 0) { child, itself in if itself == .folder { found.append(child) } }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// What changes when the file at `path` is written or replaced, so that it need not be read to see that.
  package static func stamp(of path: String) -> [Int] {
    var status = stat()
    guard stat(path, &status) == 0 else { return [] }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return [Int(truncatingIfNeeded: status.st_ino), Int(status.st_size), Int(time.tv_sec), Int(time.tv_nsec)]
  }

  /// Whether `path`, which is written as one inside the folder `folder`, is outside of it once links are followed.
  package static func leaves(_ path: String, _ folder: String) -> Bool {
    guard path.utf8.starts(with: "\(folder)/".utf8) else { return path != folder }
    var part = folder
    var isLinked = false
    for name in path.dropFirst(folder.count + 1).split(separator: "/") where !isLinked {
      part += "/\(name)"
      var status = stat()
      isLinked = lstat(part, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
    guard isLinked, let real = realPath(path), let root = realPath(folder) else { return false }
    return real != root && !real.utf8.starts(with: "\(root)/".utf8)
  }

  /// `path` with all links followed; nil where that leads nowhere.
  package static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// Everything under `path` that is not hidden, with what it is itself: a link is neither file nor folder.
  private static func walk(
    _ path: String, depth: Int, _ body: (_ child: String, _ itself: Kind) -> Void
  ) throws(DiagnosticError) {
    guard depth < depthLimit else { return }
    guard let folder = opendir(path) else {
      let failure = errno
      // It may have been removed since it was seen.
      if failure == ENOENT || failure == ENOTDIR { return }
      throw DiagnosticError(.fileUnreadable(path, reason: String(cString: strerror(failure))))
    }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) { String(cString: $0) }
      }
      if name.hasPrefix(".") { continue }
      let child = "\(path)/\(name)"
      var status = stat()
      guard lstat(child, &status) == 0 else { continue }
      let itself = kind(status)
      body(child, itself)
      if itself == .folder { try walk(child, depth: depth + 1, body) }
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
