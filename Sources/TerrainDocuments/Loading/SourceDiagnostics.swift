import TerrainBase

// What can be wrong with a file before it is parsed.

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
  /// The same key twice in one map.
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
