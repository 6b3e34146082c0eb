#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is written before it replaces its target: in the same folder, hidden, and named after the process.
struct PartialFile {
  /// Its name, once it has one.
  let path: String
  private let folder: String
  /// What the names of all partial files of the target begin with.
  private let prefix: String

  private static let ending = ".partial"

  /// The partial file of this process for `target`.
  init(for target: String) {
    folder = FilePath.folder(target)
    prefix = ".\(FilePath.name(target))."
    path = "\(folder)/\(prefix)\(getpid())\(Self.ending)"
  }

  /// Opens a file in the target's folder that has no name and disappears with the process; nil where the system cannot.
  func openNameless(_ permissions: mode_t) -> Descriptor? {
    #if os(Linux)
      // `O_TMPFILE`, which is hidden from Swift: a bit of its own, and the one for folders.
      let flags = O_WRONLY | O_CLOEXEC | 0o20_000_000 | O_DIRECTORY
      guard let descriptor = try? Descriptor.opened(folder, flags, permissions) else { return nil }
      if faccessat(AT_FDCWD, Self.link(to: descriptor), F_OK, 0) == 0 { return descriptor }
      descriptor.close()
    #endif
    return nil
  }

  /// Opens a file with this name.
  func open(_ permissions: mode_t) throws(SystemError) -> Descriptor {
    try .opened(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, permissions)
  }

  /// Gives this name to the nameless file that `descriptor` is open for; false where the system cannot.
  func name(_ descriptor: Descriptor) -> Bool {
    #if os(Linux)
      return linkat(AT_FDCWD, Self.link(to: descriptor), AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
    #else
      return false
    #endif
  }

  /// Removes what processes that have ended left of the same target.
  func removeAbandoned() {
    for name in (try? Folder.names(in: folder)) ?? [] {
      guard name.hasPrefix(prefix), name.hasSuffix(Self.ending),
        let process = pid_t(name.dropFirst(prefix.count).dropLast(Self.ending.count)), process > 0
      else { continue }
      // A process of the same number is this one, or runs now.
      let isAlive = process != getpid() && (kill(process, 0) == 0 || errno != ESRCH)
      if !isAlive { unlink("\(folder)/\(name)") }
    }
  }

  private static func link(to descriptor: Descriptor) -> String { "/proc/self/fd/\(descriptor.number)" }
}
