import TerrainDocuments

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file of the system's, open by its number.
struct Descriptor {
  /// The number.
  let number: Int32

  static let standardInput = Descriptor(number: STDIN_FILENO)
  static let standardOutput = Descriptor(number: STDOUT_FILENO)

  /// What the system said when it would not do something.
  struct Failure: Error {
    let code: Int32
    var isBrokenPipe: Bool { code == EPIPE }
    var message: String { String(cString: strerror(code)) }
  }

  /// Opens the file at `path` for reading.
  static func reading(_ path: String) throws(Failure) -> Descriptor {
    let number = open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw Failure(code: errno) }
    return Descriptor(number: number)
  }

  /// Opens the file at `path`, made where there is none, for reading and writing.
  static func changing(_ path: String) throws(Failure) -> Descriptor {
    let number = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard number >= 0 else { throw Failure(code: errno) }
    return Descriptor(number: number)
  }

  func close() { if number != Self.standardInput.number { systemClose(number) } }

  /// What the system says of a folder that somebody wants to read.
  static let isAFolder = EISDIR

  var isFolder: Bool {
    var status = stat()
    return fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The size of a regular file; nil of anything else.
  var size: Int? {
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Whether nobody else holds it; it is held from now on, until this process ends.
  func hold() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

  /// Reads some bytes; 0 at the end.
  func read(into buffer: UnsafeMutableRawPointer, _ count: Int) throws(Failure) -> Int {
    while true {
      let got = systemRead(number, buffer, count)
      if got >= 0 { return got }
      guard errno == EINTR else { throw Failure(code: errno) }
    }
  }

  /// Reads `count` bytes from `offset` on, or as many as there are.
  func read(into buffer: UnsafeMutableRawPointer, _ count: Int, at offset: Int) throws(Failure) -> Int {
    var done = 0
    while done < count {
      let got = pread(number, buffer + done, count - done, off_t(offset + done))
      if got == 0 { break }
      if got > 0 {
        done += got
      } else if errno != EINTR {
        throw Failure(code: errno)
      }
    }
    return done
  }

  /// Writes all of `bytes`; at `offset`, or where there is none, where writing stands.
  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int? = nil) throws(Failure) {
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
        throw Failure(code: errno)
      }
    }
  }

  /// Cuts a file to its first `size` bytes.
  func cut(to size: Int) throws(Failure) {
    guard ftruncate(number, off_t(size)) == 0 else { throw Failure(code: errno) }
  }
}

// `read(2)` and its like, which no type here can call by those names.

private func systemRead(_ number: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(number, buffer, count)
}

private func systemWrite(_ number: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
  write(number, buffer, count)
}

private func systemClose(_ number: Int32) { close(number) }

/// How far the next line end is from `start`, within `count` bytes.
func memchrOffset(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int? {
  guard let found = memchr(start, 0x0A, count) else { return nil }
  return UnsafeRawPointer(found) - UnsafeRawPointer(start)
}
