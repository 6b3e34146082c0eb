import TerrainBase

extension SourceText {
  /// The maximum size of a source (`sourceSize`), in bytes.
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

  /// Reads the regular file at `path`. For reads that must not wait for the writer of a pipe: content files, and files that a service reads
  /// again.
  ///
  /// - Throws: the errors of ``load(path:limit:)``; `file/not-found` also if `path` is neither a file nor a folder.
  package static func loadFile(path: String, limit: Int = sizeLimit) throws(DiagnosticError) -> SourceText {
    let bytes = try bytes(path: path, name: path, limit: limit) { (path) throws(SystemError) in
      try Descriptor.readingFile(path)
    }
    guard let bytes else { throw DiagnosticError(.fileNotFound(path)) }
    return try checked(name: path, bytes: bytes, limit: limit)
  }

  /// Reads the bytes of the file at `path`, whatever their encoding; `-` is standard input.
  ///
  /// - Throws: the errors of ``load(path:limit:)``, except `file/empty` and `file/not-utf8`.
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
    // The system would stop at a zero byte and open another file.
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

  /// Makes a source from bytes, with the checks of a file: too large, empty, or not UTF-8.
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
    // A regular file is read in one piece, with one extra byte to detect its end. The remainder (of a pipe, or of a growing file) is read
    // in pieces.
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

  /// The name of an encoding other than UTF-8, recognized by its byte order mark or by the zero bytes around ASCII characters.
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

// Diagnostics about a file before it is parsed.

extension Diagnostic {
  static func file(_ code: String, _ name: String, _ message: String, fix: String? = nil) -> Diagnostic {
    Diagnostic(
      code: code, message: message,
      place: Place(source: SourceText(name: name, bytes: []), range: SourceRange(start: 0, end: 0)), fix: fix)
  }

  package static func fileNotFound(_ name: String) -> Diagnostic {
    file("file/not-found", name, "there is no file `\(name)`")
  }

  package static func fileUnreadable(_ name: String, _ reason: SystemError) -> Diagnostic {
    file("file/unreadable", name, "`\(name)` cannot be read: \(reason.message)")
  }

  static func fileTooLarge(_ name: String, size: Int?, limit: Int) -> Diagnostic {
    let size = size.map { "has \(byteCount($0))" } ?? "goes on"
    return file(
      "file/too-large", name, "`\(name)` \(size), more than the limit `sourceSize` of \(byteCount(limit))")
  }

  package static func notUTF8(_ source: SourceText, at offset: Int) -> Diagnostic {
    let byte = source.bytes[min(offset, source.bytes.count - 1)]
    let place = Place(
      source: source,
      range: SourceRange(start: UInt32(clamping: offset), end: UInt32(clamping: offset + 1)))
    return Diagnostic(
      code: "file/not-utf8", message: "the byte 0x\(hexadecimal(byte)) here is not UTF-8", place: place,
      fix: "save the file as UTF-8")
  }

  /// Offsets in documents have 31 bits.
  package static func tooLargeToRead(_ source: SourceText) -> Diagnostic {
    fileTooLarge(source.name, size: source.bytes.count, limit: Int(Int32.max) - 1)
  }

  private static func byteCount(_ count: Int) -> String {
    if count >= 1 << 20, count % (1 << 20) == 0 { return "\(count >> 20) MiB" }
    return count.counted("byte")
  }

  static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count < 2 ? "0" + digits : digits
  }
}

// MARK: - What documents of every format share

extension Diagnostic {
  /// A repeated key in one map.
  package static func duplicateKey(
    _ source: SourceText, code: String, severity: Severity, key: String, first: SourceRange, second: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      code: code, severity: severity, message: "the key `\(key)` is written twice",
      place: Place(source: source, range: second),
      related: [Related(message: "first written here", place: Place(source: source, range: first))],
      fix: "remove or rename one of them")
  }
}
