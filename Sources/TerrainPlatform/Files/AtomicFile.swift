#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes files whole or not at all, whatever ends the program: the new file has no name until it is complete, and then
/// replaces its target in one step. Folders on the way to it are created.
///
/// Where the system has no files without a name, a hidden one beside the target is used instead. What a killed program left
/// of that is removed when the same file is written the next time.
package enum AtomicFile {
  /// Writes `bytes` to `path`, keeping the permissions of a file that is there already. A link is followed; what is not a
  /// regular file (a terminal, a pipe, a device) is written to and stays what it is.
  package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let status = FileStatus(path)
    if let status, status.kind != .file { return try append(bytes, to: path) }
    let target = status == nil ? path : Folder.realPath(path) ?? path
    let made = try makeFolder(FilePath.folder(target))
    do throws(SystemError) {
      try replace(target, with: bytes, permissions: status?.permissions)
    } catch {
      // A folder in which nothing could be written is not left behind.
      for folder in made.reversed() { rmdir(folder) }
      throw error
    }
  }

  /// Creates the folders on the way to the file `path`, for a file that is written piece by piece.
  package static func makeFolders(for path: String) throws(SystemError) { _ = try makeFolder(FilePath.folder(path)) }

  // MARK: In one step

  /// The permissions of a new file, before the process's mask.
  private static let newPermissions: mode_t = 0o644

  /// Puts a file of `bytes` in the place of `target`.
  private static func replace(
    _ target: String, with bytes: [UInt8], permissions: mode_t?
  ) throws(SystemError) {
    let temporary = PartialFile(for: target)
    temporary.removeAbandoned()
    let nameless = temporary.openNameless(newPermissions)
    // A file that has a name is moved or removed before a signal ends the program.
    let isHeld = nameless == nil ? SignalHold() : nil
    defer { isHeld?.end() }
    let descriptor = if let nameless { nameless } else { try temporary.open(newPermissions) }
    var error = fill(descriptor, with: bytes, permissions)
    let hold = SignalHold()
    defer { hold.end() }
    if error == nil, nameless != nil, !temporary.name(descriptor) { error = .last }
    let isClosed = descriptor.closeReportingErrors()
    if error == nil, isClosed, rename(temporary.path, target) == 0 { return }
    let reason = error ?? .last
    unlink(temporary.path)
    throw reason
  }

  /// Writes `bytes` to the disk; the reason where that fails.
  private static func fill(_ descriptor: Descriptor, with bytes: [UInt8], _ permissions: mode_t?) -> SystemError? {
    do throws(SystemError) {
      try descriptor.write(bytes)
      guard fsync(descriptor.number) == 0 else { throw .last }
      if let permissions, fchmod(descriptor.number, permissions) != 0 { throw .last }
      return nil
    } catch {
      return error
    }
  }

  /// Creates the folder `path` and those above it where they are missing; returns those that it created, the highest first.
  private static func makeFolder(_ path: String) throws(SystemError) -> [String] {
    var missing: [String] = []
    var folder = path
    while Folder.kind(of: folder) == nil, folder != ".", folder != "/" {
      missing.append(folder)
      folder = FilePath.folder(folder)
    }
    var made: [String] = []
    for folder in missing.reversed() {
      if mkdir(folder, 0o755) == 0 {
        made.append(folder)
      } else if errno != EEXIST {
        let error = SystemError.last
        for folder in made.reversed() { rmdir(folder) }
        throw error
      }
    }
    return made
  }

  // MARK: Without replacing

  /// Writes `bytes` to something that cannot be replaced.
  private static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let descriptor = try Descriptor.writing(path)
    defer { descriptor.close() }
    try descriptor.write(bytes)
  }
}
