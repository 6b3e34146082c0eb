#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension SourceText {
  /// The largest source that is read (`sourceSize`), in bytes.
  public static let sizeLimit = 64 << 20

  /// Reads the file at `path`; `-` is standard input.
  ///
  /// Throws `file/not-found`, `file/is-a-directory`, `file/unreadable`, `file/too-large` (known before a regular file is
  /// read, and as soon as a pipe passes it), `file/empty` and `file/not-utf8` (the first bad byte, or the name of the
  /// other encoding).
  public static func load(path: String, limit: Int = sizeLimit) throws(DiagnosticError) -> SourceText {
    path == "-" ? try standardInput(limit: limit) : try load(path: path, name: path, limit: limit)
  }

  /// Reads the file at `path`, called `name` in messages.
  public static func load(path: String, name: String, limit: Int = sizeLimit) throws(DiagnosticError) -> SourceText {
    // The system would stop at a zero byte, and open something else.
    if path.utf8.contains(0) { throw DiagnosticError(.fileNotFound(name)) }
    let descriptor = openForReading(path)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { throw DiagnosticError(.fileNotFound(name)) }
      throw DiagnosticError(.fileUnreadable(name, reason: systemMessage(errno)))
    }
    defer { close(descriptor) }
    return try read(descriptor, name: name, limit: limit)
  }

  /// Reads standard input, called `name` in messages, to its end.
  public static func standardInput(
    name: String = "<stdin>", limit: Int = sizeLimit
  ) throws(DiagnosticError) -> SourceText {
    try read(0, name: name, limit: limit)
  }

  /// Makes a source of bytes from elsewhere, refused like a file's: too large, empty or not UTF-8.
  public static func checked(
    name: String, bytes: [UInt8], limit: Int = sizeLimit
  ) throws(DiagnosticError) -> SourceText {
    guard bytes.count <= limit else {
      throw DiagnosticError(.fileTooLarge(name, size: bytes.count, limit: limit))
    }
    guard !bytes.isEmpty else { throw DiagnosticError(.fileEmpty(name)) }
    if let encoding = otherEncoding(bytes) { throw DiagnosticError(.otherEncoding(name, encoding: encoding)) }
    let source = SourceText(name: name, bytes: bytes)
    if let offset = source.firstInvalidByte { throw DiagnosticError(.notUTF8(source, at: offset)) }
    guard source.byteOrderMarkLength < bytes.count else { throw DiagnosticError(.fileEmpty(name)) }
    return source
  }

  private static func read(_ descriptor: Int32, name: String, limit: Int) throws(DiagnosticError) -> SourceText {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw DiagnosticError(.fileUnreadable(name, reason: systemMessage(errno)))
    }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFDIR { throw DiagnosticError(.fileIsDirectory(name)) }
    var expected = 0
    if kind == S_IFREG {
      expected = Int(status.st_size)
      if expected > limit { throw DiagnosticError(.fileTooLarge(name, size: expected, limit: limit)) }
    }
    // A regular file is read in place, with one byte of room so that its end is met; what more there is (a pipe, a file
    // that grows) comes in pieces.
    var bytes: [UInt8] = []
    var size = expected + 1
    var isAtEnd = false
    while !isAtEnd {
      var failure: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
        while filled < buffer.count, !isAtEnd, failure == 0 {
          let count = systemRead(descriptor, UnsafeMutableBufferPointer(rebasing: buffer[filled...]))
          if count > 0 {
            filled += count
          } else if count == 0 {
            isAtEnd = true
          } else if errno != EINTR {
            failure = errno
          }
        }
      }
      guard failure == 0 else { throw DiagnosticError(.fileUnreadable(name, reason: systemMessage(failure))) }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      if bytes.count > limit { throw DiagnosticError(.fileTooLarge(name, size: nil, limit: limit)) }
      size = 1 << 20
    }
    return try checked(name: name, bytes: bytes, limit: limit)
  }

  /// The name of an encoding that is not UTF-8, told by its byte order mark or by zeros where ASCII has its first byte.
  private static func otherEncoding(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    guard bytes.count >= 4, (bytes[0] == 0) != (bytes[1] == 0), (bytes[2] == 0) == (bytes[0] == 0),
      (bytes[3] == 0) == (bytes[1] == 0)
    else { return nil }
    return "UTF-16 without a byte order mark"
  }
}

private func openForReading(_ path: String) -> Int32 { open(path, O_RDONLY | O_CLOEXEC) }

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}

private func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
