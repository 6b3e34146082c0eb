#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes files completely or not at all, even if the program is killed. New files have no names until all of them are complete; then each
/// replaces its target in one step. Missing parent folders are created.
///
/// On systems without nameless files, a hidden file next to the target is used instead. The next write of the same target removes hidden
/// files that a killed program left behind.
package enum AtomicFile {
  /// Writes `bytes` to `path` and keeps the permissions of an existing file. Follows links. A target that is not a regular file (a
  /// terminal, a pipe, a device) is written to directly and not replaced.
  package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    do throws(FileFailure) { _ = try write([(path, bytes)], over: []) } catch { throw error.reason }
  }

  /// Writes all of `files`, or none of them: a full disk is noticed before the first file replaces its target, and if a later target cannot
  /// be replaced, the earlier ones are restored.
  ///
  /// - Parameter sources: Files that `files` depend on, with the bytes that were read from them.
  /// - Returns: the path of the first source whose bytes have changed, in which case nothing was written, or nil if no source has changed.
  package static func write(
    _ files: [(path: String, bytes: [UInt8])], over sources: [(path: String, bytes: [UInt8])]
  ) throws(FileFailure) -> String? {
    var staging = Staging()
    do throws(FileFailure) {
      for file in files { try staging.add(file.bytes, for: file.path) }
      try staging.prepare()
      // As late as possible, so that another process hardly has time to write in between.
      if let changed = sources.first(where: { !has($0.bytes, at: $0.path) }) {
        staging.discard()
        return changed.path
      }
      try staging.finish()
    } catch {
      staging.discard()
      throw error
    }
    for file in files where FileStatus(file.path).map({ $0.kind != .file }) ?? false {
      do throws(SystemError) { try append(file.bytes, to: file.path) } catch { throw FileFailure(file.path, error) }
    }
    return nil
  }

  /// True if the content of the file at `path` is exactly `bytes`.
  private static func has(_ bytes: [UInt8], at path: String) -> Bool {
    Descriptor.firstBytes(of: path, bytes.count + 1) == bytes
  }

  /// Creates the parent folders of the file `path`, for a file that is written piece by piece.
  package static func makeFolders(for path: String) throws(SystemError) { _ = try makeFolder(FilePath.folder(path)) }

  /// Creates the folder `path`, which only its owner may read, and its missing parent folders.
  package static func makePrivateFolder(_ path: String) throws(SystemError) {
    try makeFolders(for: path)
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw .last }
  }

  /// Deletes the file `path`, ignoring errors.
  package static func delete(_ path: String) { unlink(path) }

  /// Creates the folder `path` and its missing parent folders. Returns the created folders, the highest first.
  static func makeFolder(_ path: String) throws(SystemError) -> [String] {
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

  /// Writes `bytes` to a target that cannot be replaced.
  private static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let descriptor = try Descriptor.writing(path)
    defer { descriptor.close() }
    try descriptor.write(bytes)
  }
}

/// New files that are complete on the disk, and have not replaced their targets yet.
struct Staging {
  private struct File {
    let path: String
    let target: String
    let isNew: Bool
    let partial: PartialFile
    let descriptor: Descriptor
    let isNameless: Bool
  }

  /// The maximum number of nameless files that are open at once; further files have hidden names.
  private static let mostNameless = 200
  /// The permissions of a new file, before the process's mask.
  private static let newPermissions: mode_t = 0o644

  private var files: [File] = []
  private var folders: [String] = []
  /// Files that have a name are moved or removed before a signal ends the program.
  private var hold: SignalHold?

  /// Writes `bytes` to the disk, to replace the regular file `path` later. Ignores targets that are not regular files.
  mutating func add(_ bytes: [UInt8], for path: String) throws(FileFailure) {
    let status = FileStatus(path)
    if let status, status.kind != .file { return }
    let target = status == nil ? path : Folder.realPath(path) ?? path
    do throws(SystemError) {
      folders += try AtomicFile.makeFolder(FilePath.folder(target))
      let partial = PartialFile(for: target)
      partial.removeAbandoned()
      let nameless = files.count < Self.mostNameless ? partial.openNameless(Self.newPermissions) : nil
      if nameless == nil, hold == nil { hold = SignalHold() }
      let descriptor = if let nameless { nameless } else { try partial.open(Self.newPermissions) }
      files.append(
        File(
          path: path, target: target, isNew: status == nil, partial: partial, descriptor: descriptor,
          isNameless: nameless != nil))
      if let error = Self.fill(descriptor, with: bytes, status?.permissions) { throw error }
    } catch {
      throw FileFailure(path, error)
    }
  }

