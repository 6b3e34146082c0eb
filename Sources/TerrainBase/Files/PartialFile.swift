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
  /// Another name of what the target was, as long as that may have to come back.
  private let previous: String
  private let folder: String
  /// What the names of all partial files of the target begin with.
  private let prefix: String

  private static let ending = ".partial"
  private static let previousMark = ".previous"

  /// The partial file of this process for `target`.
  init(for target: String) {
    folder = FilePath.folder(target)
    prefix = ".\(FilePath.name(target))."
    path = "\(folder)/\(prefix)\(getpid())\(Self.ending)"
    previous = "\(folder)/\(prefix)\(getpid())\(Self.previousMark)\(Self.ending)"
  }

  /// Gives another name to `target`, so that it is not lost where this file replaces it; where the file system has no second names,
  /// it is.
  func keepPrevious(_ target: String) {
    unlink(previous)
    _ = link(target, previous)
  }

  /// Gives back to `target` what it was; false where that was not kept.
  func restorePrevious(_ target: String) -> Bool { rename(previous, target) == 0 }

  /// Removes what the target was.
  func dropPrevious() { unlink(previous) }

  /// Opens a file in the target's folder that has no name and disappears with the process; nil where the system cannot.
  func openNameless(_ permissions: mode_t) -> Descriptor? {
    #if os(Linux)
      // `O_TMPFILE`, which is hidden from Swift: a bit of its own, and the one for folders.
      let flags = O_WRONLY | O_CLOEXEC | 0o20_000_000 | O_DIRECTORY
      guard let descriptor = try? Descriptor.opened(folder, flags, permissions) else { return nil }
      if faccessat(AT_FDCWD, Self.linkPath(of: descriptor), F_OK, 0) == 0 { return descriptor }
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
      return linkat(AT_FDCWD, Self.linkPath(of: descriptor), AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
    #else
      return false
    #endif
  }

  /// Removes what processes that have ended left of the same target.
  func removeAbandoned() {
    for name in (try? Folder.names(in: folder)) ?? [] {
      guard name.hasPrefix(prefix), name.hasSuffix(Self.ending) else { continue }
      var number = name.dropFirst(prefix.count).dropLast(Self.ending.count)
      if number.hasSuffix(Self.previousMark) { number.removeLast(Self.previousMark.count) }
      guard let process = pid_t(number), process > 0 else { continue }
      // A process of the same number is this one, or runs now.
      let isAlive = process != getpid() && (kill(process, 0) == 0 || errno != ESRCH)
      if !isAlive { unlink("\(folder)/\(name)") }
    }
  }

  private static func linkPath(of descriptor: Descriptor) -> String { "/proc/self/fd/\(descriptor.number)" }
}
