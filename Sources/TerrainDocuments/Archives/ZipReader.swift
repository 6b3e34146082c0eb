/// The entries of a ZIP archive, by its central directory. Each is inflated when it is asked for.
package struct ZipReader: Sendable {
  /// How many entries an archive has at most (`archiveEntries`).
  package static let entryLimit = 10_000
  /// How many bytes an entry has at most, inflated (`archiveEntrySize`).
  package static let sizeLimit = 64 << 20

  private struct Entry {
    let method: Int
    let checksum: Int
    let compressedSize: Int
    let size: Int
    let offset: Int
    let isEncrypted: Bool
  }

  private let bytes: [UInt8]
  private let file: String
  private let limit: Int
  private var entries: [String: Entry] = [:]

  /// Reads the directory of the archive `bytes`, which is called `file` in diagnostics.
  ///
  /// - Throws: `archive/damaged`, `archive/unsupported`, `archive/too-large`.
  package init(_ bytes: [UInt8], file: String, sizeLimit: Int = Self.sizeLimit) throws(DiagnosticError) {
    self.bytes = bytes
    self.file = file
    limit = sizeLimit
    guard let end = Self.end(of: bytes), let count = number(end + 10, 2), let size = number(end + 12, 4),
      let start = number(end + 16, 4)
    else { throw DiagnosticError(.archiveDamaged(file, "it has no directory at its end")) }
    guard number(end + 4, 4) == 0, count != 0xFFFF, start != 0xFFFF_FFFF else {
      throw DiagnosticError(.archiveUnsupported(file, "it is in several files, or a ZIP64 archive"))
    }
    guard count <= Self.entryLimit else {
      throw DiagnosticError(.archiveTooLarge(file, "\(count) entries", "archiveEntries", Self.entryLimit))
    }
    guard start + size <= end else { throw DiagnosticError(.archiveDamaged(file, "its directory is cut")) }
    var offset = start
    for _ in 0..<count {
      guard let (name, entry, next) = entry(at: offset), next <= start + size else {
        throw DiagnosticError(.archiveDamaged(file, "its directory is cut"))
      }
      guard entries.updateValue(entry, forKey: name) == nil else {
        throw DiagnosticError(.archiveDamaged(file, "`\(name)` is in it twice"))
      }
      offset = next
    }
  }

  /// What the entry `name` contains; nil where there is none.
  ///
  /// - Throws: `archive/damaged`, `archive/unsupported`, `archive/too-large`.
  package func bytes(of name: String) throws(DiagnosticError) -> [UInt8]? {
    guard let entry = entries[name] else { return nil }
    guard !entry.isEncrypted, entry.method == 0 || entry.method == 8 else {
      throw DiagnosticError(.archiveUnsupported(file, "`\(name)` in it is encrypted, or not deflated"))
    }
    guard entry.size <= limit else {
      throw DiagnosticError(.archiveTooLarge(file, "`\(name)` with \(entry.size) bytes", "archiveEntrySize", limit))
    }
    let damaged = DiagnosticError(.archiveDamaged(file, "`\(name)` in it is not what it was"))
    let offset = entry.offset
    guard isAt(offset, ZipFormat.entry), let nameSize = number(offset + 26, 2), let more = number(offset + 28, 2)
    else { throw damaged }
    let start = offset + 30 + nameSize + more
    guard start + entry.compressedSize <= bytes.count else { throw damaged }
    let own = bytes[start..<start + entry.compressedSize]
    let content: [UInt8]
    if entry.method == 0 {
      content = Array(own)
    } else {
      do throws(InflateError) {
        let inflated = try Inflate.bytes(of: own, limit: entry.size)
        guard inflated.length == own.count else { throw .isWrong }
        content = inflated.bytes
      } catch { throw damaged }
    }
    guard content.count == entry.size, Int(CRC32.checksum(content)) == entry.checksum else { throw damaged }
    return content
  }

  // MARK: The format

  /// Where the end of the directory begins: the last one whose comment ends the file.
  private static func end(of bytes: [UInt8]) -> Int? {
    let longest = 22 + 0xFFFF
    var offset = bytes.count - 22
    while offset >= 0, offset >= bytes.count - longest {
      if bytes[offset...].starts(with: ZipFormat.end),
        Int(bytes[offset + 20]) + Int(bytes[offset + 21]) << 8 == bytes.count - offset - 22
      {
        return offset
      }
      offset -= 1
    }
    return nil
  }

  private func entry(at offset: Int) -> (name: String, entry: Entry, next: Int)? {
    guard isAt(offset, ZipFormat.directoryEntry), let flags = number(offset + 8, 2),
      let method = number(offset + 10, 2), let checksum = number(offset + 16, 4),
      let compressedSize = number(offset + 20, 4), let size = number(offset + 24, 4),
      let nameSize = number(offset + 28, 2), let more = number(offset + 30, 2), let comment = number(offset + 32, 2),
      let start = number(offset + 42, 4), offset + 46 + nameSize <= bytes.count
    else { return nil }
    let name = String(decoding: bytes[offset + 46..<offset + 46 + nameSize], as: UTF8.self)
    let entry = Entry(
      method: method, checksum: checksum, compressedSize: compressedSize, size: size, offset: start,
      isEncrypted: flags & 1 == 1)
    return (name, entry, offset + 46 + nameSize + more + comment)
  }

  private func isAt(_ offset: Int, _ mark: [UInt8]) -> Bool {
    offset <= bytes.count && bytes[offset...].starts(with: mark)
  }

  /// The number in `size` bytes, the lowest first.
  private func number(_ offset: Int, _ size: Int) -> Int? {
    guard offset >= 0, offset + size <= bytes.count else { return nil }
    return bytes[offset..<offset + size].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension Diagnostic {
  fileprivate static func archiveDamaged(_ file: String, _ what: String) -> Diagnostic {
    .file("archive/damaged", file, "`\(file)` is not a whole ZIP archive: \(what)")
  }

  fileprivate static func archiveUnsupported(_ file: String, _ what: String) -> Diagnostic {
    .file(
      "archive/unsupported", file, "`\(file)` is an archive that is not read: \(what)",
      fix: "save it without a password, deflated, in one file")
  }

  fileprivate static func archiveTooLarge(
    _ file: String, _ what: String, _ limit: String, _ most: Int
  ) -> Diagnostic {
    .file("archive/too-large", file, "`\(file)` has \(what), more than the limit `\(limit)` of \(most)")
  }
}
