#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An open file, pipe or terminal.
package struct Descriptor: Sendable, Hashable {
  /// The system's number of the descriptor.
  package let number: Int32

  /// The descriptor with the number `number`.
  package init(number: Int32) { self.number = number }

  package static let standardInput = Descriptor(number: STDIN_FILENO)
  package static let standardOutput = Descriptor(number: STDOUT_FILENO)
  package static let standardError = Descriptor(number: STDERR_FILENO)

  /// Opens the file at `path` for reading.
  package static func reading(_ path: String) throws(SystemError) -> Descriptor {
    try opened(path, O_RDONLY | O_CLOEXEC)
  }

  /// Opens the regular file or folder at `path` for reading; nil if `path` is of another kind. Never blocks: if a pipe takes the place of
  /// the file just before, the thread would otherwise wait for a writer.
  package static func readingFile(_ path: String) throws(SystemError) -> Descriptor? {
    let file: Descriptor
    do throws(SystemError) { file = try opened(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) } catch {
      // Sockets cannot be opened.
      if error.code == ENXIO { return nil }
      throw error
    }
    switch try? file.status().kind {
    case .file, .folder: return file
    default:
      file.close()
      return nil
    }
  }

  /// Opens the file at `path` for writing.
  static func writing(_ path: String) throws(SystemError) -> Descriptor { try opened(path, O_WRONLY | O_CLOEXEC) }

  /// Opens the file at `path` for reading and writing, and creates it if it is missing.
  package static func changing(_ path: String) throws(SystemError) -> Descriptor {
    try opened(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
  }

  /// Opens `path` like `open(2)`.
  static func opened(_ path: String, _ flags: Int32, _ permissions: mode_t = 0) throws(SystemError) -> Descriptor {
    let number = open(path, flags, permissions)
    guard number >= 0 else { throw .last }
    return Descriptor(number: number)
  }

  /// Closes it, unless it is standard input.
  package func close() { if self != .standardInput { _ = closeReportingErrors() } }

  /// Closes the descriptor; false if the system could not write the remaining bytes.
  func closeReportingErrors() -> Bool { systemClose(number) == 0 }

  /// The kind of the open file, and its size if it is a regular file.
  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last }
    return FileStatus(status)
  }

  package var isFolder: Bool { (try? status())?.kind == .folder }

  /// The size of a regular file, or nil for other kinds of files.
  package var size: Int? {
    guard let status = try? status(), status.kind == .file else { return nil }
    return status.size
  }

  /// True if the descriptor is a terminal.
  package var isTerminal: Bool { isatty(number) == 1 }

  /// The number of columns of a terminal, or nil if the system does not report it.
  package var columns: Int? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Locks the file until ``closeHeld()`` or the end of this process; false if another process has locked it.
  package func hold() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

  /// Unlocks and closes the file. Closing alone is not enough: a child process that another thread is just starting has a copy of every
  /// descriptor until it runs its program, and the lock lives as long as any copy.
  package func closeHeld() {
    _ = flock(number, LOCK_UN)
    close()
  }

  // MARK: Reading

  /// Reads some bytes; returns 0 at the end.
  package func read(into buffer: UnsafeMutableRawPointer, _ count: Int) throws(SystemError) -> Int {
    while true {
      let got = systemRead(number, buffer, count)
      if got >= 0 { return got }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Reads `count` bytes from `offset`, or fewer at the end of the file. Returns the number of bytes read.
  package func read(into buffer: UnsafeMutableRawPointer, _ count: Int, at offset: Int) throws(SystemError) -> Int {
    var done = 0
    while done < count {
      let got = pread(number, buffer + done, count - done, off_t(offset + done))
      if got == 0 { break }
      if got > 0 {
        done += got
      } else if errno != EINTR {
        throw .last
      }
    }
    return done
  }

  /// Reads until the end of the input or until `buffer` is full. Returns the number of bytes read.
  private func fill(_ buffer: UnsafeMutableBufferPointer<UInt8>) throws(SystemError) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    var filled = 0
    while filled < buffer.count {
      let count = try read(into: start + filled, buffer.count - filled)
      if count == 0 { break }
      filled += count
    }
    return filled
  }

  /// Reads to the end of the input, at most `limit` bytes.
  package func read(atMost limit: Int) throws(SystemError) -> [UInt8] {
    var error: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      do throws(SystemError) { count = try fill(buffer) } catch let failure { error = failure }
    }
    if let error { throw error }
    return bytes
  }

  /// The bytes in `range`, or fewer at the end of the file.
  package func read(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
    var error: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      do throws(SystemError) { count = try read(into: start, range.count, at: range.lowerBound) } catch let failure {
        error = failure
      }
    }
    if let error { throw error }
    return bytes
  }

  /// The first bytes of the file at `path`, at most `limit`, or nil if the file cannot be read.
  package static func firstBytes(of path: String, _ limit: Int) -> [UInt8]? {
    guard let file = try? reading(path) else { return nil }
    defer { file.close() }
    return try? file.read(atMost: limit)
  }

  // MARK: Writing

  /// Writes all of `bytes` at `offset`, or at the current position if `offset` is nil.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int? = nil) throws(SystemError) {
    guard let start = bytes.baseAddress else { return }
    var done = 0
    while done < bytes.count {
      let put =
        if let offset {
          pwrite(number, start + done, bytes.count - done, off_t(offset + done))
        } else {
          systemWrite(number, start + done, bytes.count - done)
        }
      if put > 0 {
        done += put
      } else if put < 0, errno != EINTR {
        throw .last
      }
    }
  }

  /// Writes all of `bytes`.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in try write(UnsafeRawBufferPointer(bytes)) }
  }

  /// Writes some of `bytes`, after waiting until the reader has room for at least one byte. Returns the number of bytes written.
  package func writeSome(_ bytes: UnsafeRawBufferPointer) throws(SystemError) -> Int {
    while true {
      let count = systemWrite(number, bytes.baseAddress, bytes.count)
      if count >= 0 { return count }
      if errno == EAGAIN {
        var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Truncates a file to its first `size` bytes.
  package func cut(to size: Int) throws(SystemError) {
    guard ftruncate(number, off_t(size)) == 0 else { throw .last }
  }
}

// System calls with the same names as methods of ``Descriptor``.

private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(number, buffer, count)
}

private func systemWrite(_ number: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(number, buffer, count)
}

private func systemClose(_ number: Int32) -> Int32 { close(number) }

/// A file that could not be written, and the error.
package struct FileFailure: Error {
  package let path: String
  package let reason: SystemError

  init(_ path: String, _ reason: SystemError) {
    self.path = path
    self.reason = reason
  }
}
