#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file of lines that grows at its end. When it is full, it is renamed to a numbered file (`FILE.1`, `FILE.2`, …) and a new file begins.
/// Only one process may write it, and only one thread at a time.
package final class RotatedFile: @unchecked Sendable {
  /// Only the owner may read the files (before the process's mask).
  private static let permissions: mode_t = 0o600
  /// The number of bytes read at once in the search for the last line end.
  private static let chunk = 64 << 10

  private let path: String
  private let limit: Int
  private var file: Descriptor
  private var size: Int
  /// The number of the most recent full file.
  private var number: Int

  /// Opens the file `path`, or creates it together with missing parent folders. Removes an incomplete line at its end, which a killed
  /// process left.
  ///
  /// - Parameter limit: The maximum size in bytes. A line that would exceed it begins a new file.
  /// - Throws: the system's error; `ENOTSUP` if `path` is not a regular file, `EWOULDBLOCK` if another process writes it.
  package init(_ path: String, limit: Int) throws(SystemError) {
    try AtomicFile.makeFolders(for: path)
    self.path = path
    self.limit = limit
    let file = try Self.opened(path)
    do throws(SystemError) {
      size = try Self.cutToWholeLines(file)
    } catch {
      file.closeHeld()
      throw error
    }
    self.file = file
    number = Self.lastNumber(of: path)
  }

  deinit { file.closeHeld() }

  /// Appends complete lines: all of them, or none.
  package func append(_ lines: UnsafeRawBufferPointer) throws(SystemError) {
    if lines.isEmpty { return }
    if size > 0, size + lines.count > limit { try rotate() }
    do throws(SystemError) {
      try file.write(lines, at: size)
      size += lines.count
    } catch {
      try? file.cut(to: size)
      throw error
    }
  }

  /// Begins a new file if this one has lines.
  package func beginNext() throws(SystemError) { if size > 0 { try rotate() } }

  /// Removes the numbered files that were last written before `seconds` since 1970-01-01T00:00:00Z.
  package func remove(modifiedBefore seconds: Int) throws(SystemError) {
    for file in try Self.numbered(path) {
      guard let status = FileStatus.ofLink(file), status.kind == .file, status.modified < seconds else { continue }
      guard unlink(file) == 0 || errno == ENOENT else { throw .last }
    }
  }

  /// The files of the log `path`, the oldest first. The last one is `path` itself if it exists.
  package static func files(of path: String) throws(SystemError) -> [String] {
    try numbered(path) + (FileStatus(path) == nil ? [] : [path])
  }

  /// Renames the full file to its numbered name, and begins a new file.
  private func rotate() throws(SystemError) {
    repeat { number += 1 } while FileStatus.ofLink("\(path).\(number)") != nil
    guard rename(path, "\(path).\(number)") == 0 else { throw .last }
    let next = try Self.opened(path)
    file.closeHeld()
    file = next
    size = 0
  }

  private static func opened(_ path: String) throws(SystemError) -> Descriptor {
    let file = try Descriptor.opened(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, permissions)
    guard file.size != nil else {
      file.close()
      throw SystemError(code: ENOTSUP)
    }
    guard file.hold() else {
      let reason = SystemError.last
      file.close()
      throw reason
    }
    return file
  }

  /// The size of the complete lines in `file`; removes an incomplete line after them.
  private static func cutToWholeLines(_ file: Descriptor) throws(SystemError) -> Int {
    let size = file.size ?? 0
    var end = size
    var buffer = [UInt8](repeating: 0, count: chunk)
    while end > 0 {
      let start = max(0, end - chunk)
      let count = end - start
      var failure: SystemError?
      buffer.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        do throws(SystemError) { _ = try file.read(into: base, count, at: start) } catch { failure = error }
      }
      if let failure { throw failure }
      if let last = buffer[..<count].lastIndex(of: 0x0A) {
        end = start + last + 1
        break
      }
      end = start
    }
    if end < size { try file.cut(to: end) }
    return end
  }

  private static func lastNumber(of path: String) -> Int { ((try? numbers(of: path)) ?? []).last ?? 0 }

  private static func numbered(_ path: String) throws(SystemError) -> [String] {
    try numbers(of: path).map { "\(path).\($0)" }
  }

  /// The numbers of the full files, ascending.
  private static func numbers(of path: String) throws(SystemError) -> [Int] {
    let prefix = FilePath.name(path) + "."
    return try Folder.names(in: FilePath.folder(path))
      .compactMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }.sorted()
  }
}
