import TerrainBase

extension SourceText {
  /// The largest source that is read (`sourceSize`), in bytes.
  package static let sizeLimit = 64 << 20

  /// Reads the file at `path`; `-` is standard input.
  ///
  /// Throws `file/not-found`, `file/is-a-directory`, `file/unreadable`, `file/too-large` (known before a regular file is
  /// read, and as soon as a pipe passes it), `file/empty` and `file/not-utf8` (the first bad byte, or the name of the
  /// other encoding).
  package static func load(path: String, limit: Int = sizeLimit) throws(DiagnosticError) -> SourceText {
    path == "-" ? try standardInput(limit: limit) : try load(path: path, name: path, limit: limit)
  }

  /// Reads the file at `path`, called `name` in messages.
  package static func load(path: String, name: String, limit: Int = sizeLimit) throws(DiagnosticError) -> SourceText {
    try checked(name: name, bytes: bytes(path: path, name: name, limit: limit), limit: limit)
  }

  /// Reads the regular file at `path`. For what is read while nobody is there to write to a pipe: content, and what a service reads again.
  ///
  /// - Throws: what ``load(path:limit:)`` throws; `file/not-found` also for what is neither a file nor a folder.
  package static func loadFile(path: String, limit: Int = sizeLimit) throws(DiagnosticError) -> SourceText {
    let bytes = try bytes(path: path, name: path, limit: limit) { (path) throws(SystemError) in
      try Descriptor.readingFile(path)
    }
    guard let bytes else { throw DiagnosticError(.fileNotFound(path)) }
    return try checked(name: path, bytes: bytes, limit: limit)
  }

  /// Reads the bytes of the file at `path`, whatever they are; `-` is standard input.
  ///
  /// - Throws: what ``load(path:limit:)`` throws, but for `file/empty` and `file/not-utf8`.
  package static func bytes(path: String, limit: Int = sizeLimit) throws(DiagnosticError) -> [UInt8] {
    path == "-"
      ? try read(.standardInput, name: "<stdin>", limit: limit) : try bytes(path: path, name: path, limit: limit)
  }

  private static func bytes(path: String, name: String, limit: Int) throws(DiagnosticError) -> [UInt8] {
    try bytes(path: path, name: name, limit: limit) { (path) throws(SystemError) in try Descriptor.reading(path) } ?? []
  }

  private static func bytes(
    path: String, name: String, limit: Int, open: (String) throws(SystemError) -> Descriptor?
  ) throws(DiagnosticError) -> [UInt8]? {
    // The system would stop at a zero byte, and open something else.
    if path.utf8.contains(0) { throw DiagnosticError(.fileNotFound(name)) }
    let opened: Descriptor?
    do throws(SystemError) { opened = try open(path) } catch {
      throw DiagnosticError(error.isMissing ? .fileNotFound(name) : .fileUnreadable(name, error))
    }
    guard let file = opened else { return nil }
    defer { file.close() }
    return try read(file, name: name, limit: limit)
  }

  /// Reads standard input, called `name` in messages, to its end.
  package static func standardInput(
    name: String = "<stdin>", limit: Int = sizeLimit
  ) throws(DiagnosticError) -> SourceText {
    try checked(name: name, bytes: read(.standardInput, name: name, limit: limit), limit: limit)
  }

  /// Makes a source of bytes from elsewhere, refused like a file's: too large, empty or not UTF-8.
  package static func checked(
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

  private static func read(_ file: Descriptor, name: String, limit: Int) throws(DiagnosticError) -> [UInt8] {
    let status = try unreadable(name) { () throws(SystemError) in try file.status() }
    if status.kind == .folder { throw DiagnosticError(.fileIsDirectory(name)) }
    let expected = status.kind == .file ? status.size : 0
    if expected > limit { throw DiagnosticError(.fileTooLarge(name, size: expected, limit: limit)) }
    // A regular file is read in place, with one byte of room so that its end is seen; the rest (a pipe, a file that grows)
    // comes in pieces.
    var bytes: [UInt8] = []
    var size = expected + 1
    while true {
      let piece = try unreadable(name) { () throws(SystemError) in try file.read(atMost: size) }
      if bytes.isEmpty { bytes = piece } else { bytes += piece }
      if bytes.count > limit { throw DiagnosticError(.fileTooLarge(name, size: nil, limit: limit)) }
      if piece.count < size { return bytes }
      size = 1 << 20
    }
  }

  private static func unreadable<R>(
    _ name: String, _ body: () throws(SystemError) -> R
  ) throws(DiagnosticError) -> R {
    do throws(SystemError) { return try body() } catch { throw DiagnosticError(.fileUnreadable(name, error)) }
  }

  /// The name of an encoding that is not UTF-8, recognized by its byte order mark or by zeros where ASCII has its first byte.
  private static func otherEncoding(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    guard bytes.count >= 4, (bytes[0] == 0) != (bytes[1] == 0), (bytes[2] == 0) == (bytes[0] == 0),
      (bytes[3] == 0) == (bytes[1] == 0)
    else { return nil }
    return "UTF-16 without a byte order mark"
  }
}

extension Diagnostic {
  static func fileIsDirectory(_ name: String) -> Diagnostic {
    file("file/is-a-directory", name, "`\(name)` is a folder, not a file")
  }

  static func fileEmpty(_ name: String) -> Diagnostic {
    file("file/empty", name, "`\(name)` is empty")
  }

  static func otherEncoding(_ name: String, encoding: String) -> Diagnostic {
    file(
      "file/not-utf8", name, "`\(name)` is \(encoding), and only UTF-8 is read",
      fix: "save the file as UTF-8")
  }
}
