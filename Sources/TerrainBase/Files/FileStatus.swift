#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a path leads to.
package enum FileKind: Sendable { case file, folder, link, other }

/// What the system reports of a file without reading it.
package struct FileStatus: Equatable, Sendable {
  package let kind: FileKind
  /// The size in bytes.
  package let size: Int
  let permissions: mode_t
  private let device: UInt64
  private let inode: UInt64
  private let seconds: Int
  /// When the content was last changed, in seconds since 1970-01-01T00:00:00Z.
  package var modified: Int { seconds }
  private let nanoseconds: Int

  /// The status of what `path` leads to, through symbolic links; nil where there is nothing.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The status of `path` itself, which may be a link; nil where there is nothing.
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
