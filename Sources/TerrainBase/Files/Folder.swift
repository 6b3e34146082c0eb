#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder's files, in an order that is the same on every machine.
package enum Folder {
  /// Deeper folders are skipped. Links to folders are not followed, so cycles are impossible.
  package static let depthLimit = 8

  /// The kind of the file or folder at `path`, with symbolic links followed, or nil if the path does not exist.
  package static func kind(of path: String) -> FileKind? { FileStatus(path)?.kind }

  /// The files under `path` whose names end in one of `endings`, sorted by the bytes of their paths. Hidden files are left out, and
  /// symbolic links to folders are not followed. Empty if the folder does not exist.
  ///
  /// - Throws: an error if a folder may not be read.
  package static func files(under path: String, endings: [String]) throws(FileError) -> [String] {
    var files: [String] = []
    try walk(path, depth: 0) { child, itself in
      guard itself != .folder, endings.contains(where: { child.hasSuffix($0) }) else { return }
      // The entry may be a link to a file.
      if itself == .file || kind(of: child) == .file { files.append(child) }
    }
    return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The folders under `path`, including nested ones; links to folders are not followed.
  package static func folders(under path: String) throws(FileError) -> [String] {
    var folders: [String] = []
    try walk(path, depth: 0) { child, itself in if itself == .folder { folders.append(child) } }
    return folders.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// True if `path`, which as written is inside `folder`, is outside of it after links are followed.
  package static func leaves(_ path: String, _ folder: String) -> Bool {
    guard FilePath.isInside(path, folder) else { return path != folder }
    var part = folder
    var isLinked = false
    for name in path.dropFirst(folder == "." ? 0 : folder.count).split(separator: "/") where !isLinked {
      part += "/\(name)"
      isLinked = FileStatus.ofLink(part)?.kind == .link
    }
    guard isLinked, let real = realPath(path), let root = realPath(folder) else { return false }
    return real != root && !real.utf8.starts(with: (root == "/" ? root : "\(root)/").utf8)
  }

  /// `path` with all links followed, or nil if it leads to nothing.
  package static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The names in the folder `path`, including hidden ones, in the system's order. Empty if the folder does not exist.
  static func names(in path: String) throws(SystemError) -> [String] { try entries(in: path).map(\.name) }

  /// The names in the folder `path`, each with the kind of the entry if the folder stores it: a query for every entry takes longer than
  /// reading the folder.
  private static func entries(in path: String) throws(SystemError) -> [(name: String, itself: FileKind?)] {
    guard let folder = opendir(path) else {
      let error = SystemError.last
      // It may have been removed since it was listed.
      if error.isMissing { return [] }
      throw error
    }
    defer { closedir(folder) }
    var entries: [(name: String, itself: FileKind?)] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) { String(cString: $0) }
      }
      let itself: FileKind? =
        switch Int(entry.pointee.d_type) {
        case Int(DT_REG): .file
        case Int(DT_DIR): .folder
        default: nil
        }
      entries.append((name, itself))
    }
    return entries
  }

  /// Calls `body` for everything under `path` that is not hidden, with the kind of the entry itself, which may be a link.
  fileprivate static func walk(
    _ path: String, depth: Int, _ body: (_ child: String, _ itself: FileKind) -> Void
  ) throws(FileError) {
    guard depth < depthLimit else { return }
    let entries: [(name: String, itself: FileKind?)]
    do throws(SystemError) { entries = try self.entries(in: path) } catch { throw FileError(path: path, reason: error) }
    for (name, known) in entries where !name.hasPrefix(".") {
      let child = "\(path)/\(name)"
      guard let itself = known ?? FileStatus.ofLink(child)?.kind else { continue }
      body(child, itself)
      if itself == .folder { try walk(child, depth: depth + 1, body) }
    }
  }
}

/// The attributes of all files under some paths. As long as it is equal, the contents are the same.
package struct FilesState: Equatable, Sendable {
  /// A text that differs if the path, size, inode, or modification time of any file differs.
  package let fingerprint: String
  /// The time of the last change of any file, in seconds since 1970-01-01T00:00:00Z.
  package let modified: Int

  /// The state of `paths` and of everything under them that is not hidden. Returns nil if that includes a link, an entry that is neither a
  /// file nor a folder, more than `limit` entries, or an unreadable entry.
  package init?(of paths: [String], limit: Int) {
    var description = ""
    var modified = 0
    var count = 0
    var isPlain = true
    func add(_ path: String, _ itself: FileKind) {
      count += 1
      guard count <= limit, itself == .file || itself == .folder, let status = FileStatus.ofLink(path),
        status.kind == itself
      else {
        isPlain = false
        return
      }
      modified = max(modified, status.modified)
      description += "\(path)\0\(status.identity)\n"
    }
    for path in paths {
      guard let kind = FileStatus.ofLink(path)?.kind else { return nil }
      add(path, kind)
      guard kind == .folder else { continue }
      // The system's order of names may change between calls.
      var children: [(path: String, itself: FileKind)] = []
      do throws(FileError) { try Folder.walk(path, depth: 0) { children.append(($0, $1)) } } catch { return nil }
      guard children.count <= limit else { return nil }
      for child in children.ordered(by: { $0.path < $1.path }) where isPlain { add(child.path, child.itself) }
    }
    guard isPlain else { return nil }
    self.modified = modified
    fingerprint = SHA256.hexDigest(of: description.utf8).string
  }
}

/// The kind of a file or folder at a path.
package enum FileKind: Sendable { case file, folder, link, other }

/// The attributes that the system reports of a file without reading it.
package struct FileStatus: Equatable, Sendable {
  package let kind: FileKind
  /// The size in bytes.
  package let size: Int
  let permissions: mode_t
  private let device: UInt64
  private let inode: UInt64
  private let seconds: Int
  /// The time of the last change of the content, in seconds since 1970-01-01T00:00:00Z.
  package var modified: Int { seconds }
  private let nanoseconds: Int

  /// A text that differs if the file was changed or replaced by another file.
  fileprivate var identity: String { "\(kind) \(size) \(permissions) \(device) \(inode) \(seconds) \(nanoseconds)" }

  /// The status of the file at `path`, with symbolic links followed, or nil if the path does not exist.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The status of `path` itself, which may be a link, or nil if the path does not exist.
  static func ofLink(_ path: String) -> FileStatus? {
    var status = stat()
    return lstat(path, &status) == 0 ? FileStatus(status) : nil
  }

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    size = Int(status.st_size)
    permissions = status.st_mode & 0o7777
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    seconds = Int(time.tv_sec)
    nanoseconds = Int(time.tv_nsec)
  }
}
