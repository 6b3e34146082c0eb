#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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

  /// So many files are open at once; further ones have hidden names instead.
  private static let mostNameless = 200
  /// The permissions of a new file, before the process's mask.
  private static let newPermissions: mode_t = 0o644

  private var files: [File] = []
  private var folders: [String] = []
  /// Files that have a name are moved or removed before a signal ends the program.
  private var hold: SignalHold?

  /// Writes `bytes` to the disk, to replace the regular file `path`; what is no regular file is left alone.
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

  /// Names all files, and keeps what the targets are; after it nothing is left to do but to replace them.
  mutating func prepare() throws(FileFailure) {
    if hold == nil { hold = SignalHold() }
    for file in files where file.isNameless && !file.partial.name(file.descriptor) {
      throw FileFailure(file.path, .last)
    }
    // The last one is replaced, or fails, in one step.
    for file in files.dropLast() where !file.isNew { file.partial.keepPrevious(file.target) }
  }

  /// Replaces all targets, or none, after ``prepare()``: where one cannot be replaced, those before it are what they were.
  ///
  /// There is no single step for several files. A program that is killed (not by a signal that it may hold) or a machine that stops
  /// between two of them leaves the first replaced, with what they were beside them under hidden names; and on a file system
  /// without hard links, what was replaced stays replaced.
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

  /// Removes what was begun. Folders in which nothing could be written are not left behind.
  mutating func discard() {
    for file in files {
      unlink(file.partial.path)
      if files.count > 1, !file.isNew { file.partial.dropPrevious() }
      file.descriptor.close()
    }
    for folder in folders.reversed() { rmdir(folder) }
    hold?.end()
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
}

/// Keeps signals that end the program waiting while a file has a name that is not its own.
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
