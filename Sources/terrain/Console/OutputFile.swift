import TerrainDocuments

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes files whole or not at all: beside the target first, then moved over it in one step.
enum OutputFile {
  /// Writes `bytes` to `path`, keeping the permissions of a file that is there already. A link is followed; what is no
  /// regular file (a terminal, a pipe, a device) is written to and stays what it is.
  static func write(_ bytes: [UInt8], to path: String) throws(DiagnosticError) {
    var status = stat()
    let isThere = stat(path, &status) == 0
    if isThere, status.st_mode & S_IFMT != S_IFREG { return try append(bytes, to: path) }
    let mode = isThere ? status.st_mode & 0o7777 : 0o644
    let path = isThere ? resolved(path) : path
    let temporary = "\(path).\(getpid()).partial"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw DiagnosticError(.cannotWrite(path, because: reason())) }
    let isWritten = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
    let isFlushed = fsync(descriptor) == 0
    let isClosed = close(descriptor) == 0
    guard isWritten, isFlushed, isClosed, rename(temporary, path) == 0 else {
      let error = reason()
      unlink(temporary)
      throw DiagnosticError(.cannotWrite(path, because: error))
    }
  }

  /// Makes the folder `path` where it is not there; the one above it has to be.
  static func makeFolder(_ path: String) throws(DiagnosticError) {
    if mkdir(path, 0o755) != 0, errno != EEXIST { throw DiagnosticError(.cannotWrite(path, because: reason())) }
  }

  /// Writes `bytes` to something that cannot be moved over.
  private static func append(_ bytes: [UInt8], to path: String) throws(DiagnosticError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DiagnosticError(.cannotWrite(path, because: reason())) }
    defer { close(descriptor) }
    guard bytes.withUnsafeBytes({ writeAll($0, to: descriptor) }) else {
      throw DiagnosticError(.cannotWrite(path, because: reason()))
    }
  }

  /// The file that a link leads to.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
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

  private static func reason() -> String { String(cString: strerror(errno)) }
}

/// `write(2)`, which no type here can call by that name.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
