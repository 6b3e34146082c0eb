import TerrainContent
import TerrainDocuments

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes files whole or not at all, whatever ends the program: what is written has no name until all of it is there, and is then
/// moved over the target in one step. Folders on the way to it are made.
///
/// Where the system knows no files without a name, a hidden one beside the target takes their place. What a killed program left
/// of that is removed when the same file is written the next time.
enum OutputFile {
  /// Writes `bytes` to `path`, keeping the permissions of a file that is there already. A link is followed; what is no
  /// regular file (a terminal, a pipe, a device) is written to and stays what it is.
  static func write(_ bytes: [UInt8], to path: String) throws(DiagnosticError) {
    var status = stat()
    let isThere = stat(path, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG { return try append(bytes, to: path) }
    let target = isThere ? Folder.realPath(path) ?? path : path
    let made = try makeFolder(FilePath.folder(target), for: path)
    do throws(DiagnosticError) {
      try replace(target, with: bytes, permissions: isThere ? status.st_mode & 0o7777 : nil, path)
    } catch {
      // A folder in which nothing could be written is not left behind.
      for folder in made.reversed() { rmdir(folder) }
      throw error
    }
  }

  /// Writes all of `bytes`; false when the system will not take them.
  static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
      if written < 0 {
        if errno == EINTR { continue }
        return false
      }
      rest = rest.dropFirst(written)
    }
    return true
  }

  /// Makes the folders on the way to the file `path`, for what is written piece by piece.
  static func makeFolders(for path: String) throws(DiagnosticError) {
    _ = try makeFolder(FilePath.folder(path), for: path)
  }

  // MARK: In one step

  /// What a new file may be done with, before the process's mask.
  private static let newPermissions: mode_t = 0o644

  /// Puts a file of `bytes` in the place of `target`, which whoever runs the program calls `name`.
  private static func replace(
    _ target: String, with bytes: [UInt8], permissions: mode_t?, _ name: String
  ) throws(DiagnosticError) {
    let temporary = PartialFile(for: target)
    temporary.removeAbandoned()
    let nameless = temporary.openNameless(newPermissions)
    // A file that has a name is moved or removed before a signal ends the program.
    let isHeld = nameless == nil ? SignalHold() : nil
    defer { isHeld?.end() }
    guard let descriptor = nameless ?? temporary.open(newPermissions) else {
      throw DiagnosticError(.cannotWrite(name, because: reason()))
    }
    var isRight = bytes.withUnsafeBytes { writeAll($0, to: descriptor) } && fsync(descriptor) == 0
    if isRight, let permissions { isRight = fchmod(descriptor, permissions) == 0 }
    let hold = SignalHold()
    defer { hold.end() }
    if isRight, nameless != nil { isRight = temporary.name(descriptor) }
    let failure = errno
    let isClosed = close(descriptor) == 0
    if isRight, isClosed, rename(temporary.path, target) == 0 { return }
    let error = isRight ? reason() : String(cString: strerror(failure))
    unlink(temporary.path)
    throw DiagnosticError(.cannotWrite(name, because: error))
  }

  /// Makes the folder `path` and those above it where they are not there; those that it made, the highest first.
  private static func makeFolder(_ path: String, for name: String) throws(DiagnosticError) -> [String] {
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
        let error = reason()
        for folder in made.reversed() { rmdir(folder) }
        throw DiagnosticError(.cannotWrite(name, because: error))
      }
    }
    return made
  }

  // MARK: As it comes

  /// Writes `bytes` to something that cannot be moved over.
  private static func append(_ bytes: [UInt8], to path: String) throws(DiagnosticError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DiagnosticError(.cannotWrite(path, because: reason())) }
    defer { close(descriptor) }
    guard bytes.withUnsafeBytes({ writeAll($0, to: descriptor) }) else {
      throw DiagnosticError(.cannotWrite(path, because: reason()))
    }
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
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

/// `write(2)`, which no type here can call by that name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
