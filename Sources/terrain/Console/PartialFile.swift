import TerrainContent

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is written before it takes the place of its target: in the same folder, hidden, and named after the process.
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

  /// Opens a file in the target's folder that has no name, and is gone with the process; nil where there is no such thing.
  func openNameless(_ permissions: mode_t) -> Int32? {
    #if os(Linux)
      // `O_TMPFILE`, which is hidden from Swift: a bit of its own, and the one for folders.
      let descriptor = systemOpen(folder, O_WRONLY | O_CLOEXEC | 0o20_000_000 | O_DIRECTORY, permissions)
      return descriptor >= 0 && faccessat(AT_FDCWD, Self.link(to: descriptor), F_OK, 0) == 0
        ? descriptor : Self.closed(descriptor)
    #else
      return nil
    #endif
  }

  /// Opens a file with this name.
  func open(_ permissions: mode_t) -> Int32? {
    let descriptor = systemOpen(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, permissions)
    return descriptor >= 0 ? descriptor : nil
  }

  /// Gives the file that `descriptor` is open for, which has no name, this one; false where the system does not.
  func name(_ descriptor: Int32) -> Bool {
    #if os(Linux)
      return linkat(AT_FDCWD, Self.link(to: descriptor), AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
    #else
      return false
    #endif
  }

  /// Removes what processes that are no more have left of the same target.
  func removeAbandoned() {
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: $0.pointee)) { String(cString: $0) }
      }
      guard name.hasPrefix(prefix), name.hasSuffix(Self.ending),
        let process = pid_t(name.dropFirst(prefix.count).dropLast(Self.ending.count)), process > 0
      else { continue }
      // A process of the same number is this one, or runs now.
      let isAlive = process != getpid() && (kill(process, 0) == 0 || errno != ESRCH)
      if !isAlive { unlink("\(folder)/\(name)") }
    }
  }

  private static func link(to descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

  private static func closed(_ descriptor: Int32) -> Int32? {
    if descriptor >= 0 { close(descriptor) }
    return nil
  }
}

/// `open(2)`, which ``PartialFile`` cannot call by that name.
private func systemOpen(_ path: String, _ flags: Int32, _ permissions: mode_t) -> Int32 {
  open(path, flags, permissions)
}