  /// Gives names to all new files and saves the current targets. Only the replacements remain to be done after it.
  mutating func prepare() throws(FileFailure) {
    if hold == nil { hold = SignalHold() }
    for file in files where file.isNameless && !file.partial.name(file.descriptor) {
      throw FileFailure(file.path, .last)
    }
    // The last target is replaced, or fails, in one step, so its previous content need not be saved.
    for file in files.dropLast() where !file.isNew { file.partial.keepPrevious(file.target) }
  }

  /// Replaces all targets, or none, after ``prepare()``: if one replacement fails, the earlier targets are restored.
  ///
  /// No system call replaces several files in one step. If the program is killed (by a signal that cannot be held back) or the machine
  /// stops between two replacements, the first targets are replaced and their previous contents remain next to them under hidden names. On
  /// a file system without hard links, replaced targets cannot be restored.
  mutating func finish() throws(FileFailure) {
    for (index, file) in files.enumerated() where rename(file.partial.path, file.target) != 0 {
      let reason = SystemError.last
      for file in files[..<index].reversed() {
        if file.isNew { unlink(file.target) } else { _ = file.partial.restorePrevious(file.target) }
      }
      throw FileFailure(file.path, reason)
    }
    for file in files {
      if files.count > 1, !file.isNew { file.partial.dropPrevious() }
      file.descriptor.close()
    }
    hold?.end()
  }

  /// Removes the new files and the folders that were created for them if these are empty.
  mutating func discard() {
    for file in files {
      unlink(file.partial.path)
      if files.count > 1, !file.isNew { file.partial.dropPrevious() }
      file.descriptor.close()
    }
    for folder in folders.reversed() { rmdir(folder) }
    hold?.end()
  }

  /// Writes `bytes` to the disk. Returns the error if that fails.
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
}

/// Delays signals that end the program while temporary files with names exist.
private struct SignalHold {
  private var before = sigset_t()

  init() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, &before)
  }

  func end() {
    var before = before
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}

/// The file that is written before it replaces its target: hidden, in the same folder, and named after the process.
struct PartialFile {
  /// Its name, once it has one.
  let path: String
  /// A second name of the previous target, which exists while the target may have to be restored.
  private let previous: String
  private let folder: String
  /// The prefix of the names of all partial files of the target.
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

  /// Gives a second name to `target`, so that its content is not lost by the replacement. Has no effect on file systems without hard links.
  func keepPrevious(_ target: String) {
    unlink(previous)
    _ = link(target, previous)
  }

  /// Restores the previous content of `target`; false if it was not saved.
  func restorePrevious(_ target: String) -> Bool { rename(previous, target) == 0 }

  /// Removes the previous content of the target.
  func dropPrevious() { unlink(previous) }

  /// Opens a file in the target's folder that has no name and disappears with the process, or nil if the system has no such files.
  func openNameless(_ permissions: mode_t) -> Descriptor? {
    #if os(Linux)
      // Swift does not import `O_TMPFILE`, which consists of a bit of its own and of `O_DIRECTORY`.
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

  /// Gives this name to the nameless file of `descriptor`; false if the system cannot.
  func name(_ descriptor: Descriptor) -> Bool {
    #if os(Linux)
      return linkat(AT_FDCWD, Self.linkPath(of: descriptor), AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
    #else
      return false
    #endif
  }

  /// Removes the partial files of the same target that ended processes left behind.
  func removeAbandoned() {
    for name in (try? Folder.names(in: folder)) ?? [] {
      guard name.hasPrefix(prefix), name.hasSuffix(Self.ending) else { continue }
      var number = name.dropFirst(prefix.count).dropLast(Self.ending.count)
      if number.hasSuffix(Self.previousMark) { number.removeLast(Self.previousMark.count) }
      guard let process = pid_t(number), process > 0 else { continue }
      // The process number belongs to this process or to another running one.
      let isAlive = process != getpid() && (kill(process, 0) == 0 || errno != ESRCH)
      if !isAlive { unlink("\(folder)/\(name)") }
    }
  }

  private static func linkPath(of descriptor: Descriptor) -> String { "/proc/self/fd/\(descriptor.number)" }
}
